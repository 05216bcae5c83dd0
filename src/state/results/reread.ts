import type { LabelId } from '../../domain/scheme.ts'
import type { Prediction, PredictionSet } from '../../domain/prediction.ts'
import { ANSWERED, type FieldColumn, isAnswered, type RunColumns, type Status, statuses } from './runColumns.ts'

/** One sample whose answer is another one under the second reading. */
export interface RereadRow {
  readonly id: string
  readonly gold: LabelId | null
  readonly first: { readonly label: LabelId | null; readonly status: Status }
  readonly second: { readonly label: LabelId | null; readonly status: Status }
  /** The model's own words, cut at 300 characters; null where there are none. */
  readonly words: string | null
}

/** One field of one run under two readings. */
export interface Reread {
  /** Answers read. */
  readonly answers: number
  /** Of them, those with the model's own words: only they can change. */
  readonly worded: number
  readonly changed: number
  /** Changed ones by what they were and what they are: a label, or why there is none. */
  readonly kinds: readonly { readonly first: Status; readonly second: Status; readonly count: number }[]
  /** The first thousand changed ones, in plan order. */
  readonly rows: readonly RereadRow[]
}

const LISTED = 1_000

/** @param chosen places that are looked at; the columns are the same run's, in the same order. */
export function reread(first: RunColumns, second: RunColumns, of: (columns: RunColumns) => FieldColumn, chosen: ArrayLike<number>, predictions: PredictionSet): Reread {
  const one = of(first)
  const other = of(second)
  const places = Array.from(chosen).filter((at) => first.state[at] === ANSWERED && (isAnswered(one.status[at]!) || isAnswered(other.status[at]!)))
  const kinds = new Map<string, { first: Status; second: Status; count: number }>()
  const rows: RereadRow[] = []
  let changed = 0
  let worded = 0
  for (const at of places) {
    const id = first.ids[at]!
    const words = wordsOf(predictions.get(id), one.field.id)
    if (words !== null) worded++
    if (one.status[at] === other.status[at] && one.label[at] === other.label[at]) continue
    changed++
    const answer = ({ field, label, status }: FieldColumn) => ({ label: field.labels[label[at]!]?.id ?? null, status: statuses[status[at]!]! })
    const [before, after] = [answer(one), answer(other)]
    const key = `${before.status} ${after.status}`
    const kind = kinds.get(key) ?? { first: before.status, second: after.status, count: 0 }
    kinds.set(key, { ...kind, count: kind.count + 1 })
    if (rows.length < LISTED) rows.push({ id, gold: one.field.labels[one.gold[at]!]?.id ?? null, first: before, second: after, words: words?.slice(0, 300) ?? null })
  }
  return { answers: places.length, worded, changed, kinds: [...kinds.values()].sort((a, b) => b.count - a.count), rows }
}

/** What a model wrote about a field; null where nothing is kept of it. */
function wordsOf(prediction: Prediction | undefined, field: string): string | null {
  const outcome = prediction?.outcome
  if (outcome?.kind === 'free') return outcome.text
  return outcome?.kind === 'stated' ? (outcome.fields[field]?.raw ?? null) : null
}
