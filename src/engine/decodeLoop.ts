import type { Tokens } from '../domain/units.ts'
import { EngineError } from './engine.ts'
import { endOfLines } from './lineEnd.ts'
import type { Past, Session } from './session.ts'

export interface Written {
  /** Without the stop text and what follows it. */
  readonly text: string
  readonly finish: 'stop' | 'length'
  readonly newTokens: Tokens
}

export interface WritingLimits {
  readonly maxTokens: Tokens
  readonly stop: readonly string[]
  readonly endTokens: ReadonlySet<number>
  /** The lines that the text ends with (GenerateRequest.ends); absent: no line ends it. */
  readonly ends?: readonly RegExp[]
  /** What the prompt ends with: it may have opened a thought. */
  readonly before?: string
}

/**
 * Writes greedily behind a past: always the most probable token, the first of equals, until the model ends its turn, a stop text appears,
 * the last of the lines that end it is written, or the limit is reached.
 * @param tokens still to be read before the first token is written; at least one.
 */
export async function write(
  session: Session,
  past: Past,
  tokens: readonly number[],
  limits: WritingLimits,
  decode: (tokens: readonly number[]) => string,
  onText: (text: string) => void = () => undefined,
): Promise<Written> {
  const written: number[] = []
  let text = ''
  let current = past
  let pending = tokens
  while (written.length < limits.maxTokens) {
    const step = await session.step(current, pending)
    session.keepOnly([past, step.past])
    current = step.past
    const token = greatest(step.logits)
    written.push(token)
    if (limits.endTokens.has(token)) return { text, finish: 'stop', newTokens: written.length }
    text = decode(written)
    const stop = stopOf(text, limits)
    // a character cut in the middle of its bytes is not shown yet
    onText(stop >= 0 ? text.slice(0, stop) : text.replace(/\uFFFD+$/, ''))
    if (stop >= 0) return { text: text.slice(0, stop), finish: 'stop', newTokens: written.length }
    pending = [token]
  }
  return { text: text.replace(/\uFFFD+$/, ''), finish: 'length', newTokens: written.length }
}

/** Where a text is to be cut off, or -1: before a stop text, or behind the last of the lines that end it. */
function stopOf(text: string, { stop, ends, before = '' }: WritingLimits): number {
  const atStop = firstStop(text, stop)
  const atLine = ends ? endOfLines(text, ends, before) : -1
  return atStop < 0 || (atLine >= 0 && atLine < atStop) ? atLine : atStop
}

/** Where the first of the stop texts begins, or -1. */
function firstStop(text: string, stops: readonly string[]): number {
  return stops.reduce((first, stop) => {
    const at = stop === '' ? -1 : text.indexOf(stop)
    return at >= 0 && (first < 0 || at < first) ? at : first
  }, -1)
}

/** The first index of the largest logit. @throws EngineError (nonFiniteLogits). */
function greatest(logits: Float32Array): number {
  let best = 0
  // a sum is not a number as soon as one term is not: one look at each value, whatever the order of comparison
  let sum = 0
  for (let at = 0; at < logits.length; at++) {
    sum += logits[at]!
    if (logits[at]! > logits[best]!) best = at
  }
  if (Number.isNaN(sum) || !Number.isFinite(logits[best])) throw new EngineError('nonFiniteLogits', 'the model answers with what is not a number')
  return best
}
