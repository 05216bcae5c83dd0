import type { Bytes } from '../../domain/units.ts'
import { type ExternalStretch, externalStretch } from './externalData.ts'
import { type Field, fieldsOf, ProtobufError, ProtobufWriter, text } from './protobuf.ts'

/** An ONNX graph as far as the rewrite has to see it. Weights are offsets into the bytes it was read from, never copies. */
export interface OnnxModel {
  /** ModelProto's fields besides the graph, as they were. */
  readonly envelope: Uint8Array
  /** Version of the standard operator set. */
  readonly opset: number
  readonly name: string
  nodes: OnnxNode[]
  readonly initializers: Map<string, OnnxTensor>
  inputs: OnnxValue[]
  readonly outputs: OnnxValue[]
}

export interface OnnxNode {
  readonly name: string
  readonly op: string
  /** Empty for the standard operators. */
  readonly domain: string
  readonly inputs: string[]
  readonly outputs: string[]
  readonly attributes: ReadonlyMap<string, OnnxAttribute>
}

/** An attribute's message, and its value where it is a number, a list of integers or a text. */
export interface OnnxAttribute {
  readonly message: Uint8Array
  readonly int: number
  readonly float: number
  readonly ints: readonly number[]
  readonly text: string
  /** It holds a graph of its own (If, Loop). */
  readonly graph: boolean
}

export interface OnnxTensor {
  readonly name: string
  readonly dims: readonly number[]
  /** TensorProto's number: 1 float, 7 int64, 10 float16 ... */
  readonly type: number
  readonly data:
    /** In the file that was read, from here to there. */
    | { readonly kind: 'here'; readonly start: Bytes; readonly end: Bytes }
    | { readonly kind: 'external'; readonly stretch: ExternalStretch }
    /** The numbers as they lie in memory. */
    | { readonly kind: 'made'; readonly bytes: Uint8Array }
    /** Small, or written in a way of its own: the message as it was. */
    | { readonly kind: 'message'; readonly message: Uint8Array }
}

export interface OnnxValue {
  readonly name: string
  readonly type: number
  readonly dims: readonly (number | string)[]
  /** As it was; absent for what was made here. */
  readonly message?: Uint8Array
}

export const elementTypes = { float: 1, uint8: 2, int64: 7, float16: 10 } as const

/** Tensors from this size on stay where they are; smaller ones the runtime may want to see while it loads the graph. */
const leftInPlace = 1024

/** @throws ProtobufError where the bytes are no ONNX model, or end early. */
export function parseOnnx(bytes: Uint8Array): OnnxModel {
  const envelope = new ProtobufWriter()
  let opset = 0
  let graph: Field | undefined
  for (const field of fieldsOf(bytes)) {
    if (field.number === 7) {
      graph = field
      continue
    }
    envelope.raw(whole(bytes, field))
    if (field.number === 8) opset = Math.max(opset, standardOpset(bytes, field))
  }
  if (!graph) throw new ProtobufError('there is no graph', true)
  const model: OnnxModel = {
    envelope: envelope.finish(), opset, name: '', nodes: [], initializers: new Map(), inputs: [], outputs: [],
  }
  let name = ''
  for (const field of fieldsOf(bytes, graph.start, graph.end)) {
    switch (field.number) {
      case 1:
        model.nodes.push(parseNode(bytes, field))
        break
      case 2:
        name = text(bytes, field)
        break
      case 5: {
        const tensor = parseTensor(bytes, field)
        model.initializers.set(tensor.name, tensor)
        break
      }
      case 11:
        model.inputs.push(parseValue(bytes, field))
        break
      case 12:
        model.outputs.push(parseValue(bytes, field))
        break
      case 15:
        throw new ProtobufError('sparse weights', false)
      default:
        // inner shapes (13) would be wrong after a rewrite, the rest is documentation
        break
    }
  }
  return { ...model, name }
}

/**
 * @param source the name under which the file that was read is mounted.
 * @returns a small graph whose weights are references into that file, or where they were external already into the same ones.
 */
