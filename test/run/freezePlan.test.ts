import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import { drawShots, withShots } from '../../src/prompt/drawShots.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { classifierMethod, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { canonicalJson } from '../../src/run/canonicalJson.ts'
import { forwardCut } from '../../src/engine/forwardCut.ts'
import { freezePlan, planRuns } from '../../src/run/freezePlan.ts'
import { choice, method, toyClassifier, toySample } from './fixtures.ts'
import { toyRef } from './toyEngine.ts'

const samples = Array.from({ length: 50 }, (_, at) => toySample(String(at)))

describe('a frozen plan', () => {
  test('has the id of its content, whenever it is made', async () => {
    const [one, other] = await Promise.all([freezePlan(choice(samples)), freezePlan(choice(samples, { createdAt: 99 }))])
    expect(other.plan.id).toBe(one.plan.id)
    expect(other.plan.createdAt).toBe(99)
    expect(other.runs).toEqual(one.runs)
    expect(one.plan.id).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['seed', { seed: 2 }],
    ['limit', { limit: 49 }],
    ['reading', { reading: { prior: 'contentFree', rule: 'joint', parser: 1 } }],
    ['metric', { primaryMetric: { field: 'intent', metric: 'macroF1' } }],
    ['family', { family: { pairs: { kind: 'againstMethod', method: 'matrix' } } }],
    ['margin', { family: { pairs: { kind: 'none' }, margin: 0.02 } }],
    ['methods', { methods: [method('matrix'), method('direct')] }],
  ] as const)('with another %s has another id, and the same question the same run', async (_, over) => {
    const [one, other] = await Promise.all([freezePlan(choice(samples)), freezePlan(choice(samples, over))])
    expect(other.plan.id).not.toBe(one.plan.id)
    expect(other.runs[0]!.id).toBe(one.runs[0]!.id)
    expect(other.runs[0]!.planId).toBe(other.plan.id)
  })

  test.each([
    ['dataset', { dataset: { id: 'd', name: 'd', hash: 'other', samples: 50, demonstration: false } }],
    ['model file', { models: [{ ref: { ...toyRef, files: [{ path: 'onnx/model.onnx', bytes: 1, sha256: 'f' }] } }] }],
    ['dtype', { models: [{ ref: { ...toyRef, dtype: 'q4' } }] }],
    ['device', { models: [{ ref: { ...toyRef, device: 'webgpu' } }] }],
    ['method', { methods: [method('direct')] }],
    ['label form', { methods: [{ ...method('matrix'), labelForm: 'id' }] }],
  ] as const)('with another %s asks another question', async (_, over) => {
    const [one, other] = await Promise.all([freezePlan(choice(samples)), freezePlan(choice(samples, over))])
    expect(other.runs[0]!.id).not.toBe(one.runs[0]!.id)
  })

  test('cut into forwards otherwise has other runs of language models; one without a cut those of the first that was pinned', async () => {
    const { plan, runs } = await freezePlan(choice(samples))
    const ids = (own: typeof plan) => planRuns(own).map(({ id }) => id)
    const pinned = runs.map(({ id }) => id)
    expect(ids({ ...plan, cut: { chunk: 128, trunk: 256, nodes: 256, ahead: 4 } })).toEqual(pinned)
    const { cut, ...before } = plan
    expect(cut).toEqual(forwardCut)
    expect(ids(before)).toEqual(pinned)
    for (const key of ['chunk', 'trunk', 'nodes', 'ahead'] as const) expect(ids({ ...plan, cut: { ...forwardCut, [key]: 64 } })).not.toContain(pinned[0])
    const classified = (await freezePlan(choice(samples, { models: [toyClassifier], methods: [classifierMethod] }))).plan
    expect(ids({ ...classified, cut: { ...forwardCut, chunk: 64 } })).toEqual(ids(classified))
  })

  test('tells questions apart by the wording of the scheme, not by the name of the method', async () => {
    const one = await freezePlan(choice(samples))
    const { scheme } = one.plan
    const reworded = { ...scheme, fields: scheme.fields.map((field) => ({ ...field, definition: { ...field.definition, zh: '别的说法' } })) }
    expect((await freezePlan(choice(samples, { scheme: reworded }))).runs[0]!.promptHash).not.toBe(one.runs[0]!.promptHash)
    const renamed = { ...method('matrix'), name: { zh: '新', en: 'new' } }
    expect((await freezePlan(choice(samples, { methods: [renamed] }))).runs[0]!.id).toBe(one.runs[0]!.id)
  })

  test('of free text depends on where writing ends, of guided answers not', async () => {
    const ids = async (id: string) =>
      Promise.all([8, 9].map(async (maxTokens) => (await freezePlan(choice(samples, { methods: [method(id)], decoding: { maxTokens } }))).runs[0]!.id))
    const [short, long] = await ids('cot')
    expect(short).not.toBe(long)
    const byForm = async (id: string) =>
      (await freezePlan(choice(samples, { methods: [method(id)], decoding: { maxTokens: 8, end: 'form' } }))).runs[0]!.promptHash
    const hash = async (id: string) => (await freezePlan(choice(samples, { methods: [method(id)], decoding: { maxTokens: 8 } }))).runs[0]!.promptHash
    expect(await byForm('cot')).not.toBe(await hash('cot'))
    expect(await byForm('reason')).toBe(await hash('reason'))
    const [guided, same] = await ids('reason')
    expect(guided).toBe(same)
  })

  test('of a classifier depends on its outputs and on whether it reads the context', async () => {
    const id = async (model: typeof toyClassifier) => (await freezePlan(choice(samples, { models: [model], methods: [classifierMethod] }))).runs[0]!.id
    const ids = await Promise.all([toyClassifier, { ...toyClassifier, context: true }, { ...toyClassifier, outputs: toyClassifier.outputs!.slice(1) }].map(id))
    expect(new Set(ids).size).toBe(3)
  })

  test('asks classifiers by their own method, language models by the others', async () => {
    const { runs } = await freezePlan(
      choice(samples, { models: [toyClassifier, { ref: toyRef }], methods: [method('matrix'), classifierMethod, method('direct')] }),
    )
    expect(runs.map(({ model, method: { id } }) => [model.ref.id, id])).toEqual([['toy-classifier', 'classifier'], ['toy', 'matrix'], ['toy', 'direct']])
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3)
    await expect(freezePlan(choice(samples, { models: [toyClassifier] }))).rejects.toThrow('no model that goes with')
  })

  describe('that tells what a run answered', () => {
    const predicted = studyMethods.find(({ id }) => id === 'predicted-stance')!
    const source = { kind: 'method', method: 'direct' } as const

    test('names the same model’s run, which stands before, and asks another question of another source', async () => {
      const other = { ...toyRef, id: 'other' }
      const methods = [predicted, method('matrix'), method('direct')]
      const { plan, runs } = await freezePlan(choice(samples, { models: [{ ref: toyRef }, { ref: other }], methods, source }))
      expect(plan.source).toEqual(source)
      expect(runs.map(({ model, method: { id } }) => [model.ref.id, id])).toEqual(['toy', 'other'].flatMap((model) => ['matrix', 'direct', 'predicted-stance'].map((id) => [model, id])))
      expect(runs.map((run) => run.source?.run)).toEqual([undefined, undefined, runs[1]!.id, undefined, undefined, runs[4]!.id])
      const elsewhere = await freezePlan(choice(samples, { models: [{ ref: toyRef }], methods, source: { kind: 'method', method: 'matrix' } }))
      expect(elsewhere.runs[2]!.id).not.toBe(runs[2]!.id)
      const path = await freezePlan(choice(samples, { methods, source, reading: { prior: 'none', rule: 'path', parser: 1 } }))
      expect(path.runs[1]!.id).toBe(runs[1]!.id)
      expect(path.runs[2]!.id).not.toBe(runs[2]!.id)
      const { reading } = plan
      const earlier = await freezePlan(choice(samples, { methods: [predicted], source: { kind: 'run', run: runs[1]!.id, reading } }))
      expect(earlier.runs[0]!.id).toBe(runs[2]!.id)
    })

    test('is refused without a source, with one that does not answer, and under a prior that it cannot have', async () => {
      await expect(freezePlan(choice(samples, { methods: [predicted, method('direct')] }))).rejects.toThrow('names none')
      await expect(freezePlan(choice(samples, { methods: [predicted], source }))).rejects.toThrow('direct does not answer')
      const oracle = studyMethods.find(({ id }) => id === 'oracle-stance')!
      await expect(freezePlan(choice(samples, { methods: [oracle, predicted], source: { kind: 'method', method: oracle.id } }))).rejects.toThrow('oracle-stance does not answer')
      await expect(freezePlan(choice(samples, { methods: [oracle], reading: { prior: 'contentFree', rule: 'joint', parser: 1 } }))).rejects.toThrow('has no prior')
    })
  })

  test('of sham matrices asks a question of its own for each, beside the matrix', async () => {
    const shams = (['arbitrary', 'permuted'] as const).flatMap((kind) => [1, 2].map((seed) => shamMatrix(builtInScheme, method('matrix'), kind, seed)))
    const { runs } = await freezePlan(choice(samples, { methods: [method('matrix'), ...shams] }))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(5)
    expect(runs.map((run) => run.promptHash === runs[0]!.promptHash)).toEqual([true, false, false, false, false])
    const { scheme } = shams[0]!
    const odd = { ...shams[0]!, scheme: { ...scheme!, fields: scheme!.fields.map((field) => (field.id === 'intent' ? { ...field, labels: field.labels.slice(1) } : field)) } }
    await expect(freezePlan(choice(samples, { methods: [odd] }))).rejects.toThrow('another field intent')
    await expect(freezePlan(choice(samples, { methods: [{ ...shams[0]!, asking: 'free' }] }))).rejects.toThrow('written freely')
  })

  describe('of a few-shot method', () => {
    const gold = Object.fromEntries(Object.entries({ explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative', intent: 'Irony', emotion: 'Contempt' }).map(([field, label]) => [field, { kind: 'label' as const, label }]))
    const pool = ['x', 'y'].map((id) => toySample(id, { gold, text: `例句${id}` }))
    const drawn = (seed: number, over: object = {}) => drawShots({ scheme: builtInScheme, dataset: { id: 'dev', name: 'dev', hash: 'dev' }, pool, test: samples, draw: { kind: 'random', count: 1 }, seed, ...over }).set

    test('has the shots in its plan and in the question', async () => {
      const sets = [1, 2, 3, 4, 5].map((seed) => drawn(seed))
      const [one, other] = ['x', 'y'].map((id) => sets.find(({ shots }) => shots[0]!.sampleId === id)!)
      const frozen = (methods: readonly Method[], shotSamples: readonly Sample[] = pool) => freezePlan(choice(samples, { methods, shotSamples }))
      const zero = await frozen([method('direct')])
      const few = await frozen([withShots(builtInScheme, method('direct'), one!)])
      const again = await frozen([withShots(builtInScheme, method('direct'), other!)])
      expect(few.plan.methods[0]!.shots).toEqual(one)
      expect(new Set([zero, few, again].map(({ runs }) => runs[0]!.id)).size).toBe(3)
      expect(new Set([zero, few, again].map(({ runs }) => runs[0]!.promptHash)).size).toBe(3)
      expect(JSON.stringify(few)).not.toContain('例句')
      await expect(frozen([withShots(builtInScheme, method('direct'), one!)], [])).rejects.toThrow('not there as it was drawn')
    })

    test('is refused where it shows what is under test', async () => {
      const shots = drawn(1)
      const set = { ...shots, dataset: { ...shots.dataset, id: 'd' }, shots: shots.shots.map((shot) => ({ ...shot, sampleId: '7' })) }
      await expect(freezePlan(choice(samples, { methods: [withShots(builtInScheme, method('direct'), set)], shotSamples: pool }))).rejects.toThrow('shows 7, which is under test')
    })
  })

  test('freezes the comparisons named beforehand, and refuses those of what it does not have', async () => {
    const family = { pairs: { kind: 'againstRun', model: 'toy', method: 'matrix' }, margin: 0.02 } as const
    expect((await freezePlan(choice(samples, { family }))).plan.family).toEqual(family)
    expect('family' in (await freezePlan(choice(samples))).plan).toBe(false)
    await expect(freezePlan(choice(samples, { family: { pairs: { kind: 'againstMethod', method: 'direct' } } }))).rejects.toThrow('method direct, which it does not have')
    await expect(freezePlan(choice(samples, { family: { pairs: { kind: 'againstRun', model: 'other', method: 'matrix' } } }))).rejects.toThrow('model other, which it does not have')
    await expect(freezePlan(choice(samples, { family: { ...family, margin: 2 } }))).rejects.toThrow('margin of 2')
  })

  test('of a smaller draw is the beginning of a larger', async () => {
    const all = (await freezePlan(choice(samples))).plan.sampleIds
    expect(all).not.toEqual(samples.map(({ id }) => id))
    expect([...all].sort()).toEqual(samples.map(({ id }) => id).sort())
    expect((await freezePlan(choice(samples, { limit: 7 }))).plan.sampleIds).toEqual(all.slice(0, 7))
  })
})

describe('canonical JSON', () => {
  test('does not depend on the order of keys and says the same as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
      }),
    )
  })

  test('leaves out what is undefined and refuses what JSON cannot say', () => {
    expect(canonicalJson({ b: undefined, a: [1, null] })).toBe('{"a":[1,null]}')
    expect(() => canonicalJson({ a: NaN })).toThrow('NaN')
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).reverse().map(([key, item]) => [key, reversed(item)]))
}
