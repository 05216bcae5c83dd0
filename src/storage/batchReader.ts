import * as v from 'valibot'
import type { Conditional, Fidelity, Outcome, Prediction, Stated } from '../domain/prediction.ts'
import type { ConditionalBlock, ConditionalShape, PredictionBlock } from '../domain/predictionBlock.ts'
import { FAILED, outcomeKinds, type PredictionBatch, type Shape } from './predictionRecord.ts'
import { StorageError } from './storageError.ts'

/** The predictions of a batch. @throws StorageError malformedRecord where its records do not belong together. */
export function fromBatch(batch: PredictionBatch): readonly Prediction[] {
  const reader = new BatchReader(batch)
  return batch.ids.ids.map((_, at) => reader.at(at))
}

/** A batch whose predictions are made when they are asked for: a large run's take a hundred times the memory of its numbers. */
export class BatchReader implements PredictionBlock {
  readonly conditionals: ConditionalBlock
  private readonly batch: PredictionBatch
  private readonly checked: ReadonlyMap<number, Fidelity>

  /** @throws StorageError malformedRecord where the batch's records do not belong together. */
  constructor(batch: PredictionBatch) {
    const { ids, values, texts } = batch
    const count = ids.ids.length
    const columns = [values.sampleHashes, ids.kinds, values.counts, values.droppedTurns, values.promptTokens, values.newTokens, values.durations, ...(texts ? [texts.texts] : [])]
    if (columns.some(({ length }) => length !== count)) throw malformed(ids.runId, 'the parts of a batch differ in length')
    this.batch = batch
    this.checked = new Map(values.checked.map(({ place, ...fidelity }) => [place, fidelity]))
    this.conditionals = conditionalsIn(batch)
  }

  get ids(): readonly string[] {
    return this.batch.ids.ids
  }

  get droppedTurns(): Uint32Array {
    return this.batch.values.droppedTurns
  }

  get promptTokens(): Uint32Array {
    return this.batch.values.promptTokens
  }

  get newTokens(): Uint32Array {
    return this.batch.values.newTokens
  }

  get durations(): Float64Array {
    return this.batch.values.durations
  }

  failed(at: number): boolean {
    return this.batch.ids.kinds[at] === FAILED
  }

  kind(at: number): Outcome['kind'] {
    const name = nameOfKind(this.batch.ids.kinds[at]!)
    return name === 'freeStop' || name === 'freeLength' ? 'free' : name
  }

  told(at: number): boolean {
    return (this.batch.values.given[at] ?? 0) > 0
  }

  fidelity(at: number): Fidelity | undefined {
    return this.checked.get(at)
  }

  /** @throws StorageError malformedRecord for a kind that is not known. */
  at(at: number): Prediction {
    const { ids, values, texts } = this.batch
    const given = values.givens[(values.given[at] ?? 0) - 1]
    const fidelity = this.checked.get(at)
    return {
      runId: ids.runId,
      sampleId: ids.ids[at]!,
      sampleHash: values.sampleHashes[at]!,
      outcome: outcomeOf(ids.kinds[at]!, this.conditionalsOf(at), texts?.texts[at] ?? []),
      ...(given && { given: Object.fromEntries(given) }),
      droppedTurns: values.droppedTurns[at]!,
      promptTokens: values.promptTokens[at]!,
      newTokens: values.newTokens[at]!,
      duration: values.durations[at]!,
      at: values.times[at]!,
      ...(fidelity && { fidelity }),
    }
  }

  private conditionalsOf(at: number): readonly Conditional[] {
    const { shapes, order, counts, starts, offsets, logProbabilities } = this.conditionals
    const conditionals: Conditional[] = []
    let number = offsets[at]!
    for (let one = 0; one < counts[at]!; one++) {
      const { field, given, size } = shapes[order[starts[at]! + one]!]!
      // a view: nobody writes into what was read, and a copy for each of a run's conditionals takes longer than reading them
      conditionals.push({ field, given, logProbabilities: logProbabilities.subarray(number, number + size) })
      number += size
    }
    return conditionals
  }
}

/** Where each prediction's conditionals and their numbers begin. @throws StorageError malformedRecord where there are fewer than are told. */
function conditionalsIn({ ids: { runId }, values }: PredictionBatch): ConditionalBlock {
  const { counts, conditionals: order, logProbabilities } = values
  const shapes = values.shapes.map((shape) => new StoredShape(shape))
  const starts = new Uint32Array(counts.length)
  const offsets = new Uint32Array(counts.length)
  let conditional = 0
  let number = 0
  for (let at = 0; at < counts.length; at++) {
    starts[at] = conditional
    offsets[at] = number
    for (let left = counts[at]!; left > 0; left--) {
      number += shapes[order[conditional++] ?? -1]?.size ?? Infinity
      if (number > logProbabilities.length) throw malformed(runId, 'a batch ends too early')
    }
  }
  return { shapes, order, counts, starts, offsets, logProbabilities }
}

class StoredShape implements ConditionalShape {
  readonly field: string
  readonly path: Shape['given']
  readonly size: number
  private made: Conditional['given'] | undefined

  constructor({ field, given, size }: Shape) {
    this.field = field
    this.path = given
    this.size = size
  }

  get given(): Conditional['given'] {
    return (this.made ??= Object.fromEntries(this.path))
  }
}

function malformed(runId: string, what: string): StorageError {
  return new StorageError('malformedRecord', `predictions of run ${runId}: ${what}`)
}

function nameOfKind(kind: number): (typeof outcomeKinds)[number] {
  const name = outcomeKinds[kind]
  if (name === undefined) throw new StorageError('malformedRecord', `a prediction of unknown kind ${kind}`)
  return name
}

function outcomeOf(kind: number, conditionals: readonly Conditional[], texts: readonly string[]): Outcome {
  const name = nameOfKind(kind)
  switch (name) {
    case 'guided':
      return { kind: name, conditionals, reasons: texts }
    case 'classified':
      return { kind: name, conditionals }
    case 'freeStop':
    case 'freeLength':
      return { kind: 'free', text: texts[0] ?? '', finish: name === 'freeStop' ? 'stop' : 'length' }
    case 'stated':
      return { kind: name, fields: statedFields(texts[0] ?? '') }
    case 'failed':
      return { kind: name, reason: texts[0] ?? '' }
  }
}

const stated: v.GenericSchema<unknown, Readonly<Record<string, Stated>>> = v.record(
  v.string(),
  v.object({
    said: v.exactOptional(v.nullable(v.string())),
    raw: v.exactOptional(v.string()),
    probabilities: v.exactOptional(v.array(v.number())),
    probability: v.exactOptional(v.number()),
  }),
)

function statedFields(text: string): Readonly<Record<string, Stated>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stated), text)
  if (!parsed.success) throw new StorageError('malformedRecord', `an imported prediction: ${parsed.issues[0].message}`)
  return parsed.output
}
