import { readFileSync } from 'node:fs'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Dataset, Gold, Sample } from '../../../src/domain/dataset.ts'
import type { Method } from '../../../src/domain/method.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import type { Answer, Answers } from '../../../src/domain/prediction.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { derive, type DerivedField, fieldOf } from '../../../src/domain/scheme.ts'
import { builtInMethods, studyMethods } from '../../../src/prompt/builtInMethods.ts'
import { shamMatrix } from '../../../src/prompt/shamMatrix.ts'
import { withVariants } from '../../../src/prompt/variants.ts'
import type { EvidenceKind, EvidenceQuestion } from '../../../src/state/results/evidence/evidenceService.ts'
import type { EvidenceSource } from '../../../src/state/results/evidence/evidenceWork.ts'
import { prediction } from './fixtures.ts'

export const scheme = builtInScheme
const stance = fieldOf(scheme, 'stance') as DerivedField
export const labelsOf = (field: string) => fieldOf(scheme, field).labels.map(({ id }) => id)

const random = seededRandom('evidence')
const pick = <Item>(items: readonly Item[]): Item => items[random.integer(items.length)]!
export const samples: Sample[] = Array.from({ length: 120 }, (_, at) => {
  const explicit = pick(labelsOf('explicit'))
  const implicit = pick(labelsOf('implicit'))
  const label = (id: string): Gold => ({ kind: 'label', label: id })
  return {
    id: `s-${String(at).padStart(3, '0')}`, hash: String(at).padStart(64, '0'), text: `第 ${at} 句，${explicit}`, context: at % 3 === 0 ? '甲\n乙' : '', scene: at % 2 === 0 ? 'dialogue' : 'qa', speaker: null,
    gold: {
      explicit: label(explicit), implicit: label(implicit), stance: label(derive(stance, { explicit, implicit })!), intent: label(labelsOf('intent')[at % 3]!), emotion: label(labelsOf('emotion')[at % 4]!),
    },
    tier: at % 4 === 0 ? 'human' : 'ground_truth', group: null, row: at + 1, other: { topic: at % 5 === 0 ? 'a' : 'b' },
  }
})

const matrix = builtInMethods.find(({ id }) => id === 'matrix')!
const method = (id: string) => [...builtInMethods, ...studyMethods].find((one) => one.id === id)!
const methods = [matrix, method('direct'), method('oracle-stance'), method('predicted-stance'), method('matrix-reason'), method('structure-only'), ...[1, 2, 3, 4, 5].map((seed) => shamMatrix(scheme, matrix, 'arbitrary', seed)), ...withVariants([method('direct')], 2).slice(1)]
/** Asked for by the screen of controls alone. */
const otherControls = [method('shuffled-stance'), ...[1, 2, 3, 4, 5].map((seed) => shamMatrix(scheme, matrix, 'permuted', seed))]
/** How often each method is right. */
const skill: Readonly<Record<string, number>> = { matrix: 0.7, direct: 0.5, 'oracle-stance': 0.75, 'predicted-stance': 0.6 }

const runOf = (one: Method): Run => {
  const ref = { id: 'model', kind: 'causal', origin: 'embedded', revision: null, files: [{ path: 'bloom.bin', bytes: 1 }], dtype: 'q8', device: 'wasm', graph: 'asShipped' } as const
  return { id: `run-${one.id}`.padEnd(64, '0'), planId: 'plan', model: { ref }, method: one, promptHash: 'hash' }
}
export const runs: readonly Run[] = methods.map(runOf)
export const withControls: readonly Run[] = [...runs, ...otherControls.map(runOf)]
export const plan: Plan = {
  id: 'plan', version: 1, createdAt: 0, dataset: { id: 'data', name: 'data', hash: 'hash', samples: samples.length, demonstration: false },
  scheme, seed: 1, sampleIds: samples.map(({ id }) => id), models: [runs[0]!.model], methods, decoding: { maxTokens: 10 },
  reading: { prior: 'none', rule: 'joint', parser: 1 }, primaryMetric: { field: 'intent', metric: 'accuracy' },
  family: { pairs: { kind: 'againstMethod', method: 'direct' }, margin: 0.02 },
}

/** What each run answers, fixed by its id and the sample's. */
export function answersOf(run: Run, sample: Sample): Answers {
  const luck = seededRandom(`${run.id} ${sample.id}`)
  const given = run.method.steps.flatMap((step) => (step.kind === 'give' ? [step.field] : []))
  const answer = (field: string): Answer => {
    const gold = sample.gold[field] as Extract<Gold, { kind: 'label' }>
    const right = luck.uniform() < (skill[run.method.id] ?? 0.5)
    return { kind: 'chosen', label: right ? gold.label : labelsOf(field)[luck.integer(labelsOf(field).length)]! }
  }
  const fields = run.method.scheme ? ['intent', 'emotion'] : run.method.id === 'matrix' ? ['explicit', 'implicit', 'intent', 'emotion'] : ['stance', 'intent', 'emotion']
  const answered: Record<string, Answer> = Object.fromEntries(fields.filter((field) => !given.includes(field)).map((field) => [field, answer(field)]))
  if (answered['explicit']?.kind === 'chosen' && answered['implicit']?.kind === 'chosen') {
    answered['stance'] = { kind: 'chosen', label: derive(stance, { explicit: answered['explicit'].label, implicit: answered['implicit'].label })! }
  }
  return answered
}

export function source(over: Partial<Plan> = {}): EvidenceSource {
  const byId = new Map(samples.map((one) => [one.id, one]))
  return {
    readPlan: () => Promise.resolve({ plan: { ...plan, ...over }, runs: withControls }),
    readSamples: () => Promise.resolve(samples),
    readPredictions: (id) => Promise.resolve(samples.map((one) => ({ ...prediction(one.id), runId: id, sampleHash: one.hash }))),
    readPriors: () => Promise.resolve(undefined),
    readPrediction: ({ runId, sampleId }) => answersOf(withControls.find(({ id }) => id === runId)!, byId.get(sampleId)!),
    readDataset: (id) => Promise.resolve(id === 'dev' ? { dataset: { name: 'dev set', schemeId: builtInScheme.id } as Dataset, samples: [{ ...samples[3]!, id: 'other', context: '' }, { ...samples[4]!, id: 's-004', text: '别的句子，谁也没有说过它' }] } : undefined),
    readFile: () => Promise.resolve(new Uint8Array(readFileSync(new URL('../../../public/models/xianwai-classifier/bloom.bin', import.meta.url)))),
  }
}

export function question(kind: EvidenceKind, more: Partial<EvidenceQuestion> = {}): EvidenceQuestion {
  return { kind, field: 'intent', language: 'en', siteUrl: 'https://site.test/', choices: {}, runs: keysOf(runs), ...more }
}

export function keysOf(of: readonly Run[]): EvidenceQuestion['runs'] {
  return of.map(({ id }) => ({ plan: 'plan', run: id, reading: plan.reading, version: '1' }))
}
