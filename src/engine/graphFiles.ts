/** transformers.js dtype names and the ending of the file that holds each. */
const suffixes: Readonly<Record<string, string>> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
}

/** File stems that a model with one graph may have; the first is today's, the second what older exports of causal models were called. */
const stems = ['model', 'decoder_model_merged']

export interface GraphFile {
  readonly dtype: string
  /** Path inside the model's folder. */
  readonly path: string
}

/** The graphs among a model's files, each with its dtype; where two files hold one dtype, today's layout wins. */
export function graphFiles(paths: readonly string[]): readonly GraphFile[] {
  const present = new Set(paths)
  return Object.entries(suffixes).flatMap(([dtype, suffix]) => {
    const candidates = ['onnx/', ''].flatMap((folder) => stems.map((stem) => `${folder}${stem}${suffix}.onnx`))
    const path = candidates.find((candidate) => present.has(candidate))
    return path === undefined ? [] : [{ dtype, path }]
  })
}

/** The path under which the hub's layout keeps a dtype's graph; for a message about what is missing. */
export function expectedGraphPath(dtype: string): string {
  return `onnx/model${suffixes[dtype] ?? `_${dtype}`}.onnx`
}

/** Files that may hold a graph's weights: `model.onnx_data`, `model.onnx_data_1`, `model.onnx.data`. */
export function externalDataFiles(graph: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.startsWith(`${graph}_data`) || path === `${graph}.data`)
}
