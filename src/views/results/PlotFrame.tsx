import { type ReactElement, useEffect, useRef } from 'react'

interface PlotFrameProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  /** Draws for a width in pixels. */
  readonly draw: (width: number) => Element
}

/** A chart by a library that makes its own elements: drawn again when its data or its width change. */
export function PlotFrame({ label, draw }: PlotFrameProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      if (width > 0) element.replaceChildren(draw(width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [draw])
  return <div ref={frame} className="plot" role="img" aria-label={label} />
}
