import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { CutError, innerShape, pastLengthInput } from './innerShape.ts'
import { findMasks, type Mask } from './masks.ts'
import { elementTypes, type OnnxModel, parseOnnx, writeOnnx } from './onnxModel.ts'

/** The masks of a graph as a graph of their own: it can be run for any lengths without a weight, and shows who sees whom. */
export interface MaskGraph {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly inputs: readonly string[]
  /** What masks the scores of each layer, one behind another. */
  readonly layers: readonly (readonly MaskOutput[])[]
}

export interface MaskOutput {
  readonly kind: Mask['kind']
  /** Outputs: the mask's numbers (a truth is 1), and how many there are along each axis. */
  readonly numbers: string
  readonly shape: string
  /** Output: what stands in the place of a hidden score; null where the mask is added. */
  readonly instead: string | null
}

/** A mask is a few dozen nodes; what needs more is computed from the text's states. */
const mostNodes = 2_000

/**
 * Cuts a graph at its masks. @param source the name under which the file that was read is mounted.
 * @returns null where there is nothing to be cut; why it cannot be done, where the masks need more than lengths, positions and the attention mask.
 * @throws ProtobufError where the bytes are no ONNX model or end early.
 */
export function maskGraph(bytes: Uint8Array, source: string): MaskGraph | string | null {
  const model = parseOnnx(bytes)
  const masks = findMasks(model)
  if (masks.length === 0) return null
  try {
    return cut(model, masks, source)
  } catch (error) {
    if (error instanceof CutError) return `the mask cannot be looked at by itself: ${error.message}`
    throw error
  }
}

function cut(model: OnnxModel, layers: readonly (readonly Mask[])[], source: string): MaskGraph {
  const uses = new GraphUses(model.nodes)
  const small: OnnxModel = { ...model, nodes: [], initializers: new Map(), inputs: [], outputs: [] }
  const build = new GraphBuilder(small, 'xw_cut_')
  const textual = textualValues(model)
  const isTextual = (value: string): boolean => textual.has(value)
  const taken = new Set<string>([''])
  const take = (value: string): void => {
    if (taken.has(value)) return
    taken.add(value)
    if (taken.size > mostNodes) throw new CutError('it is made of too many nodes')
    if (isTextual(value)) throw new CutError('it depends on the text itself')
    const weight = model.initializers.get(value)
    if (weight) small.initializers.set(value, weight)
    const maker = uses.maker(value)
    if (!maker) return
    if (maker.op === 'Shape' && isTextual(maker.inputs[0]!)) {
      const whole = innerShape(maker.inputs[0]!, shapes)
      const [start, end] = ['start', 'end'].map((name) => maker.attributes.get(name)?.int)
      const part = [build.int64(`from_${value}`, [start ?? 0]), build.int64(`to_${value}`, [end ?? Number.MAX_SAFE_INTEGER])]
      build.op('Slice', [whole, ...part], {}, value)
      return
    }
    for (const input of maker.inputs) take(input)
    for (const output of maker.outputs) taken.add(output)
    build.nodes.push(maker)
  }
  const shapes = { model, uses, build, isTextual, take }
  const outputs: OnnxModel['outputs'] = []
  const output = (value: string, name: string): string => {
    take(value)
    build.op('Reshape', [build.op('Cast', [value], { to: elementTypes.float }), build.int64('flat', [-1])], {}, name)
    outputs.push({ name, type: elementTypes.float, dims: [`${name}_length`] })
    return name
  }
  const written = layers.map((masks, layer) => masks.map(({ kind, value, instead }, at): MaskOutput => {
    const name = `xw_mask_${layer}_${at}`
    const numbers = output(value, name)
    const shape = build.op('Shape', [value], {}, `${name}_shape`)
    outputs.push({ name: shape, type: elementTypes.int64, dims: [`${name}_axes`] })
    return { kind, numbers, shape, instead: instead === null ? null : output(instead, `${name}_instead`) }
  }))
  const read = new Set(build.nodes.flatMap(({ inputs }) => inputs))
  const inputs = model.inputs.filter(({ name }) => read.has(name))
  if (read.has(pastLengthInput)) inputs.push({ name: pastLengthInput, type: elementTypes.int64, dims: [1] })
  const unknown = inputs.find(({ name }) => !['attention_mask', 'input_ids', 'position_ids', pastLengthInput].includes(name))
  if (unknown) throw new CutError(`it depends on ${unknown.name}`)
  return { bytes: writeOnnx({ ...small, nodes: build.nodes, inputs, outputs }, source), inputs: inputs.map(({ name }) => name), layers: written }
}

/** Values whose numbers follow from the tokens or from the cache; a shape does not. Nodes stand behind what they read. */
function textualValues(model: OnnxModel): ReadonlySet<string> {
  const found = new Set(model.inputs.flatMap(({ name }) => (name === 'input_ids' || name.startsWith('past') ? [name] : [])))
  for (const { op, inputs, outputs } of model.nodes) {
    if (op === 'Shape' || op === 'Size' || !inputs.some((input) => found.has(input))) continue
    for (const output of outputs) found.add(output)
  }
  return found
}
