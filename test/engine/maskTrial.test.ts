import { describe, expect, test, vi } from 'vitest'
import { GraphBuilder } from '../../src/engine/graph/graphBuilder.ts'
import { maskGraph } from '../../src/engine/graph/maskGraph.ts'
import { elementTypes, type OnnxModel, parseOnnx, writeOnnx } from '../../src/engine/graph/onnxModel.ts'
import { openPlainMask } from '../../src/engine/graph/plainAttention.ts'
import { ProtobufWriter } from '../../src/engine/graph/protobuf.ts'
import { maskFault } from '../../src/engine/maskTrial.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

const value = (name: string, type: number, dims: readonly (number | string)[]) => ({ name, type, dims })
const boolean = 9

/** Places to make a mask of: whole numbers by row and by column, and which of them are to come. */
interface Places {
  readonly build: GraphBuilder
  readonly model: OnnxModel
  readonly rows: string
  readonly columns: string
  readonly toCome: string
  readonly low: string
  readonly nothing: string
}

/** A graph of one layer: scores, what is laid over them, and a Softmax. @param mask lays something over `scores` and gives what the Softmax reads. @param queries makes `queries`. */
function oneLayer(mask: (places: Places) => string, queries: (places: Places) => void = ({ build }) => { build.op('Identity', ['states'], {}, 'queries') }): OnnxModel {
  const opset = new ProtobufWriter().text(1, '').varint(2, 17).finish()
  const model: OnnxModel = {
    envelope: new ProtobufWriter().varint(1, 8).bytes(8, opset).finish(), opset: 17, name: 'one', nodes: [], initializers: new Map(),
    inputs: [
      value('input_ids', elementTypes.int64, ['batch', 'rows']), value('attention_mask', elementTypes.int64, ['batch', 'total']), value('position_ids', elementTypes.int64, ['batch', 'rows']),
      value('past_key_values.0.key', elementTypes.float, ['batch', 2, 'past', 4]), value('past_key_values.0.value', elementTypes.float, ['batch', 2, 'past', 4]),
    ],
    outputs: [value('logits', elementTypes.float, []), value('present.0.key', elementTypes.float, []), value('present.0.value', elementTypes.float, [])],
  }
  const build = new GraphBuilder(model, 'one_')
  table(model, 'embedding', elementTypes.float, [9, 8], new Uint8Array(9 * 8 * 4))
  const states = build.op('Gather', ['embedding', 'input_ids'], {}, 'states')
  const key = build.op('Concat', ['past_key_values.0.key', 'new_key'], { axis: 2 }, 'present.0.key')
  build.op('Concat', ['past_key_values.0.value', 'new_value'], { axis: 2 }, 'present.0.value')
  // lengths as exports take them: from the states and the keys
  const total = build.op('Squeeze', [build.op('Slice', [build.op('Shape', [key]), build.int64('axis_2', [2]), build.int64('axis_3', [3])])])
  const count = build.op('Squeeze', [build.op('Gather', [build.op('Shape', [states]), build.int64('axis_1', [1])])])
  const [zero, one] = [build.op('Squeeze', [build.int64('zero', [0])]), build.op('Squeeze', [build.int64('one', [1])])]
  const columns = build.op('Range', [zero, total, one])
  const rows = build.op('Unsqueeze', [build.op('Range', [build.op('Sub', [total, count]), total, one]), build.int64('axis_1b', [1])])
  const toCome = build.op('Greater', [columns, rows])
  const places = { build, model, rows, columns, toCome, low: build.float('low', -1e9), nothing: build.float('nothing', 0) }
  queries(places)
  build.op('MatMul', ['queries', build.op('Transpose', [key], { perm: [0, 1, 3, 2] })], {}, 'scores')
  const softmaxed = mask(places)
  build.op('Softmax', [softmaxed], { axis: -1 }, 'weights')
  build.op('MatMul', ['weights', 'present.0.value'], {}, 'logits')
  model.nodes = build.nodes
  return model
}

function table(model: OnnxModel, name: string, type: number, dims: readonly number[], bytes: Uint8Array): string {
  model.initializers.set(name, { name, dims, type, data: { kind: 'made', bytes } })
  return name
}

