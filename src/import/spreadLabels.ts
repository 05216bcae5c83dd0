import { matchLabel } from '../answer/labelMatch.ts'
import type { Field, FieldId, LabelId } from '../domain/scheme.ts'

/** A column that is one label's: 1 where it holds, 0 where it does not. */
export interface SpreadColumn {
  readonly column: string
  readonly field: FieldId
  readonly label: LabelId
}

/** What a cell of such a column says; undefined where it is neither yes nor no. */
export function flagOf(raw: string): boolean | undefined {
  const text = raw.normalize('NFKC').trim().toLowerCase()
  if (/^(?:1(?:\.0*)?|true|yes|y|是|√|✓|✔|x)$/.test(text)) return true
  if (/^(?:0(?:\.0*)?|false|no|n|否|-|)$/.test(text)) return false
  return undefined
}

/**
 * Labels that are spread over columns: columns called by labels of one field (`Positive`, `implicit_Positive`, `is 中性`), half of them at least, of cells that say
 * yes or no, one yes in most rows. Of several fields that fit, the one with the largest share of its labels among the columns, then the first. None where
 * they are called by the labels of a field that is found as well: they say the same again, or are votes, sooner than what is said beside what is meant.
 * @param cells by column, row by row: a blank one says no, but a file that says nothing else than blank in a column is taken for it only beside columns that do. @param open fields that have no column yet, the likeliest first.
 */
export function guessSpread(columns: readonly string[], cells: ReadonlyMap<string, readonly string[]>, open: readonly Field[], found: readonly Field[]): readonly SpreadColumn[] {
  const flags = columns.filter((column) => {
    const own = cells.get(column) ?? []
    return own.length > 0 && own.every((cell) => flagOf(cell) !== undefined)
  })
  let best: readonly SpreadColumn[] = []
  let bestShare = 0
  for (const field of open) {
    const own = columnsOfLabels(flags, field)
    const share = own.length / field.labels.length
    if (own.length < 2 || share < 0.5 || share <= bestShare || !oneEach(own, cells)) continue
    if (found.some((other) => own.every(({ column }) => labelOfColumn(column, other) !== undefined))) continue
    best = own
    bestShare = share
  }
  return best
}

function columnsOfLabels(columns: readonly string[], field: Field): readonly SpreadColumn[] {
  const found = new Map<LabelId, SpreadColumn>()
  for (const column of columns) {
    const label = labelOfColumn(column, field)
    if (label !== undefined && !found.has(label)) found.set(label, { column, field: field.id, label })
  }
  return [...found.values()]
}

/** The label that a column is called by, the field's name or a word for labels before it put aside. */
export function labelOfColumn(column: string, field: Field): LabelId | undefined {
  const heads = [field.id, field.name.zh, field.name.en, ...field.columns, 'is', 'has', 'label', 'gold', '标签', '标注']
  const bare = heads.flatMap((head) => {
    if (!column.toLowerCase().startsWith(head.toLowerCase())) return []
    const rest = column.slice(head.length)
    return /^[\s._:：=/-]/.test(rest) || /^\p{Script=Han}/u.test(rest) ? [rest.replace(/^[\s._:：=/-]+/, '')] : []
  })
  for (const name of [column, ...bare]) {
    const match = name === '' ? undefined : matchLabel(name.replace(/_/g, ' '), field)
    if (match?.kind === 'label') return match.id
  }
  return undefined
}

/** Whether most rows have one yes, and hardly any more than one. */
function oneEach(columns: readonly SpreadColumn[], all: ReadonlyMap<string, readonly string[]>): boolean {
  const cells = columns.map(({ column }) => all.get(column) ?? [])
  const rows = cells[0]?.length ?? 0
  let [one, more] = [0, 0]
  for (let row = 0; row < rows; row++) {
    const yes = cells.filter((column) => flagOf(column[row]!) === true).length
    if (yes === 1) one++
    if (yes > 1) more++
  }
  return one * 2 >= rows && more * 10 <= rows
}
