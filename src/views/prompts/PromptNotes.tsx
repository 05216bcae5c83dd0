import type { ReactElement } from 'react'
import { listed } from '../../domain/listed.ts'
import { fieldOf, labelName, type Scheme } from '../../domain/scheme.ts'
import type { PromptNote } from '../../prompt/promptNotes.ts'
import { useLanguage } from '../../state/language.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'

interface PromptNotesProps {
  readonly scheme: Scheme
  readonly sides: readonly { readonly name: string; readonly notes: readonly PromptNote[] }[]
}

/** What each method is told, and how a sham differs, where the prompts' words do not say it. */
export function PromptNotes({ scheme, sides }: PromptNotesProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const stance = scheme.fields.find(({ id }) => id === scheme.matrix)
  const named = (label: string): string => (stance ? labelName(stance, label, language) : label)
  const textOf = (note: PromptNote): string => {
    switch (note.kind) {
      case 'told':
        return messages.told(fieldOf(scheme, note.field).name[language], messages.from[note.from])
      case 'arbitrary':
        return messages.arbitrary
      case 'permuted':
        return messages.permuted(listed(note.cells.map(({ cell, stated }) => messages.statedAs(named(cell), named(stated))), language))
    }
  }
  return (
    <ul className="small prose">
      {sides.map(({ name, notes }, side) => (
        // both sides may show one method
        <li key={side}><strong>{name}</strong>: {notes.length > 0 ? notes.map(textOf).join(' ') : messages.toldNothing}</li>
      ))}
    </ul>
  )
}
