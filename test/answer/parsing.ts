import { parseAnswer } from '../../src/answer/parseAnswer.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { LabelForm, Method } from '../../src/domain/method.ts'
import type { Answer } from '../../src/domain/prediction.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

export const matrix: Method = builtInMethods.find(({ id }) => id === 'matrix-free')!
export const direct: Method = builtInMethods.find(({ id }) => id === 'direct-free')!
export const cot: Method = builtInMethods.find(({ id }) => id === 'cot')!

/** A method that asks one field. */
export function asking(field: string, labelForm: LabelForm = 'word'): Method {
  return { ...direct, id: `one-${field}`, steps: [{ kind: 'choose', field }], labelForm }
}

/** One answer in words. */
export function shown(answer: Answer | undefined): string {
  if (answer?.kind === 'chosen') return answer.label + (answer.byTable === undefined ? '' : ` (table: ${answer.byTable})`)
  return answer ? answer.kind + (answer.found === undefined ? '' : ` “${answer.found}”`) : 'absent'
}

/** The answers as one line, in step order. */
export function read(text: string, method: Method = matrix, finish: 'stop' | 'length' = 'stop'): string {
  return Object.values(parseAnswer(text, builtInScheme, method, finish)).map(shown).join(' | ')
}

/** An answer as the prompt asks for it, and what it says. */
export const written = '字面极性：正面\n隐含极性：负面\n情感立场：反讽性负面\n语用意图：反讽\n细粒度情绪：蔑视'
export const expected = 'Positive | Negative | Sarcastic Negative | Irony | Contempt'
