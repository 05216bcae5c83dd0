import type { ForwardCut } from '../domain/plan.ts'

/** The cut of plans that pin none: the first that was pinned, and what was done before. Runs under it do not have it in their ids. */
export const firstCut: ForwardCut = { chunk: 128, trunk: 256, nodes: 256, ahead: 4 }

/** How this program cuts a language model's prompts and answer trees into forwards: a plan pins it. To change a number is to promise other answers where arithmetic is of 8 bits. */
export const forwardCut: ForwardCut = firstCut

/** Whether a plan's cut is another than one: this program's, where none is named. Its answers and ours must not stand in one run. */
export function cutsOtherwise({ cut = firstCut }: { readonly cut?: ForwardCut | undefined }, than: ForwardCut = forwardCut): boolean {
  return cut.chunk !== than.chunk || cut.trunk !== than.trunk || cut.nodes !== than.nodes || cut.ahead !== than.ahead
}
