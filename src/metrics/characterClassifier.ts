import type { Random } from '../domain/random.ts'
import type { LabelIndices } from './confusion.ts'

/** A classifier of texts by the characters in them: the baseline that knows no language. */
export interface CharacterClassifier {
  /** Probabilities over the whole label list; they sum to 1. */
  probabilities(text: string): Float64Array
  /** The likeliest label, the first in list order on a tie. */
  predict(text: string): number
  /** Texts it was fitted on. */
  readonly records: number
}

/**
 * Multinomial logistic regression over hashed character 1-, 2- and 3-grams, present or not, each text's features scaled
 * to length 1; fitted by five rounds of AdaGrad over the texts in seeded order. 5,000 texts and 19 labels take about a
 * second. The same texts, labels and seed give the same classifier.
 *
 * Texts whose gold is negative are left out; undefined where none is left. A label that is never gold is (nearly) never
 * answered. Measured on 8-way emotion of short texts: accuracy .85, as scikit-learn's logistic regression over the same
 * 1-3-grams (.84 on its split); naive Bayes and its complement form had lower macro-F1 on every corpus tried.
 * @throws on lengths that differ or an index outside the list.
 * Source: hashing: Weinberger et al. (2009); AdaGrad: Duchi, Hazan and Singer (2011).
 */
export function fitCharacterClassifier(
  labels: number,
  texts: readonly string[],
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
  const weights = new Float32Array(BUCKETS * labels)
  const squares = new Float32Array(BUCKETS * labels)
  for (let round = 0; round < ROUNDS; round++) {
    for (const { features, label } of random.shuffle(examples)) {
      const slopes = softmax(scores(weights, labels, features))
      slopes[label]! -= 1
      const scale = 1 / Math.sqrt(features.length)
      for (const feature of features) {
        for (let of = 0; of < labels; of++) {
          const slope = slopes[of]! * scale
          const at = feature * labels + of
          squares[at]! += slope * slope
          weights[at]! -= (RATE * slope) / (1e-3 + Math.sqrt(squares[at]!))
        }
      }
    }
  }
  const probabilities = (text: string) => softmax(scores(weights, labels, featuresOf(text)))
  return {
    probabilities,
    predict: (text) => {
      const all = probabilities(text)
      return all.indexOf(Math.max(...all))
    },
    records: examples.length,
  }
}

const BUCKETS = 0x1_0000
const ROUNDS = 5
const RATE = 0.3

/** The buckets of a text's 1- to 3-grams, each once; its beginning and end count as characters. */
function featuresOf(text: string): Int32Array {
  const characters = Array.from(`\u0002${text}\u0003`, (character) => character.codePointAt(0)!)
  const buckets = new Set<number>()
  for (let start = 0; start < characters.length; start++) {
    let hash = 0x811c9dc5
    for (let at = start; at < Math.min(start + 3, characters.length); at++) {
      hash = Math.imul(hash ^ characters[at]!, 0x01000193)
      hash ^= hash >>> 15
      const spread = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
      buckets.add((spread ^ (spread >>> 13)) & (BUCKETS - 1))
    }
  }
  return Int32Array.from(buckets)
}

function scores(weights: Float32Array, labels: number, features: Int32Array): Float64Array {
  const sums = new Float64Array(labels)
  for (const feature of features) {
    for (let label = 0; label < labels; label++) sums[label]! += weights[feature * labels + label]!
  }
  const scale = 1 / Math.sqrt(features.length)
  return sums.map((sum) => sum * scale)
}

function softmax(values: Float64Array): Float64Array {
  const highest = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