export function writeOnnx(model: OnnxModel, source: string): Uint8Array<ArrayBuffer> {
  const graph = new ProtobufWriter()
  for (const node of model.nodes) graph.bytes(1, writeNode(node))
  graph.text(2, model.name)
  for (const tensor of model.initializers.values()) graph.bytes(5, writeTensor(tensor, source))
  for (const value of model.inputs) graph.bytes(11, writeValue(value))
  for (const value of model.outputs) graph.bytes(12, writeValue(value))
  return new ProtobufWriter().raw(model.envelope).bytes(7, graph.finish()).finish()
}

function whole(bytes: Uint8Array, field: Field): Uint8Array {
  const writer = new ProtobufWriter()
  return (field.wire === 0 ? writer.varint(field.number, field.value) : writer.bytes(field.number, bytes.slice(field.start, field.end))).finish()
}

function standardOpset(bytes: Uint8Array, field: Field): number {
  let domain = ''
  let version = 0
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) domain = text(bytes, part)
    if (part.number === 2) version = part.value
  }
  return domain === '' || domain === 'ai.onnx' ? version : 0
}

function parseNode(bytes: Uint8Array, field: Field): OnnxNode {
  const inputs: string[] = []
  const outputs: string[] = []
  const attributes = new Map<string, OnnxAttribute>()
  let [name, op, domain] = ['', '', '']
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) inputs.push(text(bytes, part))
    else if (part.number === 2) outputs.push(text(bytes, part))
    else if (part.number === 3) name = text(bytes, part)
    else if (part.number === 4) op = text(bytes, part)
    else if (part.number === 5) attributes.set(...parseAttribute(bytes, part))
    else if (part.number === 7) domain = text(bytes, part)
  }
  return { name, op, domain: domain === 'ai.onnx' ? '' : domain, inputs, outputs, attributes }
}

function parseAttribute(bytes: Uint8Array, field: Field): [string, OnnxAttribute] {
  let name = ''
  let [int, float, value, graph] = [0, 0, '', false]
  const ints: number[] = []
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) name = text(bytes, part)
    else if (part.number === 2) float = new DataView(bytes.buffer, bytes.byteOffset + part.start, 4).getFloat32(0, true)
    else if (part.number === 3) int = part.value
    else if (part.number === 4) value = text(bytes, part)
    else if (part.number === 8) ints.push(...integers(bytes, part))
    else if (part.number === 6 || part.number === 11) graph = true
  }
  return [name, { message: bytes.slice(field.start, field.end), int, float, ints, text: value, graph }]
}

/** A repeated integer: packed, or one by one. */
function integers(bytes: Uint8Array, field: Field): number[] {
  if (field.wire === 0) return [field.value]
  const values: number[] = []
  // a packed list is varints without heads; fieldsOf cannot read that, so each gets one in front
  for (let at = field.start; at < field.end;) {
    let end = at
    while (bytes[end]! >= 0x80) end++
    const single = Uint8Array.of(8, ...bytes.subarray(at, end + 1))
    values.push([...fieldsOf(single)][0]!.value)
    at = end + 1
  }
  return values
}

function parseTensor(bytes: Uint8Array, field: Field): OnnxTensor {
  const dims: number[] = []
  const external: Field[] = []
  let [name, type] = ['', 0]
  let data: Field | undefined
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) dims.push(...integers(bytes, part))
    else if (part.number === 2) type = part.value
    else if (part.number === 8) name = text(bytes, part)
    else if (part.number === 13) external.push(part)
    // packed floats lie as they do in memory; packed integers do not
    else if (part.number === 9 || (part.number === 4 && part.wire === 2 && type === elementTypes.float)) data = part
  }
  const described = { name, dims, type }
  if (external.length > 0) return { ...described, data: { kind: 'external', stretch: externalStretch(bytes, external) } }
  if (data && data.end - data.start >= leftInPlace) return { ...described, data: { kind: 'here', start: data.start, end: data.end } }
  return { ...described, data: { kind: 'message', message: bytes.slice(field.start, field.end) } }
}

