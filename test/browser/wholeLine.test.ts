import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prediction } from '../../src/domain/prediction.ts'
import type { RunFile } from '../../src/export/runFile.ts'
import { openSite, type Site } from './site.ts'
import { answersOf, finished, freeze, go, planSample, savedRunFile, seeResults } from './steps.ts'

/** The run file of the results that are on screen. */
async function runFileOf(page: Page): Promise<RunFile> {
  await page.getByRole('link', { name: 'Export' }).click()
  return savedRunFile(page)
}

/** Imports the sample from the first screen and goes to a plan for a model. @returns the plan's page. */
async function plan(site: Site, model: string, samples: number): Promise<Page> {
  const page = await site.open()
  await go(page, `${await planSample(page)}?models=${model}&samples=${samples}`)
  return page
}

describe('the whole line, by hand', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  test('three clicks from the first screen to a dashboard with figures', async () => {
    const begun = performance.now()
    const page = await site.open()
    await planSample(page)
    await freeze(page)
    await seeResults(page)
    await page.getByRole('rowheader', { name: 'Affective stance' }).or(page.getByRole('cell', { name: 'Affective stance' })).first().waitFor()
    await page.getByText('126 of 126').first().waitFor({ timeout: 60_000 })
    expect(performance.now() - begun).toBeLessThan(60_000)
    await expect.poll(() => page.getByText('interim').count(), { timeout: 60_000 }).toBe(0)
    const { predictions, plan: frozen } = await runFileOf(page)
    const [only] = predictions.values() as Iterable<readonly Prediction[]>
    expect(only!.map(({ sampleId }) => sampleId).sort()).toEqual([...frozen.sampleIds].sort())
    expect(only!.every(({ outcome }) => outcome.kind === 'classified')).toBe(true)
    expect(site.errors).toEqual([])
    await page.close()
  })
})

describe('a page closed in mid-run', () => {
  const SAMPLES = 120
  let undisturbed: ReadonlyMap<string, unknown>

  test('the undisturbed run, for comparison', async () => {
    const site = await openSite()
    const page = await plan(site, 'xianwai-lm', SAMPLES)
    await freeze(page)
    await finished(page)
    await seeResults(page)
    undisturbed = answersOf(await runFileOf(page))
    expect(undisturbed.size).toBe(SAMPLES)
    await site.close()
  })

  test('goes on with what is missing, repeats nothing, and ends with the same answers', async () => {
    const site = await openSite()
    const first = await plan(site, 'xianwai-lm', SAMPLES)
    await freeze(first)
    // as storage has it: what was answered within the last second may still be on its way
    await first.getByText(/^[1-9]\d* answered/).first().waitFor({ timeout: 120_000 })
    const address = first.url()
    await first.close()

    const second = await site.context.newPage()
    await second.goto(address)
    await second.getByText('This plan is unfinished').waitFor()
    const before = await second.getByText(/answers are missing/).textContent()
    const missing = Number(/^\d+/.exec(before ?? '')?.[0])
    expect(missing).toBeGreaterThan(0)
    expect(missing).toBeLessThan(SAMPLES)
    const reopened = Date.now()
    await second.getByRole('button', { name: 'Go on' }).click()
    await finished(second)
    await seeResults(second)
    const file = await runFileOf(second)
    const [only] = file.predictions.values()
    expect(only!.filter(({ at }) => at >= reopened)).toHaveLength(missing)
    expect(answersOf(file)).toEqual(undisturbed)
    expect(site.errors).toEqual([])
    await site.close()
  })
})
