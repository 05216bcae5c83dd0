import { expect, test } from 'vitest'
import { elementTypes, type OnnxModel, type OnnxNode } from '../../../src/engine/graph/onnxModel.ts'
import { openPlainMask } from '../../../src/engine/graph/plainAttention.ts'

const node = (op: string, inputs: string[], output: string): OnnxNode => ({ name: output, op, domain: '', inputs, outputs: [output], attributes: new Map() })
const value = (name: string, type: number = elementTypes.float) => ({ name, type, dims: [] })

/** One layer whose mask is the attention mask, and positions times a constant of that shape. */
function oneLayer(dims: readonly number[]): OnnxModel {
  return {
    envelope: new Uint8Array(), opset: 17, name: '',
    nodes: [
      node('MatMul', ['queries', 'keys'], 'scores'),
      node('Cast', ['attention_mask'], 'hidden'),
      node('Cast', ['position_ids'], 'places'),
      node('Mul', ['places', 'factor'], 'by_place'),
      node('Add', ['hidden', 'by_place'], 'mask'),
      node('Add', ['scores', 'mask'], 'masked'),
      node('Softmax', ['masked'], 'weights'),
    ],
    initializers: new Map([['factor', { name: 'factor', dims, type: elementTypes.float, data: { kind: 'made', bytes: new Uint8Array() } }]]),
    inputs: [value('input_ids', elementTypes.int64), value('attention_mask', elementTypes.int64), value('position_ids', elementTypes.int64), value('past_key_values.0.key'), value('past_key_values.0.value')],
    outputs: [value('logits'), value('present.0.key'), value('present.0.value')],
  }
}

test.each([[[8, 1, 1]], [[1, 8, 1, 1]]])('a mask in which each head weighs places by a slope of its own (%j) is not given up for ours: it says more than who sees whom', (dims) => {
  const model = oneLayer(dims)
  expect(openPlainMask(model, false)).toBe('weights has no mask that we know before it')
  expect(model.inputs.some(({ name }) => name === 'tree_bias')).toBe(false)
})

test.each([[[]], [[1]], [[1, 1, 4, 4]]])('a constant of shape %j says nothing of heads', (dims) => {
  const model = oneLayer(dims)
  expect(openPlainMask(model, false)).toBeNull()
  expect(model.nodes.find(({ name }) => name === 'masked')!.inputs).toEqual(['scores', 'tree_bias'])
})
