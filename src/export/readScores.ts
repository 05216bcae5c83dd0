import type { Conditional } from '../domain/prediction.ts'
import { type FieldId, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'
import { decodeFloats } from './float32Base64.ts'
import { RunFileError } from './runFileError.ts'
import type { WrittenShape } from './runFileSchema.ts'

/** Scores as a run file writes them. */
export interface WrittenScores {
  readonly shape: number
  readonly scores: string
}

/** Turns written scores into conditionals; each shape is checked against the scheme once. */
export class ScoreReader {
  private readonly scheme: Scheme
  private readonly shapes: readonly WrittenShape[]
  /** How many numbers each shape has that was checked. */
  private readonly lengths = new Map<number, number>()

  constructor(scheme: Scheme, shapes: readonly WrittenShape[]) {
    this.scheme = scheme
    this.shapes = shapes
  }

  /** @param path of what holds the scores, for errors. @throws RunFileError where shape, scheme and scores do not belong together. */
  read({ shape, scores }: WrittenScores, path: string): readonly Conditional[] {
    const parts = this.shapes[shape]
    if (!parts) throw new RunFileError('inconsistent', `${path}.shape`, `there are ${this.shapes.length} shapes, none with index ${shape}`)
    const length = this.lengths.get(shape) ?? this.check(parts, shape)
    const numbers = decodeFloats(scores)
    if (!numbers) throw new RunFileError('malformed', `${path}.scores`, 'is not base64 of float32 numbers')
    if (numbers.length !== length) throw new RunFileError('inconsistent', `${path}.scores`, `${numbers.length} numbers, its shape has ${length}`)
    for (let at = 0; at < length; at++) {
      if (!(numbers[at]! < Infinity)) throw new RunFileError('malformed', `${path}.scores`, `number ${at} is ${numbers[at]!}, no log-probability`)
    }
    let from = 0
    return parts.map(({ field, given, labels, pool }): Conditional => {
      const logProbabilities = numbers.slice(from, from + labels)
      from += labels
      return { field, given, logProbabilities, ...(pool !== undefined && { pool }) }
    })
  }

  private check(parts: WrittenShape, shape: number): number {
    for (const [at, { field, given, labels }] of parts.entries()) {
      const path = `shapes[${shape}][${at}]`
      const own = this.labelsOf(field)
      if (!own) throw new RunFileError('inconsistent', `${path}.field`, `the scheme has no field ${field}`)
      if (own.length !== labels) throw new RunFileError('inconsistent', `${path}.labels`, `${field} has ${own.length} labels, not ${labels}`)
      for (const [before, label] of Object.entries(given)) {
        if (!this.labelsOf(before)?.includes(label)) throw new RunFileError('inconsistent', `${path}.given`, `the scheme has no ${before} ${label}`)
      }
    }
    const length = parts.reduce((sum, { labels }) => sum + labels, 0)
    this.lengths.set(shape, length)
    return length
  }

  private labelsOf(field: FieldId): readonly LabelId[] | undefined {
    return this.scheme.fields.some(({ id }) => id === field) ? fieldOf(this.scheme, field).labels.map(({ id }) => id) : undefined
  }
}
