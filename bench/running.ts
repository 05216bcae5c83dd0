import type { Page } from 'playwright-core'
import type { Family } from './family.ts'
import type { Outcome } from './figures.ts'
import { browserMemory } from './memory.ts'
import { fullSize, writeScaleFile } from './scaleFile.ts'

/** Whether a long run keeps the memory that it began with: real run, real storage, stand-in engine; and the real classifier. */
export const running: Family = {
  name: 'running',
  ids: ['run-memory', 'classifier-memory'],
  minutes: 8,
  run: async ({ build, quick, log }) => {
    const file = writeScaleFile(quick ? 5_000 : fullSize)
    const site = await build.open()
    try {
      const importing = await site.openBench()
      await importing.setInputFiles('#data', file.path)
      const { id } = await importing.evaluate(() => window.bench.scale.importFile(true))
      await importing.close()
      const outcomes: Outcome[] = []
      for (const [figure, by, samples] of [['run-memory', 'stand-in', quick ? 3_000 : 50_000], ['classifier-memory', 'classifier', 2_000]] as const) {
        const page = await site.openBench()
        page.setDefaultTimeout(0)
        await page.evaluate(([id, by, samples]) => window.bench.scale.startRun(id, by, samples), [id, by, samples] as const)
        let early: Awaited<ReturnType<typeof memoryAt>>
        let late: Awaited<ReturnType<typeof memoryAt>>
        try {
          early = await memoryAt(page, site.profile, 1_000)
          late = await memoryAt(page, site.profile, samples)
        } catch (error) {
          outcomes.push({ id: figure, repeats: [], how: String(error).slice(0, 300) })
          continue
        }
        log(`${by}: ${JSON.stringify({ early, late })}`)
        await page.close()
        outcomes.push(early && late
          ? {
              id: figure,
              repeats: [late.held / early.held],
              how: `${samples} samples of ${file.bytes > 2e7 ? fullSize : 5_000}: memory of the page’s process after a forced collection, ${mega(early.held)} MB after ${early.done}, ${mega(late.held)} MB at the end (JavaScript heap of the page ${mega(early.heap)} and ${mega(late.heap)} MB)`,
            }
          : { id: figure, repeats: [], how: 'the processes’ memory is read from /proc, which is not here' })
      }
      return outcomes
    } finally {
      await site.close()
      file.remove()
    }
  },
}

const mega = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** What the page's process holds once so many are done, garbage aside. */
async function memoryAt(page: Page, profile: string, wanted: number): Promise<{ done: number; held: number; heap: number } | null> {
  let done = 0
  for (;;) {
    const state = await page.evaluate(() => window.bench.scale.runSoFar())
    done = state.done
    if (done >= wanted) break
    if (state.over) throw new Error(`the run ended after ${done} of ${wanted} samples`)
    await page.waitForTimeout(100)
  }
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const memory = browserMemory(profile)
  return memory && { done, held: memory.renderers, heap: usedSize }
}
