import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { finished, freeze, go, planSample } from './steps.ts'

const EMBEDDED = 'public/models/xianwai-classifier'

let site: Site
let folder: string
beforeAll(async () => {
  site = await openSite()
  folder = mkdtempSync(join(tmpdir(), 'xianwai-model-test-'))
})
afterAll(async () => {
  const errors = [...site.errors]
  await site.close()
  rmSync(folder, { recursive: true, force: true })
  expect(errors).toEqual([])
})

/** A copy of the embedded classifier as a folder of the user's, changed. */
function copied(name: string, change: (path: string) => void): string {
  const path = join(folder, name)
  cpSync(EMBEDDED, path, { recursive: true })
  change(path)
  return path
}

test('an embedded model loads and judges a sentence: nine probabilities that make one', async () => {
  const page = await site.open('#/model/xianwai-classifier')
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  await page.getByText('Loaded: WASM (CPU), q8').waitFor()
  await page.getByRole('button', { name: 'Judge' }).click()
  const matrix = page.getByRole('table', { name: /^3 × 3 probabilities/ })
  await matrix.waitFor()
  const shares = (await matrix.locator('.matrix__share').allTextContents()).map(Number.parseFloat)
  expect(shares).toHaveLength(9)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0)
  const winner = matrix.locator('[data-winner] .matrix__share')
  expect(Number.parseFloat((await winner.textContent()) ?? '')).toBe(Math.max(...shares))
  await page.getByRole('heading', { name: 'Pragmatic intent' }).waitFor()
  await page.getByRole('button', { name: 'Unload' }).click()
  await page.getByText('Once a model is loaded').waitFor()
  await page.close()
})

test.each([
  { locale: 'en', button: null, scores: 'Scores beside two baselines', calibration: 'Calibration error', stance: 'stance, macro-F1', licences: 'Training data and licences' },
  { locale: 'zh', button: '中文', scores: '得分，与两个基线并列', calibration: '校准误差', stance: '情感立场 macro-F1', licences: '训练数据与许可' },
])('a card shows each figure with n, interval and what it is compared with ($locale)', async ({ button, scores, calibration, stance, licences }) => {
  const { figures, data } = JSON.parse(readFileSync(`${EMBEDDED}/model.json`, 'utf8')) as { figures: readonly { name: { en: string }; n: number; value: number; low: number; high: number; baseline: number }[]; data: readonly object[] }
  const expected = figures.find(({ name, n }) => name.en === 'stance, macro-F1' && n === 450)!
  const page = await site.open('#/model/xianwai-classifier')
  if (button !== null) await page.getByRole('button', { name: button }).click()
  const rows = page.getByRole('table', { name: scores }).getByRole('row')
  await rows.first().waitFor()
  const cells = (await rows.filter({ hasText: stance }).first().getByRole('cell').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))
  const three = (value: number): string => value.toFixed(3)
  expect(cells.slice(0, 4)).toEqual([stance, three(expected.value), `[${three(expected.low)}, ${three(expected.high)}]`, three(expected.baseline)])
  expect(cells[4]).toMatch(/^[+−]0\.\d{3} \[[+−]0\.\d{3}, [+−]0\.\d{3}\]$/)
  expect(cells).toContain('450')
  expect(await page.getByRole('table', { name: calibration }).getByRole('row').count()).toBe(6)
  await page.locator('summary', { hasText: licences }).click()
  expect(await page.getByRole('table', { name: licences }).getByRole('row').count()).toBe(data.length + 1)
  // the choice of a language outlives the page, and the other tests read English
  if (button !== null) await page.getByRole('button', { name: 'English' }).click()
  await page.close()
})

test('while a plan runs no sentence is tried on its model; afterwards it is', async () => {
  const page = await site.open()
  await go(page, `${await planSample(page)}?models=xianwai-lm&samples=100`)
  await freeze(page)
  await page.getByText(/^([1-9]|[1-5]\d) \/ 100/).waitFor({ timeout: 120_000 })
  const run = page.url()
  await go(page, '#/model/xianwai-lm')
  await page.getByText('A plan is running: a sentence now').waitFor()
  expect(await page.getByRole('button', { name: 'Judge' }).isDisabled()).toBe(true)
  await go(page, new URL(run).hash)
  await finished(page)
  await go(page, '#/model/xianwai-lm')
  await page.getByRole('button', { name: 'Judge' }).click()
  await page.getByRole('table', { name: /^3 × 3 probabilities/ }).waitFor()
  await page.close()
})

test('outputs whose names say nothing are mapped by hand; then the matrix is complete', async () => {
  const path = copied('unnamed', (at) => {
    const config = JSON.parse(readFileSync(join(at, 'config.json'), 'utf8')) as { id2label: Record<string, string> }
    for (const place of [0, 1, 2]) config.id2label[place] = `LABEL_${place}`
    writeFileSync(join(at, 'config.json'), JSON.stringify(config))
  })
  const page = await site.open('#/model')
  await page.setInputFiles('input[webkitdirectory]', path)
  await page.getByRole('heading', { name: 'unnamed' }).waitFor()
  await page.getByText('Answers: Implicit polarity, Pragmatic intent, Fine-grained emotion').waitFor()
  for (const [place, label] of ['Positive', 'Neutral', 'Negative'].entries()) {
    await page.getByLabel(`Output LABEL_${place} stands for`).selectOption(`explicit=${label}`)
  }
  await page.getByText('Answers: Explicit polarity, Implicit polarity').waitFor()
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  await page.getByRole('button', { name: 'Judge' }).click()
  await page.getByRole('table', { name: /^3 × 3 probabilities/ }).waitFor()
  await page.close()
})

test.each([
  ['no tokenizer', 'tokenizer.json', (at: string) => rmSync(join(at, 'tokenizer.json'))],
  ['cut short', 'onnx/model_quantized.onnx', (at: string) => truncateSync(join(at, 'onnx/model_quantized.onnx'), 1_000_000)],
  ['a page instead', 'config.json', (at: string) => writeFileSync(join(at, 'config.json'), '<!doctype html><title>Sign in</title>')],
])('a folder with %s is refused, naming %s', async (name, file, change) => {
  const page = await site.open('#/model')
  await page.setInputFiles('input[webkitdirectory]', copied(name, change))
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toContain('This folder cannot be used')
  expect(await alert.textContent()).toContain(file)
  await page.getByRole('button', { name: 'Choose a folder' }).waitFor()
  await page.close()
})

test('loading can be cancelled, and begun again', async () => {
  const page = await site.open('#/model/xianwai-lm')
  await page.route('**/models/xianwai-lm/onnx/*.onnx', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const load = page.getByRole('button', { name: 'Load', exact: true })
  await load.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute('**/models/xianwai-lm/onnx/*.onnx')
  await load.click()
  await page.getByText('Loaded: WASM (CPU), q8').waitFor()
  await page.close()
})
