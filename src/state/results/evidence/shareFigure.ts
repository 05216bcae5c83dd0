import { type Figure, figure } from '../../../export/table.ts'
import type { LabelIndices } from '../../../metrics/confusion.ts'
import { NOT_THERE } from '../../../metrics/redrawn.ts'
import { shareOf } from '../../../metrics/shareInterval.ts'
import { derived, type Drawn, drawing, type RunSet, type Task } from './runSet.ts'

/** The share of a set's samples that are counted (1; 0: not; negative: no part), with Wilson's interval, or by groups where there are any. */
export function shareFigure(of: LabelIndices, set: Drawn): Figure {
  const { share, interval } = shareOf(of, drawing(set))
  return figure(share, interval)
}

/** Of the samples meant that have gold: 1 where the answer is right, 0 where it is not; -1 elsewhere, and where a resample has no answer. */
export function rightAmong(set: Pick<RunSet, 'redrawn'>, { gold }: Pick<Task, 'gold'>, predicted: LabelIndices, meant: (record: number) => boolean): Int8Array {
  return derived(set, (answers) => {
    const said = answers(predicted)
    return Int8Array.from(gold, (label, record) => (label < 0 || !meant(record) || said[record] === NOT_THERE ? -1 : Number(said[record] === label)))
  })
}
