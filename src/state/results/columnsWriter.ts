import type { MeasuredReader } from '../../answer/measuredReader.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Answers, Fidelity, Missing, Outcome, Prediction } from '../../domain/prediction.ts'
import type { ConditionalBlock, PredictionBlock } from '../../domain/predictionBlock.ts'
import { NONE, type SampleColumns, sampleColumns, type ValueColumn } from '../../domain/sampleColumns.ts'
import type { Field, FieldId, LabelId, Scheme } from '../../domain/scheme.ts'
import type { Checks } from '../../metrics/figures.ts'
import { ANSWERED, CHOSEN, FAILED, type FieldColumn, GOLD_OUTSIDE, NO_GOLD, NOT_ASKED, OUT, PENDING, type RunColumns, statuses, WAITING } from './runColumns.ts'

/**
 * Turns a run into columns, samples in the order given.
 * @param predictions the latest of each sample; of samples that are not listed they are left out.
 * @param read what one prediction says about each field (answer/readPrediction.ts with a reading).
 */
export function runColumns(
  scheme: Scheme,
  samples: readonly Sample[],
  predictions: readonly Prediction[],
  read: (prediction: Prediction) => Answers,
): RunColumns {
  const writer = new ColumnsWriter(scheme, sampleColumns(samples))
  for (const prediction of predictions) {
    const at = writer.placeOf(prediction.sampleId)
    if (at !== undefined) writer.write(at, prediction, read(prediction))
  }
  return writer.columns()
}

/** What of a run's samples does not change while it is answered. */
interface Ground {
  readonly samples: SampleColumns
  readonly scenes: ValueColumn
  readonly tiers: ValueColumn
  readonly groups: Int32Array | null
}

/** Predictions as a run's columns, written one by one, in any order; one that is written again replaces what its sample had. */
export class ColumnsWriter {
  private readonly ground: Ground
  private readonly fields: readonly FieldWriter[]
  private readonly state: Uint8Array
  private readonly dropped: Uint16Array
  private readonly durations: Float64Array
  private readonly tokens: Float64Array
  private readonly fidelities: Map<number, Fidelity>
  private readonly measured: Set<FieldId>
  /** Predictions come mostly in the samples' own order: the next one is looked at first, and places are listed only where it is another. */
  private next = 0
  private places: ReadonlyMap<string, number> | undefined
  /** Of the block read last the shapes whose fields are among `measured`. */
  private seen: { readonly block: ConditionalBlock | null; readonly shapes: Uint8Array } = { block: null, shapes: new Uint8Array() }
  /** Where the fields of the reader used last stand among those of the scheme. */
  private matched: { readonly reader: MeasuredReader; readonly at: readonly number[] } | undefined

  /** @param before what was written already, of the same scheme and samples: it stays as it is. */
  constructor(scheme: Scheme, samples: SampleColumns, before?: ColumnsWriter) {
    this.ground = before?.ground ?? { samples, scenes: sorted(samples.scenes), tiers: sorted(samples.tiers), groups: samples.groups.of.every((group) => group === NONE) ? null : sorted(samples.groups).of }
    this.fields = scheme.fields.map((field, at) => before?.fields[at]?.copy() ?? FieldWriter.of(field, samples))
    this.state = before?.state.slice() ?? new Uint8Array(samples.ids.length)
    this.dropped = before?.dropped.slice() ?? new Uint16Array(samples.ids.length)
    this.durations = before?.durations.slice() ?? new Float64Array(samples.ids.length)
    this.tokens = before?.tokens.slice() ?? new Float64Array(samples.ids.length)
    this.fidelities = new Map(before?.fidelities)
    this.measured = new Set(before?.measured)
    this.places = before?.places
  }

  /** The place of a sample; undefined of one that is not among the run's. */
  placeOf(id: string): number | undefined {
    const { ids } = this.ground.samples
    if (ids[this.next] === id) return this.next++
    this.places ??= placesOf(ids)
    const at = this.places.get(id)
    if (at !== undefined) this.next = at + 1
    return at
  }

