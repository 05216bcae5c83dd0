import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CausalGraph } from '../../src/engine/causalGraph.ts'
import { ForkSession } from '../../src/engine/forkSession.ts'
import { maskGraph } from '../../src/engine/graph/maskGraph.ts'
import { rewriteGraph, type RewrittenGraph } from '../../src/engine/graph/rewriteGraph.ts'
import { maskFault } from '../../src/engine/maskTrial.ts'
import { parseModelConfig } from '../../src/engine/modelConfig.ts'
import { createSession } from '../../src/engine/runtime.ts'
import type { Session } from '../../src/engine/session.ts'
import { TreeSession } from '../../src/engine/treeSession.ts'

export const fixtures = 'test/fixtures/models'

export interface FixtureGraph {
  readonly graph: RewrittenGraph
  readonly causal: CausalGraph
  readonly fork: Session
  /** Only where the graph takes trees. */
  readonly tree: Session
}

/** Starts a fixture's graph in the WASM runtime, under Node. The test has to mock `onnxruntime-web/webgpu` by `onnxruntime-web`. */
export async function startFixture(model: string, file: string, rewrite: boolean): Promise<FixtureGraph> {
  const folder = join(fixtures, model)
  const config = parseModelConfig(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')))
  const bytes = read(join(folder, 'onnx', file))
  const beside = readdirSync(join(folder, 'onnx')).filter((name) => name.startsWith(`${file}_data`))
  const mounted = [{ path: file, data: bytes }, ...beside.map((path) => ({ path, data: read(join(folder, 'onnx', path)) }))]
  const fault = rewrite ? await maskFault(maskGraph(bytes, file), mounted, config.contextLength) : null
  const graph = rewriteGraph(bytes, { source: file, rewrite, headSize: config.headSize, windowed: config.windowed, prefixApart: true, maskFault: fault })
  const session = await createSession(graph.bytes, file, 'wasm', mounted)
  const causal = new CausalGraph(session, config, file, graph.positionsAdded)
  return { graph, causal, fork: new ForkSession(causal), tree: new TreeSession(causal) }
}

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path))
}
