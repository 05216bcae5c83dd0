import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

/** Somebody who has read only the screen: every step is a click on something that says what it is, no address is typed. */
describe('controls, chosen, run and compared by somebody who has read only the screen', () => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite()
    page = await site.open()
  })
  afterAll(() => site.close())

  const panel = (name: string) => page.getByRole('region', { name, exact: true })

  test('the language model is offered where only the classifier is chosen, and controls with it', async () => {
    await page.getByRole('button', { name: 'Try it with the sample data' }).click()
    await page.getByLabel('Samples to draw').fill('12')
    // named before anything is frozen, with the labels and what can be taken instead
    const warning = panel('Primary figure and reading').locator('.notice', { hasText: 'Macro F1”, can bear no conclusion' })
    await warning.getByText(/^Of the 12 samples that will be asked, fewer than 10 .*Veiled Negative \(\d\)/).waitFor()
    await warning.getByRole('button', { name: 'Take “Accuracy” instead' }).click()
    await warning.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Primary figure', { exact: true }).inputValue()).toBe('accuracy')
    await panel('Methods').getByRole('button', { name: /^Choose .+, too$/ }).click()
    await panel('Methods').locator('summary', { hasText: 'Controls' }).click()
    await page.getByRole('button', { name: 'Add controls' }).click()
    expect(await page.getByLabel('Prior', { exact: true }).inputValue()).toBe('none')
    await panel('Comparisons named beforehand').getByText('“Matrix-guided” against 5 sham matrices').waitFor()
    await panel('Comparisons named beforehand').getByText('“Matrix-guided” against 5 matrices with permuted names').waitFor()
    await panel('Comparisons named beforehand').getByText('“Matrix-guided, with reasoning” against “Structure only”').waitFor()
  })

  test('they run, and stand beside the true matrix with an interval and a verdict', async () => {
    await page.getByRole('button', { name: 'Freeze and run' }).click()
    await page.waitForURL(/#\/run\//)
    await page.getByText('Every sample was asked.').waitFor({ timeout: 300_000 })
    await page.getByRole('link', { name: 'See the results' }).first().click()
    await page.getByRole('navigation', { name: 'Runs set side by side' }).getByRole('link', { name: 'Sham control' }).click()
    const table = page.getByRole('table', { name: /^The true matrix against sham ones/ })
    await table.waitFor({ timeout: 120_000 })
    const text = await table.innerText()
    for (const row of ['sham matrix', 'structure only', 'majority label', 'named before']) expect(text).toContain(row)
    expect(text).toMatch(/no different|different|undecided/)
    expect(text).toMatch(/[-+]?\d+\.\d … [-+]?\d+\.\d/)
    const permuted = page.locator('section[aria-labelledby=section-shams-permuted]')
    expect(await permuted.innerText()).toMatch(/\(5 seeds\)[^]*Over all \d+ rows the difference is from [-+]?\d+\.\d to [-+]?\d+\.\d points/)
    await permuted.locator('summary').click()
    expect(await permuted.getByRole('table').innerText()).toContain('names permuted')
  }, 400_000)

  test('an evidence screen that lacks runs leads to the plan that has them', async () => {
    await page.getByRole('navigation', { name: 'Runs set side by side' }).getByRole('link', { name: 'Ladder' }).click()
    await page.getByRole('link', { name: 'Plan these runs' }).click({ timeout: 120_000 })
    await page.waitForURL(/#\/plan\//)
    for (const method of ['Oracle: stance given', 'Shuffled stance given', 'Predicted stance given', 'Direct']) expect(await page.getByLabel(method, { exact: true }).isChecked()).toBe(true)
    expect(await page.getByLabel('Samples to draw').inputValue()).toBe('12')
    expect(site.errors).toEqual([])
  }, 200_000)
})
