import { matchLabel } from '../answer/labelMatch.ts'
import { type FieldId, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'
import type { AnswerRows } from './answerRows.ts'
import { taskField } from './resultFileName.ts'

/** What a column of somebody else's answers holds. */
export type AnswerRole =
  /** What samples are matched by. */
  | { readonly kind: 'id' | 'text' | 'other' }
  /** said: the label predicted; state: whether it was answered at all; gold: what the file says is right; probability: of the label said. */
  | { readonly kind: 'said' | 'state' | 'gold' | 'probability'; readonly field: FieldId }
  /** The model's own words about one field, or (null) about all of the file's. */
  | { readonly kind: 'raw'; readonly field: FieldId | null }
  /** The probability of one label of a field. */
  | { readonly kind: 'share'; readonly field: FieldId; readonly label: LabelId }

/** Column to role. A column that is not there is `other`. */
export type AnswerMapping = Readonly<Record<string, AnswerRole>>

const idNames = ['sample_id', 'sampleid', 'id', 'uid', '编号', '样本编号', '序号']
const textNames = ['text', 'sentence', 'target', '文本', '目标句', '句子']
/** Names of columns that do not say which field they are about. */
const unnamed: Readonly<Record<'said' | 'raw' | 'gold' | 'state' | 'probability', readonly string[]>> = {
  said: ['predicted', 'prediction', 'pred', 'predicted_label', 'pred_label', 'label', 'answer', 'output', '预测', '预测标签', '标签', '答案'],
  raw: ['raw_response', 'raw', 'response', 'raw_output', 'completion', 'generated', '原文', '原始回答', '模型回答'],
  gold: ['gold', 'gold_label', 'true', 'true_label', 'y_true', 'reference', '标准答案', '正确标签'],
  state: ['status', 'state', '状态'],
  probability: ['probability', 'prob', 'confidence', '概率', '置信度'],
}
/** What stands before a field's name. */
const prefixes: Readonly<Record<'said' | 'raw' | 'gold' | 'state' | 'probability', RegExp>> = {
  said: /^(?:predicted|predictions?|preds?|model|预测)[_\s.-]*/i,
  raw: /^(?:raw_response|raw_output|raw|response|completion)[_\s-]+/i,
  gold: /^(?:gold|true|reference|标注)[_\s.-]*/i,
  state: /^answer[_\s-]+/i,
  probability: /^(?:probability|prob|confidence)[_\s-]+/i,
}
const kinds = ['said', 'raw', 'gold', 'state', 'probability'] as const
/** What stands before a label's name in a column of its probability. */
const sharePrefix = /^(?:probabilities|probability|probs?|p|scores?|概率)\s*[._\s(（-]+\s*/i

/**
 * What the columns of a file hold, as far as their names say it; where a column of labels names no field, the one whose labels its values
 * are, if there is exactly one such field.
 * @param about the field that the file is about, where its name says so.
 */
export function guessAnswerMapping({ columns, rows }: AnswerRows, scheme: Scheme, about?: FieldId): AnswerMapping {
  const id = columnNamed(columns, idNames)
  const text = columnNamed(columns, textNames)
  const roles = new Map<string, AnswerRole>()
  if (id !== undefined) roles.set(id, { kind: 'id' })
  if (text !== undefined) roles.set(text, { kind: 'text' })
  for (const kind of kinds) {
    for (const column of columns) {
      if (roles.has(column) || !prefixes[kind].test(column)) continue
      const field = taskField(scheme, column.replace(prefixes[kind], ''))
      if (field !== undefined) roles.set(column, { kind, field })
    }
  }
  const said = new Set(fieldsOf(roles, 'said'))
  for (const column of columns) {
    const field = roles.has(column) ? undefined : taskField(scheme, column)
    // a column that says it is predicted beats one of the field's bare name, which may be gold
    if (field !== undefined) roles.set(column, { kind: said.has(field) ? 'gold' : 'said', field })
  }
  const plain = columnNamed(columns.filter((column) => !roles.has(column)), unnamed.said)
  const single = fieldsOf(roles, 'said').length > 0 ? undefined : (about ?? (plain === undefined ? undefined : fieldByValues(rows.map(({ cells }) => cells[plain] ?? ''), scheme)))
  if (plain !== undefined && single !== undefined) roles.set(plain, { kind: 'said', field: single })
  addUnnamed(columns, roles, single)
  addShares(columns, roles, scheme, single)
  return Object.fromEntries(columns.map((column) => [column, roles.get(column) ?? { kind: 'other' }]))
}

/** What a mapping lacks to be read: something to match samples by, something that is answered. */
export function missingRoles(mapping: AnswerMapping): readonly ('key' | 'answer')[] {
  const roles = Object.values(mapping)
  const key = roles.some(({ kind }) => kind === 'id' || kind === 'text')
  return [...(key ? [] : ['key' as const]), ...(answeredBy(mapping).length > 0 ? [] : ['answer' as const])]
}

/** The fields that a mapping has an answer for, whatever form it has: in the order of the columns. */
export function answeredBy(mapping: AnswerMapping): readonly FieldId[] {
  const found = Object.values(mapping).flatMap((role) => (role.kind === 'said' || role.kind === 'share' || (role.kind === 'raw' && role.field !== null) ? [role.field ?? ''] : []))
  return [...new Set(found)]
}

/** The mapping with one column's role changed; what only one column can be is taken from the one that was it. */
export function withRole(mapping: AnswerMapping, column: string, role: AnswerRole): AnswerMapping {
  const same = JSON.stringify(role)
  return Object.fromEntries(
    Object.entries(mapping).map(([name, old]) => [name, name === column ? role : role.kind !== 'other' && JSON.stringify(old) === same ? { kind: 'other' as const } : old]),
  )
}

/** Roles of columns that name no field, where the file is about one; a model's words may be about all of its fields. */
function addUnnamed(columns: readonly string[], roles: Map<string, AnswerRole>, single: FieldId | undefined): void {
  for (const kind of kinds) {
    const column = columnNamed(columns.filter((name) => !roles.has(name)), unnamed[kind])
    if (column === undefined || kind === 'said') continue
    if (kind === 'raw') roles.set(column, { kind, field: single ?? null })
    else if (single !== undefined) roles.set(column, { kind, field: single })
  }
}

/** Columns named after a field's labels: their probabilities. */
function addShares(columns: readonly string[], roles: Map<string, AnswerRole>, scheme: Scheme, single: FieldId | undefined): void {
  const [only, ...others] = fieldsOf(roles, 'said')
  const about = single ?? (others.length === 0 ? only : undefined)
  for (const column of columns) {
    if (roles.has(column)) continue
    const pair = /^(?:probabilities|probability|probs?|p)?[._\s]*(.+?)\s*[=.:：]\s*(.+)$/i.exec(column)
    const named = pair && taskField(scheme, pair[1]!)
    const role = named ? shareOf(scheme, named, pair[2]!) : about !== undefined && sharePrefix.test(column) ? shareOf(scheme, about, column.replace(sharePrefix, '').replace(/[)）]$/, '')) : undefined
    if (role) roles.set(column, role)
  }
}

function shareOf(scheme: Scheme, field: FieldId, written: string): AnswerRole | undefined {
  const match = matchLabel(written, fieldOf(scheme, field))
  return match.kind === 'label' ? { kind: 'share', field, label: match.id } : undefined
}

function fieldsOf(roles: ReadonlyMap<string, AnswerRole>, kind: 'said'): readonly FieldId[] {
  return [...new Set([...roles.values()].flatMap((role) => (role.kind === kind ? [role.field] : [])))]
}

/** The one field whose labels nearly all of the values are; undefined where there is none, or more than one. */
function fieldByValues(values: readonly string[], scheme: Scheme): FieldId | undefined {
  const distinct = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
  if (distinct.length === 0) return undefined
  const able = scheme.fields.filter((field) => distinct.filter((value) => matchLabel(value, field).kind === 'label').length >= distinct.length * 0.8)
  return able.length === 1 ? able[0]!.id : undefined
}

function columnNamed(columns: readonly string[], names: readonly string[]): string | undefined {
  return names.map((name) => columns.find((column) => column.trim().toLowerCase() === name)).find((column) => column !== undefined)
}
