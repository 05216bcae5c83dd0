import type { ReactElement, ReactNode } from 'react'
import './table.css'

interface TableFrameProps {
  /** What the table shows; read out. */
  readonly caption: string
  readonly className?: string
  /** thead and tbody. */
  readonly children: ReactNode
}

/** A plain table in the tables' dress, for what is neither sorted nor taken along. It scrolls by itself where it is too wide. */
export function TableFrame({ caption, className = '', children }: TableFrameProps): ReactElement {
  return (
    // a scrolling box must be reachable by keyboard
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table className={`table ${className}`}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  )
}
