import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { ScoredNode } from '../../src/engine/engine.ts'
import { scoreChoices } from '../../src/engine/treePlanner.ts'
import { ToySession, toyLogits } from './toySession.ts'

/** Characters are tokens: a to h, and the line feed. */
const letters = 'abcdefgh\n'
const tokensOf = (text: string): readonly number[] => Array.from(text, (letter) => letters.indexOf(letter))

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
const lead = fc.string({ unit: fc.constantFrom('d', 'e'), maxLength: 3 })

function choiceTree(depth: number): fc.Arbitrary<ChoiceNode> {
  const next: fc.Arbitrary<ChoiceNode | null> = depth <= 1 ? fc.constant(null) : fc.option(choiceTree(depth - 1), { freq: 4 })
  return fc.record({
    lead,
    options: fc.uniqueArray(fc.record({ text: word.map((text) => `${text}\n`), next }), { minLength: 1, maxLength: 4, selector: ({ text }) => text }),
  })
}

/** The definition, word for word: every option's text by itself, no trie, no planner. */
function bruteForce(root: ChoiceNode, prompt: readonly number[], exhaustive: number): readonly ScoredNode[] {
  const conditionals = (node: ChoiceNode, before: readonly number[]): Float32Array => {
    const texts = node.options.map(({ text }) => tokensOf(node.lead + text))
    return Float32Array.from(texts, (own) => own.reduce((sum, token, at) => {
      const open = texts.filter((other) => own.slice(0, at).every((letter, index) => other[index] === letter))
      const among = [...new Set(open.map((other) => other[at]!))]
      const logits = toyLogits([...before, ...own.slice(0, at)], letters.length)
      const norm = Math.log(among.reduce((total, other) => total + Math.exp(logits[other]!), 0))
      return sum + logits[token]! - norm
    }, 0))
  }
  const scored: ScoredNode[] = []
  type Way = { path: number[]; joint: number; next: ChoiceNode | null; before: readonly number[] }
  let ways: Way[] = [{ path: [], joint: 0, next: root, before: prompt }]
  const open = (way: Way): Way[] => {
    if (!way.next) return [way]
    const { next, path, joint, before } = way
    const values = conditionals(next, before)
    scored.push({ path, logProbabilities: values })
    return next.options.map((option, at) => ({
      path: [...path, at],
      joint: joint + values[at]!,
      next: option.next,
      before: [...before, ...tokensOf(next.lead + option.text)],
    }))
  }
  for (let level = 0; level < Math.max(exhaustive, 1); level++) ways = ways.flatMap(open)
  const best = (among: readonly Way[]): Way => among.reduce((winner, way) => (way.joint > winner.joint ? way : winner))
  for (let way = best(ways); way.next; way = best(open(way)));
  return scored
}

const plain = (nodes: readonly ScoredNode[]): readonly (readonly [string, readonly number[]])[] =>
  nodes.map(({ path, logProbabilities }) => [path.join('.'), Array.from(logProbabilities)] as const).sort(([a], [b]) => (a < b ? -1 : 1))

async function planned(
  root: ChoiceNode,
  session: ToySession,
  limits: { exhaustive: number; budget: number; speculate: number },
): Promise<readonly ScoredNode[]> {
  const past = await session.extend(session.nothing, [3, 4])
  return (await scoreChoices({ choice: root, path: [], past, trunk: [5], before: '', again: 0 }, limits, (_, text) => tokensOf(text), (from, tree) => session.score(from, tree))).nodes
}

describe('scoreChoices', () => {
  test('is the brute-force score over random trees, whatever the budget, the speculation and the way the model is walked', async () => {
    await fc.assert(fc.asyncProperty(
      choiceTree(4), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 50 }), fc.constantFrom('fork' as const, 'tree' as const),
      async (root, exhaustive, budget, speculate, kind) => {
        const nodes = plain(await planned(root, new ToySession(letters.length, kind), { exhaustive, budget, speculate }))
        const expected = plain(bruteForce(root, [3, 4, 5], exhaustive))
        expect(nodes.map(([path]) => path)).toEqual(expected.map(([path]) => path))
        nodes.forEach(([, values], at) => values.forEach((value, option) => expect(value).toBeCloseTo(expected[at]![1][option]!, 4)))
      },
    ), { numRuns: 300 })
  })

  test('a 3 x 3 matrix is one forward; what follows the best cell is another', async () => {
    const level = (next: ChoiceNode | null, options = 'abc'): ChoiceNode => ({ lead: 'd', options: Array.from(options, (text) => ({ text: `${text}\n`, next })) })
    const root = level(level(level(level(null, 'abcefg'), 'abce')))
    const session = new ToySession(letters.length)
    const nodes = await planned(root, session, { exhaustive: 2, budget: 256, speculate: 0 })
    expect(session.forwards.length).toBe(3)
    expect(session.forwards[0]!.wanted.length).toBe(1 + 3)
    expect(nodes.map(({ path }) => path.length)).toEqual([0, 1, 1, 1, 2, 3])
  })

  test('reads no token that decides nothing', async () => {
    const root: ChoiceNode = { lead: 'd', options: [{ text: 'abbb\n', next: null }, { text: 'cbbb\n', next: null }] }
    const session = new ToySession(letters.length)
    await planned(root, session, { exhaustive: 1, budget: 256, speculate: 0 })
    expect(session.forwards[0]!.tokens).toEqual([5, 3])
  })

  test('a choice of one costs no forward', async () => {
    const root: ChoiceNode = { lead: 'd', options: [{ text: 'a\n', next: { lead: 'e', options: [{ text: 'b\n', next: null }] } }] }
    const session = new ToySession(letters.length)
    expect(plain(await planned(root, session, { exhaustive: 1, budget: 256, speculate: 0 }))).toEqual([['', [0]], ['0', [0]]])
    expect(session.forwards.length).toBe(0)
  })

  test('ties go to the first', async () => {
    const option = (text: string): ChoiceNode['options'][number] => ({ text, next: { lead: '', options: [{ text: 'g\n', next: null }] } })
    const nodes = await scoreChoices(
      { choice: { lead: '', options: [option('a\n'), option('b\n'), option('c\n')] }, path: [], past: { length: 0 }, trunk: [1], before: '', again: 0 },
      { exhaustive: 1, budget: 9, speculate: 0 },
      (_, text) => tokensOf(text),
      (past, tree) => Promise.resolve({ logits: tree.wanted.map(() => new Float32Array(9)), at: () => ({ past, behind: [] }) }),
    )
    expect(nodes.nodes.map(({ path }) => path)).toEqual([[], [0]])
  })
})
