import type { Method } from '../domain/method.ts'
import type { Reading } from '../domain/prediction.ts'
import type { ConditionalShape, PredictionBlock } from '../domain/predictionBlock.ts'
import type { FieldId, Scheme } from '../domain/scheme.ts'
import { type ConditionalTable, logSumExp } from './conditionalTable.ts'
import type { MeasuredReader } from './measuredReader.ts'
import { type MethodLevels, methodLevels } from './methodLevels.ts'
import { priorsFor, type Priors, priorTable } from './readPrediction.ts'
import { ShapePlaces } from './shapePlaces.ts'

/** Null where later levels are summed over the cells, or a derived field needs more than the joint levels. */
export function guidedReader(scheme: Scheme, method: Method, reading: Reading, priors?: Priors): MeasuredReader | null {
  const levels = methodLevels(scheme, method)
  if (reading.later === 'marginal' || levels.levels.length < levels.jointLevels || levels.pathLabels.some((labels) => labels === undefined)) return null
  const wanted = priorsFor(reading, priors)
  return new GuidedReader(levels, reading.rule, wanted && priorTable(levels, wanted))
}

/** A conditional's place in the tree of choices. */
interface Place {
  readonly level: number
  readonly node: number
}

/** Numbers that one prediction's conditionals may have together; beyond it is none that this program makes, and room is made. */
const ROOM = 1_024

class GuidedReader implements MeasuredReader {
  readonly fields: readonly FieldId[]
  readonly labels: Int32Array
  readonly from: Int32Array
  readonly shares: Float64Array
  private readonly levels: MethodLevels
  private readonly rule: Reading['rule']
  private readonly prior: ConditionalTable | undefined
  /** By level, how many labels it has. */
  private readonly sizes: readonly number[]
  /** By level and by derived field: its place among `fields`. */
  private readonly levelFields: readonly number[]
  private readonly derivedFields: readonly number[]
  private readonly places: ShapePlaces<Place>
  /** The prediction's conditionals: where each stands, where its numbers begin, and whether the prior is subtracted from them already. */
  private count = 0
  private placesOf: Place[] = []
  private readonly begins = new Int32Array(ROOM)
  private readonly corrected = new Uint8Array(ROOM)
  private numbers = new Float64Array(ROOM)
  /** Of the joint levels: scores of the nodes of one level, and of the next. */
  private readonly nodes: readonly [Float64Array, Float64Array]
  private readonly exponentials: Float64Array
  private readonly chosen: Int32Array

  constructor(levels: MethodLevels, rule: Reading['rule'], prior: ConditionalTable | undefined) {
    this.levels = levels
    this.rule = rule
    this.prior = prior
    this.sizes = levels.levels.map(({ labels }) => labels.length)
    this.fields = levels.answered
    this.labels = new Int32Array(this.fields.length)
    this.from = new Int32Array(this.fields.length)
    this.levelFields = levels.levels.map(({ id }) => this.fields.indexOf(id))
    this.derivedFields = levels.derived.map(({ id }) => this.fields.indexOf(id))
    this.shares = new Float64Array([...levels.levels, ...levels.derived].reduce((sum, { labels }) => sum + labels.length, 0))
    this.places = new ShapePlaces((shape) => {
      const level = levels.levelOf.get(shape.field)
      if (level === undefined || shape.size !== this.sizes[level]) throw new Unfit()
      return { level, node: nodeOn(levels, level, shape) }
    })
    const paths = levels.jointFields.reduce((product, { labels }) => product * labels.length, 1)
    this.nodes = [new Float64Array(paths), new Float64Array(paths)]
    this.exponentials = new Float64Array(paths)
    this.chosen = new Int32Array(levels.levels.length)
  }

  read(block: PredictionBlock, at: number): boolean {
    if (block.told(at) || !this.take(block, at)) return false
    const { levels, chosen, labels, from } = this
    const { scores, complete } = this.joint()
    const best = this.rule === 'joint' ? bestPath(scores) : -1
    this.choose(best)
    labels.fill(-1)
    from.fill(-1)
    if (complete) for (let path = 0; path < scores.length; path++) this.exponentials[path] = Math.exp(scores[path]!)
    let begin = 0
    let node = 0
    for (let level = 0; level < chosen.length && chosen[level]! >= 0; level++) {
      const field = this.levelFields[level]!
      const size = this.sizes[level]!
      labels[field] = chosen[level]!
      if (level > 0 && level < levels.jointLevels) {
        if (complete) from[field] = this.marginal(level, begin)
      } else from[field] = this.exponentialsAt(level, node, begin)
      node = node * size + chosen[level]!
      begin += size
    }
    const path = this.winningPath()
    // what is derived behind a path that was not asked to its end is looked up by what is there
    if (path < 0 && levels.derived.length > 0) return false
    for (let derived = 0; derived < levels.derived.length; derived++) {
      const field = this.derivedFields[derived]!
      const byPath = levels.pathLabels[derived]!
      labels[field] = byPath[path]!
      if (complete) from[field] = this.summed(byPath, levels.derived[derived]!.labels.length, begin)
      begin += levels.derived[derived]!.labels.length
    }
    return true
  }

  /** Takes a prediction's conditionals over. False where one of them is not the method's, or its numbers are no log-probabilities. */
  private take({ conditionals: block }: PredictionBlock, at: number): boolean {
    const { shapes, order, logProbabilities } = block
    this.count = block.counts[at]!
    if (this.count > ROOM) return false
    let begin = 0
    let number = block.offsets[at]!
    for (let one = 0; one < this.count; one++) {
      const shape = order[block.starts[at]! + one]!
      try {
        this.placesOf[one] = this.places.of(block, shape)
      } catch {
        return false
      }
      const { size } = shapes[shape]!
      if (begin + size > this.numbers.length) this.numbers = larger(this.numbers)
      this.begins[one] = begin
      this.corrected[one] = 0
      let best = -Infinity
      for (let label = 0; label < size; label++) {
        const value = logProbabilities[number++]!
        if (!(value < Infinity)) return false
        if (value > best) best = value
        this.numbers[begin++] = value
      }
      if (best === -Infinity) return false
    }
    return true
  }

