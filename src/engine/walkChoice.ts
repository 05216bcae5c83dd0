import type { Bytes } from '../domain/units.ts'
import { disagreement, probeLogits, shippedTolerance, tokenByToken, tolerance } from './agreement.ts'
import { CausalGraph } from './causalGraph.ts'
import { EngineError, type WalkedModel } from './engine.ts'
import { ForkSession } from './forkSession.ts'
import { rewriteGraph } from './graph/rewriteGraph.ts'
import type { StartedModel } from './loadModel.ts'
import { createSession } from './runtime.ts'
import type { Session } from './session.ts'
import { TreeSession } from './treeSession.ts'

/** Files up to here are started a second time, as they were shipped, to compare with: larger ones would have to be twice in memory. */
const comparable: Bytes = 128 * 2 ** 20

/** How a causal model is walked, what it is checked by (null: nothing), and what came of the comparisons. */
export interface ChosenWalk {
  readonly session: Session
  readonly forks: Session | null
  readonly walk: WalkedModel['walk']
}

/**
 * Walks by trees only where they give what single forks do, and the rewritten graph only where it gives what the shipped one does, token by token: trees
 * and forks of one wrong rewrite would agree with each other. The graph that is not used is released.
 */
export async function chooseWalk(started: StartedModel): Promise<ChosenWalk> {
  const { graph, tokenizer, about } = started
  const forks = new ForkSession(causalGraph(started))
  const tree = causalGraph(started).takesBias ? new TreeSession(causalGraph(started)) : null
  // another device is compared with what WASM says, which was compared so
  const shipped = about.ref.graph === 'rewritten' && about.ref.device === 'wasm' ? await shippedLogits(started) : null
  const byForks = await probeLogits(forks, tokenizer.encode).catch((error: unknown) => {
    if (shipped && typeof shipped !== 'string') return null
    throw error instanceof EngineError ? new EngineError(error.code, `${started.path}: ${error.message}`, started.path) : error
  })
  const known = { tokenScales: graph.tokenScales, agreement: { rewrittenAndShipped: null, treeAndFork: null, deviceAndWasm: null } }
  let rewrittenAndShipped: number | null = null
  if (shipped && typeof shipped !== 'string') {
    rewrittenAndShipped = byForks ? disagreement(shipped.logits, byForks) : NaN
    if (!(rewrittenAndShipped <= shippedTolerance(about.ref.dtype, graph.tokenScales))) {
      await started.session.release()
      const left = [`the rewritten graph’s logits are ${rewrittenAndShipped.toFixed(2)} deviations from those of the graph as shipped: it is not used`]
      return { session: shipped.forks, forks: null, walk: { kind: 'fork', left, tokenScales: 0, agreement: { ...known.agreement, rewrittenAndShipped } } }
    }
    await shipped.release()
  }
  const left = typeof shipped === 'string' ? [...graph.left, shipped] : graph.left
  if (!tree) return { session: forks, forks: null, walk: { ...known, kind: 'fork', left, agreement: { ...known.agreement, rewrittenAndShipped } } }
  const treeAndFork = disagreement(byForks!, await probeLogits(tree, tokenizer.encode))
  const agreement = { ...known.agreement, rewrittenAndShipped, treeAndFork }
  if (treeAndFork <= tolerance(about.ref.dtype)) return { session: tree, forks, walk: { ...known, kind: 'tree', left, agreement } }
  const givenUp = `a tree’s logits are ${treeAndFork.toFixed(2)} deviations from those of single forks`
  return { session: forks, forks: null, walk: { ...known, kind: 'fork', left: [...left, givenUp], agreement } }
}

export function causalGraph({ session, config, path, graph }: Pick<StartedModel, 'session' | 'config' | 'path' | 'graph'>): CausalGraph {
  return new CausalGraph(session, config, path, graph.positionsAdded)
}

interface ShippedLogits {
  readonly logits: readonly Float32Array[]
  readonly forks: Session
  release(): Promise<void>
}

/** Logits of the graph as it was shipped, or why there are none. */
async function shippedLogits(started: StartedModel): Promise<ShippedLogits | string> {
  const { graph: { mounted }, config, path, about, tokenizer } = started
  if (about.bytes > comparable) return 'not compared with the graph as shipped, which is too large to be in memory twice'
  const [{ path: source, data }] = mounted as [(typeof mounted)[number]]
  const shipped = rewriteGraph(data, { source, rewrite: false, headSize: config.headSize, windowed: config.windowed, prefixApart: false, maskFault: null })
  let session: StartedModel['session'] | undefined
  try {
    session = await createSession(shipped.bytes, path, about.ref.device, mounted, shipped.cacheOutputs)
    const forks = new ForkSession(new CausalGraph(session, config, path, false))
    const logits = await tokenByToken(forks, tokenizer.encode)
    const running = session
    return { logits, forks, release: () => running.release() }
  } catch (error) {
    await session?.release()
    return `not compared with the graph as shipped, which cannot be run here (${error instanceof Error ? error.message : String(error)})`
  }
}
