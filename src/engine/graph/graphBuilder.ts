import { elementTypes, type OnnxAttribute, type OnnxModel, type OnnxNode } from './onnxModel.ts'
import { ProtobufWriter } from './protobuf.ts'

type AttributeValue = number | readonly number[] | { readonly float: number }

/** Makes nodes and constants, in the order in which they are asked for. */
export class GraphBuilder {
  readonly nodes: OnnxNode[] = []
  readonly #model: OnnxModel
  readonly #prefix: string

  /** @param prefix of the names it makes. */
  constructor(model: OnnxModel, prefix: string) {
    this.#model = model
    this.#prefix = prefix
  }

  /** @returns the name of the node's output: `to`, or one made up. */
  op(op: string, inputs: readonly string[], attributes: Readonly<Record<string, AttributeValue>> = {}, to?: string, domain = ''): string {
    const output = to ?? `${this.#prefix}${op}_${this.nodes.length}`
    this.nodes.push(makeNode(op, inputs, [output], attributes, domain, `${this.#prefix}node_${this.nodes.length}`))
    return output
  }

  /** A node of the runtime's own operator set. */
  contrib(op: string, inputs: readonly string[], attributes: Readonly<Record<string, AttributeValue>>, to?: string): string {
    return this.op(op, inputs, attributes, to, 'com.microsoft')
  }

  outputs(op: string, inputs: readonly string[], count: number, attributes: Readonly<Record<string, AttributeValue>>): readonly string[] {
    const names = Array.from({ length: count }, (_, at) => `${this.#prefix}${op}_${this.nodes.length}_${at}`)
    this.nodes.push(makeNode(op, inputs, names, attributes, '', `${this.#prefix}node_${this.nodes.length}`))
    return names
  }

  /** The same node over other inputs. @returns the names of its outputs, in their order. */
  repeat(node: OnnxNode, inputs: readonly string[]): readonly string[] {
    const at = this.nodes.length
    const outputs = node.outputs.map((name, index) => (name === '' ? '' : `${this.#prefix}${node.op}_${at}_${index}`))
    this.nodes.push({ ...node, name: `${this.#prefix}node_${at}`, inputs: [...inputs], outputs })
    return outputs
  }

  /** Reduces the last axis, which stays as one of 1: the operator sets say which axis in two ways. */
  reduceLast(op: 'ReduceMax' | 'ReduceSum', input: string): string {
    const asInput = this.#model.opset >= (op === 'ReduceSum' ? 13 : 18)
    return asInput
      ? this.op(op, [input, this.int64('last_axis', [-1])], { keepdims: 1 })
      : this.op(op, [input], { keepdims: 1, axes: [-1] })
  }

  /** A column of ones, as long as a table is wide. */
  onesFor(table: string): string {
    const columns = this.op('Gather', [this.op('Shape', [table]), this.int64('second', [1])])
    return this.op('Expand', [this.float('one', 1), this.op('Concat', [columns, this.int64('single', [1])], { axis: 0 })])
  }

  int64(name: string, values: readonly number[]): string {
    return this.#constant(name, elementTypes.int64, [values.length], new Uint8Array(BigInt64Array.from(values, BigInt).buffer))
  }

  uint8(name: string, value: number): string {
    return this.#constant(name, elementTypes.uint8, [], Uint8Array.of(value))
  }

  /** A scalar, in 16 bits where the graph computes so. */
  float(name: string, value: number, type: number = elementTypes.float): string {
    const bytes = type === elementTypes.float16 ? new Uint8Array(Uint16Array.of(toHalf(value)).buffer) : new Uint8Array(Float32Array.of(value).buffer)
    return this.#constant(name, type, [], bytes)
  }

  #constant(name: string, type: number, dims: readonly number[], bytes: Uint8Array): string {
    const full = `${this.#prefix}${name}`
    this.#model.initializers.set(full, { name: full, dims, type, data: { kind: 'made', bytes } })
    return full
  }
}

function makeNode(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, AttributeValue>>,
  domain: string,
  name: string,
): OnnxNode {
  const made = Object.entries(attributes).map(([key, value]) => [key, makeAttribute(key, value)] as const)
  return { name, op, domain, inputs: [...inputs], outputs: [...outputs], attributes: new Map(made) }
}

/** AttributeProto's types: 1 float, 2 int, 7 ints. */
function makeAttribute(name: string, value: AttributeValue): OnnxAttribute {
  const writer = new ProtobufWriter().text(1, name)
  const empty = { int: 0, float: 0, ints: [], text: '', graph: false }
  if (typeof value === 'number') return { ...empty, int: value, message: writer.varint(3, value).varint(20, 2).finish() }
  if ('float' in value) return { ...empty, float: value.float, message: writer.float(2, value.float).varint(20, 1).finish() }
  for (const one of value) writer.varint(8, one)
  return { ...empty, ints: value, message: writer.varint(20, 7).finish() }
}

/** Nearest 16-bit float of a number in its normal range. */
function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === 0) return sign
  const exponent = Math.max(Math.floor(Math.log2(size)), -14)
  const fraction = Math.round((size / 2 ** exponent - (size < 2 ** -14 ? 0 : 1)) * 1024)
  const biased = size < 2 ** -14 ? 0 : exponent + 15
  return sign | ((biased << 10) + fraction)
}
