import { describe, expect, test, vi } from 'vitest'
import { type FixtureGraph, startFixture } from './fixtureSession.ts'
import type { Session, TokenTree } from '../../src/engine/session.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

/** A text of 40 tokens, then: a trunk of three, two branches of which the first branches again, and wanted tokens at every depth. */
const text = Array.from({ length: 40 }, (_, at) => 20 + ((at * 37) % 500))
const tree: TokenTree = {
  tokens: [101, 102, 103, 201, 202, 301, 302, 303, 401],
  parents: [-1, 0, 1, 2, 3, 2, 5, 5, 7],
  wanted: [2, 4, 6, 8],
}

async function logits(session: Session): Promise<readonly Float32Array[]> {
  const past = await session.extend(session.nothing, text)
  const scored = await session.score(past, tree, true)
  const { past: behind, behind: rest } = scored.at(8)
  const further = await session.step(behind, [...rest, 500, 501])
  return [...scored.logits, further.logits]
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
    ['exported', 'model.onnx', 'plain attention as torch exports it'],
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

describe('one activation scale a token', () => {
  test.each(['qwen2', 'exported'])('%s: branches do not move each other, and cuts do not matter', async (model) => {
    const { graph, tree: session, fork } = await startFixture(model, 'model_int8.onnx', true)
    expect(graph.left).toEqual([])
    expect(graph.tokenScales).toBeGreaterThan(0)
    const whole = await logits(session)
    expect(largestDifference(await logits(fork), whole)).toBeLessThan(1e-4)
    const past = await session.extend(session.nothing, text)
    const alone = await session.score(past, { tokens: tree.tokens.slice(0, 3), parents: [-1, 0, 1], wanted: [2] }, false)
    expect(largestDifference(alone.logits, whole.slice(0, 1))).toBeLessThan(1e-5)
  })

  test.each(['qwen2', 'exported'])('%s: is as near to the unquantised model as 8 bits are', async (model) => {
    const exact = await shipped(model, 'model.onnx')
    const rewritten = await logits((await startFixture(model, 'model_int8.onnx', true)).tree)
    expect(largestDifference(rewritten, exact)).toBeLessThan(0.2 * spread(exact))
  })
})

describe('what the rewrite does not know', () => {
  test('is left alone, says why, and is walked by forks', async () => {
    const left = await startFixture('sink', 'model.onnx', true)
    expect(left.graph).toMatchObject({ tree: false, left: ['attention has a sink'] })
    expect(largestDifference(await logits(left.fork), await shipped('sink', 'model.onnx'))).toBeLessThan(1e-5)
  })
})

describe('logits', () => {
  test('come for the last rows only, where the graph gave all', async () => {
    const { causal }: FixtureGraph = await startFixture('qwen2', 'model.onnx', true)
    const { logits: rows } = await causal.run({
      tokens: text,
      positions: text.map((_, at) => at),
      past: causal.nothing,
      pastLength: 0,
      keep: 2,
      cache: false,
      bias: () => new Float32Array(text.length ** 2),
    })
    expect(rows.length).toBe(2)
    expect(rows[0]!.length).toBe(900)
  })
})

describe('weights', () => {
  test('stay in the file: the written graph is small', async () => {
    const { graph } = await startFixture('qwen2', 'model.onnx', true)
    expect(graph.bytes.length).toBeLessThan(40_000)
  })
})
