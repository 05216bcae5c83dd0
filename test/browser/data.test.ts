import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(async () => {
  const errors = [...site.errors]
  await site.close()
  expect(errors).toEqual([])
})

const SAMPLE = 'public/samples/stance-sample.jsonl'

async function take(page: Page, file: string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
  await page.setInputFiles('input[type=file]', file)
}

test('a file of the benchmark’s form needs no click: rows, matrix, a cell’s samples, one of them', async () => {
  const page = await site.open('#/data')
  await take(page, SAMPLE)
  await page.getByText('126 rows = 126 samples + 0 with problems').waitFor()
  await page.getByText('Sample data', { exact: true }).waitFor()

  const cell = page.getByRole('link', { name: /^Veiled Negative: 14 samples/ })
  await cell.click()
  await page.getByText('Stance: Veiled Negative · 14 of 126').waitFor()
  expect(new URL(page.url()).hash).toContain('stance=Veiled+Negative')
  await page.reload()
  await page.getByText('Stance: Veiled Negative · 14 of 126').waitFor()

  const expected = readFileSync(SAMPLE, 'utf8').trim().split('\n')
    .map((line) => JSON.parse(line) as { sample_id: string; text: string; affective_stance: string })
    .filter(({ affective_stance }) => affective_stance === 'Veiled Negative')
  const links = page.locator('tbody .table__link')
  expect((await links.allTextContents()).sort()).toEqual(expected.map(({ text }) => text).sort())
  await links.first().click()
  const detail = page.getByRole('article')
  await detail.waitFor()
  const shown = expected.find(({ sample_id }) => new URL(page.url()).hash.includes(sample_id))
  expect(await detail.textContent()).toContain(shown?.text)

  // the next one is a key away and keeps the focus; Escape puts it away and leaves the screen whole, another screen opens from it
  const next = detail.getByRole('link', { name: 'Next' })
  await next.press('Enter')
  await page.waitForFunction((id) => !window.location.hash.includes(id), shown?.sample_id ?? '')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Next')
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await page.getByText('Stance: Veiled Negative · 14 of 126').waitFor()
  await links.first().click()
  await detail.waitFor()
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'About Xianwai' }).waitFor()
  expect(site.errors).toEqual([])
  await page.close()
})

test('the matrix is one tab stop, arrows move in it, Enter follows', async () => {
  const page = await site.open('#/data')
  await take(page, SAMPLE)
  await page.getByText('126 rows =').waitFor()
  await page.locator('[data-place="0-0"]').focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe('1-2')
  expect(await page.locator('.matrix [tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByText('Stance: Veiled Negative').waitFor()
  await page.close()
})

test('a GBK table with codes is looked at first; its columns are set by hand, its bad rows listed and downloaded', async () => {
  const page = await site.open('#/data')
  const lines = ['编号,评论,情感', '001,这家店的服务真不错,2', '002,,1', '003,下次再也不来了太差劲,0', '003,下次再也不来了太差劲,0', '004,您可真准时啊才晚两小时,0']
  await take(page, { name: '评论.csv', mimeType: 'text/csv', buffer: gbk(lines.join('\r\n')) })
  await page.getByRole('heading', { name: /评论.csv: what each column is/ }).waitFor()
  expect(await page.getByLabel('Encoding').inputValue()).toBe('gb18030')
  expect(await page.getByLabel('“评论” is').inputValue()).toBe('text')
  expect(await page.getByLabel('“情感” is').inputValue()).toBe('gold implicit')

  await page.getByLabel('“情感” is').selectOption('gold explicit')
  expect(await page.getByLabel('2 is').inputValue()).toBe('Positive')
  await page.getByLabel('“编号” is').selectOption('text') // the role moves: two target sentences are not possible
  expect(await page.getByLabel('“评论” is').inputValue()).toBe('other')
  await page.getByLabel('“评论” is').selectOption('text')
  await page.getByLabel('“编号” is').selectOption('id')
  await page.getByRole('button', { name: 'Read it' }).click()

  await page.getByText('5 rows = 3 samples + 2 with problems').waitFor()
  const counts = await page.locator('tr', { has: page.getByRole('rowheader', { name: 'Explicit polarity' }) }).locator('td').allTextContents()
  expect(counts).toEqual(['3', '0', '0'])
  await page.getByRole('link', { name: 'Rows with problems 2' }).click()
  await page.getByText('The target sentence is empty').waitFor()
  await page.getByText('The same as row 4; kept once.').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(download.suggestedFilename()).toBe('评论-problems.csv')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\uFEFF/)
  expect(text).toContain('"002,,1"')
  await page.close()
})

test('a wrong encoding can be changed before the file is read', async () => {
  const page = await site.open('#/data')
  await take(page, { name: 'a.csv', mimeType: 'text/csv', buffer: gbk('内容,标签\n今天天气真好啊,2\n讨厌的下雨天气,0') })
  await page.getByLabel('Encoding').selectOption('big5')
  await page.getByText('Reading again as set …').waitFor({ state: 'detached' })
  expect(await page.getByRole('columnheader').first().textContent()).not.toContain('内容')
  await page.getByLabel('Encoding').selectOption('gb18030')
  await page.getByRole('columnheader', { name: /内容/ }).waitFor()
  await page.close()
})

test('what cannot be read says why, and the way stays open', async () => {
  const page = await site.open('#/data')
  await take(page, { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n') })
  await page.getByRole('alert').getByText('This format cannot be read').waitFor()
  await take(page, { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
  await page.getByRole('alert').getByText('The file is empty').waitFor()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.close()
})

test('deleting a dataset says what is lost, and takes it away', async () => {
  const page = await site.open('#/data')
  await take(page, { name: 'short.jsonl', mimeType: 'application/json', buffer: Buffer.from('{"text":"到家了说一声"}\n{"text":"随便你吧"}\n') })
  await page.getByText('2 rows = 2 samples + 0 with problems').waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “short”?' })
  await dialog.getByText('2 samples, their labels and all notices are removed').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete dataset' }).click()
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor()
  await page.goto(address)
  await page.getByText('There is no such dataset').waitFor()
  await page.close()
})

test('a new screen takes the focus and the title; the skip link leads past the header without leaving the screen', async () => {
  const page = await site.open()
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { name: 'About Xianwai' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  expect(await page.title()).toBe('About · Xianwai 弦外')
  await page.locator('.skip').focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(new URL(page.url()).hash).toBe('#/about')
  await page.close()
})

test('no screen is wider than a phone, in either language', async () => {
  const page = await site.open()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const otherLanguage of ['中文', 'English']) {
    for (const hash of ['#/', '#/data', '#/model', '#/plan', '#/run', '#/results', '#/about', '#/nowhere']) {
      await page.goto(site.url + hash)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(beyond, hash).toBeLessThanOrEqual(0)
    }
    await page.getByRole('button', { name: otherLanguage }).click()
  }
  await page.close()
})

test('language and theme are remembered, and an unknown address helps', async () => {
  const page = await site.open('#/nowhere')
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('heading', { name: '没有这个页面' }).waitFor()
  await page.getByRole('button', { name: '主题：跟随系统' }).click()
  await page.reload()
  await page.getByRole('heading', { name: '没有这个页面' }).waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual(['zh-Hans', 'light'])
  await page.getByRole('button', { name: 'English' }).click()
  await page.close()
})

/** Text as GBK, by what the decoder makes of every pair of bytes. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const bytes = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) bytes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  }
  return Buffer.from(Array.from(text, (character) => (character < '\u0080' ? [character.charCodeAt(0)] : (bytes.get(character) ?? []))).flat())
}
