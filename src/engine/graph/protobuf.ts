/** Protocol buffers at the level of the wire: what an ONNX file is made of. */

export interface Field {
  readonly number: number
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wire: number
  /** Where the payload begins and ends in the bytes read; a varint's payload is the varint itself. */
  readonly start: number
  readonly end: number
  /** Of a varint: its value, exact up to 2^53 and signed for what was written as int64. */
  readonly value: number
}

/** The bytes end before the message does, or are none. */
export class ProtobufError extends Error {
  readonly truncated: boolean

  constructor(message: string, truncated: boolean) {
    super(message)
    this.name = 'ProtobufError'
    this.truncated = truncated
  }
}

/** The fields of one message, in file order. @throws ProtobufError. */
export function* fieldsOf(bytes: Uint8Array, from = 0, to = bytes.length): Generator<Field, void, undefined> {
  for (let at = from; at < to;) {
    const field = fieldAt(bytes, at, to)
    if (field.end > to) throw new ProtobufError(`a field ends at ${field.end}, the message at ${to}`, true)
    yield field
    at = field.end
  }
}

/** One field, whose payload may lie beyond `to`. @throws ProtobufError where even its head does. */
export function fieldAt(bytes: Uint8Array, at: number, to = bytes.length): Field {
  const tag = varint(bytes, at, to)
  const number = Math.floor(tag.value / 8)
  const wire = tag.value % 8
  if (number === 0) throw new ProtobufError('field number 0', false)
  switch (wire) {
    case 0: {
      const { value, end } = varint(bytes, tag.end, to)
      return { number, wire, start: tag.end, end, value }
    }
    case 1:
      return { number, wire, start: tag.end, end: tag.end + 8, value: 0 }
    case 2: {
      const length = varint(bytes, tag.end, to)
      return { number, wire, start: length.end, end: length.end + length.value, value: 0 }
    }
    case 5:
      return { number, wire, start: tag.end, end: tag.end + 4, value: 0 }
    default:
      throw new ProtobufError(`wire type ${wire}`, false)
  }
}

function varint(bytes: Uint8Array, at: number, to: number): { value: number; end: number } {
  let low = 0
  let high = 0
  for (let shift = 0; ; shift += 7, at++) {
    if (at >= to) throw new ProtobufError('the bytes end in a number', true)
    if (shift > 63) throw new ProtobufError('a number of more than 64 bits', false)
    const seven = bytes[at]! & 0x7f
    // two halves of 32 bits: a number of 64 does not go into one
    if (shift < 28) low += seven * 2 ** shift
    else if (shift === 28) {
      low += (seven & 0x0f) * 2 ** 28
      high += seven >> 4
    } else high += seven * 2 ** (shift - 32)
    if (bytes[at]! < 0x80) break
  }
  high %= 2 ** 32
  // int64 travels as two's complement of 64 bits
  const value = high >= 2 ** 31 ? (high - 2 ** 32) * 2 ** 32 + low : high * 2 ** 32 + low
  return { value, end: at + 1 }
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function text(bytes: Uint8Array, field: Pick<Field, 'start' | 'end'>): string {
  return decoder.decode(bytes.subarray(field.start, field.end))
}

/** Builds one message. */
export class ProtobufWriter {
  readonly #parts: Uint8Array[] = []
  #length = 0

  varint(number: number, value: number): this {
    this.#push(head(number, 0))
    return this.#push(encodeVarint(value))
  }

  float(number: number, value: number): this {
    this.#push(head(number, 5))
    return this.#push(new Uint8Array(Float32Array.of(value).buffer))
  }

  bytes(number: number, value: Uint8Array): this {
    this.#push(head(number, 2))
    this.#push(encodeVarint(value.length))
    return this.#push(value)
  }

  text(number: number, value: string): this {
    return this.bytes(number, encoder.encode(value))
  }

  /** Fields as they were written elsewhere, heads included. */
  raw(fields: Uint8Array): this {
    return this.#push(fields)
  }

  finish(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  #push(part: Uint8Array): this {
    this.#parts.push(part)
    this.#length += part.length
    return this
  }
}

function head(number: number, wire: number): Uint8Array {
  return encodeVarint(number * 8 + wire)
}

function encodeVarint(value: number): Uint8Array {
  if (value < 0) {
    // ten bytes of two's complement
    let rest = BigInt.asUintN(64, BigInt(value))
    const bytes: number[] = []
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
    return Uint8Array.from([...bytes, Number(rest)])
  }
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return Uint8Array.from([...bytes, value])
}
