import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useLanguage } from '../../state/language.ts'
import { errorSentence } from '../messages/errors.ts'
import { exportMessages } from '../messages/export.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

interface ExportChoiceProps {
  readonly title: string
  readonly text: string
  readonly onSave: () => Promise<void>
  /** False while what goes into it is still being computed. */
  readonly ready?: boolean
}

/** One format: what it is for, and a button that makes it. */
export function ExportChoice({ title, text, onSave, ready = true }: ExportChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(exportMessages)
  const [state, setState] = useState<'idle' | 'saving' | { readonly problem: unknown }>('idle')

  async function save(): Promise<void> {
    setState('saving')
    try {
      await onSave()
      setState('idle')
    } catch (problem) {
      setState({ problem })
    }
  }

  return (
    <section className="export-choice">
      <div>
        <h3>{title}</h3>
        <p className="muted small">{text}</p>
        {typeof state === 'object' && <Notice kind="error" title={messages.failed}>{errorSentence(state.problem, language)}</Notice>}
      </div>
      <Button disabled={state === 'saving' || !ready} onClick={() => void save()} aria-label={`${messages.save}: ${title}`}>
        <Download aria-hidden="true" />
        {state === 'saving' ? messages.saving : ready ? messages.save : messages.computing}
      </Button>
    </section>
  )
}
