/** What a rewritten graph adds to a score that must not count; as far as 16 bits go. */
export const hidden = -65504

/** The mask of plain text: each of `count` tokens sees the past and what stands before it. */
export function causalBias(pastLength: number, count: number): Float32Array {
  const width = pastLength + count
  const bias = new Float32Array(count * width)
  for (let row = 0; row < count; row++) bias.fill(hidden, row * width + pastLength + row + 1, (row + 1) * width)
  return bias
}
