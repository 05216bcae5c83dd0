import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Conditional, Prediction } from '../../src/domain/prediction.ts'
import { parseRunFile, writeRunFile } from '../../src/export/runFile.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { freezePlan } from '../../src/run/freezePlan.ts'
import { publishedIndex } from '../../tools/publishedResults.mjs'
import { hash, plan as other } from '../export/fixtures.ts'
import { sample } from '../state/results/fixtures.ts'
import { openSite, type Site } from './site.ts'
import { savedRunFile } from './steps.ts'

/** The built site with one run file in its results/: 30 samples, all answered 中性, two methods. */
describe('a site that publishes results', () => {
  let folder = ''
  let site: Site
  let address = ''
  let runFile = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'xianwai-published-site-'))
    cpSync('dist', folder, { recursive: true })
    const samples = Array.from({ length: 30 }, (_, at) => sample(`s${at}`, at % 3 === 0 ? 'Neutral' : 'Negative', { hash: hash(1_000 + at) }))
    const methods = ['direct', 'reason'].map((id) => builtInMethods.find((method) => method.id === id)!)
    const { plan, runs } = await freezePlan({
      dataset: { id: 'published', name: 'published data', hash: hash(77), samples: 30, demonstration: false }, sampleIds: samples.map(({ id }) => id), scheme: builtInScheme, seed: 1,
      models: [other.models[0]!], methods, decoding: { maxTokens: 9 }, reading: { prior: 'none', rule: 'joint', parser: 1 }, primaryMetric: { field: 'stance', metric: 'macroF1' }, createdAt: 0,
    })
    const neutral: Conditional = { field: 'stance', given: {}, logProbabilities: Float32Array.from({ length: 9 }, (_, at) => Math.log(at === 4 ? 0.92 : 0.01)) }
    const predictions = new Map(runs.map(({ id }) => [id, samples.map(({ id: sampleId, hash: sampleHash }): Prediction => ({
      runId: id, sampleId, sampleHash, outcome: { kind: 'guided', conditionals: [neutral], reasons: [] }, droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 0,
    }))]))
    runFile = writeRunFile({ plan, runs, predictions, priors: new Map(), samples })
    cpSync('dist/results', join(folder, 'results'), { recursive: true })
    writeFileSync(join(folder, 'results', 'study.xianwai.json'), runFile)
    writeFileSync(join(folder, 'results', 'index.json'), JSON.stringify(publishedIndex(join(folder, 'results'))))
    address = `#/results/${plan.id}?run=${runs[0]!.id}`
    site = await openSite({ folder })
  })
  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('lists them, and a row leads to their figures', async () => {
    const page = await site.open('#/results')
    await page.getByRole('heading', { name: 'Results that this site publishes' }).waitFor()
    const rows = page.locator('section[aria-labelledby="published"] tbody tr')
    expect(await rows.count()).toBe(2)
    expect(await rows.first().innerText()).toMatch(/published data[^]*30 \/ 30/)
    await rows.first().getByRole('link').first().click()
    await page.getByText('published, read-only').waitFor()
    await page.locator('.headline').getByText('33.3%').first().waitFor()
    await page.close()
  })

  test('opens from a link in a browser that has never seen them, stores nothing of them, and offers nothing that would change them', async () => {
    const page = await site.open(address)
    await page.getByText('published, read-only').waitFor()
    await page.locator('.headline').getByText('33.3%').first().waitFor()
    expect(await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      const counts = await Promise.all(names.map((name) => new Promise<number>((resolve) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => {
          const stores = ['plans', 'runs', 'predictions'].filter((store) => asked.result.objectStoreNames.contains(store))
          const counted = asked.result.transaction(stores).objectStore(stores[0]!).count()
          counted.onsuccess = () => resolve(counted.result)
        }
      })))
      return counts.reduce((sum, count) => sum + count, 0)
    })).toBe(0)
    await page.goto(`${site.url}${address}&view=export`)
    await page.getByText('Run file', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0)
    expect((await savedRunFile(page)).predictions).toEqual(parseRunFile(runFile).predictions)
    await page.goto(`${site.url}${address}&view=compare`)
    await page.getByText(/direct|Direct/).first().waitFor()
    expect(site.errors).toEqual([])
    await page.close()
  })

  test('a run file that was changed by hand is refused', async () => {
    writeFileSync(join(folder, 'results', 'study.xianwai.json'), runFile.replace('"seed":1', '"seed":2'))
    const page = await site.open(address)
    await page.getByText(/is not the hash of the plan|do not belong together/).waitFor()
    writeFileSync(join(folder, 'results', 'study.xianwai.json'), runFile)
    await page.close()
  })
})
