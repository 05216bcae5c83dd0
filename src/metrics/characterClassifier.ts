import type { Random } from '../domain/random.ts'
import type { LabelIndices } from './confusion.ts'

/** What a text is to the classifier: the numbers of its character n-grams, each once. Made once, it serves any number of fits. */
export type CharacterFeatures = Uint16Array

/** A classifier of texts by the characters in them: the baseline that knows no language. */
export interface CharacterClassifier {
  /** Probabilities over the whole label list; they sum to 1. */
  probabilities(text: string | CharacterFeatures): Float64Array
  /** The likeliest label, the first in list order on a tie. */
  predict(text: string | CharacterFeatures): number
  /** Texts it was fitted on. */
  readonly records: number
}

/**
 * Multinomial logistic regression over hashed character 1-, 2- and 3-grams, present or not, each text's features scaled
 * to length 1; fitted by five rounds of AdaGrad over the texts in seeded order. 5,000 texts and 19 labels take about a
 * third of a second. The same texts, labels and seed give the same classifier.
 *
 * Texts whose gold is negative are left out; undefined where none is left. A label that is never gold is (nearly) never
 * answered. Measured on 8-way emotion of short texts: accuracy .85, as scikit-learn's logistic regression over the same
 * 1-3-grams (.84 on its split); naive Bayes and its complement form had lower macro-F1 on every corpus tried.
 * @throws on lengths that differ or an index outside the list.
 * Source: hashing: Weinberger et al. (2009); AdaGrad: Duchi, Hazan and Singer (2011).
 */
export function fitCharacterClassifier(
  labels: number,
  texts: readonly (string | CharacterFeatures)[],
  gold: LabelIndices,
  random: Random,
): CharacterClassifier | undefined {
  if (texts.length !== gold.length) throw new RangeError(`${texts.length} texts but ${gold.length} labels`)
  const examples = texts.flatMap((text, record) => {
    const label = gold[record]!
    if (!Number.isInteger(label) || label >= labels) throw new RangeError(`record ${record}: gold index ${label}`)
    return label >= 0 ? [{ features: featuresOf(text), label }] : []
  })
  if (examples.length === 0) return undefined
  const { rows, seen } = rowsFor(examples.map(({ features }) => features))
  const weights = new Float32Array((seen + 1) * labels)
  const squares = new Float32Array(seen * labels)
  const slopes = new Float64Array(labels)
  const steps = new Float64Array(labels)
  for (let round = 0; round < ROUNDS; round++) {
    for (const { features, label } of random.shuffle(examples)) {
      score(slopes, weights, rows, features)
      slopes[label]! -= 1
      const scale = 1 / Math.sqrt(features.length)
      for (let of = 0; of < labels; of++) {
        const slope = slopes[of]! * scale
        slopes[of] = slope * slope
        steps[of] = RATE * slope
      }
      for (let feature = 0; feature < features.length; feature++) {
        let at = rows[features[feature]!]! * labels
        for (let of = 0; of < labels; of++, at++) {
          const square = Math.fround(squares[at]! + slopes[of]!)
          squares[at] = square
          weights[at]! -= steps[of]! / (1e-3 + Math.sqrt(square))
        }
      }
    }
  }
  const scored = new Float64Array(labels)
  return {
    probabilities: (text) => score(new Float64Array(labels), weights, rows, featuresOf(text)),
    predict: (text) => {
      score(scored, weights, rows, featuresOf(text))
      let best = 0
      for (let label = 1; label < labels; label++) if (scored[label]! > scored[best]!) best = label
      return best
    },
    records: examples.length,
  }
}

const BUCKETS = 0x1_0000
const ROUNDS = 5
const RATE = 0.3

/** The buckets of a text's 1- to 3-grams, each once; its beginning and end count as characters. */
export function characterFeatures(text: string): CharacterFeatures {
  const characters = Uint32Array.from(`\u0002${text}\u0003`, (character) => character.codePointAt(0)!)
  const buckets = new Uint16Array(3 * characters.length)
  const seen = new Set<number>()
  for (let start = 0; start < characters.length; start++) {
    let hash = 0x811c9dc5
    const end = Math.min(start + 3, characters.length)
    for (let at = start; at < end; at++) {
      hash = Math.imul(hash ^ characters[at]!, 0x01000193)
      hash ^= hash >>> 15
      const spread = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
      const bucket = (spread ^ (spread >>> 13)) & (BUCKETS - 1)
      if (!seen.has(bucket)) {
        buckets[seen.size] = bucket
        seen.add(bucket)
      }
    }
  }
  return buckets.slice(0, seen.size)
}

function featuresOf(text: string | CharacterFeatures): CharacterFeatures {
  return typeof text === 'string' ? characterFeatures(text) : text
}

/**
 * Where each bucket's weights stand: the commonest first, so that most of what is read stays in the processor's cache; what no text has
 * shares the row behind the last, whose weights stay 0.
 */
function rowsFor(texts: readonly CharacterFeatures[]): { readonly rows: Uint32Array; readonly seen: number } {
  const counts = new Uint32Array(BUCKETS)
  for (const features of texts) for (const feature of features) counts[feature]! += 1
  const order = Array.from(counts.keys()).filter((bucket) => counts[bucket]! > 0).sort((one, other) => counts[other]! - counts[one]! || one - other)
  const rows = new Uint32Array(BUCKETS).fill(order.length)
  order.forEach((bucket, row) => (rows[bucket] = row))
  return { rows, seen: order.length }
}

/** Overwrites `into` with the labels' probabilities, and returns it. */
function score(into: Float64Array, weights: Float32Array, rows: Uint32Array, features: CharacterFeatures): Float64Array {
  const labels = into.length
  into.fill(0)
  for (let feature = 0; feature < features.length; feature++) {
    const row = rows[features[feature]!]! * labels
    for (let label = 0; label < labels; label++) into[label]! += weights[row + label]!
  }
  const scale = 1 / Math.sqrt(features.length)
  let highest = -Infinity
  for (let label = 0; label < labels; label++) {
    into[label]! *= scale
    if (into[label]! > highest) highest = into[label]!
  }
  let sum = 0
  for (let label = 0; label < labels; label++) {
    into[label] = Math.exp(into[label]! - highest)
    sum += into[label]!
  }
  for (let label = 0; label < labels; label++) into[label]! /= sum
  return into
}
