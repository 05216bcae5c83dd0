/** Inputs and outputs that the rewrite adds to a graph. */
export const graphNames = {
  /** What each token sees of the cache and of the forward's tokens, `rows x columns`; `_<tokens>` behind it for layers with a window. */
  mask: 'tree_bias',
  /** Before the name of a cache input: the same for what texts begin with. */
  prefix: 'xw_prefix.',
  /** What each token sees of the prefix, of layers with a window: `_<tokens>` behind it. */
  prefixMask: 'xw_prefix_bias',
  /** The axis of the prefix's columns, and that of those and one more, which stands for what is behind it. */
  prefixColumns: 'prefix_columns',
  furtherColumns: 'prefix_columns_and_one',
  /** Rows whose logits are wanted, among those that the graph keeps. */
  rows: 'xw_rows',
  /** Tokens whose logits are wanted. */
  options: 'xw_options',
  /** Logits of those tokens. */
  optionLogits: 'xw_option_logits',
  /** The first of those rows whose logits are wanted over the whole vocabulary. */
  wholeFrom: 'xw_whole_from',
} as const

/** What is added to a score that must not count; as far as 16 bits go. */
export const hidden = -65504

/** The mask input of layers that see so many tokens, their own included. */
export function maskName(name: string, window: number): string {
  return Number.isFinite(window) ? `${name}_${window}` : name
}

/** The mask inputs of that kind among a graph's inputs, each with the window of its layers. */
export function maskWindows(inputs: readonly string[], name: string): ReadonlyMap<string, number> {
  return new Map(inputs.flatMap((input) => {
    if (input === name) return [[input, Infinity] as const]
    const window = input.startsWith(`${name}_`) ? Number(input.slice(name.length + 1)) : NaN
    return Number.isInteger(window) ? [[input, window] as const] : []
  }))
}
