import type { ReactElement, ReactNode } from 'react'

interface ScreenHeadProps {
  readonly title: string
  /** In a sentence or two: what the screen shows, and does not show. */
  readonly shows: string
  readonly children?: ReactNode
}

/** What stands over a screen. */
export function ScreenHead({ title, shows, children }: ScreenHeadProps): ReactElement {
  return (
    <header className="section">
      <h1>{title}</h1>
      <p className="muted prose">{shows}</p>
      {children}
    </header>
  )
}
