/** Where samples may stand besides: examples shown before them, a development set, a model's training texts. */
export const overlapKinds = ['shots', 'dev', 'training'] as const
export type OverlapKind = (typeof overlapKinds)[number]

/** The choice of a development set that takes none, but parts the tested data into folds. */
export const CROSS_FITTED = 'crossFitted'

/** Of a filter: anywhere, nowhere (of what could be asked), or in one of them. */
export const overlapChoices = ['any', 'none', ...overlapKinds] as const
export type OverlapChoice = (typeof overlapChoices)[number]

/** A bit for each of `overlapKinds`, by sample in the run's order. */
export type Overlaps = Uint8Array

export function overlapBit(kind: OverlapKind): number {
  return 1 << overlapKinds.indexOf(kind)
}

export function kindsIn(bits: number): readonly OverlapKind[] {
  return overlapKinds.filter((kind) => (bits & overlapBit(kind)) !== 0)
}

/** @throws where the overlaps are asked for and were not looked up. */
export function overlapTest(choice: OverlapChoice | undefined, overlaps: Overlaps | undefined): ((at: number) => boolean) | null {
  if (choice === undefined) return null
  if (!overlaps) throw new Error('overlaps are wanted and were not looked up')
  if (choice === 'any' || choice === 'none') return (at) => (overlaps[at] !== 0) === (choice === 'any')
  const bit = overlapBit(choice)
  return (at) => (overlaps[at]! & bit) !== 0
}
