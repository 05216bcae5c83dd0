import type { Method } from '../domain/method.ts'
import type { Answer, Answers } from '../domain/prediction.ts'
import { derive, type Field, type FieldId, type LabelId, type Scheme } from '../domain/scheme.ts'
import { methodLevels } from './methodLevels.ts'

/**
 * A written answer taken at its letter, as a plain script would: a line `heading：label` whose heading is the field's Chinese or English name or
 * its id and whose label is one of the field's, spelt exactly so (id, Chinese or English name; its letter where the method asks for
 * letters); of a method with one field also a text that is the label and nothing else. Two lines that name different labels are
 * ambiguous; another word behind the heading is out of scheme. What is left is `unparsed`. A derived field that is not written is
 * what its parts give. Beside `parseAnswer` it shows how much of a figure is the parser's.
 */
export function literalAnswers(text: string, scheme: Scheme, method: Method, given: Readonly<Record<FieldId, LabelId>> = {}): Answers {
  const { levels, derived, answered } = methodLevels(scheme, method)
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const answers: Record<FieldId, Answer> = {}
  const labels: Record<FieldId, LabelId> = { ...given }
  for (const field of levels) {
    const answer = answers[field.id] = literalAnswer(lines, field, method, answered.length === 1)
    if (answer.kind === 'chosen') labels[field.id] = answer.label
  }
  for (const field of derived) {
    const own = literalAnswer(lines, field, method, false)
    const byTable = own.kind === 'unparsed' ? derive(field, labels) : undefined
    answers[field.id] = byTable === undefined ? own : { kind: 'chosen', label: byTable }
  }
  return Object.fromEntries(answered.map((id) => [id, answers[id] ?? { kind: 'unparsed' }]))
}

function literalAnswer(lines: readonly string[], field: Field, { labelForm }: Method, alone: boolean): Answer {
  const headings = new Set([field.id, field.name.zh, field.name.en])
  const values = lines.flatMap((line) => {
    const cut = line.search(/[:：]/)
    return cut > 0 && headings.has(line.slice(0, cut).trim()) ? [line.slice(cut + 1).trim()] : []
  })
  const whole = lines.filter((line) => line !== '')
  if (values.length === 0 && alone && whole.length === 1) values.push(whole[0]!)
  const found = [...new Set(values)]
  if (found.length === 0) return { kind: 'unparsed' }
  const ids = new Set(found.flatMap((value) => labelNamed(value, field, labelForm) ?? []))
  if (ids.size > 1) return { kind: 'ambiguous', found: found.join('、').slice(0, 100) }
  const [only] = ids
  return only === undefined ? { kind: 'outOfScheme', found: found.join('、').slice(0, 100) } : { kind: 'chosen', label: only }
}

function labelNamed(value: string, field: Field, form: Method['labelForm']): LabelId | undefined {
  const byName = field.labels.find(({ id, name }) => value === id || value === name.zh || value === name.en)
  if (byName || form !== 'letter') return byName?.id
  return field.labels.find((_, at) => value === String.fromCharCode(65 + at))?.id
}
