import type { Family } from './family.ts'
import { peakDuring } from './memory.ts'
import { fullSize, writeScaleFile } from './scaleFile.ts'

/** Import against its floor, interleaved, and the memory it takes. */
export const importing: Family = {
  name: 'import',
  ids: ['import', 'import-memory'],
  minutes: 3,
  run: async ({ build, quick }) => {
    const records = quick ? 5_000 : fullSize
    const file = writeScaleFile(records)
    const site = await build.open()
    try {
      const page = await site.openBench()
      await page.setInputFiles('#data', file.path)
      const rounds: { import: number; floor: number; records: number }[] = []
      const memory: number[] = []
      const all: number[] = []
      await page.evaluate(() => window.bench.scale.floor('rows')) // warm-up of both
      await page.evaluate(() => window.bench.scale.importFile(false))
      for (let round = 0; round < (quick ? 2 : 4); round++) {
        const floor = await page.evaluate(() => window.bench.scale.floor('rows'))
        const took = await page.evaluate(() => window.bench.scale.importFile(false))
        const inRecords = await page.evaluate(() => window.bench.scale.floor('records'))
        rounds.push({ import: took.took, floor, records: inRecords })
      }
      for (let round = 0; round < 2; round++) {
        // a page of its own: memory that an earlier import left to the allocator would hide what this one takes
        const fresh = await site.openBench()
        await fresh.setInputFiles('#data', file.path)
        const measured = await peakDuring(site.profile, () => fresh.evaluate(() => window.bench.scale.importFile(false)))
        if (measured) {
          memory.push((measured.peak.renderers - measured.before.renderers) / file.bytes)
          all.push((measured.peak.all - measured.before.all) / file.bytes)
        }
        await fresh.close()
      }
      const megabytes = (file.bytes / 1e6).toFixed(0)
      const list = (of: (round: (typeof rounds)[number]) => number): string => rounds.map((round) => (of(round) / 1000).toFixed(1)).join(', ')
      return [
        {
          id: 'import',
          repeats: rounds.map((round) => round.import / round.floor),
          how: `${records} records, ${megabytes} MB JSONL, both in a worker: import ${list((round) => round.import)} s; floor, bulkPut of 500 rows at a time, ${list((round) => round.floor)} s `
            + `(putting 500 rows as one record instead, as the import does, the floor takes ${list((round) => round.records)} s)`,
        },
        memory.length === 0
          ? { id: 'import-memory', repeats: [], how: 'the processes’ memory is read from /proc, which is not here' }
          : {
              id: 'import-memory',
              repeats: all,
              value: Math.max(...all),
              how: `peak of anonymous and shared memory of all of Chromium’s processes above before, over ${megabytes} MB; the page and its workers alone ${memory.map((each) => each.toFixed(1)).join(', ')} x; the largest counts`,
            },
      ]
    } finally {
      await site.close()
      file.remove()
    }
  },
}
