import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import './notice.css'

interface NoticeProps {
  /** An error is announced at once; the others when the reader comes to them. */
  readonly kind?: 'info' | 'warning' | 'error'
  readonly title?: string | undefined
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert }

/** Something to know before going on. */
export function Notice({ kind = 'info', title, children, actions }: NoticeProps): ReactElement {
  const Icon = icons[kind]
  return (
    <div className={`notice notice--${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon className="notice__icon" aria-hidden="true" />
      <div className="notice__body">
        {title && <p className="notice__title">{title}</p>}
        {children && <div className="notice__text">{children}</div>}
        {actions && <div className="notice__actions">{actions}</div>}
      </div>
    </div>
  )
}
