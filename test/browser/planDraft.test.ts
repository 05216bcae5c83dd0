import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { go, planSample } from './steps.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
  page = await site.open()
})
afterAll(() => site.close())

const screens = () => page.getByRole('navigation', { name: 'Screens' })

test('what is chosen in a plan is there again after another screen, and can be begun anew', async () => {
  const plan = await planSample(page)
  await go(page, `${plan}?models=xianwai-lm&methods=direct`)
  await page.getByLabel('Samples to draw').fill('12')
  for (const other of ['Data', 'Model', 'Results']) {
    await screens().getByRole('link', { name: other, exact: true }).click()
    await page.waitForURL(new RegExp(`#/${other.toLowerCase()}`))
    await screens().getByRole('link', { name: 'Plan', exact: true }).click()
    await page.waitForURL(/#\/plan\//)
    expect(await page.getByLabel('Samples to draw').inputValue()).toBe('12')
    expect(await page.getByLabel('Direct', { exact: true }).isChecked()).toBe(true)
  }
  await page.getByRole('link', { name: 'Begin anew' }).click()
  await page.getByRole('link', { name: 'Begin anew' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Samples to draw').inputValue()).toBe('')
})

test('own methods and prompt files are put away on the plan screen by keyboard, and the focus goes on', async () => {
  await go(page, `${new URL(page.url()).hash.split('?')[0]!}?models=xianwai-lm`)
  const yours = page.locator('summary', { hasText: 'Yours' })
  await yours.click()
  await page.setInputFiles('input[aria-label="Import a method (JSON)"]', 'public/samples/own-method.json')
  const remove = page.getByRole('button', { name: /^Remove “/ })
  await remove.waitFor()
  await remove.focus()
  await page.keyboard.press('Enter')
  await remove.waitFor({ state: 'detached' })
  expect(await yours.evaluate((heading) => heading === document.activeElement)).toBe(true)

  // nothing under the heading is chosen any more: it may have folded up
  if (!(await yours.evaluate((heading) => heading.parentElement!.hasAttribute('open')))) await yours.click()
  const text = '判断意图。\n【场景类型】{scenario_type}\n【上下文】{context}\n【目标句】{text}\n'
  const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  await page.setInputFiles('input[aria-label="Open prompt files"]', [file('mine_intent.txt', text), file('odd.txt', '没有样本')])
  for (const name of ['mine_intent.txt', 'odd.txt']) {
    const close = page.getByRole('button', { name: `Put ${name} away` })
    await close.focus()
    await page.keyboard.press('Enter')
    await close.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  }
  expect(site.errors).toEqual([])
})
