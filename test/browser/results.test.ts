import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { finished, freeze, planSample, savedBy, savedRunFile, seeResults } from './steps.ts'

let site: Site
let page: Page
/** Address of the finished run's results, without filters. */
let results: string

beforeAll(async () => {
  site = await openSite()
  page = await site.open()
  await planSample(page)
  await freeze(page)
  await seeResults(page)
  results = page.url()
  // no longer interim, and all intervals are there
  await page.getByText('126 of 126').waitFor({ timeout: 100_000 })
  // said by the screen's notice and by the tables that stand below it
  await page.waitForFunction(() => !document.body.innerText.includes('Interim figures'), null, { timeout: 100_000 })
  await intervals(page)
}, 180_000)

afterAll(() => site.close())

async function intervals(on: Page): Promise<void> {
  await on.locator('.headline .interval').first().waitFor()
  await on.waitForFunction(() => [...document.querySelectorAll('.headline .interval')].every((each) => each.textContent !== '…'), null, { timeout: 60_000 })
}

async function figures(on: Page): Promise<string> {
  await intervals(on)
  return (await on.locator('.headline').innerText()).replaceAll(/\s+/g, ' ')
}

const show = (query: string): Promise<unknown> => page.goto(`${results}&${query}`)

describe('the dashboard', () => {
  test('says that the data is for demonstration, and gives every figure with n and interval', async () => {
    await show('')
    await page.getByText('For demonstration, not a benchmark').first().waitFor()
    const rows = page.locator('.headline tbody tr:not(.headline__parsed)')
    expect(await rows.count()).toBe(5)
    for (const row of await rows.all()) {
      expect(await row.locator('td').first().innerText()).toBe('126')
      const shown = await row.locator('.interval').allInnerTexts()
      expect(shown).toHaveLength(6)
      // macro averages over a list with rare labels have none, and say so; the supported one stands beside
      for (const interval of shown) expect(interval).toMatch(/^(\d+\.\d–\d+\.\d|no interval(; ceiling \d+\.\d%)?)$/)
      for (const certain of [0, 3, 4, 5]) expect(shown[certain]).toMatch(/^\d+\.\d–\d+\.\d$/)
    }
  })

  test('tells how a figure was made when it is focused, and Escape puts that away', async () => {
    await page.locator('.headline .figure').first().focus()
    const tooltip = page.getByRole('tooltip')
    expect(await tooltip.innerText()).toMatch(/n = 126[^]*Wilson/)
    await page.keyboard.press('Escape')
    expect(await tooltip.count()).toBe(0)
  })

  test('has the baselines without a model below the figures, open', async () => {
    await page.locator('section[aria-labelledby=section-baselines] tbody tr').first().waitFor({ timeout: 60_000 })
    const rows = await page.locator('section[aria-labelledby=section-baselines] tbody tr').allInnerTexts()
    for (const name of ['majority label', 'character n-grams', 'lookup P(label']) expect(rows.some((row) => row.includes(name) && row.includes('126'))).toBe(true)
  })

  test('leads from a cell of the model’s matrix to exactly its samples', async () => {
    const cell = page.locator('.matrices .matrix').nth(1).locator('a').first()
    const count = await cell.locator('.matrix__count').innerText()
    await cell.click()
    await page.waitForURL(/view=samples.*answer=|answer=.*view=samples/)
    await page.getByText(`${count} of 126`).waitFor()
  })

  test('has a confusion table whose cells sum to n; arrows move in it and Enter leads to the samples', async () => {
    await show('view=confusion&field=stance')
    const cells = page.locator('.confusion__cell a')
    await cells.first().waitFor()
    const counts = (await cells.allInnerTexts()).map((text) => (text === '·' ? 0 : Number(text)))
    expect(counts).toHaveLength(9 * 11)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(126)
    await cells.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(label).toMatch(/gold “Formulaic Positive” answered “Formulaic Positive”/)
    await page.keyboard.press('Enter')
    await page.getByText(`${counts[12]} of 126`).waitFor()
  })

  test('gives each label’s recall with its interval, on the screen and in the file', async () => {
    await show('view=classes&field=stance')
    await page.waitForFunction(() => document.querySelectorAll('main table .interval').length === 9 && [...document.querySelectorAll('main table .interval')].every((each) => /^\d/.test(each.textContent)), null, { timeout: 60_000 })
    const lines = (await savedBy(page.getByRole('button', { name: 'CSV' }))).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(9)
    for (const line of lines) expect(line).toMatch(/,\d\.\d{4}-\d\.\d{4},/)
  })

  test('asks the filter of the classifier’s training texts about every sample', async () => {
    await show('view=overlap')
    const row = page.locator('main table tbody tr', { hasText: 'xianwai-classifier' }).first()
    await row.waitFor()
    expect(await row.innerText()).toMatch(/training texts[^]*\b126\b/)
  })

  test('draws calibration and distribution, with the numbers as a table', async () => {
    await show('view=charts&field=stance')
    await page.locator('.plot svg').nth(1).waitFor()
    await page.locator('.chart summary').first().click()
    expect(await page.locator('.chart .table tbody tr').count()).toBeGreaterThan(3)
  })
})

