import type { Random } from '../domain/random.ts'
import { columnOf, columnsFor, type LabelIndices } from './confusion.ts'
import { JointTables, type Placing } from './jointTables.ts'
import type { Groups } from './resampling.ts'

/** A record has no answer in this resample: it then stands in no table of the run. */
export const NOT_THERE = -3

/**
 * Resamples in which answers are not what they are over all records: read under a prior that is estimated anew from what was drawn.
 * Made for one list of records, drawn once and for all, so that whatever is asked of it rests on the same resamples.
 */
export interface Redrawn {
  /** Records, or groups of them, that were drawn; below 2 nothing was, and there is no interval. */
  readonly units: number
  readonly resamples: number
  /** How often each record was drawn in a resample. */
  weights(resample: number): ArrayLike<number>
  /** What stands in that resample for the answers of a run: label indices or NOT_THERE; those given where they do not depend on what is drawn. */
  answers(predicted: LabelIndices, resample: number): LabelIndices
}

/** Tables that are drawn together, whatever is drawn. */
export interface TableDraws {
  readonly units: number
  /** The tables of all records as they are. */
  whole(): readonly Float64Array[]
  /** Calls back with the tables of each resample, by number from 0; the next call writes over them. */
  resample(random: Random, resamples: number, visit: (tables: readonly Float64Array[], resample: number) => void): void
}

/** Tables of answers: the placings that `place` makes of the answers, which are the records' own but where they are redrawn. */
export function tableDraws(place: (answers: (predicted: LabelIndices) => LabelIndices) => readonly Placing[], { groups, redrawn }: { readonly groups?: Groups | undefined; readonly redrawn?: Redrawn | undefined }): TableDraws {
  return redrawn ? new RedrawnTables(place, redrawn) : new JointTables(place((predicted) => predicted), groups)
}

class RedrawnTables implements TableDraws {
  readonly units: number
  private readonly place: Parameters<typeof tableDraws>[0]
  private readonly redrawn: Redrawn

  constructor(place: Parameters<typeof tableDraws>[0], redrawn: Redrawn) {
    this.place = place
    this.redrawn = redrawn
    this.units = redrawn.units
  }

  whole(): Float64Array[] {
    return this.place((predicted) => predicted).map(({ cells, size }) => summed({ cells, size }, () => 1))
  }

  /** What was drawn is drawn already: `random` is not asked. @throws where more resamples are wanted than there are. */
  resample(_random: Random, resamples: number, visit: (tables: readonly Float64Array[], resample: number) => void): void {
    const { redrawn } = this
    if (resamples > redrawn.resamples) throw new RangeError(`${resamples} resamples of ${redrawn.resamples}`)
    for (let at = 0; at < resamples; at++) {
      const weights = redrawn.weights(at)
      visit(this.place((predicted) => redrawn.answers(predicted, at)).map((placing) => summed(placing, (record) => weights[record]!)), at)
    }
  }
}

function summed({ cells, size }: Placing, weight: (record: number) => number): Float64Array {
  const sums = new Float64Array(size)
  for (let record = 0; record < cells.length; record++) if (cells[record]! >= 0) sums[cells[record]!]! += weight(record)
  return sums
}

/** The cells of a confusion table (`cellsOf`) for answers some of which may not be there. The indices were checked when the answers were made. */
export function drawnCells(labels: number, gold: LabelIndices, predicted: LabelIndices): Int32Array {
  const columns = columnsFor(labels)
  const cells = new Int32Array(gold.length)
  for (let record = 0; record < gold.length; record++) {
    cells[record] = gold[record]! < 0 || predicted[record] === NOT_THERE ? -1 : gold[record]! * columns + columnOf(labels, predicted[record]!)
  }
  return cells
}
