import type { Page } from 'playwright-core'
import type { Family } from './family.ts'
import type { Outcome } from './figures.ts'
import { fullSize, writeScaleFile } from './scaleFile.ts'
import type { BenchSite } from './site.ts'

/** The built site's dashboard over two runs of 52,882 samples with five predicted fields each: first paint, a filter, the comparison; then a resume. */
export const dashboard: Family = {
  name: 'dashboard',
  ids: ['dashboard', 'dashboard-filter', 'comparison', 'resume'],
  minutes: 8,
  run: async ({ build, quick, log }) => {
    const records = quick ? 5_000 : fullSize
    const rounds = quick ? 2 : 5
    const file = writeScaleFile(records)
    const site = await build.open()
    try {
      const bench = await site.openBench()
      await bench.setInputFiles('#data', file.path)
      const { id } = await bench.evaluate(() => window.bench.scale.importFile(true))
      const answered = records - 2_882
      const seeded = await bench.evaluate(([id, count]) => window.bench.scale.seedRuns(id, 'word', 2, count), [id, records] as const)
      log(`seeded ${records} x 2`)
      const partial = await bench.evaluate(([id, count]) => window.bench.scale.seedRuns(id, 'letter', 1, count), [id, answered] as const)
      await bench.close()

      const cold: number[] = []
      const within: number[] = []
      const filtered: number[] = []
      const compared: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const first = await firstPaint(site.url, await site.context.newPage(), seeded.plan)
        const page = first.page
        log(`first paint ${first.took.toFixed(0)}`)
        const filter = await afterFilter(page)
        log(`filters ${filter.map((each) => each.toFixed(0)).join(', ')}`)
        const comparison = await comparing(page, seeded.plan, seeded.runs[1]!)
        log(`comparison ${comparison.toFixed(0)}`)
        const inside = await fromHome(site.url, await site.context.newPage(), seeded.plan)
        await page.close()
        // the first round warms caches up
        if (round === 0) continue
        cold.push(first.took)
        within.push(inside)
        filtered.push(...filter)
        compared.push(comparison)
      }
      const list = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(', ')
      return [
        { id: 'dashboard', repeats: cold, how: `built site, address opened in a new page: from navigation until the headline figures of five fields over ${records} samples are in a frame; from the open first screen instead ${list(within)} ms` },
        { id: 'dashboard-filter', repeats: filtered, how: 'a scene, a tier, a gold label or none: from the address’ change until all figures over what is left are in a frame' },
        { id: 'comparison', repeats: compared, how: 'from the comparison’s opening (the first run is read already, the second is not) until the differences of the field shown, five figures with 2,000 resamples and swap tests, are in a frame' },
        await resuming(site, partial.plan, quick ? 1 : 3, `${answered} of ${records} predictions done`),
      ]
    } finally {
      await site.close()
      file.remove()
    }
  },
}

async function resuming(site: BenchSite, plan: string, rounds: number, what: string): Promise<Outcome> {
  const took: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const page = await site.openBench()
      const resumed = await page.evaluate((plan) => window.bench.scale.resume(plan), plan)
      if (round > 0) took.push(resumed)
      await page.close()
    }
  } catch (error) {
    return { id: 'resume', repeats: [], how: String(error).slice(0, 400) }
  }
  return { id: 'resume', repeats: took, how: `${what}; from the start of the run in a new page until the stand-in engine is asked for the next sample` }
}

/** In the page: resolves with the time once `ready` holds in a frame that was painted. */
const watcher = `window.painted = (ready) => new Promise((resolve) => {
  const look = () => (ready() ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : requestAnimationFrame(look))
  look()
})`

async function firstPaint(url: string, page: Page, plan: string): Promise<{ took: number; page: Page }> {
  await page.addInitScript(watcher)
  await page.goto(`${url}#/results/${plan}`, { waitUntil: 'commit' })
  const took = await page.evaluate(() => window.painted(() => document.querySelectorAll('table.headline tbody tr').length >= 5))
  return { took, page }
}

async function fromHome(url: string, page: Page, plan: string): Promise<number> {
  await page.addInitScript(watcher)
  await page.goto(url)
  await page.waitForTimeout(1_500)
  const took = await page.evaluate(async (plan) => {
    const begun = performance.now()
    location.hash = `#/results/${plan}`
    return (await window.painted(() => document.querySelectorAll('table.headline tbody tr').length >= 5)) - begun
  }, plan)
  await page.close()
  return took
}

async function afterFilter(page: Page): Promise<number[]> {
  // intervals of the unfiltered run are on their way: a user who filters at once waits for none of them
  const took: number[] = []
  for (const query of ['scene=dialogue', 'tier=human', 'field=stance&gold=VeiledNegative', '']) {
    took.push(await page.evaluate(async (query) => {
      const begun = performance.now()
      location.hash = `${location.hash.replace(/\?.*/, '')}${query === '' ? '' : `?${query}`}`
      // one frame for the question to be asked
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const end = await window.painted(() => document.querySelector('.results__body')?.getAttribute('aria-busy') === 'false')
      return end - begun
    }, query))
  }
  return took
}

async function comparing(page: Page, plan: string, against: string): Promise<number> {
  return page.evaluate(async ([plan, against]) => {
    const begun = performance.now()
    location.hash = `#/results/${plan}?view=compare&against=${against}`
    return (await window.painted(() => {
      const tables = [...document.querySelectorAll('.results__body table[aria-busy]')]
      return tables.length > 0 && tables.every((table) => table.getAttribute('aria-busy') === 'false')
    })) - begun
  }, [plan, against] as const)
}

declare global {
  interface Window {
    painted(ready: () => boolean): Promise<number>
  }
}