describe('samples', () => {
  test('are filtered by the address, which a reload keeps', async () => {
    await show('view=samples&verdict=wrong&field=stance')
    // empty while the count is being made
    const counted = page.locator('.filters__count', { hasText: /\d+ of 126/ })
    const wrong = await counted.innerText()
    await page.getByRole('searchbox').fill('xw-0')
    await page.waitForURL(/search=xw-0/)
    await page.locator('.filters__count', { hasNotText: new RegExp(`^(${wrong})?$`) }).waitFor()
    const narrowed = await counted.innerText()
    expect(Number(narrowed.split(' ')[0])).toBeLessThan(Number(wrong.split(' ')[0]))
    await page.reload()
    await page.getByText(narrowed).waitFor()
  })

  test('are walked with j and k, and Escape goes back to the list', async () => {
    await show('view=samples&field=stance')
    await page.locator('.sample-row').first().click()
    const id = page.locator('.sample__head h2')
    const first = await id.innerText()
    await page.getByText('1 of 126').waitFor()
    await page.keyboard.press('j')
    await page.getByText('2 of 126').waitFor()
    expect(await id.innerText()).not.toBe(first)
    await page.keyboard.press('k')
    await page.getByText('1 of 126').waitFor()
    expect(await id.innerText()).toBe(first)
    await page.keyboard.press('Escape')
    await id.waitFor({ state: 'detached' })
  })

  test('stand in the list’s place on a telephone, and Escape gives the focus to the row of the one that was open', async () => {
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 360, height: 780 })
    await show('view=samples&field=stance')
    await page.locator('.sample-row').first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 126').waitFor()
    expect(await page.locator('.sample-list').isVisible()).toBe(false)
    for (let at = 2; at <= 40; at++) {
      await page.keyboard.press('j')
      await page.getByText(`${at} of 126`, { exact: true }).waitFor()
    }
    const id = await page.locator('.sample__head h2').innerText()
    await page.keyboard.press('Escape')
    await page.locator(`.sample-row[href*="sample=${id}"]:focus`).waitFor({ timeout: 10_000 })
    await page.setViewportSize(size)
  })

  test('show context, gold, answer and the 3 x 3 joint, which sums to one', async () => {
    await show('view=samples&sample=xw-002')
    await page.getByText('交给他办事就是放心').last().waitFor()
    await page.getByText('我妈').or(page.getByText('阿凯说他负责订餐厅')).first().waitFor()
    expect(await page.locator('.answers tr').count()).toBe(5)
    const shares = await page.locator('.sample .matrix .matrix__share').allInnerTexts()
    expect(shares).toHaveLength(9)
    expect(shares.reduce((sum, share) => sum + parseFloat(share), 0)).toBeCloseTo(100, 0)
  })
})

