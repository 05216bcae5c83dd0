import * as v from 'valibot'
import type { Conditional, Fidelity, Outcome, Prediction } from '../domain/prediction.ts'
import { type RecordType, texts } from './record.ts'

/** What became of a sample, as one byte: the index in this list. Only ever add to the end. */
export const outcomeKinds = ['guided', 'classified', 'freeStop', 'freeLength', 'failed', 'stated'] as const
export const FAILED = outcomeKinds.indexOf('failed')

/** Which samples a batch of predictions is about. A batch is stored as up to three records under one key. */
export interface PredictionIdsRecord {
  readonly runId: string
  /** 1 while it may still be put together with its neighbours. */
  readonly small: 0 | 1
  readonly ids: readonly string[]
  readonly kinds: Uint8Array
}

/** A field behind a path: the shapes of a batch are few, its log-probabilities many. */
export interface Shape {
  readonly field: string
  readonly given: readonly (readonly [field: string, label: string])[]
  readonly size: number
}

/** The numbers of a batch, one entry a prediction, in the order of its ids. */
export interface PredictionValuesRecord {
  readonly runId: string
  readonly sampleHashes: readonly string[]
  readonly droppedTurns: Uint32Array
  readonly promptTokens: Uint32Array
  readonly newTokens: Uint32Array
  readonly durations: Float64Array
  readonly times: Float64Array
  readonly shapes: readonly Shape[]
  /** How many conditionals each prediction has. */
  readonly counts: Uint16Array
  /** Index into `shapes` of each conditional of each prediction. */
  readonly conditionals: Uint16Array
  /** Of all conditionals one after the other, as long as their shapes say. */
  readonly logProbabilities: Float32Array
  /** The sets of labels that the model was told; few occur in a batch, none in most. */
  readonly givens: readonly Labels[]
  /** Which of them each prediction was told, from 1; 0: none. */
  readonly given: Uint16Array
  /** Of the few predictions whose answer was computed both ways: their places, and how far the ways were apart. */
  readonly checked: readonly Checked[]
}

type Labels = readonly (readonly [field: string, label: string])[]

type Checked = Fidelity & { readonly place: number }

/** The texts of a batch, a list a prediction: the reasons of a guided one, what was written freely, what a file states (JSON), why it failed. */
export interface PredictionTextsRecord {
  readonly runId: string
  readonly texts: readonly (readonly string[])[]
}

export const predictionIdsRecord: RecordType<PredictionIdsRecord> = {
  name: 'predictionIds',
  version: 1,
  schema: v.object({ runId: v.string(), small: v.picklist([0, 1]), ids: texts, kinds: v.instance(Uint8Array) }),
  upgrades: {},
}

export const predictionValuesRecord: RecordType<PredictionValuesRecord> = {
  name: 'predictionValues',
  version: 3,
  schema: v.object({
    runId: v.string(),
    sampleHashes: texts,
    droppedTurns: v.instance(Uint32Array),
    promptTokens: v.instance(Uint32Array),
    newTokens: v.instance(Uint32Array),
    durations: v.instance(Float64Array),
    times: v.instance(Float64Array),
    shapes: v.array(v.object({ field: v.string(), given: v.array(v.tuple([v.string(), v.string()])), size: v.number() })),
    counts: v.instance(Uint16Array),
    conditionals: v.instance(Uint16Array),
    logProbabilities: v.instance(Float32Array),
    givens: v.array(v.array(v.tuple([v.string(), v.string()]))),
    given: v.instance(Uint16Array),
    checked: v.array(v.object({ place: v.number(), mean: v.number(), largest: v.number(), fellBack: v.boolean() })),
  }),
  upgrades: {
    // Before there were methods that tell labels.
    1: (record) => ({ ...record, givens: [], given: new Uint16Array(Array.isArray(record.sampleHashes) ? record.sampleHashes.length : 0) }),
    // Before the engine's own checks were kept.
    2: (record) => ({ ...record, checked: [] }),
  },
}

export const predictionTextsRecord: RecordType<PredictionTextsRecord> = {
  name: 'predictionTexts',
  version: 1,
  schema: v.object({ runId: v.string(), texts: v.array(v.array(v.string())) }),
  upgrades: {},
}

