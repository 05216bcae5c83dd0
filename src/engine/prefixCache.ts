import type { Tokens } from '../domain/units.ts'
import { graphNames, hidden } from './graph/graphNames.ts'
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
  /** Numbers a column: those of a head, and for keys one more that says whether the column counts. */
  readonly width: number
}

/** The prefix inputs of a graph; none where it has no place for a prefix. */
export function prefixInputs(session: OrtSession): readonly PrefixInput[] {
  return session.inputMetadata.flatMap((meta) =>
    meta.isTensor && meta.name.startsWith(graphNames.prefix)
      ? [{ name: meta.name, of: meta.name.slice(graphNames.prefix.length), width: Number(meta.shape[3]) }]
      : [])
}

/** A cache in the form of a prefix. One of no tokens gets a column that counts for nothing: the runtime cannot reduce over none. */
export function makePrefix(cache: KeyValues, length: Tokens, inputs: readonly PrefixInput[]): Prefix {
  return { length, keyValues: Object.fromEntries(inputs.map(({ name, of, width }) => [name, columnsOf(cache[of]!, length, width)])) }
}

function columnsOf(tensor: Tensor, length: Tokens, width: number): Tensor {
  const [, heads = 1, , size = width] = tensor.dims
  if (length === 0) {
    const none = new Float32Array(heads * width)
    if (width > size) for (let head = 1; head <= heads; head++) none[head * width - 1] = hidden
    return new Tensor('float32', none, [1, heads, 1, width])
  }
  if (width === size) return tensor
  const from = tensor.data as Float32Array
  const data = new Float32Array(heads * length * width)
  for (let row = 0; row < heads * length; row++) data.set(from.subarray(row * size, (row + 1) * size), row * width)
  return new Tensor('float32', data, [1, heads, length, width])
}