const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)

/** What the trial says of a graph, written and read again as a file is. */
async function said(mask: (places: Places) => string, contextLength = 512): Promise<string | null> {
  const bytes = writeOnnx(oneLayer(mask), 'one.onnx')
  const found = await maskFault(maskGraph(bytes, 'one.onnx'), [{ path: 'one.onnx', data: bytes }], contextLength)
  const model = parseOnnx(bytes)
  // and the rewrite goes by it
  expect(openPlainMask(model, false, found)).toBe(found)
  expect(model.inputs.some(({ name }) => name === 'tree_bias')).toBe(found === null)
  return found
}

const added = ({ build }: Places, mask: string): string => build.op('Add', ['scores', mask])

describe('a mask that hides what is to come and nothing else is given up for a tree’s', () => {
  test.each<[string, (places: Places) => string]>([
    ['as numbers', (places) => added(places, places.build.op('Where', [places.toCome, places.low, places.nothing]))],
    ['by two comparisons that say one thing', (places) => {
      const { build, rows, columns, toCome, low, nothing } = places
      return added(places, build.op('Where', [build.op('Or', [toCome, build.op('Less', [rows, columns])]), low, nothing]))
    }],
    ['over the scores, which are hidden', ({ build, toCome, low }) => build.op('Where', [toCome, low, 'scores'])],
    ['over the scores, which are shown', ({ build, toCome, low }) => build.op('Where', [build.op('Not', [toCome]), 'scores', low])],
    ['and padding behind it', ({ build, toCome, low }) => {
      const padding = build.op('Mul', [build.op('Sub', [build.float('whole', 1), build.op('Cast', ['attention_mask'], { to: elementTypes.float })]), low])
      return build.op('Add', [build.op('Where', [toCome, low, 'scores']), padding])
    }],
    ['out of a table of places', (places) => {
      const { build, model, rows, columns, low, nothing } = places
      table(model, 'triangle', boolean, [1, 1, 512, 512], Uint8Array.from({ length: 512 * 512 }, (_, at) => (at % 512 > Math.floor(at / 512) ? 1 : 0)))
      const byRow = build.op('Gather', ['triangle', build.op('Squeeze', [rows, build.int64('axis_1b', [1])])], { axis: 2 })
      return added(places, build.op('Where', [build.op('Gather', [byRow, columns], { axis: 3 }), low, nothing]))
    }],
  ])('%s', async (_, mask) => {
    expect(await said(mask)).toBeNull()
  })
})

