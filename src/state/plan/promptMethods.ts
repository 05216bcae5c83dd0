import { contentHash } from '../../domain/contentHash.ts'
import type { Method } from '../../domain/method.ts'
import { type FieldId, fieldNamed, type Scheme } from '../../domain/scheme.ts'
import type { PromptFile } from '../../export/promptFile.ts'
import { readPreference, savePreference } from '../../storage/preferences.ts'

/** The field that a prompt file asks for, as far as its name says it (`chain_intent.txt`); undefined where it does not. */
export function askedField({ name, gives }: PromptFile, scheme: Scheme): FieldId | undefined {
  const parts = name.replace(/\.[^.]+$/, '').split(/[_\-. ]+/).reverse()
  return parts.map((part) => fieldNamed(scheme, part)).find((field) => field !== undefined && !gives.includes(field))
}

/** A prompt file as a method: what it gives is told from gold, one field is asked for, written freely and parsed. The same words are the same method. */
export function promptMethod({ name, system, user, gives }: PromptFile, field: FieldId): Method {
  const told = gives.filter((id) => id !== field)
  return {
    id: `prompt-${contentHash([system, user, field]).slice(0, 12)}`,
    name: { zh: name, en: name },
    summary: { zh: '打开的提示文件，照原样提问；模型写出答案，再从文字里读出标签。', en: 'A prompt file that was opened, asked as it is; the model writes its answer, and labels are parsed from its text.' },
    steps: [...told.map((id) => ({ kind: 'give', field: id, from: 'gold' }) as const), { kind: 'choose', field }],
    asking: 'free',
    labelForm: 'word',
    prompt: { name, system, user },
  }
}

/** Keeps a prompt's method among the user's own; one of its id is replaced. */
export async function keepPromptMethod(method: Method): Promise<void> {
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', [...kept.filter(({ id }) => id !== method.id), method])
}
