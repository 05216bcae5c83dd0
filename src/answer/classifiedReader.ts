import type { Method } from '../domain/method.ts'
import type { Reading } from '../domain/prediction.ts'
import type { PredictionBlock } from '../domain/predictionBlock.ts'
import { type DerivedField, type Field, type FieldId, labelIndex, type Scheme } from '../domain/scheme.ts'
import { independentTable, logSumExp, type Scores } from './conditionalTable.ts'
import type { MeasuredReader } from './measuredReader.ts'
import { methodLevels } from './methodLevels.ts'
import { priorsFor, type Priors } from './readPrediction.ts'
import { ShapePlaces } from './shapePlaces.ts'

/** Null where a derived field's parts are not all fields that the method chooses. */
export function classifiedReader(scheme: Scheme, method: Method, reading: Reading, priors?: Priors): MeasuredReader | null {
  const { levels, derived, answered } = methodLevels(scheme, method)
  const tables = derived.map((field) => derivation(levels, field))
  const wanted = priorsFor(reading, priors)
  const prior = wanted && independentTable(wanted, (id) => scheme.fields.find((field) => field.id === id)?.labels.length)
  return tables.every((table) => table !== null) ? new ClassifiedReader(scheme, levels, tables, answered, prior) : null
}

/** A derived field by the positions of what it is derived from. */
interface Derivation {
  readonly field: DerivedField
  /** Places of its parts among the method's levels. */
  readonly parts: readonly number[]
  /** By the parts' labels in mixed radix: the index of its own; -1 where the table has no such row. */
  readonly byParts: Int32Array
  /** The table's rows: the parts' label indices, and its own. */
  readonly rows: readonly { readonly given: readonly number[]; readonly label: number }[]
}

function derivation(levels: readonly Field[], field: DerivedField): Derivation | null {
  const parts = field.from.map((id) => levels.findIndex((level) => level.id === id))
  if (parts.includes(-1)) return null
  const rows = field.table.map(({ given, label }) => ({ given: given.map((id, at) => labelIndex(levels[parts[at]!]!, id)), label: labelIndex(field, label) }))
  if (rows.some(({ given, label }) => label < 0 || given.length !== parts.length || given.includes(-1))) return null
  const byParts = new Int32Array(parts.reduce((product, part) => product * levels[part]!.labels.length, 1)).fill(-1)
  // the first of equal rows counts
  for (const { given, label } of rows.toReversed()) byParts[given.reduce((place, index, at) => place * levels[parts[at]!]!.labels.length + index, 0)] = label
  return { field, parts, byParts, rows }
}

class ClassifiedReader implements MeasuredReader {
  readonly fields: readonly FieldId[]
  readonly labels: Int32Array
  readonly from: Int32Array
  readonly shares: Float64Array
  private readonly levels: readonly Field[]
  private readonly derivations: readonly Derivation[]
  private readonly prior: ReadonlyMap<FieldId, Scores> | undefined
  private readonly levelFields: readonly number[]
  private readonly derivedFields: readonly number[]
  /** By field of the scheme, in its order: where its log-probabilities begin among `numbers`, and whether it has some. */
  private readonly schemeFields: readonly Field[]
  private readonly begins: readonly number[]
  private readonly here: Uint8Array
  private readonly numbers: Float64Array
  private readonly places: ShapePlaces<number>

  constructor(scheme: Scheme, levels: readonly Field[], derivations: readonly Derivation[], answered: readonly FieldId[], prior: ReadonlyMap<FieldId, Scores> | undefined) {
    this.levels = levels
    this.derivations = derivations
    this.prior = prior
    this.fields = answered
    this.labels = new Int32Array(answered.length)
    this.from = new Int32Array(answered.length)
    this.levelFields = levels.map(({ id }) => answered.indexOf(id))
    this.derivedFields = derivations.map(({ field }) => answered.indexOf(field.id))
    this.shares = new Float64Array([...levels, ...derivations.map(({ field }) => field)].reduce((sum, { labels }) => sum + labels.length, 0))
    this.schemeFields = scheme.fields
    let end = 0
    this.begins = scheme.fields.map(({ labels }) => (end += labels.length) - labels.length)
    this.numbers = new Float64Array(end)
    this.here = new Uint8Array(scheme.fields.length)
    this.places = new ShapePlaces(({ field, size }) => {
      const at = scheme.fields.findIndex(({ id }) => id === field)
      // outputs that no field of the scheme has are nobody's
      return at < 0 ? NOBODY : size === scheme.fields[at]!.labels.length ? at : UNFIT
    })
  }

