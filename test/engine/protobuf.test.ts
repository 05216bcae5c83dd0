import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { externalStretches, onnxFault } from '../../src/engine/graph/externalData.ts'
import { parseOnnx, writeOnnx } from '../../src/engine/graph/onnxModel.ts'
import { fieldsOf, ProtobufError, ProtobufWriter, text } from '../../src/engine/graph/protobuf.ts'

const graph = new Uint8Array(readFileSync('test/fixtures/models/qwen2/onnx/model.onnx'))

describe('protobuf', () => {
  test('numbers come back, negative and large ones too', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 5000 }), (value, number) => {
      const [field] = [...fieldsOf(new ProtobufWriter().varint(number, value).finish())]
      expect(field).toMatchObject({ number, wire: 0, value })
    }))
  })

  test('texts come back', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => {
      const bytes = new ProtobufWriter().varint(1, 7).text(2, value).float(3, 1.5).finish()
      const fields = [...fieldsOf(bytes)]
      expect(text(bytes, fields[1]!)).toBe(new TextDecoder().decode(new TextEncoder().encode(value)))
      expect(fields[2]!.end).toBe(bytes.length)
    }))
  })

  test('a message that ends early is called truncated wherever it is cut', () => {
    fc.assert(fc.property(fc.integer({ min: 3, max: graph.length - 200 }), (to) => {
      expect(() => parseOnnx(graph.subarray(0, to))).toThrow(expect.objectContaining({ truncated: true }))
    }), { numRuns: 60 })
  })

  test('noise is no model', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      expect(() => parseOnnx(bytes)).toThrow(ProtobufError)
    }))
  })
})

describe('an ONNX file', () => {
  test('written unchanged says the same, with its weights referred to', () => {
    const model = parseOnnx(graph)
    const written = writeOnnx(model, 'model.onnx')
    const again = parseOnnx(written)
    expect(again.nodes).toEqual(model.nodes)
    expect(again.inputs).toEqual(model.inputs)
    expect([...again.initializers.keys()]).toEqual([...model.initializers.keys()])
    expect(written.length).toBeLessThan(graph.length / 4)
    const stretches = externalStretches(written)
    expect(stretches.length).toBeGreaterThan(10)
    for (const { location, offset, length } of stretches) {
      expect(location).toBe('model.onnx')
      expect(offset + length!).toBeLessThanOrEqual(graph.length)
    }
  })

  test('is checked by its outermost fields alone', async () => {
    expect(await onnxFault(new Blob([graph]))).toBeNull()
    expect(await onnxFault(new Blob([graph.subarray(0, 5000)]))).toBe('truncated')
    expect(await onnxFault(new Blob(['GIF89a, nothing like a graph at all']))).toBe('notOnnx')
    expect(await onnxFault(new Blob(['']))).toBe('notOnnx')
  })
})
