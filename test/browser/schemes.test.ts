import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
let page: Page
beforeAll(async () => {
  site = await openSite()
  page = await site.open('#/data')
})
afterAll(async () => {
  const errors = [...site.errors]
  await site.close()
  expect(errors).toEqual([])
})

const example = readFileSync('public/samples/polarity-scheme.json', 'utf8')
const add = (name: string, text: string): Promise<void> =>
  page.setInputFiles('input[aria-label="Add a scheme file…"]', { name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('a scheme file that cannot be used says where, what is wrong and what to do; one that can is chosen', async () => {
  await page.getByText('Label scheme: Explicit-implicit stance').click()
  await add('broken.json', example.replace('"aliases": ["neu"', '"aliases": ["pos"'))
  await page.getByText('“broken.json” cannot be used. Problems: 1').waitFor()
  const row = page.locator('tr', { hasText: 'scheme.fields[0].labels[1].aliases[0]' })
  expect(await row.innerText()).toContain('“pos” means “Positive” already')
  await add('polarity.json', example)
  await page.locator('summary', { hasText: 'Label scheme: Polarity' }).waitFor()
})

test('data is read by it, has no matrix and is planned over by methods made for it', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at},第 ${at} 句,${['褒义', '中立', '贬义'][at % 3]!}`)
  await page.setInputFiles('input[type=file]', { name: 'polar.csv', mimeType: 'text/csv', buffer: Buffer.from(['id,text,sentiment', ...rows].join('\n')) })
  await page.waitForURL(/#\/data\/\w+/)
  await page.getByText('12 rows = 12 samples + 0 with problems').waitFor()
  expect(await page.locator('.matrix').count()).toBe(0)
  const gold = page.locator('tr', { has: page.getByRole('rowheader', { name: 'Polarity' }) })
  expect(await gold.first().innerText()).toContain('12')
  await page.getByRole('link', { name: 'Plan a run' }).click()
  await page.getByRole('heading', { name: 'Methods' }).waitFor()
  await page.goto(`${page.url().split('?')[0]!}?models=xianwai-lm`)
  await page.getByText('Nothing is derived in this scheme').waitFor()
  await page.getByRole('checkbox', { name: 'Direct', exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Matrix-guided', exact: true }).count()).toBe(0)
})

test('the scheme is there after a reload, and stays while data is labelled by it', async () => {
  await page.goto(`${site.url}#/data`)
  await page.reload()
  await page.getByText('Label scheme: Explicit-implicit stance').click()
  await page.getByLabel('Label scheme', { exact: true }).selectOption('polarity')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('cannot be replaced or removed: the data “polar”').waitFor()
})
