import type { ForwardCut } from '../domain/plan.ts'

/** How this program cuts a language model's prompts and answer trees into forwards: a plan pins it. To change a number is to promise other answers where arithmetic is of 8 bits. */
export const forwardCut: ForwardCut = { chunk: 128, trunk: 256, nodes: 256, ahead: 4 }
