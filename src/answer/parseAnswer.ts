import type { Method } from '../domain/method.ts'
import type { Answer, Answers } from '../domain/prediction.ts'
import { derive, type DerivedField, type Field, type FieldId, fieldOf, type LabelId, labelOf, type Scheme } from '../domain/scheme.ts'
import { answerText } from './answerText.ts'
import { methodLevels } from './methodLevels.ts'
import { explains, lineLabel, shortened, type WrittenLabel, writtenLabel } from './writtenValue.ts'
import { headedStatements, headingsOf, objectStatements, type Statement } from './writtenHeadings.ts'
import { writtenObjects } from './writtenObject.ts'
import { rowLabels } from './writtenRow.ts'

/** Version of the parser of written answers: a reading names it. Anything that reads one text differently is a new version. */
export const PARSER_VERSION = 2

/**
 * Reads a written answer: for each field that the method answers, in step order, what the text says of it.
 *
 * Fields are found under headings (id, names, column names, in any script and width), as keys of a JSON object, or, where
 * the text has neither, as lines that are each a label and nothing else, or as one row of letters where letters were asked for. Thoughts (`<think>`) are no answer; what comes
 * after the model's turn (the next sample, made up) is not its answer either. Where a field is stated more than once the LAST
 * statement that names a label, or an invented one, counts: earlier ones are drafts. Prose (`隐含极性是负面`) counts only
 * where no heading does.
 *
 * A derived field that the method looks up counts as written where it is written (`byTable` marks one that its parts
 * contradict), else it is derived from its parts. A field of which the text says nothing is `truncated` where the text
 * was cut (`finish` is length, a thought or an object left open), else `unparsed`.
 *
 * @param given labels told to the model: they take part in what is derived.
 */
export function parseAnswer(
  text: string,
  scheme: Scheme,
  method: Method,
  finish: 'stop' | 'length' = 'stop',
  given: Readonly<Record<FieldId, LabelId>> = {},
): Answers {
  const { levels, derived, answered } = methodLevels(scheme, method)
  const answer = answerText(text)
  const found = statementsOf(answer.text, scheme, levels)
  const cut = answer.cut || finish === 'length' || found.open
  const absent: Answer = { kind: cut ? 'truncated' : 'unparsed' }
  const statements = ownTurn(answer.text, found.statements, levels)
  const stated = (field: Field) => fromStatements(statements.filter((one) => one.field === field.id), field, method, cut)
  const fields = answered.map((id) => fieldOf(scheme, id))
  const row = inRow(answer.text, statements, fields, levels, method, cut)
  const written = new Map<FieldId, WrittenLabel>(row ?? fields.map((field) => [field.id, stated(field)]))
  if (!row && answered.every((id) => written.get(id)?.kind === 'none')) {
    const bare = bareLabels(answer.text, fields, levels, method)
    for (const [id, label] of bare.length > 0 || statements.length > 0 ? bare : oneLine(answer.text, levels, method, cut)) written.set(id, label)
  }
  const answers: Record<FieldId, Answer> = {}
  const labels: Record<FieldId, LabelId> = { ...given }
  for (const { id } of levels) {
    const own = answers[id] = asAnswer(written.get(id), absent)
    if (own.kind === 'chosen') labels[id] = own.label
  }
  for (const field of derived) answers[field.id] = derivedAnswer(field, asAnswer(written.get(field.id), absent), answers, labels)
  return Object.fromEntries(answered.map((id) => [id, answers[id] ?? absent]))
}

