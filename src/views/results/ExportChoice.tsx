import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { exportMessages } from '../messages/export.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'

interface ExportChoiceProps {
  readonly title: string
  readonly text: string
  readonly onSave: () => Promise<void>
  /** False while what goes into it is still being computed. */
  readonly ready?: boolean
}

/** One format: what it is for, and a button that makes it. */
export function ExportChoice({ title, text, onSave, ready = true }: ExportChoiceProps): ReactElement {
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
        <h2>{title}</h2>
        <p className="muted small">{text}</p>
        {typeof state === 'object' && <Failure title={messages.failed} error={state.problem} />}
      </div>
      <Button disabled={state === 'saving' || !ready} onClick={() => void save()} aria-label={`${messages.save}: ${title}`}>
        <Download aria-hidden="true" />
        {state === 'saving' ? messages.saving : ready ? messages.save : messages.computing}
      </Button>
    </section>
  )
}
