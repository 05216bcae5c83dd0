import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from './Button.tsx'
import './dialog.css'

interface DialogProps {
  readonly title: string
  /** Called for Escape and the cross. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** At the bottom: what can be done. */
  readonly actions?: ReactNode
  readonly wide?: boolean
}

/** The browser's own modal dialog: mounted is open. Focus comes back to where it was. */
export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const messages = useMessages(partsMessages)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${wide ? 'dialog--wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog__head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" small aria-label={messages.close} onClick={onClose}><X aria-hidden="true" /></Button>
      </div>
      <div className="dialog__body">{children}</div>
      {actions && <div className="dialog__actions">{actions}</div>}
    </dialog>
  )
}
