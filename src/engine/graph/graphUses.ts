import type { OnnxModel, OnnxNode } from './onnxModel.ts'

/** Which node makes a value, and which read it. */
export class GraphUses {
  readonly #makers = new Map<string, OnnxNode>()
  readonly #readers = new Map<string, OnnxNode[]>()

  constructor(nodes: readonly OnnxNode[]) {
    for (const node of nodes) {
      for (const output of node.outputs) if (output !== '') this.#makers.set(output, node)
      for (const input of new Set(node.inputs)) {
        const readers = this.#readers.get(input)
        if (readers) readers.push(node)
        else this.#readers.set(input, [node])
      }
    }
  }

  maker(value: string): OnnxNode | undefined {
    return this.#makers.get(value)
  }

  readers(value: string): readonly OnnxNode[] {
    return this.#readers.get(value) ?? []
  }
}

/** Takes away nodes whose outputs nobody reads, and inputs of the graph that nobody reads any more. */
export function dropUnused(model: OnnxModel, inputs: ReadonlySet<string>): void {
  const read = new Set(model.outputs.map(({ name }) => name))
  const kept: OnnxNode[] = []
  for (const node of model.nodes.toReversed()) {
    if (!node.outputs.some((output) => read.has(output))) continue
    kept.push(node)
    for (const input of node.inputs) read.add(input)
  }
  model.nodes = kept.reverse()
  model.inputs = model.inputs.filter(({ name }) => read.has(name) || !inputs.has(name))
  for (const name of model.initializers.keys()) if (!read.has(name)) model.initializers.delete(name)
}
