import { answeredFields, type Method } from '../domain/method.ts'
import type { Answers } from '../domain/prediction.ts'
import type { FieldId, LabelId, Scheme } from '../domain/scheme.ts'

/** Version of the parser of written answers: a reading names it. */
export const PARSER_VERSION = 1

/** Being written: see the next commit. */
export function parseAnswer(
  _text: string,
  _scheme: Scheme,
  method: Method,
  finish: 'stop' | 'length' = 'stop',
  given: Readonly<Record<FieldId, LabelId>> = {},
): Answers {
  return Object.fromEntries(answeredFields(method).filter((field) => given[field] === undefined).map((field) => [field, { kind: finish === 'length' ? 'truncated' : 'unparsed' }]))
}
