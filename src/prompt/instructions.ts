import type { Method, Step } from '../domain/method.ts'
import { type Field, fieldOf, type Scheme } from '../domain/scheme.ts'
import { fieldHeading, isRow, reasonHeading } from './answerLayout.ts'
import { writtenLabel } from './labelForm.ts'
import { listedOrder, wordingOf } from './variants.ts'

/**
 * The system message of a method: what to judge, every field of the scheme with every label's definition, and the form
 * of the answer. All methods of a scheme share it word for word up to the form of the answer, which follows from the steps;
 * variants put the task in other words or list labels in another order, and never touch a definition.
 */
export function instructions(scheme: Scheme, method: Method): string {
  return [
    wordingOf(method).opening,
    ...scheme.fields.map((field) => definitions(field, method)),
    answerForm(scheme, method),
  ].join('\n\n')
}

/** A field with its definition, and a line for each of its labels with theirs. */
export function definitions(field: Field, method: Method): string {
  const labels = listedOrder(method, field).map((index) => {
    return `${listedLabel(field, index, method)}：${field.labels[index]!.definition.zh}`
  })
  return [`【${field.name.zh}】${field.definition.zh}`, ...labels].join('\n')
}

/** How the label at an index is listed: as it is written in answers, a letter or id with its name. */
export function listedLabel(field: Field, index: number, { labelForm }: Method): string {
  const written = writtenLabel(field, index, labelForm)
  return labelForm === 'word' ? written : `${written} ${field.labels[index]!.name.zh}`
}

/** The last part of the instructions: the lines that an answer consists of. */
export function answerForm(scheme: Scheme, method: Method): string {
  const lines = method.steps.flatMap((step) => {
    const line = formLine(scheme, step, method)
    return line === undefined ? [] : [line]
  })
  if (!isRow(method.labelForm)) return [wordingOf(method).form, ...lines].join('\n')
  const fields = method.steps.flatMap((step) => (step.kind === 'choose' ? [fieldOf(scheme, step.field).name.zh] : []))
  const row = fields.length === 1 ? `${fields[0]!}，只写标签前的字母` : `一行字母，每项只写标签前的字母，中间用空格隔开，依次为${fields.join('、')}`
  return lines.length === 0 ? `作答格式，不写别的：${row}` : ['作答格式，逐行写，不写别的：', ...lines, row].join('\n')
}

/** The heading under which a step's answer stands; a given field is told, so it has none, nor has a label in a row. */
function formLine(scheme: Scheme, step: Step, { labelForm }: Method): string | undefined {
  switch (step.kind) {
    case 'reason':
      return `${reasonHeading}${step.instruction ?? '一两句话的分析'}`
    case 'choose':
    case 'derive':
      return isRow(labelForm) ? undefined : `${fieldHeading(fieldOf(scheme, step.field))}${step.instruction ?? '一个标签'}`
    case 'give':
      return undefined
  }
}
