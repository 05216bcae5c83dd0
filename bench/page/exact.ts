/** Whether the fast way says what the plain ways say: trees against single forks and whole prompts, int8 against fp32; and what loading takes. */
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { CausalGraph } from '../../src/engine/causalGraph.ts'
import { ChoiceWave, type Placed } from '../../src/engine/choiceWave.ts'
import { ForkSession } from '../../src/engine/forkSession.ts'
import { expectedGraphPath } from '../../src/engine/graphFiles.ts'
import { type StartedModel, startModel } from '../../src/engine/loadModel.ts'
import { configureRuntime, createSession } from '../../src/engine/runtime.ts'
import type { Past, TokenTree } from '../../src/engine/session.ts'
import { TreeSession } from '../../src/engine/treeSession.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { promptFor, sentinels } from '../../src/prompt/messages.ts'
import { type Line, sampleOf } from './records.ts'
import { type Form, matrix } from './speed.ts'

const siteUrl = new URL('../', document.baseURI).href

async function filesOf(folder: string, dtype: string): Promise<Record<string, File>> {
  const url = new URL(`${folder}/`, siteUrl).href
  const graph = expectedGraphPath(dtype)
  const files: Record<string, File> = {}
  for (const path of ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja', graph, `${graph}_data`]) {
    const response = await fetch(url + path)
    if (response.ok) files[path] = new File([await response.blob()], path)
  }
  return files
}

async function start(folder: string, dtype: string, graph: 'rewritten' | 'asShipped'): Promise<StartedModel> {
  const ref = { id: folder, kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device: 'wasm', graph } as const
  return startModel({ ref, source: { kind: 'files', files: await filesOf(folder, dtype) }, threads: 1 }, siteUrl, () => undefined)
}

function graphOf({ session, config, path, graph }: StartedModel): CausalGraph {
  return new CausalGraph(session, config, path, graph.positionsAdded)
}

/** One question over three levels: its tree, and at each wanted token the tokens that labels go on with. */
interface Asked {
  readonly prefix: readonly number[]
  readonly tree: TokenTree
  readonly candidates: readonly (readonly number[])[]
}

function askedOf({ tokenizer }: StartedModel, form: Form, line: Line): Asked {
  const method = matrix(form)
  const [first, second] = sentinels(builtInScheme, method).map((prompt) => tokenizer.encodePrompt(prompt).tokens) as [readonly number[], readonly number[]]
  const prefix = first.slice(0, first.findIndex((token, at) => token !== second[at]))
  const { tokens, tail } = tokenizer.encodePrompt(promptFor(builtInScheme, method, sampleOf(line)))
  const next = (before: string, text: string): readonly number[] => {
    const seam = before.slice(-64)
    return tokenizer.encode(seam + text).slice(tokenizer.encode(seam).length)
  }
  const trunk = tokens.slice(prefix.length)
  const wave = new ChoiceWave({ choice: answerTree(builtInScheme, method).root, path: [], past: { length: prefix.length }, trunk, again: 0, before: tail }, next)
  wave.grow()
  wave.grow()
  const { tree: chosen, places } = wave.tree()
  const tree = { ...chosen, options: null }
  const leading = new Map<number, Set<number>>()
  const collect = ({ trie, at, below }: Placed): void => {
    for (const node of trie.branching) {
      const place = places[at[node]!]!
      const known = leading.get(place) ?? new Set<number>()
      leading.set(place, known)
      for (const child of trie.children[node]!) known.add(trie.tokens[child]!)
    }
    for (const child of below.values()) collect(child)
  }
  collect(wave.top)
  return { prefix, tree, candidates: tree.wanted.map((place) => [...(leading.get(place) ?? [])]) }
}

export interface Difference {
  readonly mean: number
  readonly largest: number
  readonly logits: number
  readonly places: number
  /** Places where another label won, by more than the margin in the plain way. */
  readonly otherWinners: number
}

/** @param margin two labels nearer than this may change places. */
function difference(asked: Asked, tree: readonly Float32Array[], plain: ReadonlyMap<number, Float32Array>, margin: number): Difference {
  const all: number[] = []
  let otherWinners = 0
  let places = 0
  for (const [at, candidates] of asked.candidates.entries()) {
    const other = plain.get(at)
    if (!other || candidates.length === 0) continue
    places++
    const [ours, theirs] = [tree[at]!, other].map((row) => candidates.map((token) => row[token]!)) as [number[], number[]]
    ours.forEach((value, option) => all.push(Math.abs(value - theirs[option]!)))
    const [won, wonThere] = [ours, theirs].map((values) => values.indexOf(Math.max(...values))) as [number, number]
    if (won !== wonThere && theirs[wonThere]! - theirs[won]! > margin) otherWinners++
  }
  return { mean: all.reduce((sum, value) => sum + value, 0) / all.length, largest: Math.max(...all), logits: all.length, places, otherWinners }
}

