/**
 * A stand-in engine behind the real worker's protocol: it answers at once, with log-probabilities that the prompt's text seeds. Everything
 * around it (client, run, storage) is the app's own. Tells on a channel when it is first asked.
 */
import * as Comlink from 'comlink'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { AnswerRequest, AnswerResult, LoadRequest, ScoredNode, WalkedModel } from '../../src/engine/engine.ts'

let asked = false
const channel = new BroadcastChannel('stand-in')

function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

function answer({ prompt, tree, exhaustive }: AnswerRequest): AnswerResult {
  if (!asked) channel.postMessage({ at: performance.timeOrigin + performance.now() })
  asked = true
  let state = seedOf(prompt.messages.at(-1)!.content)
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const nodes: ScoredNode[] = []
  const scored = (path: readonly number[], { options }: ChoiceNode): Float32Array => {
    const raw = options.map(() => 3 * random())
    const total = Math.log(raw.reduce((sum, value) => sum + Math.exp(value), 0))
    const logProbabilities = Float32Array.from(raw, (value) => value - total)
    nodes.push({ path, logProbabilities })
    return logProbabilities
  }
  let best: { joint: number; path: readonly number[]; next: ChoiceNode | null } = { joint: -Infinity, path: [], next: null }
  const walk = (path: readonly number[], node: ChoiceNode, joint: number, levels: number): void => {
    const values = scored(path, node)
    node.options.forEach(({ next }, option) => {
      const through = joint + values[option]!
      if (levels > 1 && next) walk([...path, option], next, through, levels - 1)
      else if (through > best.joint) best = { joint: through, path: [...path, option], next }
    })
  }
  walk([], tree, 0, exhaustive)
  while (best.next) {
    const { path, next, joint } = best
    best = { joint: -Infinity, path, next: null }
    walk(path, next, joint, 1)
  }
  nodes.sort((one, other) => one.path.length - other.path.length)
  return { nodes, reason: null, promptTokens: 800, newTokens: 40, duration: 1 }
}

const value = <Value>(given: Value): { value: Value } => ({ value: given })

Comlink.expose({
  start: () => undefined,
  probe: () => value([]),
  load: ({ ref }: LoadRequest): { value: WalkedModel } => value({
    ref,
    contextLength: 4096,
    bytes: 0,
    outputs: [],
    chatTemplate: true,
    walk: { kind: 'tree', left: [], tokenScales: 0, agreement: { rewrittenAndShipped: null, treeAndFork: 0, deviceAndWasm: null } },
  }),
  prepare: () => value(700),
  countTokens: (inputs: readonly unknown[]) => value(inputs.map(() => 800)),
  answer: (request: AnswerRequest) => value(answer(request)),
})
