import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type FixtureGraph, fixtures, startFixture } from './fixtureSession.ts'
import type { Session, TokenTree } from '../../src/engine/session.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

/** A text of 40 tokens, then: a trunk of three, two branches of which the first branches again, and wanted tokens at every depth. */
const text = Array.from({ length: 40 }, (_, at) => 20 + ((at * 37) % 500))
const tree: TokenTree = {
  tokens: [101, 102, 103, 201, 202, 301, 302, 303, 401],
  parents: [-1, 0, 1, 2, 3, 2, 5, 5, 7],
  wanted: [2, 4, 6, 8],
  options: null,
}

async function logits(session: Session): Promise<readonly Float32Array[]> {
  const past = await session.extend(session.nothing, text)
  const scored = await session.score(past, tree, true)
  const { past: behind, behind: rest } = scored.at(8)
  const further = await session.step(behind, [...rest, 500, 501])
  return [...scored.logits, further.logits]
}

/** The same, part of the text pinned as a prefix. */
async function pinned(session: Session): Promise<readonly Float32Array[]> {
  const past = session.pin(await session.extend(session.nothing, text.slice(0, 24)))
  const scored = await session.score(past, { ...tree, tokens: [...text.slice(24), ...tree.tokens], parents: [...text.slice(24).keys()].map((at) => at - 1).concat(tree.parents.map((at) => at + 16)), wanted: tree.wanted.map((at) => at + 16) }, true)
  const { past: behind, behind: rest } = scored.at(8 + 16)
  return [...scored.logits, (await session.step(behind, [...rest, 500, 501])).logits]
}

function largestDifference(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  expect(a.length).toBe(b.length)
  return Math.max(...a.flatMap((row, at) => Array.from(row, (value, column) => Math.abs(value - b[at]![column]!))))
}

