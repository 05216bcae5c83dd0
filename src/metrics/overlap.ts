import { pieceHash, pieces, type PiecesSeen } from './bloom.ts'

/** Texts that others may share pieces with: exactly, every piece. */
export class PieceSet {
  /** Characters in a piece; shorter texts are compared whole. */
  static readonly GRAM = 13
  private readonly known = new Set<number>()
  private readonly short = new Set<string>()

  add(text: string): void {
    const points = pieces(text)
    if (points.length === 0) return
    if (points.length < PieceSet.GRAM) this.short.add(String.fromCodePoint(...points))
    for (let start = 0; start + PieceSet.GRAM <= points.length; start++) this.known.add(keyOf(points, start))
  }

  /** A short text is one piece, itself. Two different pieces are taken for one with a chance of 2^-53. */
  seen(text: string): PiecesSeen {
    const points = pieces(text)
    if (points.length === 0) return { asked: 0, seen: 0 }
    if (points.length < PieceSet.GRAM) return { asked: 1, seen: this.short.has(String.fromCodePoint(...points)) ? 1 : 0 }
    let seen = 0
    const asked = points.length - PieceSet.GRAM + 1
    for (let start = 0; start < asked; start++) if (this.known.has(keyOf(points, start))) seen++
    return { asked, seen }
  }
}

function keyOf(points: Int32Array, start: number): number {
  return pieceHash(points, start, PieceSet.GRAM, 0x811c9dc5) * 0x20_0000 + (pieceHash(points, start, PieceSet.GRAM, 0x9747b28c) >>> 11)
}

/**
 * Whether more of a text's pieces were found than chance explains: P(X >= seen) < `level` for X ~ Binomial(asked, chance), chance being
 * that of a single false positive (0 for exact sets: one piece is enough). So at most a share `level` of texts that share nothing is
 * said to overlap. A text with nothing to ask never is. Source: the exact binomial tail (`binomialProbability`).
 */
export function overlaps({ asked, seen }: PiecesSeen, chance: number, level = 0.005): boolean {
  if (seen === 0) return false
  if (chance === 0) return true
  let below = 0
  let term = (1 - chance) ** asked
  for (let count = 0; count < seen; count++) {
    below += term
    term *= ((asked - count) / (count + 1)) * (chance / (1 - chance))
  }
  return 1 - below < level
}