  write(at: number, { outcome, fidelity, droppedTurns, duration, promptTokens, newTokens }: Prediction, answers: Answers): void {
    this.begin(at, outcome.kind, { fidelity, droppedTurns, duration, tokens: promptTokens + newTokens })
    for (const field of this.fields) field.write(at, answers)
    if ('conditionals' in outcome) for (const { field } of outcome.conditionals) this.measured.add(field)
  }

  /** The same of a prediction that a reader has just read where it is kept. */
  writeMeasured(at: number, block: PredictionBlock, place: number, reader: MeasuredReader): void {
    this.begin(at, block.kind(place), {
      fidelity: block.fidelity(place), droppedTurns: block.droppedTurns[place]!, duration: block.durations[place]!, tokens: block.promptTokens[place]! + block.newTokens[place]!,
    })
    const positions = this.positionsOf(reader)
    for (let field = 0; field < this.fields.length; field++) {
      const position = positions[field]!
      if (position < 0) this.fields[field]!.leaveOut(at)
      else this.fields[field]!.writeMeasured(at, reader.labels[position]!, reader.shares, reader.from[position]!)
    }
    this.measure(block.conditionals, place)
  }

  /** What was written so far; nothing must be written any more. */
  columns(): RunColumns {
    const { samples, scenes, tiers, groups } = this.ground
    return {
      ids: samples.ids,
      scenes,
      tiers,
      groups,
      state: this.state,
      dropped: this.dropped,
      checks: [...this.fidelities.values()].reduce(withCheck, { checked: 0, fellBack: 0, largest: 0 }),
      fields: this.fields.map((field) => field.column(this.measured)),
      milliseconds: this.durations.reduce((sum, duration) => sum + duration, 0),
      tokens: this.tokens.reduce((sum, count) => sum + count, 0),
    }
  }

  private begin(at: number, kind: Outcome['kind'], { fidelity, droppedTurns, duration, tokens }: { fidelity: Fidelity | undefined; droppedTurns: number; duration: number; tokens: number }): void {
    if (this.state[at] !== WAITING) for (const field of this.fields) field.clear(at)
    this.state[at] = kind === 'failed' ? FAILED : ANSWERED
    this.dropped[at] = droppedTurns
    this.durations[at] = duration
    this.tokens[at] = tokens
    if (fidelity) this.fidelities.set(at, fidelity)
    else this.fidelities.delete(at)
  }

  private measure(block: ConditionalBlock, place: number): void {
    if (this.seen.block !== block) this.seen = { block, shapes: new Uint8Array(block.shapes.length) }
    const { shapes, order, counts, starts } = block
    for (let one = 0; one < counts[place]!; one++) {
      const shape = order[starts[place]! + one]!
      if (this.seen.shapes[shape] === 1) continue
      this.seen.shapes[shape] = 1
      this.measured.add(shapes[shape]!.field)
    }
  }

  private positionsOf(reader: MeasuredReader): readonly number[] {
    if (this.matched?.reader !== reader) this.matched = { reader, at: this.fields.map(({ field }) => reader.fields.indexOf(field.id)) }
    return this.matched.at
  }
}

function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (let at = 0; at < ids.length; at++) places.set(ids[at]!, at)
  return places
}

function withCheck({ checked, fellBack, largest }: Checks, fidelity: Fidelity): Checks {
  return { checked: checked + 1, fellBack: fellBack + (fidelity.fellBack ? 1 : 0), largest: Math.max(largest, fidelity.largest) }
}

/** One field's columns while they are written. */
class FieldWriter {
  readonly field: Field
  private readonly index: ReadonlyMap<LabelId, number>
  private readonly gold: Int16Array
  private readonly label: Int16Array
  private readonly status: Uint8Array
  private readonly confidence: Float32Array
  private probabilities: Float32Array | null

  private constructor(field: Field, index: ReadonlyMap<LabelId, number>, { gold, label, status, confidence, probabilities }: Pick<FieldColumn, 'gold' | 'label' | 'status' | 'confidence' | 'probabilities'>) {
    this.field = field
    this.index = index
    this.gold = gold
    this.label = label
    this.status = status
    this.confidence = confidence
    this.probabilities = probabilities
  }

