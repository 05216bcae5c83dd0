import 'fake-indexeddb/auto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDataset } from '../../../src/storage/datasets.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Dataset, Sample } from '../../../src/domain/dataset.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { withVariants } from '../../../src/prompt/variants.ts'
import { drawnSamples, freezePlan, type PlanChoice } from '../../../src/run/freezePlan.ts'
import { drawnShots, idsAmong, namedIds, NoShots, plannedShots, type PlannedShots, previewShots, ShotsRefused, withFewShot } from '../../../src/state/plan/planShots.ts'

const dataset: Dataset = {
  id: 'data', name: 'data', hash: 'hash', schemeId: 'stance-matrix', rows: 40, samples: 40, problems: 0, notices: 0,
  source: { file: 'data.csv', bytes: 1, format: 'csv', encoding: 'utf-8', mapping: {} }, importedAt: 0, demonstration: false,
}
const stances = builtInScheme.fields.flatMap((field) => (field.kind === 'derived' ? field.table : []))
const samples: readonly Sample[] = Array.from({ length: 40 }, (_, at) => {
  const { given: [explicit, implicit], label: stance } = stances[at % 9]!
  const labels = { explicit: explicit!, implicit: implicit!, stance, intent: 'Irony', emotion: 'Love' }
  return {
    id: String(at), hash: `hash-${at}`, text: `句子${at}`, context: '', scene: null, speaker: null, tier: null, group: null, row: at, other: {},
    gold: Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, { kind: 'label' as const, label }])),
  }
})
const shots: PlannedShots = { datasetId: 'data', draw: { kind: 'perLabel', field: 'stance' } }
const choice: PlanChoice = {
  dataset, sampleIds: samples.map(({ id }) => id), limit: 8, scheme: builtInScheme, seed: 1, methods: withFewShot(builtInScheme, builtInMethods.slice(0, 2), shots),
  models: [{ ref: { id: 'm', kind: 'causal', origin: 'embedded', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' } }],
  decoding: { maxTokens: 64 }, reading: { prior: 'none', rule: 'joint', parser: 1 }, primaryMetric: { field: 'stance', metric: 'macroF1' }, createdAt: 1,
}

describe('examples of a plan', () => {
  beforeAll(async () => {
    const writer = await createDataset(dataset)
    await writer.append({ samples, problems: [], notices: [] })
    await writer.finish(dataset)
  })

  it('come from what of its own data set is not drawn, the same for every method', async () => {
    const drawn = await drawnShots(choice, samples, dataset, shots)
    const { plan, runs } = await freezePlan({ ...choice, ...drawn })
    expect(runs.map(({ method }) => [method.id, method.shots?.shots.length ?? 0])).toEqual([['matrix', 0], ['matrix-few', 9], ['direct', 0], ['direct-few', 9]])
    const [, matrix, , direct] = plan.methods
    expect(matrix!.shots).toEqual(direct!.shots)
    expect(matrix!.shots!.dataset).toEqual({ id: 'data', name: 'data', hash: 'hash' })
    const tested = new Set(drawnSamples(choice))
    expect(plan.sampleIds).toEqual([...tested])
    for (const { sampleId } of matrix!.shots!.shots) expect(tested).not.toContain(sampleId)
  })

  it('are drawn anew for variants, by a seed that changes them, and as few turns shown as wanted', async () => {
    const methods = withVariants(withFewShot(builtInScheme, builtInMethods.slice(1, 2), { ...shots, turns: 1 }), 2)
    const { methods: drawn } = await drawnShots({ ...choice, methods }, samples, dataset, { ...shots, turns: 1 })
    const sets = drawn.flatMap((method) => (method.shots ? [method.shots] : []))
    expect(drawn.map(({ id }) => id)).toEqual(['direct', 'direct-wording-1', 'direct-wording-2', 'direct-order-1', 'direct-order-2', 'direct-few', 'direct-few-wording-1', 'direct-few-wording-2', 'direct-few-order-1', 'direct-few-order-2', 'direct-few-draw-1', 'direct-few-draw-2'])
    expect(sets.map(({ turns, shots: own }) => [turns, own.length])).toEqual(Array.from({ length: 7 }, () => [1, 9]))
    // one thing is varied at a time: other words and orders show the method's own examples
    for (const same of sets.slice(1, 5)) expect(same).toEqual(sets[0])
    expect(new Set(sets.map(({ shots: own }) => JSON.stringify(own))).size).toBe(3)
    const { runs } = await freezePlan({ ...choice, methods: drawn, shotSamples: samples })
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length)
  })

  it('can be looked at before they are frozen, with the labels that have none', async () => {
    const preview = await previewShots({ dataset, scheme: builtInScheme, seed: 1, limit: 8, shots: { ...shots, draw: { kind: 'perLabel', field: 'intent', labels: 2 } } })
    expect(preview?.missing).toEqual(['Authenticity', 'Politeness'])
    const few = await previewShots({ dataset, scheme: builtInScheme, seed: 1, limit: 8, shots })
    expect(few?.shots).toHaveLength(9)
    expect(few?.set).toEqual((await drawnShots(choice, samples, dataset, shots)).methods[1]!.shots)
  })

  it('of a dataset with roles are previewed as they are frozen: dev alone is drawn from, test alone is tested', async () => {
    const parted: Dataset = { ...dataset, id: 'parted', hash: 'parted', roles: { kind: 'column', column: 'tier', dev: ['dev'], samples: { dev: 20, test: 20 } } }
    const own = samples.map((sample, at) => ({ ...sample, tier: at % 2 === 0 ? 'dev' : 'test' }))
    const writer = await createDataset(parted)
    await writer.append({ samples: own, problems: [], notices: [] })
    await writer.finish(parted)
    const from: PlannedShots = { datasetId: 'parted', draw: { kind: 'random', count: 6 } }
    const preview = await previewShots({ dataset: parted, scheme: builtInScheme, role: 'test', seed: 1, limit: 8, shots: from })
    const test = own.filter(({ tier }) => tier === 'test').map(({ id }) => id)
    const frozen = await drawnShots({ ...choice, dataset: parted, sampleIds: test, methods: withFewShot(builtInScheme, builtInMethods.slice(0, 1), from) }, own, parted, from)
    expect(preview!.set).toEqual(frozen.methods[1]!.shots)
    for (const { sample } of preview!.shots) expect(sample.tier).toBe('dev')
  })

  it('of a draw by the seed are called by no seed: the plan’s is the set’s own', async () => {
    const planned: PlannedShots = { datasetId: 'data', draw: { kind: 'random', count: 3 } }
    const { methods } = await drawnShots({ ...choice, seed: 5, methods: withFewShot(builtInScheme, builtInMethods.slice(0, 1), planned) }, samples, dataset, planned)
    expect(methods.map(({ id, shots: own }) => [id, own?.seed])).toEqual([['matrix', undefined], ['matrix-few', 5]])
  })

  it('that were named are all shown, or the plan is refused', async () => {
    const [tested] = drawnSamples(choice)
    const free = samples.map(({ id }) => id).filter((id) => !drawnSamples(choice).includes(id))
    const named = (ids: readonly string[]): PlannedShots => ({ datasetId: 'data', draw: { kind: 'named', ids } })
    const { methods } = await drawnShots({ ...choice, methods: withFewShot(builtInScheme, builtInMethods.slice(0, 1), named(free.slice(0, 3))) }, samples, dataset, named([free[2]!, free[0]!]))
    expect(methods[1]!.shots!.shots.map(({ sampleId }) => sampleId)).toEqual([free[2], free[0]])
    await expect(drawnShots(choice, samples, dataset, named([free[0]!, tested!]))).rejects.toThrow(ShotsRefused)
  })

  it('are what the address says, within bounds', () => {
    const none = { shots: 'd', draw: 'perLabel', shotField: undefined, shotCount: undefined, shotTurns: undefined, shotIds: undefined } as const
    expect(plannedShots({ ...none, shots: undefined }, builtInScheme)).toBeUndefined()
    expect(plannedShots(none, builtInScheme)).toEqual({ datasetId: 'd', draw: { kind: 'perLabel', field: 'stance' } })
    expect(plannedShots({ ...none, draw: 'balanced', shotField: 'intent', shotCount: '2', shotTurns: '0' }, builtInScheme)).toEqual({ datasetId: 'd', draw: { kind: 'balanced', field: 'intent', each: 2 }, turns: 0 })
    expect(plannedShots({ ...none, draw: 'named', shotIds: ' b，a\n7, a' }, builtInScheme)).toEqual({ datasetId: 'd', draw: { kind: 'named', ids: ['b，a', '7, a'] } })
    expect(plannedShots({ ...none, draw: 'random', shotCount: '99', shotField: 'odd' }, builtInScheme)).toEqual({ datasetId: 'd', draw: { kind: 'random', count: 8 } })
  })

  it('named with commas are taken whole where they are ids so, and parted elsewhere', () => {
    const known = new Set(['a,b', 'a', 'b', 'c', 'x;y', '甲，乙'])
    expect(idsAmong(namedIds('a,b\n c , a;b \n甲，乙\nx;y\na'), known)).toEqual(['a,b', 'c', 'a', 'b', '甲，乙', 'x;y'])
    expect(idsAmong(namedIds('a，c、d'), known)).toEqual(['a', 'c', 'd'])
  })

  it('can have commas in their ids', async () => {
    const free = samples.map(({ id }) => id).filter((id) => !drawnSamples(choice).includes(id))
    const renamed = samples.map((sample) => (sample.id === free[0] ? { ...sample, id: 'q1,a' } : sample))
    const planned: PlannedShots = { datasetId: 'data', draw: { kind: 'named', ids: namedIds(`q1,a\n${free[1]},${free[2]}`) } }
    const { methods } = await drawnShots({ ...choice, sampleIds: renamed.map(({ id }) => id), methods: withFewShot(builtInScheme, builtInMethods.slice(0, 1), planned) }, renamed, dataset, planned)
    expect(methods[1]!.shots).toMatchObject({ draw: { kind: 'named', ids: ['q1,a', free[1], free[2]] }, shots: [{ sampleId: 'q1,a' }, { sampleId: free[1] }, { sampleId: free[2] }] })
  })

  it('are not to be had where all of the data set is tested', async () => {
    const { limit, ...all } = choice
    expect(limit).toBe(8)
    await expect(drawnShots(all, samples, dataset, shots)).rejects.toThrow(NoShots)
  })
})
