import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { answersOf, finished, freeze, go, planSample, savedRunFile, seeResults } from './steps.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Those of the language model reason first, so that a second engine is there before the first is done. */
const SAMPLES = 60
const LONG = 400_000

/** A run of one of the site's models by so many engines, in a profile of its own. @param meanwhile done once the first answers are there. */
async function run(model: string, engines: number, method: string, meanwhile: (page: Page) => Promise<void> = () => Promise.resolve()): Promise<ReadonlyMap<string, unknown>> {
  const own = await openSite()
  const page = await own.open(`#/model/${model}`)
  if (engines > 1) {
    await page.getByLabel('Engines').selectOption(String(engines))
    await go(page, '#/')
  } else await go(page, '#/')
  await go(page, `${await planSample(page)}?models=${model}&methods=${method}&samples=${SAMPLES}`)
  await freeze(page)
  await meanwhile(page)
  await finished(page, 300_000)
  await seeResults(page)
  await page.getByRole('link', { name: 'Export' }).click()
  const found = answersOf(await savedRunFile(page))
  expect(found.size).toBe(SAMPLES)
  await own.close()
  return found
}

const together = (page: Page) => page.getByText('2 engines at once').waitFor({ timeout: 200_000 })
let alone: ReadonlyMap<string, unknown>

test('one engine, for comparison', async () => {
  alone = await run('xianwai-lm', 1, 'reason')
}, LONG)

test('two engines say what one says, bit for bit: the language model', async () => {
  expect(await run('xianwai-lm', 2, 'reason', together)).toEqual(alone)
}, LONG)

test('an engine that dies in mid-run costs no sample and changes no answer', async () => {
  const killed: string[] = []
  const found = await run('xianwai-lm', 2, 'reason', async (page) => {
    await together(page)
    const workers = page.workers().filter((worker) => worker.url().startsWith('blob:'))
    for (const worker of workers) {
      const isEngine = await worker.evaluate(() => self.name === 'inference').catch(() => false)
      if (!isEngine) continue
      killed.push(worker.url())
      await worker.evaluate(() => {
        setTimeout(() => {
          throw new Error('killed by the test')
        }, 0)
      })
      break
    }
  })
  expect(killed).toHaveLength(1)
  expect(found).toEqual(alone)
}, LONG)

test('two engines say what one says, bit for bit: the classifier', async () => {
  const one = await run('xianwai-classifier', 1, 'classifier')
  expect(await run('xianwai-classifier', 2, 'classifier')).toEqual(one)
}, LONG)

test('a trial on this machine is shown with its numbers, chooses, and is remembered', async () => {
  const page = await site.open('#/model/xianwai-lm')
  await page.getByText('Not tried on this machine yet').waitFor()
  const begun = performance.now()
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByRole('button', { name: 'Measure again' }).waitFor({ timeout: 60_000 })
  // twenty seconds, and what the page takes to show it
  expect(performance.now() - begun).toBeLessThan(30_000)
  const rows = page.getByRole('table', { name: 'Ways that were tried' }).getByRole('row')
  expect(await rows.count()).toBeGreaterThan(2)
  await page.getByRole('table', { name: 'Ways that were tried' }).getByText('taken').waitFor()
  const text = await rows.allTextContents()
  await page.reload()
  await page.getByRole('button', { name: 'Measure again' }).waitFor()
  expect(await rows.allTextContents()).toEqual(text)
  await page.close()
})