/** fp32: the tree's logits against whole prompts, one plain forward of the graph as shipped each, at so many of the places asked. */
export async function treeAgainstWhole(folder: string, form: Form, lines: readonly Line[], places: number): Promise<readonly Difference[]> {
  const rewritten = await start(folder, 'fp32', 'rewritten')
  const shipped = graphOf(await start(folder, 'fp32', 'asShipped'))
  const session = new TreeSession(graphOf(rewritten))
  const found: Difference[] = []
  for (const line of lines) {
    const asked = askedOf(rewritten, form, line)
    // some of the small models' vocabularies need many tokens
    if (asked.prefix.length + asked.tree.tokens.length > rewritten.about.contextLength) continue
    const { logits } = await session.score(session.pin(await session.extend(session.nothing, asked.prefix)), asked.tree, false)
    const plain = new Map<number, Float32Array>()
    for (let step = 0; step < Math.min(places, asked.tree.wanted.length); step++) {
      const at = Math.floor((step * asked.tree.wanted.length) / Math.min(places, asked.tree.wanted.length))
      const path: number[] = []
      for (let token = asked.tree.wanted[at]!; token >= 0; token = asked.tree.parents[token]!) path.unshift(asked.tree.tokens[token]!)
      const tokens = [...asked.prefix, ...path]
      const whole = await shipped.run({ tokens, positions: tokens.map((_, position) => position), prefix: null, past: shipped.nothing, pastLength: 0, rows: [tokens.length - 1], options: null, cache: false })
      plain.set(at, whole.logits[0]!.slice())
    }
    found.push(difference(asked, logits, plain, 1e-3))
    session.pin(session.nothing)
    session.keepOnly([])
  }
  return found
}

let int8: StartedModel | null = null

async function real(): Promise<StartedModel> {
  int8 ??= await start('with/model', 'int8', 'rewritten')
  return int8
}

/** int8: the tree's label logits against single forks of the same graph. */
export async function treeAgainstForks(form: Form, lines: readonly Line[]): Promise<readonly Difference[]> {
  const started = await real()
  const graph = graphOf(started)
  const [tree, forks] = [new TreeSession(graph), new ForkSession(graph)]
  const found: Difference[] = []
  let past: Past | null = null
  for (const line of lines) {
    const asked = askedOf(started, form, line)
    past ??= tree.pin(await tree.extend(tree.nothing, asked.prefix))
    const rows = (await tree.score(past, asked.tree, false)).logits.map((row) => row.slice())
    const plain = (await forks.score(past, asked.tree, false)).logits
    found.push(difference(asked, rows, new Map(plain.map((row, at) => [at, row])), 0.25))
    forks.keepOnly([])
    tree.keepOnly([])
  }
  tree.pin(tree.nothing)
  tree.keepOnly([])
  return found
}

export interface Golden {
  readonly prompt_ids: readonly number[]
  /** Token and log-probability in fp32, the most probable first. */
  readonly top20: readonly (readonly [number, number])[]
}

/** KL divergence of the next token, fp32 from int8, over fp32's first twenty and the rest as one. */
export async function divergence(golden: readonly Golden[]): Promise<readonly number[]> {
  const session = new TreeSession(graphOf(await real()))
  const found: number[] = []
  for (const { prompt_ids, top20 } of golden) {
    const { logits } = await session.step(session.nothing, prompt_ids)
    session.keepOnly([])
    let largest = -Infinity
    for (const value of logits) largest = Math.max(largest, value)
    let sum = 0
    for (const value of logits) sum += Math.exp(value - largest)
    const total = largest + Math.log(sum)
    let [rest, restHere, divergence] = [1, 1, 0]
    for (const [token, expected] of top20) {
      const here = logits[token]! - total
      divergence += Math.exp(expected) * (expected - here)
      rest -= Math.exp(expected)
      restHere -= Math.exp(here)
    }
    if (rest > 1e-6) divergence += rest * Math.log(rest / Math.max(restHere, 1e-12))
    found.push(divergence)
  }
  return found
}

/** Loads the real model as the app does, or its file as it is handed to the runtime otherwise. The memories of WASM are counted from outside. */
export async function loadOnly(graph: 'rewritten' | 'unmodified'): Promise<void> {
  if (graph === 'rewritten') {
    await start('with/model', 'int8', 'rewritten')
    return
  }
  configureRuntime(siteUrl, 'wasm', 1)
  const path = expectedGraphPath('int8')
  const bytes = new Uint8Array(await (await fetch(new URL(`with/model/${path}`, siteUrl))).arrayBuffer())
  await createSession(bytes, path, 'wasm', [])
}
