/**
 * The arrows between the folders of src/ (docs: src/README.md). A folder may import itself and what stands in its row,
 * nothing else; a package that belongs to one folder may be imported there alone. The linter enforces both.
 */
export const arrows = {
  domain: [],
  prompt: ['domain'],
  answer: ['domain'],
  metrics: ['domain'],
  engine: ['domain'],
  run: ['prompt', 'answer', 'metrics', 'engine', 'domain'],
  storage: ['prompt', 'answer', 'metrics', 'engine', 'domain'],
  import: ['prompt', 'answer', 'metrics', 'engine', 'domain'],
  export: ['prompt', 'answer', 'metrics', 'engine', 'domain'],
  state: ['run', 'storage', 'import', 'export', 'prompt', 'answer', 'metrics', 'engine', 'domain'],
  views: ['state', 'run', 'import', 'export', 'prompt', 'answer', 'metrics', 'engine', 'domain'],
}

/** Which folders alone may import a package (and its subpaths). */
export const owners = {
  dexie: ['storage'],
  '@huggingface/transformers': ['engine'],
  'onnxruntime-web': ['engine'],
  react: ['state', 'views'],
  'react-dom': ['views'],
  papaparse: ['import', 'export'],
  'read-excel-file': ['import'],
  hyparquet: ['import'],
  'hyparquet-compressors': ['import'],
  chardet: ['import'],
  '@observablehq/plot': ['views'],
  '@tanstack/react-table': ['views'],
  '@tanstack/react-virtual': ['views'],
  'lucide-react': ['views'],
  comlink: ['engine', 'import'],
}
