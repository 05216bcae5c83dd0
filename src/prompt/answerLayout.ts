import type { LabelForm } from '../domain/method.ts'
import type { Field } from '../domain/scheme.ts'

/** What stands before the reasoning in an answer. */
export const reasonHeading = '分析：'

/** What stands before a field's label in an answer, where labels stand a line each. */
export function fieldHeading(field: Field): string {
  return `${field.name.zh}：`
}

/**
 * How an answer is laid out. Words and ids stand a line each under their fields' headings, derived fields among them. Letters stand in one
 * row, `A C D Q`, and only those that were chosen: a letter with the space before it is one token in nearly every vocabulary, so that a
 * record costs a token a label and no text between them.
 */
export function isRow(form: LabelForm): boolean {
  return form === 'letter'
}

/** What stands before a field's label. @param first whether it is the answer's first label. */
export function beforeLabel(field: Field, form: LabelForm, first: boolean): string {
  if (!isRow(form)) return fieldHeading(field)
  return first ? '' : ' '
}

/** What stands behind a label. In a row nothing does: no letter is the beginning of another. */
export function afterLabel(form: LabelForm): string {
  return isRow(form) ? '' : '\n'
}
