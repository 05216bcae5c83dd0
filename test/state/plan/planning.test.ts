import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../src/domain/dataset.ts'
import type { ModelKind } from '../../../src/domain/model.ts'
import { type AddressOf, parseAddress } from '../../../src/state/address.ts'
import type { AvailableModel } from '../../../src/state/models/availableModels.ts'
import type { ModelState } from '../../../src/state/models/loadedModel.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { methodsOf } from '../../../src/prompt/schemeMethods.ts'
import { planDraft } from '../../../src/state/plan/planning.ts'

const { shams: shamMethods } = methodsOf(builtInScheme)

const dataset: Dataset = {
  id: 'data', name: 'data', hash: 'hash', schemeId: 'stance-matrix', rows: 100, samples: 100, problems: 0, notices: 0,
  source: { file: 'data.csv', bytes: 1, format: 'csv', encoding: 'utf-8', mapping: {} }, importedAt: 0, demonstration: false,
}

function model(id: string, kind: ModelKind, dtypes: AvailableModel['dtypes'] = { wasm: ['q8', 'fp32'], webgpu: ['fp16'] }): AvailableModel {
  return {
    id, kind, origin: 'embedded', name: { zh: id, en: id }, contextLength: 512, source: { kind: 'site', url: 'https://site.test/' }, card: null, folder: null,
    readsContext: true, outputs: [], dtypes, bytes: 1,
    refFor: (dtype, device) => ({ id, kind, origin: 'embedded', revision: null, files: [], dtype, device, graph: 'asShipped' }),
  }
}

const writer = model('writer', 'causal')
const classifier = model('classifier', 'classifier')
const available = [classifier, writer]
const none: ModelState = { status: 'none' }

function address(query: string): AddressOf<'plan'> {
  const parsed = parseAddress(`#/plan/data${query}`)
  if (parsed.screen !== 'plan') throw new Error(parsed.screen)
  return parsed
}

const draft = (query: string, models = available, state: ModelState = none) => planDraft(address(query), { dataset, scheme: builtInScheme, available: models, state })
const runsOf = (query: string) => draft(query).runs.map((run) => `${run.model.model.id} ${run.method.id}`)

describe('planDraft', () => {
  it('means the first model where none is named, and the matrix where no method is', () => {
    expect(runsOf('')).toEqual(['classifier classifier'])
    expect(runsOf('?models=writer')).toEqual(['writer matrix'])
    expect(runsOf('?models=nobody&methods=nothing')).toEqual(['classifier classifier'])
  })

  it('pairs models only with methods that they can be asked by', () => {
    expect(runsOf('?models=writer&models=classifier&methods=direct&methods=matrix')).toEqual(['classifier classifier', 'writer matrix', 'writer direct'])
  })

  it('adds the run whose answers another one is told, and names it as the source', () => {
    expect(runsOf('?models=writer&methods=predicted-stance')).toEqual(['writer matrix', 'writer predicted-stance'])
    expect(draft('?models=writer&methods=predicted-stance').source).toEqual({ kind: 'method', method: 'matrix' })
    expect(draft('?models=writer&methods=matrix').source).toBeUndefined()
  })

  it('takes shams of the matrix, five of each kind, scored by what they share with the scheme', () => {
    const ids = Object.values(shamMethods).flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(10)
    const query = (methods: readonly { readonly id: string }[]) => `?models=writer&methods=matrix${methods.map(({ id }) => `&methods=${id}`).join('')}`
    expect(runsOf(query(shamMethods.arbitrary))).toEqual(['writer matrix', ...[1, 2, 3, 4, 5].map((seed) => `writer matrix-sham-${seed}`)])
    expect(draft(`?models=writer&methods=${shamMethods.arbitrary[0]!.id}`).fields).toEqual(['intent', 'emotion'])
    expect(draft(`?models=writer&methods=${shamMethods.permuted[0]!.id}`).fields).toEqual(['explicit', 'implicit', 'stance', 'intent', 'emotion'])
  })

  it('runs each method that can show examples with and without them', () => {
    const few = draft(`?models=writer&models=classifier&methods=direct&methods=${shamMethods.arbitrary[0]!.id}&shots=dev`)
    expect(few.shots).toEqual({ datasetId: 'dev', draw: { kind: 'perLabel', field: 'stance' } })
    expect(few.runs.map(({ method }) => method.id)).toEqual(['classifier', 'direct', 'direct-few', 'matrix-sham-1'])
    expect(draft('?models=writer&methods=direct').shots).toBeUndefined()
  })

  it('takes a number of samples only where it is one that can be drawn', () => {
    expect(draft('?samples=30').limit).toBe(30)
    for (const wrong of ['0', '101', '-3', '2.5', 'many', '']) expect(draft(`?samples=${wrong}`).limit).toBe(100)
  })

  it('takes the best dtype on WASM, else on WebGPU, and leaves a model out that runs on neither', () => {
    expect(draft('?models=writer').models[0]).toMatchObject({ dtype: 'q8', device: 'wasm' })
    expect(draft('', [model('gpu', 'causal', { wasm: [], webgpu: ['q4f16'] })]).models[0]).toMatchObject({ dtype: 'q4f16', device: 'webgpu' })
    expect(draft('', [model('dead', 'causal', { wasm: [], webgpu: [] })])).toMatchObject({ models: [], runs: [], fields: [] })
  })

  const walk = { kind: 'tree', left: [], tokenScales: 0, agreement: { rewrittenAndShipped: null, treeAndFork: 0, deviceAndWasm: null } } as const

  it('keeps the device and dtype of the model that is loaded', () => {
    const choice = { model: writer, dtype: 'fp32', device: 'wasm' } as const
    const loaded: ModelState = { status: 'ready', choice, loaded: { ref: writer.refFor('fp32', 'wasm'), contextLength: 512, bytes: 1, outputs: [], chatTemplate: true, walk }, engine: {} as never }
    expect(draft('?models=writer', available, loaded).models).toEqual([choice])
  })

  it('takes the folder that is listed, not one of the same name that is still in memory', () => {
    const listed = model('writer', 'causal')
    const choice = { model: writer, dtype: 'fp32', device: 'wasm' } as const
    const loaded: ModelState = { status: 'ready', choice, loaded: { ref: writer.refFor('fp32', 'wasm'), contextLength: 512, bytes: 1, outputs: [], chatTemplate: true, walk }, engine: {} as never }
    expect(draft('?models=writer', [listed], loaded).models).toEqual([{ model: listed, dtype: 'q8', device: 'wasm', graph: 'rewritten' }])
    expect(draft('?models=writer', [listed], loaded).models[0]!.model).toBe(listed)
  })

  it('names the stance’s macro-F1 as primary unless the address names one that will be answered', () => {
    expect(draft('').primaryMetric).toEqual({ field: 'stance', metric: 'macroF1' })
    expect(draft('?metric=intent.accuracy').primaryMetric).toEqual({ field: 'intent', metric: 'accuracy' })
    expect(draft('?metric=intent.supportedMacroF1').primaryMetric).toEqual({ field: 'intent', metric: 'supportedMacroF1' })
    expect(draft('?metric=intent.luck').primaryMetric).toEqual({ field: 'stance', metric: 'macroF1' })
    expect(draft('?models=writer&methods=direct&metric=explicit.accuracy').primaryMetric).toEqual({ field: 'stance', metric: 'macroF1' })
  })
})
