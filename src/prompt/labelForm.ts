import type { LabelForm } from '../domain/method.ts'
import type { Field } from '../domain/scheme.ts'

/** How the label at an index is written in instructions and answers: its Chinese name, a letter (A to Z, at most 26 labels), or its id. */
export function writtenLabel(field: Field, index: number, form: LabelForm): string {
  const label = field.labels[index]
  if (!label) throw new Error(`field ${field.id} has no label number ${index}`)
  switch (form) {
    case 'word':
      return label.name.zh
    case 'id':
      return label.id
    case 'letter':
      if (index > 25) throw new Error(`field ${field.id} has more labels than letters`)
      return String.fromCharCode(65 + index)
  }
}
