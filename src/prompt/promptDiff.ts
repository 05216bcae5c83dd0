/** One line of two texts side by side: the same on both sides, or what stands on one side (null: nothing on the other). */
export interface DiffLine {
  readonly same: boolean
  readonly left: string | null
  readonly right: string | null
}

export interface PromptDiff {
  readonly lines: readonly DiffLine[]
  /** Lines that stand word for word on both sides, in one order; and all of each side. Empty lines count nowhere. */
  readonly shared: number
  readonly left: number
  readonly right: number
}

/**
 * Two texts line by line: the longest common subsequence of lines is shared, the rest differs; what differs at one place stands side by side.
 * Of a line that one text has twice only as many are shared as the other has.
 */
export function promptDiff(left: string, right: string): PromptDiff {
  const one = left.split('\n')
  const other = right.split('\n')
  const lengths = commonLengths(one, other)
  const lines: DiffLine[] = []
  let gone: string[] = []
  let come: string[] = []
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) lines.push({ same: false, left: gone[at] ?? null, right: come[at] ?? null })
    gone = []
    come = []
  }
  let i = 0
  let j = 0
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      flush()
      lines.push({ same: true, left: one[i]!, right: other[j]! })
      i++
      j++
    } else if (j >= other.length || (i < one.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) gone.push(one[i++]!)
    else come.push(other[j++]!)
  }
  flush()
  const filled = (all: readonly string[]): number => all.filter((line) => line.trim() !== '').length
  return { lines, shared: lines.filter((line) => line.same && line.left?.trim() !== '').length, left: filled(one), right: filled(other) }
}

/** An empty line is shared only where that costs no other line. */
function weight(line: string): number {
  return line.trim() === '' ? 1 : 100_000
}

/** Weight of the longest common subsequence of what is left from each pair of places on. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly Int32Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Int32Array(other.length + 1))
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i]![j] = one[i] === other[j] ? lengths[i + 1]![j + 1]! + weight(one[i]!) : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  return lengths
}