/** Whether some node holds a graph of its own (If, Loop), whose inner values nothing here sees. */
export function hasBranches(model: OnnxModel): boolean {
  return model.nodes.some(({ attributes }) => [...attributes.values()].some(({ graph }) => graph))
}

/** Element type and shape of what a Constant node holds; undefined for what is no tensor and no list of numbers. */
export function constantShape({ attributes }: OnnxNode): Pick<OnnxTensor, 'type' | 'dims'> | undefined {
  const { message } = attributes.get('value') ?? {}
  const tensor = message && [...fieldsOf(message)].find(({ number }) => number === 5)
  if (tensor) return parseTensor(message, tensor)
  const whole = attributes.get('value_ints')
  if (whole) return { type: elementTypes.int64, dims: [whole.ints.length] }
  const floats = attributes.get('value_floats')
  if (!floats) return undefined
  const bytes = [...fieldsOf(floats.message)].reduce((sum, { number, start, end }) => sum + (number === 7 ? end - start : 0), 0)
  return { type: elementTypes.float, dims: [bytes / 4] }
}

function parseValue(bytes: Uint8Array, field: Field): OnnxValue {
  let [name, type] = ['', 0]
  const dims: (number | string)[] = []
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) name = text(bytes, part)
    if (part.number !== 2) continue
    for (const kind of fieldsOf(bytes, part.start, part.end)) {
      if (kind.number !== 1) continue
      for (const detail of fieldsOf(bytes, kind.start, kind.end)) {
        if (detail.number === 1) type = detail.value
        else if (detail.number === 2) for (const dim of fieldsOf(bytes, detail.start, detail.end)) dims.push(dimension(bytes, dim))
      }
    }
  }
  return { name, type, dims, message: bytes.slice(field.start, field.end) }
}

function dimension(bytes: Uint8Array, field: Field): number | string {
  for (const part of fieldsOf(bytes, field.start, field.end)) {
    if (part.number === 1) return part.value
    if (part.number === 2) return text(bytes, part)
  }
  return '?'
}

function writeNode(node: OnnxNode): Uint8Array {
  const writer = new ProtobufWriter()
  for (const input of node.inputs) writer.text(1, input)
  for (const output of node.outputs) writer.text(2, output)
  writer.text(3, node.name).text(4, node.op)
  for (const { message } of node.attributes.values()) writer.bytes(5, message)
  return writer.text(7, node.domain).finish()
}

function writeTensor(tensor: OnnxTensor, source: string): Uint8Array {
  if (tensor.data.kind === 'message') return tensor.data.message
  const writer = new ProtobufWriter()
  for (const dim of tensor.dims) writer.varint(1, dim)
  writer.varint(2, tensor.type).text(8, tensor.name)
  if (tensor.data.kind === 'made') return writer.bytes(9, tensor.data.bytes).finish()
  const { location, offset, length } = tensor.data.kind === 'external'
    ? tensor.data.stretch
    : { location: source, offset: tensor.data.start, length: tensor.data.end - tensor.data.start }
  const entries = { location, offset: String(offset), ...(length === null ? {} : { length: String(length) }) }
  for (const [key, value] of Object.entries(entries)) writer.bytes(13, new ProtobufWriter().text(1, key).text(2, value).finish())
  return writer.varint(14, 1).finish()
}

function writeValue(value: OnnxValue): Uint8Array {
  if (value.message) return value.message
  const shape = new ProtobufWriter()
  for (const dim of value.dims) {
    const written = new ProtobufWriter()
    shape.bytes(1, (typeof dim === 'number' ? written.varint(1, dim) : written.text(2, dim)).finish())
  }
  const tensor = new ProtobufWriter().varint(1, value.type).bytes(2, shape.finish()).finish()
  return new ProtobufWriter().text(1, value.name).bytes(2, new ProtobufWriter().bytes(1, tensor).finish()).finish()
}
