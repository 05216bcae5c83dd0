import { EngineError, type ScoredNode } from './engine.ts'
import type { Session, TokenTree } from './session.ts'

/** A short text to compare two ways to the same logits by: long enough for kernels that go wrong from some position on. */
const probeText = '今天的会又推迟了，领导说大家辛苦了。你可真是个大聪明，谢谢你来看我。'

/** Tokens that answers are made of, so that there are enough of them to compare. */
const labelText = ' A B C D E F G H I J K L M N O P Q R S T U V W X Y\n正面，中性，负面，反讽，礼貌，失望：'

/**
 * Beyond this, in standard deviations of the logits, two ways to them disagree. In 32 bits rounding stays far below; with 8-bit activations a
 * difference in the last digit flips roundings (0.04 with a real 0.5B model in int8, one scale a token); a wrong kernel is about 1.
 */
export function tolerance(dtype: string): number {
  return dtype === 'fp32' ? 0.01 : 0.1
}

/**
 * The same for a rewritten graph and the one that was shipped, read token by token. With 8-bit activations the two round differently, around 0 and around
 * the middle of what a token has (0.03 with random weights in two layers).
 */
export function shippedTolerance(dtype: string, tokenScales: number): number {
  return tokenScales > 0 ? 0.3 : tolerance(dtype)
}

/** The probe as a past and a tree that branches and asks at several depths, for the tokens of the probe itself. */
function probe(encode: (text: string) => readonly number[]): { readonly text: readonly number[]; readonly tree: TokenTree & { readonly options: readonly number[] } } {
  const tokens = encode(probeText)
  const text = Array.from({ length: 24 }, (_, at) => tokens[at % tokens.length]!)
  const [a, b, c] = [tokens[0]!, tokens.at(-1)!, tokens[Math.floor(tokens.length / 2)]!]
  const options = [...new Set([...tokens, ...encode(labelText)])].sort((one, other) => one - other)
  return { text, tree: { tokens: [a, b, c, a, b, c, b], parents: [-1, 0, 1, 2, 1, 4, 4], wanted: [1, 3, 5, 6], options } }
}

/**
 * Logits of the probe as a session gives them: behind a prefix, in a tree, and those of the whole vocabulary behind one text, cut to the same tokens.
 * @throws EngineError (nonFiniteLogits) where some token's is no number.
 */
export async function probeLogits(session: Session, encode: (text: string) => readonly number[]): Promise<readonly Float32Array[]> {
  const { text, tree } = probe(encode)
  const past = session.pin(await session.extend(session.nothing, text))
  const { logits } = await session.score(past, tree, false)
  const step = await session.step(past, tree.tokens.slice(0, 2))
  checkNumbers(step.logits)
  const rows = [...logits.map((row) => row.slice()), Float32Array.from(tree.options, (token) => step.logits[token]!)]
  session.pin(session.nothing)
  session.keepOnly([])
  return rows
}

/** The same rows with each token in a forward of its own: what every export can do as it was shipped, and 8-bit activations then have one scale a token in any graph. @throws as `probeLogits`. */
export async function tokenByToken(session: Session, encode: (text: string) => readonly number[]): Promise<readonly Float32Array[]> {
  const { text, tree } = probe(encode)
  let past = session.nothing
  for (const token of text) past = (await session.step(past, [token])).past
  const steps: Awaited<ReturnType<Session['step']>>[] = []
  for (const [at, token] of tree.tokens.entries()) steps.push(await session.step(steps[tree.parents[at]!]?.past ?? past, [token]))
  for (const { logits } of steps) checkNumbers(logits)
  const rows = [...tree.wanted, 1].map((at) => Float32Array.from(tree.options, (token) => steps[at]!.logits[token]!))
  session.keepOnly([])
  return rows
}

/** Of the whole vocabulary: a damaged row of a tied embedding shows in its own token's logit alone. -Infinity is a token that is never written. */
function checkNumbers(logits: Float32Array): void {
  const at = logits.findIndex((value) => Number.isNaN(value) || value === Infinity)
  if (at >= 0 || !logits.some(Number.isFinite)) throw new EngineError('nonFiniteLogits', `the logit of token ${Math.max(at, 0)} is ${logits[Math.max(at, 0)]}`)
}

/** The root mean square difference between two tables of logits, in standard deviations of the first; NaN where either holds what is no number. */
export function disagreement(expected: readonly Float32Array[], found: readonly Float32Array[]): number {
  let [sum, squares, differences, count] = [0, 0, 0, 0]
  for (const [at, row] of expected.entries()) {
    const other = found[at]!
    for (let column = 0; column < row.length; column++) {
      const value = row[column]!
      sum += value
      squares += value * value
      differences += (value - other[column]!) ** 2
      count++
    }
  }
  return Math.sqrt(differences / count) / Math.sqrt(Math.max(squares / count - (sum / count) ** 2, 1e-12))
}

/** How far two scorings of one tree are from each other, and whether some choice goes to another option by more than the margin. */
export function scoringDifference(
  tree: readonly ScoredNode[],
  forks: readonly ScoredNode[],
  margin: number,
): { readonly mean: number; readonly largest: number; readonly otherWinner: boolean } {
  const byPath = new Map(forks.map((node) => [node.path.join('.'), node.logProbabilities]))
  const differences: number[] = []
  let otherWinner = false
  for (const { path, logProbabilities } of tree) {
    const other = byPath.get(path.join('.'))
    if (!other) {
      // the two went on behind different cells: the choice above says by how much
      continue
    }
    const values = Array.from(logProbabilities)
    values.forEach((value, option) => differences.push(Math.abs(value - other[option]!)))
    const [won, wonThere] = [values, Array.from(other)].map((list) => list.indexOf(Math.max(...list))) as [number, number]
    if (won !== wonThere && other[wonThere]! - other[won]! > margin) otherWinner = true
  }
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / Math.max(differences.length, 1)
  return { mean, largest: Math.max(0, ...differences), otherWinner }
}

/**
 * Kullback-Leibler divergence of the next token's distribution from the true one, in nats, the mean over the rows: KL(true || found).
 * 0 where they are the same; NaN where a logit is no number. @param expected logits of the whole vocabulary, a row a position.
 */
export function divergence(expected: readonly Float32Array[], found: readonly Float32Array[]): number {
  const rows = expected.map((row, at) => {
    const other = found[at]!
    const [norm, otherNorm] = [logSum(row), logSum(other)]
    let sum = 0
    for (let token = 0; token < row.length; token++) {
      const logP = row[token]! - norm
      sum += Math.exp(logP) * (logP - (other[token]! - otherNorm))
    }
    // never below 0 but for rounding
    return sum < 0 ? 0 : sum
  })
  return rows.reduce((sum, row) => sum + row, 0) / rows.length
}

function logSum(row: Float32Array): number {
  const largest = row.reduce((most, value) => Math.max(most, value), -Infinity)
  let sum = 0
  for (const value of row) sum += Math.exp(value - largest)
  return largest + Math.log(sum)
}
