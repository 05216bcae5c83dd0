import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { finished, freeze, go, planSample } from './steps.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await openSite()
  folder = mkdtempSync(join(tmpdir(), 'xianwai-resume-test-'))
})
afterAll(async () => {
  const errors = [...site.errors]
  await site.close()
  rmSync(folder, { recursive: true, force: true })
  expect(errors).toEqual([])
})

/** A folder called as the site's model, on a page that has just been opened. */
async function openFolder(page: Page, at: string): Promise<void> {
  await page.setInputFiles('input[webkitdirectory]', at)
  await page.getByRole('heading', { name: 'xianwai-lm (2)' }).waitFor()
}

test('a run of a folder’s model goes on with the folder it began with, not with another of that name', async () => {
  const own = join(folder, 'own', 'xianwai-lm')
  const other = join(folder, 'other', 'xianwai-lm')
  for (const at of [own, other]) cpSync('public/models/xianwai-lm', at, { recursive: true })
  // same size, same meaning, other bytes
  const config = join(other, 'config.json')
  const text = readFileSync(config, 'utf8')
  writeFileSync(config, text.replace(/\n/, ' '))
  expect(readFileSync(config, 'utf8')).not.toBe(text)

  const first = await site.open()
  const plan = await planSample(first)
  await go(first, '#/model')
  await openFolder(first, own)
  await go(first, `${plan}?models=${encodeURIComponent('xianwai-lm (2)')}&samples=100`)
  await freeze(first)
  // as storage has it: what was answered within the last second may still be on its way
  await first.getByText(/^[1-9]\d* answered/).first().waitFor({ timeout: 120_000 })
  const run = new URL(first.url()).hash
  await first.close()

  const second = await site.open('#/model')
  await openFolder(second, other)
  await go(second, run)
  await second.getByRole('button', { name: 'Go on' }).click()
  await second.getByText('The files of xianwai-lm (2) are not those that the plan pins').waitFor({ timeout: 60_000 })
  await second.close()

  const third = await site.open('#/model')
  await openFolder(third, own)
  await go(third, run)
  await third.getByRole('button', { name: 'Go on' }).click()
  await finished(third)
  await third.close()
})

test('a plan whose reading needs more than another plan asked says so, and can be gone on with', async () => {
  const page = await site.open()
  const plan = await planSample(page)
  await go(page, `${plan}?models=xianwai-lm&samples=12`)
  await freeze(page)
  await finished(page)
  await go(page, `${plan}?models=xianwai-lm&samples=12&prior=contentFree`)
  await freeze(page)
  // a whole prior is many calls: the page is gone before it is there
  await page.getByText('Measuring the content-free prior').waitFor()
  const run = new URL(page.url()).hash
  await page.close()
  const later = await site.open(run)
  await later.getByText('the way this plan reads answers needs more').waitFor()
  await later.getByRole('button', { name: 'Go on' }).click()
  await finished(later)
  await expect.poll(() => later.getByRole('button', { name: 'Go on' }).count(), { timeout: 10_000 }).toBe(0)
  await later.close()
})
