import type { Method } from '../domain/method.ts'
import { type Field, fieldOf, type Scheme } from '../domain/scheme.ts'
import { fieldHeading, isRow, reasonHeading } from './answerLayout.ts'
import { writtenLabel } from './labelForm.ts'

/**
 * The lines that an answer in the asked form consists of: when all of them stand there, in their order, a free answer is over. Each field's
 * heading with one of its labels and nothing else, derived fields among them; of letters the row. Where the method reasons, the reasoning's heading has to stand
 * before what it comes before: a draft without it ends nothing. Null for a method with a prompt of its own, or a template that does not state our form, whose form nobody knows, and where nothing is answered.
 *
 * What this does to a reading: of headed lines `parseAnswer` takes the LAST statement, of letters the last row, and `literalAnswers` none where two disagree.
 * An answer that ends here has the first complete form as its last statement, so it is read as the whole text would be unless what came after had named
 * another label of a field, or an invented one, under its heading (a second answer, a correction), or had been another row (of a method with one field and letters: any other
 * letter on a line of its own, which made the whole ambiguous). What base models run on to most
 * is a next sample of their own with its answer; of headed lines the parser passes over that, too. An answer off the form (an invented label,
 * prose behind a label, headings in another order) does not end here: its writer ends it, or the limit.
 */
export function answerEnd(scheme: Scheme, method: Method): readonly RegExp[] | null {
  if (method.prompt || (method.template && !/\{form\}/.test(`${method.template.system}${method.template.user}`))) return null
  const fields = method.steps.flatMap((step) => (step.kind === 'choose' ? [fieldOf(scheme, step.field)] : []))
  if (fields.length === 0) return null
  const lines = method.steps.flatMap((step) => {
    if (step.kind === 'reason') return [new RegExp(`^${marks}${escaped(reasonHeading.slice(0, -1))}${marks}[:：]`)]
    if (step.kind === 'give' || isRow(method.labelForm)) return []
    return [headed(fieldOf(scheme, step.field), method)]
  })
  return isRow(method.labelForm) ? [...lines, row(fields, method)] : lines
}

/** What models put around a heading or a label without meaning anything by it. */
const marks = '[ \\t*]*'

/** `字面极性：正面`, and nothing else. */
function headed(field: Field, method: Method): RegExp {
  return new RegExp(`^${marks}${escaped(fieldHeading(field).slice(0, -1))}${marks}[:：]${marks}(?:${labelsOf(field, method)})${marks}[。.]?${marks}\\r?$`)
}

/** `A C D Q`, each letter one of its field's. */
function row(fields: readonly Field[], method: Method): RegExp {
  return new RegExp(`^${marks}${fields.map((field) => `(?:${labelsOf(field, method)})`).join('[ \\t,，、;；/]*')}${marks}[。.]?${marks}\\r?$`)
}

function labelsOf(field: Field, { labelForm }: Method): string {
  return field.labels.map((_, index) => escaped(writtenLabel(field, index, labelForm))).join('|')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
