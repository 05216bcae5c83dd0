import type { Bytes } from '../../domain/units.ts'
import { fieldAt, fieldsOf, ProtobufError, text } from './protobuf.ts'

/** A stretch of another file that holds a tensor's numbers. */
export interface ExternalStretch {
  /** As the graph names the file, relative to itself. */
  readonly location: string
  readonly offset: Bytes
  /** null: up to the file's end. */
  readonly length: Bytes | null
}

/** Parses a TensorProto's external_data entries. */
export function externalStretch(bytes: Uint8Array, entries: readonly { readonly start: number; readonly end: number }[]): ExternalStretch {
  const values = new Map(entries.map(({ start, end }) => {
    const parts = [...fieldsOf(bytes, start, end)]
    const part = (number: number): string => {
      const found = parts.find((field) => field.number === number)
      return found ? text(bytes, found) : ''
    }
    return [part(1), part(2)] as const
  }))
  const length = values.get('length')
  return {
    location: (values.get('location') ?? '').replace(/^\.\//, ''),
    offset: Number(values.get('offset') ?? 0),
    length: length === undefined ? null : Number(length),
  }
}

/** Every stretch of other files that an ONNX file's initialisers lie in. @throws ProtobufError. */
export function externalStretches(bytes: Uint8Array): readonly ExternalStretch[] {
  const stretches: ExternalStretch[] = []
  for (const graph of fieldsOf(bytes)) {
    if (graph.number !== 7) continue
    for (const tensor of fieldsOf(bytes, graph.start, graph.end)) {
      if (tensor.number !== 5) continue
      const entries = [...fieldsOf(bytes, tensor.start, tensor.end)].filter(({ number }) => number === 13)
      if (entries.length > 0) stretches.push(externalStretch(bytes, entries))
    }
  }
  return stretches
}

/**
 * Whether a file begins and ends as an ONNX file does, by its outermost fields alone: a few bytes are read, whatever its size.
 * @returns why it is none, or null.
 */
export async function onnxFault(file: Blob): Promise<'truncated' | 'notOnnx' | null> {
  const seen = new Set<number>()
  for (let at = 0; at < file.size;) {
    const head = new Uint8Array(await file.slice(at, at + 24).arrayBuffer())
    try {
      const { number, end } = fieldAt(head, 0)
      if (!modelFields.has(number)) return 'notOnnx'
      seen.add(number)
      at += end
    } catch (error) {
      return error instanceof ProtobufError && error.truncated && seen.has(1) ? 'truncated' : 'notOnnx'
    }
    if (at > file.size) return seen.has(1) ? 'truncated' : 'notOnnx'
  }
  if (!seen.has(1)) return 'notOnnx'
  return seen.has(7) && seen.has(8) ? null : 'truncated'
}

/** ModelProto's: a file with another outermost field is not ONNX. */
const modelFields = new Set([1, 2, 3, 4, 5, 6, 7, 8, 14, 20, 25, 26])
