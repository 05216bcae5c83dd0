import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPage } from '../../tools/bundling.mjs'
import { openSite, type Site } from './site.ts'

/** The import worker in a real browser, under the site's policy, writing to real storage. */

const out = mkdtempSync(join(tmpdir(), 'xianwai-import-'))
const fixtures = join(import.meta.dirname, '../fixtures/import')
let site: Site
let page: Page

beforeAll(async () => {
  await buildPage(join(import.meta.dirname, 'import'), out)
  const lines = Array.from({ length: 60_000 }, (_, at) =>
    JSON.stringify({ sample_id: `s${at}`, text: `第${at}句话，说得真好`, context: '上文'.repeat(100), scenario_type: 'dialogue', explicit_polarity: 'Positive', implicit_polarity: 'Negative' }),
  )
  writeFileSync(join(out, 'large.jsonl'), lines.join('\n'))
  site = await openSite({ folder: out })
  page = await site.open()
  await page.waitForFunction(() => 'importing' in globalThis)
})

afterAll(async () => {
  await site.close()
  rmSync(out, { recursive: true, force: true })
})

test.each([
  ['sheets.xlsx', 5, 1],
  ['turns-snappy.parquet', 3, 0],
  ['turns-zstd.parquet', 3, 0],
])('%s: samples and problems are in storage', async (name, samples, problems) => {
  await page.setInputFiles('input', join(fixtures, name))
  const read = await page.evaluate(async () => {
    const importer = importing.startImporter(importing.createWorker)
    const { id } = await importer.importFile(importing.file(), { scheme: importing.builtInScheme })
    importer.end()
    return { dataset: await importing.readDataset(id), samples: await importing.readSamples(id), problems: await importing.readProblems(id) }
  })
  expect(read.dataset).toMatchObject({ name: name.replace(/\..*$/, ''), samples, problems, rows: samples + problems })
  expect(read.samples).toHaveLength(samples)
  expect(read.problems).toHaveLength(problems)
})

test('a large file: progress comes while it is read, and every sample arrives in file order', async () => {
  await page.setInputFiles('input', join(out, 'large.jsonl'))
  const read = await page.evaluate(async () => {
    const importer = importing.startImporter(importing.createWorker)
    const seen: number[] = []
    const dataset = await importer.importFile(importing.file(), { scheme: importing.builtInScheme }, ({ samples }) => seen.push(samples))
    importer.end()
    const samples = await importing.readSamples(dataset.id)
    return { dataset, seen, ordered: samples.every(({ id }, at) => id === `s${at}`), first: samples[0]! }
  })
  expect(read.dataset).toMatchObject({ rows: 60_000, samples: 60_000, problems: 0, notices: 0 })
  expect(read.seen.length).toBeGreaterThan(10)
  expect(read.ordered).toBe(true)
  expect(read.first.gold).toMatchObject({ stance: { kind: 'label', label: 'Sarcastic Negative', derived: true } })
})

test('cancelling throws the reason once nothing is left', async () => {
  await page.setInputFiles('input', join(out, 'large.jsonl'))
  const left = await page.evaluate(async () => {
    const before = await importing.stored()
    const importer = importing.startImporter(importing.createWorker)
    const controller = new AbortController()
    let most = 0
    const progress = ({ samples }: { samples: number }): void => {
      most = samples
      // Not at once: something must have been written by then.
      if (samples > 10_000) controller.abort(new Error('enough'))
    }
    let reason = ''
    try {
      await importer.importFile(importing.file(), { scheme: importing.builtInScheme, name: 'cancelled' }, progress, controller.signal)
    } catch (error) {
      reason = String(error)
    }
    importer.end()
    return { reason, most, before, after: await importing.stored() }
  })
  expect(left.reason).toBe('Error: enough')
  expect(left.most).toBeGreaterThan(10_000)
  expect(left.most).toBeLessThan(60_000)
  expect(left.after).toEqual(left.before)
})

test('an error keeps its code across the border', async () => {
  expect(
    await page.evaluate(async () => {
      const importer = importing.startImporter(importing.createWorker)
      const code = await importer.inspect(new File([], 'empty.csv')).then(() => 'none', importing.codeOf)
      importer.end()
      return code
    }),
  ).toBe('empty')
})

test('a worker that dies fails its call, and the next call has another', async () => {
  const outcome = await page.evaluate(async () => {
    let started = 0
    const importer = importing.startImporter(() => (started++ === 0 ? importing.brokenWorker() : importing.createWorker()))
    const file = new File(['id,text\n1,好\n'], 'a.csv')
    const first = await importer.inspect(file).then(() => 'none', String)
    const second = await importer.inspect(file)
    importer.end()
    return { first, columns: second.columns, started }
  })
  expect(outcome.first).toContain('broken')
  expect(outcome).toMatchObject({ columns: ['id', 'text'], started: 2 })
})
