/** What a person does on the site, as several tests do it. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { parseRunFile, type RunFile } from '../../src/export/runFile.ts'

/** Another address of the same page, which is not loaded anew. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
}

/** From the first screen to the plan over the site's sample data. @returns its address without what is chosen in it, `#/plan/…`. */
export async function planSample(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Try it with the sample data' }).click()
  await page.getByRole('button', { name: 'Freeze and run' }).waitFor()
  return new URL(page.url()).hash.split('?')[0]!
}

export async function freeze(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Freeze and run' }).click({ timeout: 60_000 })
}

export async function finished(page: Page, timeout = 120_000): Promise<void> {
  await page.getByText('Every sample was asked.').waitFor({ timeout })
}

/** From a run to its results. */
export async function seeResults(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'See the results' }).first().click()
  await page.waitForURL(/#\/results\//)
}

/** What a button saves, as text. */
export async function savedBy(button: Locator): Promise<string> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return readFileSync(await download.path(), 'utf8')
}

/** The run file of the export that is on screen. */
export async function savedRunFile(page: Page): Promise<RunFile> {
  return parseRunFile(await savedBy(page.getByRole('button', { name: /^Download: Run file/ })))
}

/** What the model of a file's only run said, by sample: all that must not depend on who asked, when, or beside whom. */
export function answersOf({ predictions }: RunFile): ReadonlyMap<string, unknown> {
  const [only] = predictions.values()
  return new Map(only!.map(({ sampleId, sampleHash, outcome, droppedTurns, promptTokens, newTokens }) => [sampleId, { sampleHash, outcome, droppedTurns, promptTokens, newTokens }]))
}
