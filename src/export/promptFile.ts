import type { Sample } from '../domain/dataset.ts'
import type { Message, Prompt } from '../domain/prompt.ts'
import { type FieldId, fieldOf, type LabelId, labelOf, type Scheme } from '../domain/scheme.ts'
import { contextWithout } from '../prompt/contextTurns.ts'
import { taskField } from './resultFileName.ts'

/** A prompt file as the paper wrote them: plain text with `{scenario_type}`, `{context}`, `{text}` and given fields (`{affective_stance}`). */
export interface PromptFile {
  readonly name: string
  /** Everything before the first line that opens the sample; may be empty. */
  readonly system: string
  /** From that line on. */
  readonly user: string
  /** Fields that are told to the model, in order of appearance. */
  readonly gives: readonly FieldId[]
  /** What stands in single braces and is no placeholder: kept as it is (an example of JSON, or a slip). */
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
const braces = /\{([^{}\n]{1,60})\}/g

/** @throws PromptFileError */
export function parsePromptFile(name: string, text: string, scheme: Scheme): PromptFile {
  const plain = (text.startsWith('\ufeff') ? text.slice(1) : text).replace(/\r\n?/g, '\n')
  const at = opensSample.exec(plain)?.index
  if (at === undefined) throw new PromptFileError('noSample', name)
  const named = [...plain.matchAll(braces)].map(([, placeholder = '']) => placeholder)
  if (!named.includes('text')) throw new PromptFileError('noText', name)
  const gives = named.flatMap((placeholder) => (own.has(placeholder) ? [] : (taskField(scheme, placeholder) ?? [])))
  const unknown = named.filter((placeholder) => !own.has(placeholder) && taskField(scheme, placeholder) === undefined)
  return { name, system: plain.slice(0, at).trim(), user: plain.slice(at).trim(), gives: [...new Set(gives)], unknown: [...new Set(unknown)] }
}

const own: ReadonlySet<string> = new Set(['scenario_type', 'context', 'text'])

/**
 * The prompt for one sample, as the paper's runner fills it: scene and given labels as their ids. What the sample's own
 * text has in braces is not filled again.
 * @param given labels of the fields that the file gives.
 * @param dropped how many of the context's oldest turns have to go.
 * @throws where a given field has no label.
 */
export function fillPromptFile(
  file: PromptFile,
  scheme: Scheme,
  sample: Pick<Sample, 'text' | 'context' | 'scene'>,
  given: Readonly<Record<FieldId, LabelId>> = {},
  dropped = 0,
): Prompt {
  const filled = (template: string) =>
    template.replace(braces, (whole, placeholder: string) => {
      if (placeholder === 'scenario_type') return sample.scene ?? ''
      if (placeholder === 'context') return contextWithout(sample, dropped)
      if (placeholder === 'text') return sample.text
      const field = taskField(scheme, placeholder)
      if (field === undefined) return whole
      const label = given[field]
      if (label === undefined || !labelOf(fieldOf(scheme, field), label)) throw new Error(`${file.name} gives ${field}, which has no label`)
      return label
    })
  const user: Message = { role: 'user', content: filled(file.user) }
  return { messages: file.system === '' ? [user] : [{ role: 'system', content: filled(file.system) }, user] }
}