  static of(field: Field, samples: SampleColumns): FieldWriter {
    const count = samples.ids.length
    const index = new Map<LabelId, number>(field.labels.map((label, at) => [label.id, at]))
    const said = samples.gold[field.id]
    const known = said?.values.map((value) => index.get(value) ?? GOLD_OUTSIDE)
    const gold = said ? Int16Array.from(said.of, (value) => (value === NONE ? NO_GOLD : (known?.[value] ?? GOLD_OUTSIDE))) : new Int16Array(count).fill(NO_GOLD)
    return new FieldWriter(field, index, { gold, label: new Int16Array(count).fill(-1), status: new Uint8Array(count), confidence: new Float32Array(count).fill(NaN), probabilities: null })
  }

  copy(): FieldWriter {
    const { gold, label, status, confidence, probabilities } = this
    return new FieldWriter(this.field, this.index, { gold, label: label.slice(), status: status.slice(), confidence: confidence.slice(), probabilities: probabilities?.slice() ?? null })
  }

  /** As if nothing had been written at a place. */
  clear(at: number): void {
    const labels = this.field.labels.length
    this.label[at] = -1
    this.status[at] = PENDING
    this.confidence[at] = NaN
    this.probabilities?.fill(NaN, at * labels, (at + 1) * labels)
  }

  leaveOut(at: number): void {
    this.status[at] = NOT_ASKED
  }

  write(at: number, answers: Answers): void {
    const answer = answers[this.field.id]
    if (answer?.kind !== 'chosen') {
      this.status[at] = answer ? statusOf(answer.kind) : NOT_ASKED
      return
    }
    const chosen = this.index.get(answer.label)
    if (chosen === undefined) {
      this.status[at] = OUT
      return
    }
    this.status[at] = CHOSEN
    this.label[at] = chosen
    if (answer.probability !== undefined) this.confidence[at] = answer.probability
    if (answer.probabilities) this.writeShares(at, chosen, answer.probabilities, 0)
  }

  /** @param chosen the label's index, -1 where it was not asked. @param from where its probabilities begin in `shares`, -1 where there are none. */
  writeMeasured(at: number, chosen: number, shares: ArrayLike<number>, from: number): void {
    this.status[at] = chosen < 0 ? NOT_ASKED : CHOSEN
    if (chosen < 0) return
    this.label[at] = chosen
    if (from >= 0) this.writeShares(at, chosen, shares, from)
  }

  column(measured: ReadonlySet<FieldId>): FieldColumn {
    const { field, gold, label, status, confidence, probabilities } = this
    return { field, gold, label, status, confidence, probabilities, asked: status.some((code) => code !== NOT_ASKED && code !== PENDING) || wasMeasured(field, measured) }
  }

  private writeShares(at: number, chosen: number, shares: ArrayLike<number>, from: number): void {
    const labels = this.field.labels.length
    this.confidence[at] = shares[from + chosen] ?? NaN
    this.probabilities ??= new Float32Array(this.label.length * labels).fill(NaN)
    // a loop: `set` takes longer for a few numbers
    for (let of = 0; of < labels; of++) this.probabilities[at * labels + of] = shares[from + of] ?? NaN
  }
}

/** A derived field was asked where its parts were. */
function wasMeasured(field: Field, measured: ReadonlySet<FieldId>): boolean {
  return measured.has(field.id) || (field.kind === 'derived' && field.from.every((part) => measured.has(part)))
}

function statusOf(missing: Missing): number {
  return statuses.indexOf(missing)
}

/** The values that occur, in their own order: what comes of it does not depend on where a file names them first. */
function sorted({ values, of }: ValueColumn): ValueColumn {
  const used = new Uint8Array(values.length)
  for (const value of of) if (value >= 0) used[value] = 1
  const kept = values.filter((_, at) => used[at] === 1).sort()
  const positions = new Map(kept.map((value, at) => [value, at]))
  const places = values.map((value) => positions.get(value) ?? NONE)
  return { values: kept, of: of.map((value) => (value < 0 ? NONE : places[value]!)) }
}
