import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Sample } from '../../../src/domain/dataset.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import { writeRunFile } from '../../../src/export/runFile.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { shamMatrix } from '../../../src/prompt/shamMatrix.ts'
import { freezePlan, planId, runId } from '../../../src/run/freezePlan.ts'
import { haveTexts, planSamples } from '../../../src/state/plan/planSamples.ts'
import { importRunFile } from '../../../src/state/results/runFiles.ts'
import { database } from '../../../src/storage/database.ts'
import { createDataset, readDataset, readSamples } from '../../../src/storage/datasets.ts'
import { readPlan } from '../../../src/storage/plans.ts'
import { readScheme, saveScheme } from '../../../src/storage/schemes.ts'
import { polarityScheme } from '../../export/schemeFixtures.ts'
import { planOf, runOf, sample, scheme } from './fixtures.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

const a = sample('a', 'Positive', { group: '甲' })
const b = sample('b', 'Negative', { group: '乙' })
const c = sample('c', 'Negative', { group: '乙' })
const d = sample('d', 'Positive', { group: '丙' })
const all = [a, b, c, d]
const HASH = 'f'.repeat(64)

/** @param seed what tells it from others. */
function planOver(seed: string, samples: readonly Sample[], hash = HASH): Plan {
  const plan = planOf(samples)
  const content = { ...plan, seed: Number(seed), dataset: { ...plan.dataset, hash, samples: all.length } }
  return { ...content, id: planId(content) }
}

function fileOf(plan: Plan, text = false): File {
  return new File([writeRunFile({ plan, runs: [], predictions: new Map(), priors: new Map(), samples: all }, { text })], `${plan.id}.xianwai.json`)
}

async function takeIn(id: string): Promise<void> {
  const dataset = {
    id, name: 'data', hash: HASH, schemeId: 'stance-matrix', rows: 4, samples: 4, problems: 0, notices: 0,
    source: { file: 'data.csv', bytes: 1, format: 'csv', encoding: 'utf-8', mapping: { text: { kind: 'text' } } }, importedAt: 9, demonstration: false,
  } as const
  const writer = await createDataset(dataset)
  await writer.append({ samples: all })
  await writer.finish(dataset)
}

