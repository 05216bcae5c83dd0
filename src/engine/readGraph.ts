import type { Device } from '../domain/model.ts'
import { EngineError } from './engine.ts'
import { externalStretches } from './graph/externalData.ts'
import { maskGraph } from './graph/maskGraph.ts'
import { ProtobufError } from './graph/protobuf.ts'
import { rewriteGraph, type RewrittenGraph } from './graph/rewriteGraph.ts'
import { maskFault } from './maskTrial.ts'
import type { ModelConfig } from './modelConfig.ts'
import type { ModelReader } from './modelReader.ts'
import type { Mounted } from './runtime.ts'

/** A graph ready to be started, with the files that its weights lie in. */
export interface ReadGraph extends RewrittenGraph {
  readonly mounted: readonly Mounted[]
}

/**
 * Reads a graph and the files of its weights (the runtime has to be configured: masks are run), and checks that every stretch the graph refers to is there.
 * @param rewrite false: it computes what it did; only its weights are left where they are instead of being copied.
 * @throws EngineError naming the file that is missing, cut short, or no ONNX graph.
 */
export async function readGraph(reader: ModelReader, path: string, config: ModelConfig, rewrite: boolean, device: Device): Promise<ReadGraph> {
  const { bytes } = await reader.read(path)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stretches = parsed(path, () => externalStretches(bytes))
  const mounted: Mounted[] = [{ path: name, data: bytes }]
  for (const location of new Set(stretches.map((stretch) => stretch.location))) {
    const file = path.slice(0, path.lastIndexOf('/') + 1) + location
    if (!reader.has(file)) throw new EngineError('missingFile', `${file} is missing: ${path} keeps its weights there`, file)
    const data = (await reader.read(file)).bytes
    const end = Math.max(...stretches.filter((stretch) => stretch.location === location).map(({ offset, length }) => offset + (length ?? 0)))
    if (data.length < end) throw new EngineError('truncatedFile', `${file} has ${data.length} of at least ${end} bytes: fetch or copy it again`, file)
    mounted.push({ path: location, data })
  }
  const fault = rewrite ? await maskFault(parsed(path, () => maskGraph(bytes, name)), mounted, config.contextLength) : null
  const graph = parsed(path, () =>
    rewriteGraph(bytes, { source: name, rewrite, headSize: config.headSize, windowed: config.windowed, prefixApart: device === 'wasm', maskFault: fault }))
  return { ...graph, mounted }
}

function parsed<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error
    throw error.truncated
      ? new EngineError('truncatedFile', `${path} ends in the middle (${error.message}): fetch or copy it again`, path)
      : new EngineError('notOnnx', `${path} is not an ONNX graph: ${error.message}`, path)
  }
}
