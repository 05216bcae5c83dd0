import { type CSSProperties, type ReactElement, type ReactNode, useId, useState } from 'react'

interface ExplainedProps {
  /** How it was made: shown while the pointer or the focus is on it. */
  readonly explanation: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A figure that tells how it was made when hovered or focused. Fixed in place, so that no scrolling box cuts it off. */
export function Explained({ explanation, children, className = '' }: ExplainedProps): ReactElement {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const id = useId()
  const show = (element: HTMLElement): void => setPlace(beside(element.getBoundingClientRect()))
  const hide = (): void => setPlace(null)
  return (
    <>
      <button
        type="button"
        className={`explained ${className}`}
        aria-describedby={place ? id : undefined}
        onPointerEnter={(event) => show(event.currentTarget)}
        onPointerLeave={hide}
        onFocus={(event) => show(event.currentTarget)}
        onBlur={hide}
        onClick={(event) => show(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') hide()
        }}
      >
        {children}
      </button>
      {place && <span role="tooltip" id={id} className="explanation" style={place}>{explanation}</span>}
    </>
  )
}

const WIDTH = 288
const MARGIN = 8

/** Below the figure, or above it in the lower half of the window; never over the edge. */
function beside(box: DOMRect): CSSProperties {
  const width = Math.min(WIDTH, window.innerWidth - 2 * MARGIN)
  const left = Math.max(MARGIN, Math.min(box.left, window.innerWidth - width - MARGIN))
  return box.top > window.innerHeight / 2
    ? { left, width, bottom: window.innerHeight - box.top + 4 }
    : { left, width, top: box.bottom + 4 }
}
