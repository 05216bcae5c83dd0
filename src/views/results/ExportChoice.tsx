import { Download } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

interface ExportChoiceProps {
  readonly title: string
  readonly text: string
  readonly onSave: () => Promise<void>
  /** Options. */
  readonly children?: ReactNode
}

/** One format: what it is for, and a button that makes it. */
export function ExportChoice({ title, text, onSave, children }: ExportChoiceProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const [state, setState] = useState<'idle' | 'saving' | { readonly problem: string }>('idle')

  async function save(): Promise<void> {
    setState('saving')
    try {
      await onSave()
      setState('idle')
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <section className="export-choice">
      <div>
        <h3>{title}</h3>
        <p className="muted small">{text}</p>
        {children}
        {typeof state === 'object' && <Notice kind="error" title={messages.exportFailed}>{state.problem}</Notice>}
      </div>
      <Button disabled={state === 'saving'} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {state === 'saving' ? messages.saving : messages.save}
      </Button>
    </section>
  )
}