  /** Where the scores of a node's labels begin among the numbers, after the prior; -1 where it was not asked, or the prior does not know it. */
  private scoresAt(level: number, node: number): number {
    for (let one = this.count - 1; one >= 0; one--) {
      const place = this.placesOf[one]!
      if (place.level !== level || place.node !== node) continue
      if (this.prior && this.corrected[one] === 0 && !this.correct(one, this.prior)) return -1
      return this.begins[one]!
    }
    return -1
  }

  private correct(one: number, prior: ConditionalTable): boolean {
    const { level, node } = this.placesOf[one]!
    const usual = prior.at(level, node)
    if (!usual) return false
    const rest = this.numbers.subarray(this.begins[one], this.begins[one]! + this.sizes[level]!)
    for (let label = 0; label < rest.length; label++) {
      if (!Number.isFinite(usual[label])) throw new Error(`a prior log-probability is ${usual[label]}`)
      rest[label]! -= usual[label]!
    }
    const total = logSumExp(rest)
    for (let label = 0; label < rest.length; label++) rest[label]! -= total
    this.corrected[one] = 1
    return true
  }

  /** The conditionals added up along every path of the joint levels; NaN behind what was not asked. */
  private joint(): { readonly scores: Float64Array; readonly complete: boolean } {
    const { jointLevels } = this.levels
    let [nodes, next] = this.nodes
    let complete = true
    let count = 1
    nodes[0] = 0
    for (let level = 0; level < jointLevels; level++) {
      const size = this.sizes[level]!
      for (let node = 0; node < count; node++) {
        const before = nodes[node]!
        const scores = Number.isNaN(before) ? -1 : this.scoresAt(level, node)
        if (scores < 0) complete = false
        for (let label = 0; label < size; label++) next[node * size + label] = scores < 0 ? NaN : before + this.numbers[scores + label]!
      }
      count *= size
      ;[nodes, next] = [next, nodes]
    }
    return { scores: nodes, complete }
  }

  /** The labels chosen by level: those of the best path, where one is given, then the best behind it. */
  private choose(path: number): void {
    const { chosen, sizes, levels } = this
    chosen.fill(-1)
    let level = 0
    let node = 0
    if (path >= 0) {
      node = path
      level = levels.jointLevels
      let rest = path
      for (let before = level - 1; before >= 0; before--) {
        chosen[before] = rest % sizes[before]!
        rest = Math.floor(rest / sizes[before]!)
      }
    }
    for (; level < chosen.length; level++) {
      const scores = this.scoresAt(level, node)
      if (scores < 0) return
      const size = sizes[level]!
      let best = 0
      for (let label = 1; label < size; label++) if (this.numbers[scores + label]! > this.numbers[scores + best]!) best = label
      chosen[level] = best
      node = node * size + best
    }
  }

  private winningPath(): number {
    let path = 0
    for (let level = 0; level < this.levels.jointLevels; level++) {
      if (this.chosen[level]! < 0) return -1
      path = path * this.sizes[level]! + this.chosen[level]!
    }
    return path
  }

  private exponentialsAt(level: number, node: number, begin: number): number {
    const scores = this.scoresAt(level, node)
    if (scores < 0) return -1
    for (let label = 0; label < this.sizes[level]!; label++) this.shares[begin + label] = Math.exp(this.numbers[scores + label]!)
    return begin
  }

  /** Probabilities of a joint level's labels, summed over the paths. */
  private marginal(level: number, begin: number): number {
    const { exponentials, shares } = this
    const size = this.sizes[level]!
    let below = 1
    for (let later = level + 1; later < this.levels.jointLevels; later++) below *= this.sizes[later]!
    shares.fill(0, begin, begin + size)
    for (let path = 0; path < exponentials.length; path++) shares[begin + (Math.floor(path / below) % size)]! += exponentials[path]!
    return begin
  }

  /** The joint summed by a derived field's labels. */
  private summed(byPath: Int32Array, size: number, begin: number): number {
    const { exponentials, shares } = this
    shares.fill(0, begin, begin + size)
    for (let path = 0; path < exponentials.length; path++) shares[begin + byPath[path]!]! += exponentials[path]!
    return begin
  }
}

/** The node behind a shape's path. @throws Unfit */
function nodeOn({ levels, indexOf }: MethodLevels, level: number, { path }: ConditionalShape): number {
  let node = 0
  for (let before = 0; before < level; before++) {
    const { id, labels } = levels[before]!
    const step = path[before]?.[0] === id ? path[before] : path.find(([field]) => field === id)
    const index = step && indexOf[before]!.get(step[1])
    if (index === undefined) throw new Unfit()
    node = node * labels.length + index
  }
  return node
}

/** The path with the highest score, the first of equals; -1 where none was asked to its end. */
function bestPath(scores: Float64Array): number {
  let best = -1
  let highest = -Infinity
  for (let path = 0; path < scores.length; path++) {
    if (scores[path]! > highest) {
      highest = scores[path]!
      best = path
    }
  }
  return best
}

function larger(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const room = new Float64Array(2 * numbers.length)
  room.set(numbers)
  return room
}

/** A shape that is not the method's. */
class Unfit extends Error {}