describe('exports', () => {
  test('the run file imports into another browser to the same figures, without the texts', async () => {
    await show('view=export')
    const file = await savedBy(page.getByRole('button', { name: 'Download: Run file' }))
    expect(file).not.toContain('交给他办事就是放心')
    await show('')
    const here = await figures(page)
    const other = await openSite()
    try {
      const there = await other.open('#/results')
      await there.locator('input[type=file]').setInputFiles({ name: 'run.xianwai.json', mimeType: 'application/json', buffer: Buffer.from(file) })
      await there.waitForURL(/#\/results\/[0-9a-f]{64}/)
      expect(await figures(there)).toBe(here)
      // samples without texts: results are read over them, nothing new is asked
      await there.goto(`${other.url}#/data`)
      await there.getByRole('row', { name: /Came with a run file/ }).getByRole('link').click()
      await there.getByText('nothing new is planned over it').waitFor()
      expect(await there.getByRole('link', { name: 'Plan a run' }).count()).toBe(0)
      await there.goto(`${other.url}#/plan`)
      await there.getByText('Data comes first').waitFor()
      expect(other.errors).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('the figures as CSV have a line for each task, with both ends of each interval', async () => {
    await show('view=export')
    const lines = (await savedBy(page.getByRole('button', { name: 'Download: Figures as CSV' }))).trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain('macroF1,macroF1_low,macroF1_high,supportedMacroF1')
    expect(lines[3]).toMatch(/^Affective stance,126,0\.\d+,0\.\d+,0\.\d+/)
  })
})

describe('a run', () => {
  test('is paused, watched from another tab, stopped, and gone on with', async () => {
    await page.goto(`${site.url}#/plan?models=xianwai-lm&methods=matrix&samples=60`)
    await page.getByRole('button', { name: 'Freeze and run' }).click()
    await page.waitForURL(/#\/run\//)
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: 90_000 })
    await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: 30_000 })
    const watching = await site.context.newPage()
    await watching.goto(page.url())
    await watching.getByText('Another tab is running it').waitFor()
    expect(await watching.getByRole('button', { name: /Stop|Go on|Pause/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Go on' }).waitFor({ timeout: 30_000 })
    await watching.getByRole('button', { name: 'Go on' }).waitFor({ timeout: 30_000 })
    await watching.close()
    await page.getByRole('button', { name: 'Go on' }).click()
    await finished(page)
  })

  test('is set beside another one over the records that both answered', async () => {
    const [plan] = /[0-9a-f]{64}/.exec(page.url()) ?? []
    await page.goto(`${site.url}#/results/${plan}?view=compare&field=stance`)
    const other = page.getByRole('combobox', { name: 'Set beside' })
    await other.selectOption({ index: 1 })
    await page.getByText('Figures over the 60 records').first().waitFor()
    const four = (await page.locator('.facts dd').allInnerTexts()).map(Number)
    expect(four.reduce((sum, count) => sum + count, 0)).toBe(60)
    const figures = page.getByRole('region', { name: /Figures over the 60 records/ })
    await expect.poll(async () => (await figures.locator('.interval').allInnerTexts()).filter((text) => text !== '…').length, { timeout: 60_000 }).toBe(6)
    // both runs, and the three baselines on the same records
    const beside = page.locator('section[aria-labelledby=section-baselines] tbody tr')
    await expect.poll(() => beside.count(), { timeout: 60_000 }).toBe(2 + 2)
    expect(await beside.locator('td:nth-child(3)').allInnerTexts()).toEqual(['60', '60', '60', '60'])
  })

  test('says so when its dataset is gone, and has its figures again once the same file is taken in', async () => {
    await page.goto(results)
    const before = await figures(page)
    await page.goto(`${site.url}#/data`)
    await page.getByRole('link', { name: /stance-sample/ }).first().click()
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(results)
    await page.reload()
    await page.getByText('The dataset is no longer in this browser').waitFor()
    expect((await savedRunFile(page)).predictions.size).toBe(1)
    await page.getByRole('button', { name: 'Delete plan and results' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.goto(site.url)
    await planSample(page)
    await page.goto(results)
    expect(await figures(page)).toBe(before)
  })

  test('no page threw anything', () => {
    expect(site.errors).toEqual([])
  })
})
