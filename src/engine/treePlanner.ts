import type { LogProbability, Tokens } from '../domain/units.ts'
import { ChoiceWave, type Continue, type Entry, type Placed } from './choiceWave.ts'
import type { ScoredNode } from './engine.ts'
import { optionLogProbabilities } from './labelTrie.ts'
import type { Past, Scored, TokenTree } from './session.ts'

export interface PlannerLimits {
  /** Levels scored on every branch; less than 1 counts as 1. */
  readonly exhaustive: number
  /** Tokens in one forward, the trunk aside; a level that is larger by itself still goes in one. */
  readonly budget: Tokens
  /** A level that need not be scored on every branch goes along where it adds no more tokens than this: a forward of its own costs as much. */
  readonly speculate: Tokens
}

/** An option reached by the exhaustive levels, or followed below them. */
interface Reached {
  readonly joint: LogProbability
  /** What can be asked behind it, where anything can. */
  readonly below: { readonly entry: () => Entry; readonly scored: Valued | null } | null
}

/** A placed choice with its options' log-probabilities. */
interface Valued {
  readonly placed: Placed
  readonly values: Float32Array
  readonly wave: Wave
}

interface Wave {
  /** Levels that were asked for, without those that went along. */
  readonly levels: number
  readonly value: (placed: Placed) => Valued
  readonly enter: (placed: Placed, option: number) => Entry
}

/**
 * Scores a tree of choices in as few forwards as the limits allow: the exhaustive levels on every branch, deeper ones behind the best
 * joint path only, ties to the first in option order. What is reported, and its order, does not depend on budget and speculation.
 */
export async function scoreChoices(
  start: Entry,
  limits: PlannerLimits,
  next: Continue,
  score: (past: Past, tree: TokenTree, onward: boolean) => Promise<Scored>,
): Promise<{ readonly nodes: readonly ScoredNode[]; /** Read behind the first trunk. */ readonly tokens: Tokens }> {
  const nodes: ScoredNode[] = []
  let read = -start.trunk.length

  const exhaust = async (entry: Entry, levels: number, joint: LogProbability): Promise<Reached> => {
    const wave = await runWave(entry, levels, limits, next, score)
    read += wave.read
    return best(wave.value(wave.top), levels, wave.levels, joint)
  }

  /** The best option behind a choice: `levels` more are to be scored on every branch, `here` of them in this wave. */
  const best = async (valued: Valued, levels: number, here: number, joint: LogProbability): Promise<Reached> => {
    const { placed, values, wave } = valued
    nodes.push({ path: placed.path, logProbabilities: values })
    let winner: Reached | undefined
    for (const [option, { next: onward }] of placed.choice.options.entries()) {
      const through = joint + values[option]!
      const below = placed.below.get(option)
      const reached = levels > 1 && onward
        ? here > 1 && below
          ? await best(wave.value(below), levels - 1, here - 1, through)
          : await exhaust(wave.enter(placed, option), levels - 1, through)
        : { joint: through, below: onward && { entry: () => wave.enter(placed, option), scored: below ? wave.value(below) : null } }
      if (!winner || reached.joint > winner.joint) winner = reached
    }
    if (!winner) throw new Error('a choice without options')
    return winner
  }

  let reached = await exhaust(start, Math.max(limits.exhaustive, 1), 0)
  while (reached.below) {
    const { scored, entry } = reached.below
    reached = scored ? await best(scored, 1, 1, reached.joint) : await exhaust(entry(), 1, reached.joint)
  }
  nodes.sort((a, b) => a.path.length - b.path.length || compare(a.path, b.path))
  return { nodes, tokens: Math.max(read, 0) }
}

async function runWave(
  entry: Entry,
  levels: number,
  limits: PlannerLimits,
  next: Continue,
  score: (past: Past, tree: TokenTree, onward: boolean) => Promise<Scored>,
): Promise<Wave & { readonly top: Placed; readonly read: Tokens }> {
  const built = new ChoiceWave(entry, next)
  let here = 1
  let size = built.size()
  while (built.grow()) {
    const larger = built.size()
    if (here < levels ? larger > limits.budget : larger > limits.budget || larger - size > limits.speculate) {
      built.shrink()
      break
    }
    size = larger
    if (here < levels) here++
  }
  const { tree, places } = built.tree()
  const result = tree.wanted.length > 0 ? await score(entry.past, tree, built.onward()) : null
  const rows = new Map(tree.wanted.map((token, at) => [token, at]))
  const columns = new Map(tree.options?.map((token, at) => [token, at]))
  const wave: Wave = {
    levels: here,
    value: (placed) => ({
      placed,
      wave,
      values: optionLogProbabilities(placed.trie, (node, token) => result!.logits[rows.get(places[placed.at[node]!]!)!]![columns.get(token)!]!),
    }),
    enter: (placed, option) => {
      const chosen = placed.choice.options[option]!
      const { reached, tokens } = built.path(placed, option, (at) => result !== null && places[at]! >= 0)
      const from = result && reached >= 0 ? result.at(places[reached]!) : { past: entry.past, behind: [] }
      return {
        choice: chosen.next!,
        path: [...placed.path, option],
        past: from.past,
        trunk: [...from.behind, ...tokens],
        again: result && reached >= 0 ? from.behind.length : entry.again,
        before: placed.choice.lead + chosen.text,
      }
    },
  }
  return { ...wave, top: built.top, read: result ? tree.tokens.length - entry.again : 0 }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((option, level) => option !== b[level])
  return at < 0 ? 0 : a[at]! - b[at]!
}