function spread(rows: readonly Float32Array[]): number {
  const values = rows.flatMap((row) => [...row])
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

const shipped = async (model: string, file: string): Promise<readonly Float32Array[]> => logits((await startFixture(model, file, false)).fork)

describe('a rewritten graph computes what it did', () => {
  test.each([
    ['qwen2', 'model.onnx', 'packed queries, keys and values'],
    ['qwen3', 'model.onnx', 'norms before the attention node'],
    ['windowed', 'model.onnx', 'a window and a softcap'],
    ['external', 'model.onnx', 'weights in a file of their own'],
    ['parts', 'model.onnx', 'weights in two files'],
    ['separate', 'model.onnx', 'queries, keys and values from products of their own'],
    ['gemma2', 'model.onnx', 'a Gemma: other head size, windows, capped scores and logits'],
    ['gemma3', 'model.onnx', 'a Gemma with norms and two rotary bases'],
    ['exported', 'model.onnx', 'plain attention as torch exports it'],
    ['boolean', 'model.onnx', 'the same with a mask that says which scores count'],
    ['tiny-gqa', 'model.onnx', 'another GroupQueryAttention'],
  ])('%s/%s: %s', async (model, file) => {
    const expected = await shipped(model, file)
    const rewritten = await startFixture(model, file, true)
    expect(rewritten.graph.left).toEqual([])
    expect(spread(expected)).toBeGreaterThan(0.1)
    expect(largestDifference(await logits(rewritten.tree), expected)).toBeLessThan(2e-5)
    expect(largestDifference(await logits(rewritten.fork), expected)).toBeLessThan(2e-5)
  })

  test('tiny-plain: a mask of our own', async () => {
    const expected = await shipped('tiny-plain', 'model.onnx')
    const rewritten = await startFixture('tiny-plain', 'model.onnx', true)
    expect(rewritten.graph.tree).toBe(true)
    expect(largestDifference(await logits(rewritten.tree), expected)).toBeLessThan(2e-5)
  })

  test.each([
    ['qwen2', 'model_fp16.onnx', 0.02],
    ['qwen2', 'model_q4.onnx', 1e-4],
    ['separate', 'model_fp16.onnx', 0.02],
  ])('%s/%s, as exact as its type', async (model, file, tolerance) => {
    const expected = await shipped(model, file)
    const rewritten = await startFixture(model, file, true)
    expect(rewritten.graph.tree).toBe(true)
    expect(largestDifference(await logits(rewritten.tree), expected)).toBeLessThan(tolerance * spread(expected))
  })

  test('qwen3/model_fp16.onnx: norms inside the node, which this provider cannot run as shipped', async () => {
    const expected = await shipped('qwen3', 'model.onnx')
    const rewritten = await startFixture('qwen3', 'model_fp16.onnx', true)
    expect(rewritten.graph.left).toEqual([])
    expect(largestDifference(await logits(rewritten.tree), expected)).toBeLessThan(0.03 * spread(expected))
  })
})

/** Written by test/fixtures/models/make.py. */
interface Golden {
  readonly text: readonly number[]
  /** Tokens behind the text, for each row of logits. */
  readonly places: readonly (readonly number[])[]
  readonly every: number
  readonly logits: readonly (readonly number[])[]
}

describe('the logits are those of transformers itself', () => {
  const golden = (model: string): Golden => JSON.parse(readFileSync(join(fixtures, model, 'golden.json'), 'utf8')) as Golden

  test.each(['separate', 'gemma2', 'gemma3', 'unfused', 'multihead'])('%s', async (model) => {
    const { text: read, places, every, logits: rows } = golden(model)
    expect(read).toEqual(text)
    expect(places.map((place) => place.at(-1))).toEqual([...tree.wanted.map((at) => tree.tokens[at]), 501])
    const expected = rows.map((row) => Float32Array.from(row))
    expect(spread(expected)).toBeGreaterThan(0.1)
    const { tree: session, fork, graph } = await startFixture(model, 'model.onnx', true)
    expect(graph.left).toEqual([])
    // as shipped some cannot read several tokens behind others at all (unfused, multihead)
    for (const asked of [() => logits(session), () => logits(fork), () => pinned(session)]) {
      const found = (await asked()).map((row) => row.filter((_, token) => token % every === 0))
      expect(largestDifference(found, expected)).toBeLessThan(1e-4)
    }
  })
})

describe('one activation scale a token', () => {
  test.each(['qwen2', 'exported'])('%s: branches do not move each other, and cuts do not matter', async (model) => {
    const { graph, tree: session, fork } = await startFixture(model, 'model_int8.onnx', true)
    expect(graph.left).toEqual([])
    expect(graph.tokenScales).toBeGreaterThan(0)
    const whole = await logits(session)
    expect(largestDifference(await logits(fork), whole)).toBeLessThan(1e-4)
    const past = await session.extend(session.nothing, text)
    const alone = await session.score(past, { tokens: tree.tokens.slice(0, 3), parents: [-1, 0, 1], wanted: [2], options: null }, false)
    expect(largestDifference(alone.logits, whole.slice(0, 1))).toBeLessThan(1e-5)
  })

  test.each(['qwen2', 'exported'])('%s: is as near to the unquantised model as 8 bits are', async (model) => {
    const exact = await shipped(model, 'model.onnx')
    const rewritten = await logits((await startFixture(model, 'model_int8.onnx', true)).tree)
    expect(largestDifference(rewritten, exact)).toBeLessThan(0.2 * spread(exact))
  })
})

describe('a pinned prefix', () => {
  const inside = ['exported', 'tiny-mha']
  test.each(['qwen2', 'qwen3', 'windowed', 'external', 'tiny-gqa', 'separate', 'gemma2', 'gemma3', ...inside])('%s: changes no logit, though it is another input', async (model) => {
    const expected = await shipped(model, 'model.onnx')
    const { tree: session, fork, causal } = await startFixture(model, 'model.onnx', true)
    expect(causal.takesPrefix).toBe(!inside.includes(model))
    expect(spread(expected)).toBeGreaterThan(0.1)
    expect(largestDifference(await pinned(session), expected)).toBeLessThan(2e-5)
    expect(largestDifference(await pinned(fork), expected)).toBeLessThan(2e-5)
  })

  test('is not given up with what stood behind it', async () => {
    const { tree: session } = await startFixture('qwen2', 'model.onnx', true)
    const past = session.pin(await session.extend(session.nothing, text))
    const once = await session.step(past, [500])
    session.keepOnly([])
    expect(await session.step(past, [500]).then(({ logits: row }) => row)).toEqual(once.logits)
  })

  // one branch more or less, another order, a cut: with 8-bit activations nothing less than the same bits keeps the labels where they are
  test.each([0, 200, 240])('in 8 bits trees answer as single forks do, to the bit, behind %i tokens more', async (more) => {
    const { tree: session, fork } = await startFixture('qwen2', 'model_int8.onnx', true)
    const pinned = session.pin(await session.extend(session.nothing, text))
    // columns that stand in one block of a product for a fork, and in two for a tree
    const past = await session.extend(pinned, Array.from({ length: more }, (_, at) => 20 + ((at * 41) % 500)))
    const branches = fc.array(fc.record({ token: fc.integer({ min: 3, max: 899 }), up: fc.nat(6) }), { minLength: 2, maxLength: 30 })
    await fc.assert(fc.asyncProperty(branches, async (made) => {
      const some: TokenTree = { tokens: made.map(({ token }) => token), parents: made.map(({ up }, at) => (up === 0 ? at - 1 : Math.max(at - 1 - up, -1))), wanted: made.map((_, at) => at), options: [7, 70, 700] }
      const byTree = (await session.score(past, some, false)).logits
      const byForks = (await fork.score(past, some, false)).logits
      expect(largestDifference(byTree, byForks)).toBe(0)
    }), { numRuns: 12 })
  })
})

describe('logits of some tokens', () => {
  test.each([['qwen2', 'model_int8.onnx'], ['exported', 'model_int8.onnx'], ['qwen2', 'model.onnx'], ['tiny-gqa', 'model.onnx']])('%s/%s: are those of the whole vocabulary', async (model, file) => {
    const { tree: session } = await startFixture(model, file, true)
    const past = await session.extend(session.nothing, text)
    const whole = (await session.score(past, tree, false)).logits
    const options = [3, 4, 77, 500, 599]
    const some = (await session.score(past, { ...tree, options }, false)).logits
    expect(some).toHaveLength(whole.length)
    some.forEach((row, at) => expect(Array.from(row)).toEqual(options.map((token) => whole[at]![token]!)))
  })
})

describe('what the rewrite does not know', () => {
  test('is left alone, says why, and is walked by forks', async () => {
    const left = await startFixture('sink', 'model.onnx', true)
    expect(left.graph).toMatchObject({ tree: false, left: ['attention has a sink'] })
    expect(largestDifference(await logits(left.fork), await shipped('sink', 'model.onnx'))).toBeLessThan(1e-5)
  })
})

describe('other forms of attention', () => {
  // the same weights in the same order: what tiny-plain says, these say
  test('tiny-boolean is walked by forks, and says why', async () => {
    const expected = await shipped('tiny-plain', 'model.onnx')
    expect(spread(expected)).toBeGreaterThan(0.1)
    expect(largestDifference(await shipped('tiny-boolean', 'model.onnx'), expected)).toBeLessThan(2e-5)
    const left = await startFixture('tiny-boolean', 'model.onnx', true)
    expect(left.graph).toMatchObject({ tree: false, left: ['the mask is repeated for heads that are rows'] })
    expect(left.causal.takesBias).toBe(false)
    expect(largestDifference(await logits(left.fork), expected)).toBeLessThan(2e-5)
  })

  test('tiny-mha: MultiHeadAttention over keys by head is opened', async () => {
    const expected = await shipped('tiny-plain', 'model.onnx')
    expect(largestDifference(await shipped('tiny-mha', 'model.onnx'), expected)).toBeLessThan(2e-5)
    const { graph, tree: session, fork } = await startFixture('tiny-mha', 'model.onnx', true)
    expect(graph).toMatchObject({ tree: true, left: [] })
    expect(largestDifference(await logits(session), expected)).toBeLessThan(2e-5)
    expect(largestDifference(await logits(fork), expected)).toBeLessThan(2e-5)
  })
})

describe('logits', () => {
  test('come for the rows that are wanted, where the graph gave all', async () => {
    const { causal }: FixtureGraph = await startFixture('qwen2', 'model.onnx', true)
    const { logits: rows } = await causal.run({
      tokens: text,
      positions: text.map((_, at) => at),
      prefix: null,
      past: causal.nothing,
      pastLength: 0,
      rows: [3, 39],
      options: null,
      cache: false,
      bias: () => new Float32Array(text.length ** 2),
    })
    expect(rows.length).toBe(2)
    expect(rows[0]!.length).toBe(900)
  })
})

describe('how many tokens the model has rows for', () => {
  test.each([['exported', 'model.onnx', 900, 'a table by rows'], ['tiny-plain', 'model.onnx', 600, 'by columns'], ['qwen2', 'model.onnx', 900, 'turned'], ['qwen2', 'model_int8.onnx', 900, 'in 8 bits']])('%s/%s: %i, %s', async (model, file, rows) => {
    expect((await startFixture(model, file, true)).graph.vocabulary).toBe(rows)
  })
})

describe('weights', () => {
  test('stay in the file: the written graph is small', async () => {
    const { graph } = await startFixture('qwen2', 'model.onnx', true)
    expect(graph.bytes.length).toBeLessThan(40_000)
  })
})
