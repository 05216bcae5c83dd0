import type { Tokens } from '../domain/units.ts'
import { graphNames } from './graph/graphNames.ts'
import { type Session as OrtSession, Tensor } from './runtime.ts'

/** Keys and values by the graph's input names. */
export type KeyValues = Readonly<Record<string, Tensor>>

/** What texts begin with, in the form in which a graph takes it beside the cache; made once, never changed. */
export interface Prefix {
  readonly length: Tokens
  readonly keyValues: KeyValues
}

/** A prefix input of a graph, and the part of the cache that it holds. */
export interface PrefixInput {
  readonly name: string
  readonly of: string
  /** Numbers a column: those of a head, and for some keys one more that is 1 for the further column alone. */
  readonly width: number
  /** Whether a column stands behind those of the prefix: for what comes after it, zero but for that number. */
  readonly further: boolean
}

/** The prefix inputs of a graph; none where it has no place for a prefix. */
export function prefixInputs(session: OrtSession): readonly PrefixInput[] {
  return session.inputMetadata.flatMap((meta) =>
    meta.isTensor && meta.name.startsWith(graphNames.prefix)
      ? [{ name: meta.name, of: meta.name.slice(graphNames.prefix.length), width: Number(meta.shape[3]), further: meta.shape[2] === graphNames.furtherColumns }]
      : [])
}

/** A cache in the form of a prefix. */
export function makePrefix(cache: KeyValues, length: Tokens, inputs: readonly PrefixInput[]): Prefix {
  return { length, keyValues: Object.fromEntries(inputs.map((input) => [input.name, columnsOf(cache[input.of]!, length, input)])) }
}

function columnsOf(tensor: Tensor, length: Tokens, { width, further }: PrefixInput): Tensor {
  if (!further) return tensor
  const [, heads = 1, , size = width] = tensor.dims
  const from = length === 0 ? new Float32Array(0) : (tensor.data as Float32Array)
  const columns = length + 1
  const data = new Float32Array(heads * columns * width)
  for (let head = 0; head < heads; head++) {
    for (let column = 0; column < length; column++) {
      const at = (head * length + column) * size
      data.set(from.subarray(at, at + size), (head * columns + column) * width)
    }
    if (width > size) data[(head + 1) * columns * width - 1] = 1
  }
  return new Tensor('float32', data, [1, heads, columns, width])
}