describe('any other is left alone, with what it does', () => {
  const window = (places: Places, width: number): string => {
    const { build, rows, columns, toCome, low, nothing } = places
    const far = build.op('GreaterOrEqual', [build.op('Sub', [rows, columns]), build.int64('width', [width])])
    return added(places, build.op('Where', [build.op('Or', [toCome, far]), low, nothing]))
  }
  test.each<[string, RegExp, (places: Places) => string]>([
    ['a window', /hides more than what is to come: token \d+ of \d+ does not see token 1$/, (places) => window(places, 16)],
    ['a window nearly as long as the model reads', /hides more than what is to come: token 512 of 512 does not see token 1$/, (places) => window(places, 500)],
    ['a table of booleans with a window', /hides more than what is to come/, (places) => {
      const { build, model, rows, columns, low, nothing } = places
      table(model, 'seen', boolean, [512, 512], Uint8Array.from({ length: 512 * 512 }, (_, at) => (at % 512 <= Math.floor(at / 512) && Math.floor(at / 512) - (at % 512) < 40 ? 1 : 0)))
      const byRow = build.op('Gather', ['seen', build.op('Squeeze', [rows, build.int64('axis_1b', [1])])], { axis: 0 })
      return added(places, build.op('Where', [build.op('Gather', [byRow, columns], { axis: 1 }), nothing, low]))
    }],
    ['pieces of the text', /hides more than what is to come/, (places) => {
      const { build, rows, columns, toCome, low, nothing } = places
      const piece = (of: string): string => build.op('Div', [of, build.int64('piece', [32])])
      return added(places, build.op('Where', [build.op('Or', [toCome, build.op('Not', [build.op('Equal', [piece(rows), piece(columns)])])]), low, nothing]))
    }],
    ['none but padding', /not causal: token 1 of 7 sees token 2$/, (places) => {
      const { build, low } = places
      return added(places, build.op('Mul', [build.op('Sub', [build.float('whole', 1), build.op('Cast', ['attention_mask'], { to: elementTypes.float })]), low]))
    }],
    ['places weighed by slopes', /weighs places: token \d+ of \d+ sees token \d+ with -?[\d.]+/, (places) => {
      const { build, model, rows, columns, toCome, low, nothing } = places
      table(model, 'slopes', elementTypes.float, [1, 2, 1, 1], floats(0.5, 0.25))
      const weighed = build.op('Mul', [build.op('Cast', [build.op('Sub', [columns, rows])], { to: elementTypes.float }), 'slopes'])
      return added(places, build.op('Add', [weighed, build.op('Where', [toCome, low, nothing])]))
    }],
    ['slopes under a plain mask', /weighs places/, (places) => {
      const { build, rows, columns, toCome, low } = places
      const weighed = build.op('Mul', [build.op('Cast', [build.op('Sub', [columns, rows])], { to: elementTypes.float }), build.float('slope', 0.5)])
      return build.op('Where', [toCome, low, added(places, weighed)])
    }],
    ['one head that sees less', /hides more than what is to come/, (places) => {
      const { build, model, toCome, low, nothing, columns, rows } = places
      table(model, 'widths', elementTypes.int64, [1, 2, 1, 1], new Uint8Array(BigInt64Array.of(900n, 30n).buffer))
      const far = build.op('GreaterOrEqual', [build.op('Sub', [rows, columns]), 'widths'])
      return added(places, build.op('Where', [build.op('Or', [toCome, far]), low, nothing]))
    }],
    ['hidden scores that count all the same', /what the mask hides counts as -3/, ({ build, toCome }) => build.op('Where', [toCome, build.float('little', -3), 'scores'])],
    ['what the text says', /depends on the text itself/, (places) => {
      const { build, toCome, low, nothing } = places
      return added(places, build.op('Where', [build.op('Or', [toCome, build.op('Equal', ['input_ids', build.int64('pad', [0])])]), low, nothing]))
    }],
    ['what the states say', /depends on the text itself/, (places) => {
      const { build, toCome, low, nothing } = places
      const states = build.op('ReduceMax', ['states'], { keepdims: 0 })
      return added(places, build.op('Where', [build.op('Or', [toCome, build.op('Greater', [states, nothing])]), low, nothing]))
    }],
  ])('%s', async (_, fault, mask) => {
    expect(await said(mask)).toMatch(fault)
  })

  test('a window no text can reach is none', async () => {
    expect(await said((places) => window(places, 600))).toBeNull()
  })
})

test('what else takes places from lengths keeps a graph from trees, however plain its mask is', async () => {
  const plain = (places: Places): string => added(places, places.build.op('Where', [places.toCome, places.low, places.nothing]))
  const counted = ({ build, rows }: Places): void => { build.op('Identity', [build.op('Cast', [rows], { to: elementTypes.float })], {}, 'queries') }
  const bytes = writeOnnx(oneLayer(plain, counted), 'one.onnx')
  expect(await maskFault(maskGraph(bytes, 'one.onnx'), [], 512)).toBeNull()
  expect(openPlainMask(parseOnnx(bytes), false, null)).toBe('positions are computed inside the graph')
})

test('a mask is not taken for causal because it is called as ours are', async () => {
  const model = oneLayer((places) => {
    places.build.op('Where', [places.build.op('Less', [places.columns, places.rows]), places.low, places.nothing], {}, 'tree_bias')
    return added(places, 'tree_bias')
  })
  const found = await maskFault(maskGraph(writeOnnx(model, 'one.onnx'), 'one.onnx'), [], 512)
  expect(found).toMatch(/not causal|hides more/)
  expect(openPlainMask(model, false, found)).toBe(found)
})
