import type { Method, Step } from '../domain/method.ts'
import { type Field, fieldOf, type Scheme } from '../domain/scheme.ts'
import { writtenLabel } from './labelForm.ts'

/**
 * The system message of a method: what to judge, every field of the scheme with every label's definition, and the form
 * of the answer. All methods of a scheme share it word for word up to the form of the answer, which follows from the steps.
 */
export function instructions(scheme: Scheme, method: Method): string {
  return [
    '你是汉语语用标注员。读场景、上文和目标句，只判断目标句；上文只用来理解它。',
    ...scheme.fields.map((field) => definitions(field, method)),
    answerForm(scheme, method),
  ].join('\n\n')
}

function definitions(field: Field, method: Method): string {
  const labels = field.labels.map((label, index) => {
    const written = writtenLabel(field, index, method.labelForm)
    const name = method.labelForm === 'word' ? written : `${written} ${label.name.zh}`
    return `${name}：${label.definition.zh}`
  })
  return [`【${field.name.zh}】${field.definition.zh}`, ...labels].join('\n')
}

function answerForm(scheme: Scheme, method: Method): string {
  const lines = method.steps.flatMap((step) => {
    const line = formLine(scheme, step)
    return line === undefined ? [] : [line]
  })
  return ['作答格式，逐行写，只写标签，不写别的：', ...lines].join('\n')
}

/** The heading under which a step's answer stands; a given field is told, so it has none. */
function formLine(scheme: Scheme, step: Step): string | undefined {
  switch (step.kind) {
    case 'reason':
      return `${reasonHeading}${step.instruction ?? '一两句话的分析'}`
    case 'choose':
    case 'derive':
      return `${fieldHeading(fieldOf(scheme, step.field))}一个标签`
    case 'give':
      return undefined
  }
}

/** What stands before the reasoning in an answer. */
export const reasonHeading = '分析：'

/** What stands before a field's label in an answer. */
export function fieldHeading(field: Field): string {
  return `${field.name.zh}：`
}