  read(block: PredictionBlock, at: number): boolean {
    if (block.told(at) || !this.take(block, at)) return false
    const { levels, labels, from } = this
    labels.fill(-1)
    from.fill(-1)
    let begin = 0
    for (let level = 0; level < levels.length; level++) {
      this.own(this.levelFields[level]!, levels[level]!, begin)
      begin += levels[level]!.labels.length
    }
    for (let derived = 0; derived < this.derivations.length; derived++) {
      const derivation = this.derivations[derived]!
      const field = this.derivedFields[derived]!
      const index = this.indexOf(derivation)
      if (index < 0) this.own(field, derivation.field, begin)
      else {
        labels[field] = index
        from[field] = this.product(derivation, begin)
      }
      begin += derivation.field.labels.length
    }
    return true
  }

  /** Takes a prediction's log-probabilities over, less the prior. False where they are none. */
  private take({ conditionals }: PredictionBlock, at: number): boolean {
    const { shapes, order, counts, starts, offsets, logProbabilities } = conditionals
    this.here.fill(0)
    let number = offsets[at]!
    for (let one = 0; one < counts[at]!; one++) {
      const shape = order[starts[at]! + one]!
      const { size } = shapes[shape]!
      const field = this.places.of(conditionals, shape)
      if (field === UNFIT) return false
      if (field !== NOBODY && !this.takeField(field, logProbabilities, number)) return false
      number += size
    }
    return true
  }

  private takeField(field: number, logProbabilities: Float32Array, from: number): boolean {
    const { id, labels: { length } } = this.schemeFields[field]!
    const begin = this.begins[field]!
    const usual = this.prior?.get(id)
    let best = -Infinity
    for (let label = 0; label < length; label++) {
      const value = logProbabilities[from + label]!
      if (!(value < Infinity)) return false
      if (value > best) best = value
    }
    if (best === -Infinity) return false
    // the prior does not know it: no answer
    if (this.prior && !usual) return true
    this.here[field] = 1
    for (let label = 0; label < length; label++) this.numbers[begin + label] = logProbabilities[from + label]! - (usual?.[label] ?? 0)
    if (!usual) return true
    const rest = this.numbers.subarray(begin, begin + length)
    const total = logSumExp(rest)
    for (let label = 0; label < length; label++) rest[label]! -= total
    return usual.every((value) => Number.isFinite(value))
  }

  /** A field's own label and probabilities, where the model has an output for it. */
  private own(field: number, { id, labels: { length } }: Field, begin: number): void {
    const at = this.schemeFields.findIndex((candidate) => candidate.id === id)
    if (this.here[at] !== 1) return
    const scores = this.begins[at]!
    let best = 0
    for (let label = 1; label < length; label++) if (this.numbers[scores + label]! > this.numbers[scores + best]!) best = label
    this.labels[field] = best
    this.from[field] = begin
    for (let label = 0; label < length; label++) this.shares[begin + label] = Math.exp(this.numbers[scores + label]!)
  }

  private indexOf({ parts, byParts }: Derivation): number {
    let place = 0
    for (const part of parts) {
      const label = this.labels[this.levelFields[part]!]!
      if (label < 0) return -1
      place = place * this.levels[part]!.labels.length + label
    }
    return byParts[place]!
  }

  /** Probabilities of a derived field whose parts are independent. */
  private product({ field, parts, rows }: Derivation, begin: number): number {
    this.shares.fill(0, begin, begin + field.labels.length)
    for (const { given, label } of rows) {
      let probability = 1
      for (let at = 0; at < parts.length; at++) probability *= this.shares[this.from[this.levelFields[parts[at]!]!]! + given[at]!]!
      this.shares[begin + label]! += probability
    }
    return begin
  }
}

const NOBODY = -1
const UNFIT = -2