describe('what stands in for a run file’s dataset', () => {
  it('is marked, and no model can be asked about it without texts', async () => {
    const plan = planOver('1', [a, b])
    await importRunFile(fileOf(plan))
    expect((await readDataset('data'))?.standIn).toBe(true)
    const samples = await planSamples(plan.dataset)
    expect(samples.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(haveTexts(plan.sampleIds, samples)).toBe(false)
  })

  it('gives way to a dataset of the same content, whichever came first', async () => {
    const plan = planOver('1', [a, b])
    await takeIn('again')
    await importRunFile(fileOf(plan))
    expect(await planSamples(plan.dataset)).toEqual(all)
    expect(haveTexts(plan.sampleIds, await planSamples(plan.dataset))).toBe(true)
  })

  it('is not made where the dataset itself is here', async () => {
    await takeIn('data')
    await importRunFile(fileOf(planOver('1', [a])))
    expect(await readSamples('data')).toEqual(all)
    expect((await readDataset('data'))?.standIn).toBeUndefined()
  })

  it('is not made of nothing: a file made where the dataset was gone brings answers only', async () => {
    const plan = planOver('1', [a, b])
    const text = writeRunFile({ plan, runs: [], predictions: new Map(), priors: new Map(), samples: [] })
    await importRunFile(new File([text], 'run.xianwai.json'))
    expect(await readPlan(plan.id)).toBeDefined()
    expect(await readDataset('data')).toBeUndefined()
  })

  it('gets the samples that a second file brings, its groups told apart by the samples in both', async () => {
    await importRunFile(fileOf(planOver('1', [a, b])))
    // numbered anew: b and c are 1 here, d is 2
    await importRunFile(fileOf(planOver('2', [b, c, d])))
    expect((await readSamples('data')).map(({ id, group }) => [id, group])).toEqual([['a', '1'], ['b', '2'], ['c', '2'], ['d', '3']])
    expect(await readDataset('data')).toMatchObject({ samples: 4, rows: 4, standIn: true })
  })

  it('gets the texts that a later file has, and keeps them when one without comes', async () => {
    await importRunFile(fileOf(planOver('1', [a, b])))
    await importRunFile(fileOf(planOver('2', [b, c]), true))
    await importRunFile(fileOf(planOver('3', [a, b])))
    expect((await readSamples('data')).map(({ id, text, group }) => [id, text, group])).toEqual([['a', '', '1'], ['b', '句子 b', '2'], ['c', '句子 c', '2']])
  })

  it('of an earlier version of this program is known by its having no columns', async () => {
    await importRunFile(fileOf(planOver('1', [a])))
    const { standIn, ...dataset } = (await readDataset('data'))!
    expect(standIn).toBe(true)
    await database.datasets.put({ id: 'data', state: 'ready', writtenAt: 1, dataset, v: 1 })
    await takeIn('whole')
    await database.datasets.put({ id: 'whole', state: 'ready', writtenAt: 1, dataset: (await readDataset('whole'))!, v: 1 })
    expect([(await readDataset('data'))?.standIn, (await readDataset('whole'))?.standIn]).toEqual([true, undefined])
  })
})

it('refuses a run file whose dataset has other content here', async () => {
  await takeIn('data')
  const plan = planOver('1', [a], '0'.repeat(64))
  await expect(importRunFile(fileOf(plan))).rejects.toMatchObject({ code: 'inconsistent', path: 'plan.dataset.hash' })
  expect(await readPlan(plan.id)).toBeUndefined()
})

describe('gold that contradicts the records here', () => {
  const relabelled = [{ ...a, gold: b.gold }, b, c, { ...d, gold: c.gold }]
  const plan = planOver('1', [a, b])
  const tampered = () => new File([writeRunFile({ plan, runs: [], predictions: new Map(), priors: new Map(), samples: relabelled })], 'a.xianwai.json')

  it.each([['of the data’s own file', () => takeIn('data')], ['of a run file that came first', () => importRunFile(fileOf(planOver('2', [a, b])))]])('is refused: %s', async (_, first) => {
    await first()
    await expect(importRunFile(tampered())).rejects.toMatchObject({ code: 'inconsistent', path: 'samples[0].gold' })
    expect(await readPlan(plan.id)).toBeUndefined()
  })

  it('is found as well when the changed file came first', async () => {
    await importRunFile(tampered())
    await expect(importRunFile(fileOf(planOver('2', [a, b])))).rejects.toMatchObject({ code: 'inconsistent', path: 'samples[0].gold' })
  })
})

describe('ids in a run file are the hashes of what they name', () => {
  const content = { ...planOver('1', [a, b]), models: [runOf().model] }
  const plan = { ...content, id: planId(content) }
  const asked = { ...runOf(), promptHash: HASH, planId: plan.id }
  const run = { ...asked, id: runId(plan, asked) }
  const file = (one: Plan, ...runs: readonly Run[]) => new File([writeRunFile({ plan: one, runs, predictions: new Map(), priors: new Map(), samples: all })], 'a.xianwai.json')

  it('as they are exported', async () => {
    await importRunFile(file(plan, run))
    expect((await readPlan(plan.id))?.runs).toEqual([run])
    const frozen = await freezePlan({
      ...plan, models: [runOf().model], methods: [...builtInMethods, shamMatrix(scheme, builtInMethods.find(({ id }) => id === 'matrix')!, 'permuted', 1)],
    })
    await importRunFile(file(frozen.plan, ...frozen.runs))
    expect((await readPlan(frozen.plan.id))?.runs).toEqual(frozen.runs)
  })

  it('or the file is refused, and nothing of it kept', async () => {
    await expect(importRunFile(file({ ...plan, seed: 2 }, run))).rejects.toMatchObject({ code: 'inconsistent', path: 'plan.id' })
    const other = { ...run, model: { ref: { ...run.model.ref, dtype: 'fp32' } } }
    await expect(importRunFile(file(plan, other))).rejects.toMatchObject({ code: 'inconsistent', path: 'runs[0].run.id' })
    // the run's id is the same under another scheme, and under a plan that does not know its model
    const read = { ...run, method: { ...run.method, scheme } }
    await expect(importRunFile(file(plan, read))).rejects.toMatchObject({ code: 'inconsistent', path: 'runs[0].run.method' })
    const without = planOver('1', [a, b])
    await expect(importRunFile(file(without, { ...run, planId: without.id }))).rejects.toMatchObject({ code: 'inconsistent', path: 'runs[0].run.model' })
    expect([await readPlan(plan.id), await readPlan(without.id), await readDataset('data')]).toEqual([undefined, undefined, undefined])
  })
})

describe('the scheme of a run file', () => {
  const planUnder = (other: typeof polarityScheme) => {
    const content = { ...planOver('1', [a, b]), scheme: other, primaryMetric: { field: 'polarity', metric: 'accuracy' } as const, methods: [] }
    return { ...content, id: planId(content) }
  }

  it('is kept with the stand-in whose labels it tells', async () => {
    await importRunFile(fileOf(planUnder(polarityScheme)))
    expect((await readDataset('data'))?.schemeId).toBe('three')
    expect(await readScheme('three')).toEqual(polarityScheme)
  })

  it('or the file is refused, where the scheme of that id has other labels here', async () => {
    await saveScheme(polarityScheme)
    const [field] = polarityScheme.fields
    const other = planUnder({ ...polarityScheme, fields: [{ ...field!, labels: field!.labels.slice(0, 2) }] })
    await expect(importRunFile(fileOf(other))).rejects.toMatchObject({ code: 'inconsistent', path: 'plan.scheme' })
    expect(await readPlan(other.id)).toBeUndefined()
    await importRunFile(fileOf(planUnder({ ...polarityScheme, version: 2 })))
  })

  it('asks another question than the same prompt under the built-in one', () => {
    const run = runOf()
    expect(runId({ ...planUnder(polarityScheme) }, run)).not.toBe(runId({ ...planUnder({ ...polarityScheme, version: 2 }) }, run))
  })
})
