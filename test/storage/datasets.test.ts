import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Dataset } from '../../src/domain/dataset.ts'
import { sampleColumns } from '../../src/domain/sampleColumns.ts'
import { database } from '../../src/storage/database.ts'
import {
  createDataset,
  deleteDataset,
  observeDatasets,
  readDataset,
  readNotices,
  readProblems,
  readSampleColumns,
  readSamples,
  removeHalfWritten,
  renameDataset,
} from '../../src/storage/datasets.ts'
import { dataset, samples } from './fixtures.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

async function write(id: string, count: number): Promise<Dataset> {
  const writer = await createDataset(dataset(id))
  await writer.append({ samples: samples(count) })
  const final = dataset(id, { samples: count, rows: count, hash: 'h' })
  await writer.finish(final)
  return final
}

const problem = { code: 'emptyText', row: 3, column: 'text', detail: {}, raw: ',,' } as const
const notice = { code: 'outOfScheme', row: 2, column: 'emotion', detail: { found: 'Concern' }, sampleId: '1' } as const

describe('columns of samples', () => {
  test('are those of the samples, whatever the parts they were written in', async () => {
    await write('d', 1_234)
    expect(await readSampleColumns('d')).toEqual(sampleColumns(await readSamples('d')))
  })

  test('are not there of a data set that was written before there were columns, nor of none', async () => {
    await write('d', 600)
    await database.sampleColumns.where('[datasetId+chunk]').equals(['d', 1]).delete()
    expect(await readSampleColumns('d')).toBeUndefined()
    expect(await readSampleColumns('nowhere')).toBeUndefined()
  })
})

describe('a data set', () => {
  test('comes back in file order, whatever the parts it was written in', async () => {
    const all = samples(1_234)
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: all.slice(0, 3), problems: [problem] })
    await writer.append({ samples: all.slice(3, 700), notices: [notice] })
    await writer.append({ problems: [problem] })
    await writer.append({ samples: all.slice(700) })
    const final = dataset('d', { samples: 1_234, problems: 2, notices: 1, rows: 1_236, hash: 'h' })
    await writer.finish(final)
    expect(await readDataset('d')).toEqual(final)
    expect(await readSamples('d')).toEqual(all)
    expect(await readProblems('d')).toEqual([problem, problem])
    expect(await readNotices('d')).toEqual([notice])
    expect(await database.samples.count()).toBe(3)
  })

  test('is seen by nobody before it is finished', async () => {
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: samples(600) })
    expect(await readDataset('d')).toBeUndefined()
    await writer.finish(dataset('d', { samples: 600 }))
    expect((await readDataset('d'))?.samples).toBe(600)
  })

  test('leaves no trace when abandoned', async () => {
    await write('kept', 10)
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: samples(600), problems: [problem], notices: [notice] })
    await writer.abandon()
    expect(await readSamples('d')).toEqual([])
    const counts = await Promise.all(database.tables.map(async (table) => [table.name, await table.count()] as const))
    expect(new Set(counts.filter(([, count]) => count > 0).map(([name]) => name))).toEqual(new Set(['datasets', 'samples', 'sampleColumns']))
    await expect(writer.append({ samples: samples(600) })).rejects.toThrow('closed')
  })

  test('that loses rows is not finished', async () => {
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: samples(3) })
    await expect(writer.finish(dataset('d', { samples: 4 }))).rejects.toThrow('4 samples are claimed, 3 were written')
    expect(await readDataset('d')).toBeUndefined()
  })

  test('does not replace one of the same id', async () => {
    await write('d', 2)
    await expect(createDataset(dataset('d'))).rejects.toThrow('there already')
    expect(await readSamples('d')).toHaveLength(2)
  })

  test('deleted while it is written says so', async () => {
    const writer = await createDataset(dataset('d'))
    await deleteDataset('d')
    await expect(writer.append({ samples: samples(500) })).rejects.toMatchObject({ code: 'gone' })
    expect(await database.samples.count()).toBe(0)
  })

  test('is renamed and deleted', async () => {
    await write('d', 1_001)
    await write('other', 3)
    await renameDataset('d', '新名')
    expect((await readDataset('d'))?.name).toBe('新名')
    await deleteDataset('d')
    expect(await readDataset('d')).toBeUndefined()
    expect(await readSamples('d')).toEqual([])
    expect(await readSamples('other')).toHaveLength(3)
  })

  test('half written by a tab that died is removed at start, one being written is not', async () => {
    const writer = await createDataset(dataset('dead'))
    await writer.append({ samples: samples(500) })
    await write('kept', 1)
    expect(await removeHalfWritten(Date.now() + 60_000)).toBe(0)
    expect(await removeHalfWritten(Date.now() + 700_000)).toBe(1)
    expect(await database.samples.count()).toBe(1)
    expect(await readSamples('kept')).toHaveLength(1)
  })

  test('list follows what happens', async () => {
    const seen: string[][] = []
    const leave = observeDatasets().subscribe((list) => seen.push(list.map(({ id }) => id)))
    await write('a', 1)
    await write('b', 1)
    await deleteDataset('a')
    await expect.poll(() => seen.at(-1)).toEqual(['b'])
    leave()
    await write('c', 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen.at(-1)).toEqual(['b'])
  })

  test('of the benchmark’s size is written and read in seconds', async () => {
    const all = samples(52_882)
    const begun = performance.now()
    const writer = await createDataset(dataset('d'))
    for (let at = 0; at < all.length; at += 1_000) await writer.append({ samples: all.slice(at, at + 1_000) })
    await writer.finish(dataset('d', { samples: all.length }))
    const written = performance.now()
    expect(await readSamples('d')).toHaveLength(all.length)
    const read = performance.now()
    console.log(`52,882 samples: written in ${Math.round(written - begun)} ms, read in ${Math.round(read - written)} ms`)
    expect(read - written).toBeLessThan(5_000)
  })
})