function statementsOf(text: string, scheme: Scheme, levels: readonly Field[]): { statements: readonly Statement[]; open: boolean } {
  const headings = headingsOf(scheme, levels.length === 1 ? levels[0]?.id : undefined)
  const objects = writtenObjects(text)
  let rest = text
  for (const { from, to } of objects) rest = rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, ' ') + rest.slice(to)
  rest = rest.replace(/^[ \t]*```[^\n]*$/gm, (fence) => ' '.repeat(fence.length))
  const statements = [...headedStatements(rest, headings), ...objects.flatMap((object) => objectStatements(object, headings))]
  return { statements: statements.sort((one, other) => one.at - other.at), open: objects.some(({ closed }) => !closed) }
}

/** Headings of the prompt: a model that writes them after its answer has gone on to a sample of its own. */
const nextSample = /^\s*【(?:场景类型|上下文|目标句)】/gm

/** The statements before the text goes on to another sample. */
function ownTurn(text: string, statements: readonly Statement[], levels: readonly Field[]): readonly Statement[] {
  for (const { index } of text.matchAll(nextSample)) {
    const before = statements.filter(({ at }) => at < index)
    if (levels.every(({ id }) => before.some(({ field }) => field === id))) return before
  }
  return statements
}

/** The last statement that names something; headings before prose. */
function fromStatements(statements: readonly Statement[], field: Field, method: Method, cut: boolean): WrittenLabel {
  let truncated: WrittenLabel = { kind: 'none' }
  for (const inProse of [false, true]) {
    for (const statement of statements.filter((one) => one.inProse === inProse).reverse()) {
      const label = writtenLabel(statement.value, field, method.labelForm, cut && statement.atEnd)
      if (label.kind === 'truncated') truncated = label
      else if (label.kind === 'label' || (label.kind !== 'none' && !inProse && !explains(statement.value))) return label
    }
  }
  return truncated
}

/**
 * Labels of a text without headings: as many lines as the method answers (or chooses) fields, each all a label; or, of a
 * method that chooses one field, lines that name it.
 */
function bareLabels(text: string, answered: readonly Field[], levels: readonly Field[], method: Method): readonly (readonly [FieldId, WrittenLabel])[] {
  const lines = linesOf(text)
  for (const fields of [answered, levels]) {
    if (fields.length < 2 || lines.length !== fields.length) continue
    const labels = fields.map((field, at) => [field.id, lineLabel(lines[at]!, field, method.labelForm)] as const)
    if (labels.every(([, { kind }]) => kind === 'label')) return labels
  }
  const [only] = levels
  if (!only || levels.length > 1) return []
  const named = lines.map((line) => lineLabel(line, only, method.labelForm)).filter(({ kind }) => kind !== 'none')
  const ids = new Set(named.map((label) => (label.kind === 'label' ? label.id : '')))
  const [first] = named
  if (first && ids.size === 1) return [[only.id, first]]
  return first ? [[only.id, { kind: 'ambiguous', found: shortened(lines.join('、')) }]] : []
}

/** Letters in one row, where no heading stands behind it: of the fields that the method chooses, or of all it answers. The last row counts. */
function inRow(
  text: string,
  statements: readonly Statement[],
  answered: readonly Field[],
  levels: readonly Field[],
  method: Method,
  cut: boolean,
): readonly (readonly [FieldId, WrittenLabel])[] | undefined {
  if (method.labelForm !== 'letter' || levels.length < 2) return undefined
  let end = text.trimEnd().length
  const headed = Math.max(-1, ...statements.filter(({ inProse }) => !inProse).map(({ at }) => at))
  for (const [behind, line] of text.trimEnd().split('\n').reverse().entries()) {
    if (headed > end) return undefined
    for (const fields of [levels, answered]) {
      const labels = rowLabels(line, fields, cut && behind === 0)
      if (labels) return labels.map((label, at) => [fields[at]!.id, label])
    }
    end -= line.length + 1
  }
  return undefined
}

/** The one sentence that is all of the text, of a method that chooses one field. */
function oneLine(text: string, levels: readonly Field[], method: Method, cut: boolean): readonly (readonly [FieldId, WrittenLabel])[] {
  const [only, ...others] = levels
  const [line, ...more] = linesOf(text)
  if (!only || others.length > 0 || line === undefined || more.length > 0) return []
  return [[only.id, writtenLabel(opened(line), only, method.labelForm, cut)]]
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
}

/** A sentence without its opening up to the word that states: `我认为这句话是` (but never `不是`). */
function opened(sentence: string): string {
  return sentence.replace(/^.{0,24}?(?<![不非没认以作因])(?:属于|选择|应选|是|为|\bis\b)\s*/i, '')
}

function asAnswer(label: WrittenLabel | undefined, absent: Answer): Answer {
  if (!label || label.kind === 'none') return absent
  return label.kind === 'label' ? { kind: 'chosen', label: label.id } : { kind: label.kind, found: label.found }
}

function derivedAnswer(field: DerivedField, own: Answer, answers: Answers, labels: Readonly<Record<FieldId, LabelId>>): Answer {
  const byTable = derive(field, labels)
  if (own.kind === 'chosen') return byTable === undefined || byTable === own.label ? own : { ...own, byTable }
  if (own.kind === 'outOfScheme' || own.kind === 'ambiguous') return own
  if (byTable !== undefined && labelOf(field, byTable)) return { kind: 'chosen', label: byTable }
  const missing = field.from.map((part) => answers[part]).find((part) => part && part.kind !== 'chosen')
  return missing ?? own
}
