import { expect, test } from 'vitest'
import { elementTypes, type OnnxModel, type OnnxNode } from '../../../src/engine/graph/onnxModel.ts'
import { openPlainMask } from '../../../src/engine/graph/plainAttention.ts'
import { ProtobufWriter } from '../../../src/engine/graph/protobuf.ts'

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

test.each([[[8, 1, 1]], [[1, 8, 1, 1]], [[1, 1, 4, 4]]])('a mask in which places are weighed by slopes or a table (%j) is not given up for ours: it says more than who sees whom', (dims) => {
  const model = oneLayer(dims)
  expect(openPlainMask(model, false)).toBe('weights has no mask that we know before it')
  expect(model.inputs.some(({ name }) => name === 'tree_bias')).toBe(false)
})

test.each([[[]], [[1]], [[1, 1, 1, 1]]])('a constant of shape %j says nothing of heads', (dims) => {
  const model = oneLayer(dims)
  expect(openPlainMask(model, false)).toBeNull()
  expect(model.nodes.find(({ name }) => name === 'masked')!.inputs).toEqual(['scores', 'tree_bias'])
})

/** A Constant node that holds floats of this shape. */
function heldByNode(name: string, dims: readonly number[]): OnnxNode {
  const tensor = new ProtobufWriter()
  for (const length of dims) tensor.varint(1, length)
  const message = new ProtobufWriter().bytes(5, tensor.varint(2, elementTypes.float).finish()).finish()
  return { ...node('Constant', [], name), attributes: new Map([['value', { message, int: 0, float: 0, ints: [], text: '', graph: false }]]) }
}

test.each([['itself', 'slopes'], ['turned and cast', 'turned']])('slopes that a Constant node holds (%s) are found as well', (_, read) => {
  const model = oneLayer([])
  model.nodes.unshift(heldByNode('slopes', [8]), node('Unsqueeze', ['slopes', 'axes'], 'wide'), node('Cast', ['wide'], 'turned'))
  model.nodes = model.nodes.map((one) => (one.op === 'Mul' ? { ...one, inputs: ['places', read] } : one))
  expect(openPlainMask(model, false)).toBe('weights has no mask that we know before it')
})

test.each([['powers', node('Pow', ['two', 'places'], 'by_place')], ['a table of numbers', node('Gather', ['factor', 'position_ids'], 'by_place')]])('a mask that weighs places by %s says more than who sees whom', (_, weighing) => {
  const model = oneLayer([32, 4])
  model.nodes = model.nodes.map((one) => (one.op === 'Mul' ? weighing : one))
  expect(openPlainMask(model, false)).toBe('weights has no mask that we know before it')
})

/** A mask that hides what is to come, by comparing places. */
function causal(...more: readonly OnnxNode[]): OnnxModel {
  const model = oneLayer([])
  model.nodes = [
    node('Range', ['zero', 'total', 'one'], 'columns'), node('Greater', ['columns', 'position_ids'], 'later'), ...more,
    node('Where', [more.at(-1)?.name ?? 'later', 'low', 'zero'], 'by_place'), ...model.nodes.filter(({ name }) => name !== 'by_place'),
  ]
  return model
}

test('hiding what is to come is one comparison of places; a threshold over it is no other', () => {
  expect(openPlainMask(causal(), false)).toBeNull()
  expect(openPlainMask(causal(node('Cast', ['later'], 'number'), node('Less', ['number', 'half'], 'seen')), false)).toBeNull()
})

test.each([
  ['a window', [node('Sub', ['position_ids', 'columns'], 'distance'), node('Less', ['distance', 'width'], 'near'), node('And', ['later', 'near'], 'both')]],
  ['a piece of the text', [node('Equal', ['columns', 'position_ids'], 'together'), node('And', ['later', 'together'], 'both')]],
  ['a second triangle', [node('Trilu', ['table'], 'triangle'), node('And', ['later', 'triangle'], 'both')]],
])('%s in the mask is not given up, whatever the configuration calls it', (_, more) => {
  expect(openPlainMask(causal(...more), false)).toBe('weights has no mask that we know before it')
})

test('places that become fractions are on their way to being weighed, whatever weighs them', () => {
  const model = oneLayer([])
  const message = new ProtobufWriter().varint(3, elementTypes.float).varint(20, 2).finish()
  const toFloat = { message, int: elementTypes.float, float: 0, ints: [], text: '', graph: false }
  const cast = (inputs: string[], output: string): OnnxNode => ({ ...node('Cast', inputs, output), attributes: new Map([['to', toFloat]]) })
  model.nodes.unshift(node('Range', ['zero', 'total', 'one'], 'columns'))
  model.nodes = model.nodes.map((one) => (one.name === 'places' ? cast(['columns'], 'places') : one.op === 'Mul' ? node('Div', ['places', 'eight'], 'by_place') : one))
  expect(openPlainMask(model, false)).toBe('weights has no mask that we know before it')
})

test('layers that write one mask as numbers each for itself have one mask', () => {
  const model = causal()
  const second = ['scores', 'masked', 'weights'].map((name) => model.nodes.find((one) => one.name === name)!)
    .map((one) => ({ ...one, name: `${one.name}_2`, outputs: [`${one.name}_2`], inputs: one.inputs.map((input) => (['scores', 'masked'].includes(input) ? `${input}_2` : input)) }))
  model.nodes.push(node('And', ['seen', 'asked'], 'shared'), node('Greater', ['columns', 'position_ids'], 'seen'), node('Cast', ['attention_mask'], 'asked'), ...second)
  const ownNumbers = (name: string): OnnxNode => node('Where', ['shared', 'zero', `low_${name}`], `${name}_mask`)
  model.nodes.push(ownNumbers('masked'), ownNumbers('masked_2'))
  model.nodes = model.nodes.map((one) => (one.name === 'masked' || one.name === 'masked_2' ? { ...one, inputs: [one.inputs[0]!, `${one.name}_mask`] } : one))
  model.outputs.push(value('present.1.key'), value('present.1.value'))
  expect(openPlainMask(model, false)).toBeNull()
})