/** The records of one batch. */
export interface PredictionBatch {
  readonly ids: PredictionIdsRecord
  readonly values: PredictionValuesRecord
  /** Null where the batch has no text at all. */
  readonly texts: PredictionTextsRecord | null
}

/** Predictions as columns. `full` says whether the batch is as large as batches get. */
export function toBatch(runId: string, predictions: readonly Prediction[], full: boolean): PredictionBatch {
  const shapes: Shape[] = []
  const known = new Map<string, number>()
  const counts: number[] = []
  const order: number[] = []
  const numbers: Float32Array[] = []
  for (const { outcome } of predictions) {
    const conditionals = conditionalsOf(outcome)
    counts.push(conditionals.length)
    for (const { field, given, logProbabilities } of conditionals) {
      const shape: Shape = { field, given: Object.entries(given), size: logProbabilities.length }
      const name = JSON.stringify(shape)
      let at = known.get(name)
      if (at === undefined) {
        at = shapes.push(shape) - 1
        known.set(name, at)
      }
      order.push(at)
      numbers.push(logProbabilities)
    }
  }
  const texts = predictions.map(({ outcome }) => textsOf(outcome))
  const { givens, given } = givensOf(predictions)
  return {
    ids: {
      runId,
      small: full ? 0 : 1,
      ids: predictions.map(({ sampleId }) => sampleId),
      kinds: Uint8Array.from(predictions, ({ outcome }) => kindOf(outcome)),
    },
    values: {
      runId,
      sampleHashes: predictions.map(({ sampleHash }) => sampleHash),
      droppedTurns: Uint32Array.from(predictions, ({ droppedTurns }) => droppedTurns),
      promptTokens: Uint32Array.from(predictions, ({ promptTokens }) => promptTokens),
      newTokens: Uint32Array.from(predictions, ({ newTokens }) => newTokens),
      durations: Float64Array.from(predictions, ({ duration }) => duration),
      times: Float64Array.from(predictions, ({ at }) => at),
      shapes,
      counts: Uint16Array.from(counts),
      conditionals: Uint16Array.from(order),
      logProbabilities: joined(numbers),
      givens,
      given,
      checked: predictions.flatMap(({ fidelity }, place) => (fidelity ? [{ place, ...fidelity }] : [])),
    },
    texts: texts.some((list) => list.length > 0) ? { runId, texts } : null,
  }
}

/** The sets of labels told, each once, and which of them each prediction was told. */
function givensOf(predictions: readonly Prediction[]): Pick<PredictionValuesRecord, 'givens' | 'given'> {
  const givens: Labels[] = []
  const places = new Map<string, number>()
  const given = Uint16Array.from(predictions, ({ given: told }) => {
    if (!told) return 0
    const labels = Object.entries(told)
    const name = JSON.stringify(labels)
    const place = places.get(name) ?? givens.push(labels)
    places.set(name, place)
    return place
  })
  return { givens, given }
}

/** Sample ids with what became of them, in the batch's order. */
export function idsOf({ ids, kinds: bytes }: PredictionIdsRecord): readonly (readonly [sampleId: string, state: 'done' | 'failed'])[] {
  return ids.map((id, at) => [id, bytes[at] === FAILED ? 'failed' : 'done'])
}

function conditionalsOf(outcome: Outcome): readonly Conditional[] {
  return outcome.kind === 'guided' || outcome.kind === 'classified' ? outcome.conditionals : []
}

function kindOf(outcome: Outcome): number {
  return outcomeKinds.indexOf(outcome.kind === 'free' ? (outcome.finish === 'stop' ? 'freeStop' : 'freeLength') : outcome.kind)
}

function textsOf(outcome: Outcome): readonly string[] {
  switch (outcome.kind) {
    case 'guided':
      return outcome.reasons
    case 'free':
      return [outcome.text]
    case 'stated':
      return [JSON.stringify(outcome.fields)]
    case 'failed':
      return [outcome.reason]
    case 'classified':
      return []
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
