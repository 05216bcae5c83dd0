import { type ReactElement, useState } from 'react'
import type { FieldId, Scheme } from '../../domain/scheme.ts'
import type { PromptFile } from '../../export/promptFile.ts'
import { useLanguage } from '../../state/language.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { removeMethod, useOwnMethods } from '../../state/plan/ownMethods.ts'
import { askedField, keepPromptMethod, promptMethod } from '../../state/plan/promptMethods.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'

/** What a prompt file asks for, and keeping it as a method that can be run. */
export function KeepPrompt({ file, scheme }: { readonly file: PromptFile; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const own = useOwnMethods()
  const [chosen, setField] = useState<FieldId | null>(null)
  // what was chosen for another scheme is no choice here
  const field = chosen !== null && (chosen === '' || scheme.fields.some(({ id }) => id === chosen)) ? chosen : (askedField(file, scheme) ?? '')
  const [problem, setProblem] = useState<unknown>(null)
  const method = field === '' ? null : promptMethod(file, field)
  const kept = method !== null && own.status === 'ready' && (own.value ?? []).some(({ id }) => id === method.id)
  return (
    <>
      <Select
        label={messages.asks(file.name)}
        labelHidden
        value={field}
        options={[{ value: '', label: messages.asksWhat }, ...scheme.fields.filter(({ id }) => !file.gives.includes(id)).map(({ id, name }) => ({ value: id, label: name[language] }))]}
        onChange={setField}
      />
      {method && !kept && <Button small onClick={() => void keepPromptMethod(method).catch(setProblem)}>{messages.keep}</Button>}
      {method && kept && (
        <>
          <span className="small muted">{messages.kept}</span>
          <LinkButton small to={lastDraft({ methods: [method.id] })}>{messages.toPlan}</LinkButton>
          <Button kind="quiet" small onClick={() => void removeMethod(method.id).catch(setProblem)}>{messages.forget}</Button>
        </>
      )}
      {problem !== null && <Failure title={messages.keepFailed} error={problem} />}
    </>
  )
}
