import { type ReactElement, type ReactNode, useId } from 'react'
import './progress.css'

interface ProgressProps {
  /** What is being done. */
  readonly label: string
  /** 0 to 1; null while it is not known how much there is. */
  readonly share: number | null
  /** How much is done and left, in words. */
  readonly detail?: ReactNode
  /** How to stop it: a button. */
  readonly children?: ReactNode
}

/** Long work: what it does, how far it is, how to stop it. Its height does not change while it goes on. */
export function Progress({ label, share, detail, children }: ProgressProps): ReactElement {
  const id = useId()
  return (
    <div className="progress">
      <div className="progress__head">
        <span id={id} role="status">{label}</span>
        <span className="progress__detail">{detail}</span>
      </div>
      <progress className="progress__bar" aria-labelledby={id} max={1} value={share ?? undefined} />
      {children && <div className="progress__actions">{children}</div>}
    </div>
  )
}
