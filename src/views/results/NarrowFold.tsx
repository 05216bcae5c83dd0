import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react'

/** As `samples.css` has it: a phone's width. */
const narrow = window.matchMedia('(max-width: 40rem)')

function subscribe(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

interface NarrowFoldProps {
  readonly title: string
  readonly children: ReactNode
}

/** What stands before figures and takes a screenful at a phone's width: folded up there, so that figures come first. */
export function NarrowFold({ title, children }: NarrowFoldProps): ReactElement {
  const folded = useSyncExternalStore(subscribe, () => narrow.matches)
  if (!folded) return <>{children}</>
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
