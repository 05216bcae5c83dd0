import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { finished, freeze, go, planSample, savedBy, seeResults } from './steps.ts'

let site: Site
let page: Page
/** Address of the results of the run that is asked every field. */
let results: string

beforeAll(async () => {
  site = await openSite()
  page = await site.open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(page, `${await planSample(page)}?models=xianwai-lm&methods=matrix&methods=direct&methods=oracle-stance&methods=shuffled-stance&samples=40`)
  await freeze(page)
  await finished(page, 400_000)
  await seeResults(page)
  // the link leads to the run that was shown last, which may be one that was given the stance
  await page.getByLabel('Run', { exact: true }).selectOption({ label: 'xianwai-lm · Matrix-guided' })
  await page.getByRole('heading', { level: 1, name: 'xianwai-lm · Matrix-guided' }).waitFor()
  results = page.url()
}, 500_000)

afterAll(() => site.close())

async function show(query: string): Promise<void> {
  await page.goto(`${results}${results.includes('?') ? '&' : '?'}${query}`)
  await page.locator('.evidence, .notice').first().waitFor({ timeout: 120_000 })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null, null, { timeout: 120_000 })
}

const rows = (section: string) => page.locator(`section[aria-labelledby=section-${section}] tbody tr`)

describe('evidence screens', () => {
  test('gains: choices are in the address, every number has n and its rule, and nothing is wider than the screen', async () => {
    await show('view=gains')
    await page.getByLabel('Over', { exact: true }).selectOption('named:direct')
    await page.waitForURL(/baseline=named(:|%3A)direct/)
    await page.getByText(/matrix against direct; difference in points/).first().waitFor({ timeout: 120_000 })
    expect(await rows('gains').count()).toBe(3 * 6)
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('tables are copied with their captions, and saved with every digit', async () => {
    const section = page.locator('section[aria-labelledby=section-gains]')
    await section.getByRole('button', { name: /Copy as LaTeX/ }).click()
    const latex = await page.evaluate(() => navigator.clipboard.readText())
    expect(latex).toMatch(/\\caption\{Gains; matrix against direct[^]*\\toprule[^]*\\bottomrule/)
    const lines = (await savedBy(section.getByRole('button', { name: /Download/ }))).trim().split('\r\n')
    expect(lines[0]).toContain('gain,gain_low,gain_high')
    expect(lines).toHaveLength(1 + 3 * 6)
  })

  test('the ladder sets the rungs on the same samples', async () => {
    await show('view=ladder')
    const told = await rows('ladder').allInnerTexts()
    expect(told.filter((row) => row.includes('Pragmatic intent'))).toHaveLength(4)
    expect(told.some((row) => row.includes('a shuffled stance'))).toBe(true)
    await page.getByText(/missing: the model’s own stance/).waitFor()
  })

  test('a run that did not answer the field is named, with the fields that both answered', async () => {
    await page.goto(`${results}${results.includes('?') ? '&' : '?'}view=compare&field=stance`)
    await page.getByRole('combobox', { name: 'Set beside' }).selectOption({ label: 'xianwai-lm · Oracle: stance given' })
    await page.getByText('B (xianwai-lm · Oracle: stance given) did not answer “Affective stance”').waitFor({ timeout: 60_000 })
    await page.locator('.notice').getByRole('link', { name: 'Pragmatic intent' }).click()
    await page.getByText('Figures over the 40 records').first().waitFor({ timeout: 60_000 })
  })

  test('a slice leads to exactly its samples', async () => {
    await show('view=slices&field=stance&by=length')
    const first = rows('slices-length').first()
    const count = Number(await first.locator('td').nth(1).innerText())
    await first.getByRole('link').first().click()
    await page.waitForURL(/view=samples/)
    await page.locator('.filters__count', { hasText: `${count} of 40` }).waitFor()
  })

  test('a comparison’s row leads to the samples on which the two runs part, and says so', async () => {
    await show('view=agreement&field=intent')
    const first = rows('pairs').first()
    const n = Number(await first.locator('td').nth(2).innerText())
    const raw = Number.parseFloat(await first.locator('td').nth(4).innerText()) / 100
    await first.locator('td').first().getByRole('link').click()
    await page.waitForURL(/relation=differ/)
    await page.locator('.filters__count', { hasText: `${n - Math.round(raw * n)} of 40` }).waitFor()
    expect(await page.locator('.filters__besides').innerText()).toMatch(/Beside = xianwai-lm · .*Relation = different labels/)
    await page.goBack()
    await rows('pairs').first().locator('td').nth(2).getByRole('link').click()
    await page.locator('.filters__count', { hasText: `${n} of 40` }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.locator('.filters__count', { hasText: '40 of 40' }).waitFor()
  })

  test('overlap is a column of the list and a filter, with the count of its screen', async () => {
    await show('view=overlap&field=stance')
    const count = Number(await rows('overlap').first().locator('td').nth(4).innerText())
    await rows('overlap').first().locator('td').first().getByRole('link').click()
    await page.waitForURL(/overlap=training/)
    await page.locator('.filters__count', { hasText: `${count} of 40` }).waitFor()
    await page.getByRole('combobox', { name: 'Overlap' }).selectOption('none')
    await page.locator('.filters__count', { hasText: `${40 - count} of 40` }).waitFor()
    await page.locator('.sample-list__head', { hasText: 'Also in' }).waitFor()
  })

  test.each(['stances', 'agreement', 'leaning', 'chain', 'overlap', 'shams'])('%s says what it shows in both languages', async (view) => {
    await show(`view=${view}&field=stance`)
    expect(await page.locator('.evidence, .notice').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: '中文' }).click()
    await page.waitForFunction(() => document.documentElement.lang.startsWith('zh') && document.querySelector('[aria-busy=true]') === null, null, { timeout: 60_000 })
    await page.locator('.evidence p, .notice p').filter({ hasText: /\p{Script=Han}/u }).first().waitFor()
    await page.getByRole('button', { name: 'English' }).click()
  })

  test('charts are copied as pictures with their captions, and what is counted as a table', async () => {
    await page.goto(`${results}${results.includes('?') ? '&' : '?'}view=charts&field=intent`)
    await page.getByRole('button', { name: /Copy the figure with its caption/ }).first().click({ timeout: 60_000 })
    await expect.poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)), { timeout: 30_000 }).toContain('image/png')
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const picture = await createImageBitmap(await item!.getType('image/png'))
      return { width: picture.width, height: picture.height, text: await (await item!.getType('text/plain')).text() }
    })
    expect(Math.min(copied.width, copied.height)).toBeGreaterThan(200)
    expect(copied.text).toContain('Pragmatic intent')
    await page.goto(`${results}${results.includes('?') ? '&' : '?'}view=confusion&field=stance`)
    await page.getByRole('button', { name: /Copy as Markdown/ }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\| Veiled Negative \|/)
  })

  test('no page threw anything', () => {
    expect(site.errors).toEqual([])
  })
})
