import type { ReactElement, ReactNode } from 'react'
import './emptyState.css'

interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Where there is nothing yet: says so, says what to do next and offers it. */
export function EmptyState({ title, children, actions }: EmptyStateProps): ReactElement {
  return (
    <div className="empty">
      <p className="empty__title">{title}</p>
      {children && <div className="empty__text">{children}</div>}
      {actions && <div className="empty__actions">{actions}</div>}
    </div>
  )
}
