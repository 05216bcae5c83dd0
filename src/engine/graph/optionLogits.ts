import { GraphBuilder } from './graphBuilder.ts'
import { graphNames } from './graphNames.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'
import { outputHead } from './pickedRows.ts'
import { tokenScalePrefix } from './tokenScale.ts'

/**
 * Adds an output with the logits of some tokens only, the input `xw_options`: the output head is a large part of a small model, and a choice
 * among labels needs a few columns of it. The head's weights are read where they lie, column by column. Where those logits are asked for, the
 * vocabulary's get no rows (`xw_whole_from`): the runtime computes every output, asked for or not.
 *
 * For heads in 8 bits with one scale a token, and for those tied to the embedding: a weight that the runtime packs for its products would
 * otherwise have to be there twice. To be called behind `pickRows` and `scaleEachToken`. @returns whether it was added.
 */
export function addOptionLogits(model: OnnxModel): boolean {
  const uses = new GraphUses(model.nodes)
  const head = outputHead(model, uses, 'logits')
  const weight = head && headWeight(model, uses, head)
  const path = head && pathFrom(model, uses, head)
  if (!weight || !path) return false
  const picked = new GraphBuilder(model, 'xw_option_')
  const whole = new GraphBuilder(model, 'xw_whole_')
  const columns = new Map([[head.inputs[1]!, weight.columns(picked)]])
  const rows = (value: string): string =>
    whole.op('Slice', [value, graphNames.wholeFrom, whole.int64('end', [Number.MAX_SAFE_INTEGER]), whole.int64('rows', [1])])
  for (const node of path) {
    const inputs = node.inputs.map((input) => columns.get(input) ?? cut(model, picked, input, weight.vocabulary))
    if (inputs.includes(null)) return false
    const outputs = picked.repeat(node, inputs as string[])
    node.outputs.forEach((output, at) => columns.set(output, outputs[at]!))
  }
  const onPath = new Set(path.flatMap(({ outputs }) => outputs))
  for (const node of path) {
    node.inputs.forEach((input, at) => {
      if (hasRows(model, uses, input) && !onPath.has(input) && input !== head.inputs[1]) node.inputs[at] = rows(input)
    })
  }
  picked.op('Identity', [columns.get('logits')!], {}, graphNames.optionLogits)
  model.nodes.splice(model.nodes.indexOf(head), 0, ...whole.nodes)
  model.nodes.push(...picked.nodes)
  model.inputs.push({ name: graphNames.options, type: elementTypes.int64, dims: ['options'] }, { name: graphNames.wholeFrom, type: elementTypes.int64, dims: [1] })
  model.outputs.push({ name: graphNames.optionLogits, type: model.outputs.find(({ name }) => name === 'logits')!.type, dims: ['batch_size', 'rows', 'options'] })
  return true
}

/** The head's weight, and how some of its columns are read. */
function headWeight(model: OnnxModel, uses: GraphUses, head: OnnxNode): { readonly vocabulary: number; readonly columns: (build: GraphBuilder) => string } | null {
  const name = head.inputs[1]!
  const weight = model.initializers.get(name)
  if (head.op === 'MatMulInteger' && weight) {
    return { vocabulary: weight.dims.at(-1)!, columns: (build) => build.op('Gather', [name, graphNames.options], { axis: weight.dims.length - 1 }) }
  }
  const turned = uses.maker(name)
  const table = head.op === 'MatMul' && turned?.op === 'Transpose' ? turned.inputs[0]! : ''
  const embedding = model.initializers.get(table)
  if (!embedding || embedding.dims.length !== 2 || !uses.readers(table).some(({ op }) => op === 'Gather')) return null
  return {
    vocabulary: embedding.dims[0]!,
    columns: (build) => build.op('Transpose', [build.op('Gather', [table, graphNames.options], { axis: 0 })], { perm: [1, 0] }),
  }
}

/** The nodes from the head to the logits, in order; null where one has an input of rows that we do not know. */
function pathFrom(model: OnnxModel, uses: GraphUses, head: OnnxNode): readonly OnnxNode[] | null {
  const path: OnnxNode[] = [head]
  for (let [value] = head.outputs; value !== undefined && value !== 'logits';) {
    const [node, ...others] = uses.readers(value)
    if (!node || others.length > 0 || path.length > 8) return null
    path.push(node)
    value = node.outputs[0]
  }
  const made = new Set(path.flatMap(({ outputs }) => outputs))
  const sides = path.flatMap(({ inputs }, at) => inputs.filter((input, place) => !made.has(input) && !model.initializers.has(input) && !(at === 0 && place < 2)))
  return sides.every((input) => input === '' || uses.maker(input)?.name.startsWith(tokenScalePrefix)) ? path : null
}

/** The options' part of what belongs to the columns; what has one number serves all; null for what is neither. */
function cut(model: OnnxModel, build: GraphBuilder, value: string, vocabulary: number): string | null {
  const { dims } = model.initializers.get(value) ?? {}
  if (!dims || dims.reduce((size, dim) => size * dim, 1) === 1) return value
  return dims.at(-1) === vocabulary ? build.op('Gather', [value, graphNames.options], { axis: dims.length - 1 }) : null
}

function hasRows(model: OnnxModel, uses: GraphUses, value: string): boolean {
  return value !== '' && !model.initializers.has(value) && uses.maker(value) !== undefined
}
