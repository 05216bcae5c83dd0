import { type FieldId, fieldNamed, type Scheme } from '../domain/scheme.ts'
import { namesInBraces, samplePlaces } from '../prompt/ownPrompt.ts'

/** A prompt file as the paper wrote them: plain text with `{scenario_type}`, `{context}`, `{text}` and given fields (`{affective_stance}`). */
export interface PromptFile {
  readonly name: string
  /** Everything before the first line that opens the sample; may be empty. */
  readonly system: string
  /** From that line on. */
  readonly user: string
  /** Fields that are told to the model, in order of appearance. */
  readonly gives: readonly FieldId[]
  /** Names in single braces that stand for nothing: kept as they are (a slip). What has quotes or a colon in braces is JSON and no name. */
  readonly unknown: readonly string[]
}

export type PromptFileErrorCode = 'noSample' | 'noText'

/** A file that is no prompt: no line opens the sample (noSample), or the target is nowhere asked about (noText). */
export class PromptFileError extends Error {
  readonly code: PromptFileErrorCode

  constructor(code: PromptFileErrorCode, name: string) {
    super(`${name}: ${code}`)
    this.name = 'PromptFileError'
    this.code = code
  }
}

const opensSample = /^(?:【场景类型】|【上下文】|【目标句】)/m

/** @throws PromptFileError */
export function parsePromptFile(name: string, text: string, scheme: Scheme): PromptFile {
  const plain = (text.startsWith('\ufeff') ? text.slice(1) : text).replace(/\r\n?/g, '\n')
  const at = opensSample.exec(plain)?.index
  if (at === undefined) throw new PromptFileError('noSample', name)
  const named = namesInBraces(plain)
  if (!named.includes('text')) throw new PromptFileError('noText', name)
  const gives = named.flatMap((placeholder) => (samplePlaces.has(placeholder) ? [] : (fieldNamed(scheme, placeholder) ?? [])))
  const unknown = named.filter((placeholder) => !samplePlaces.has(placeholder) && fieldNamed(scheme, placeholder) === undefined && !/["“”:：]/.test(placeholder))
  return { name, system: plain.slice(0, at).trim(), user: plain.slice(at).trim(), gives: [...new Set(gives)], unknown: [...new Set(unknown)] }
}
