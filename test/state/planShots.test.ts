import { describe, expect, it } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Dataset, Sample } from '../../src/domain/dataset.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { drawnSamples, freezePlan, type PlanChoice } from '../../src/run/freezePlan.ts'
import { drawnShots, NoShots, type PlannedShots, withFewShot } from '../../src/state/planShots.ts'

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

  it('are not to be had where all of the data set is tested', async () => {
    const { limit, ...all } = choice
    expect(limit).toBe(8)
    await expect(drawnShots(all, samples, dataset, shots)).rejects.toThrow(NoShots)
  })
})
