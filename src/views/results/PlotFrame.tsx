import { Download } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { evidenceMessages } from '../messages/evidence.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { saveFile } from '../parts/saveFile.ts'
import { copyFigure } from './copyFigure.ts'
import { figureSvg } from './figureSvg.ts'

interface PlotFrameProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  /** What the chart shows, from how many samples, how it was made: saved with it. */
  readonly caption: string
  /** Draws for a width in pixels. */
  readonly draw: (width: number) => Element
}

/** A chart by a library that makes its own elements: drawn again when its data or its width change. It can be copied and saved with its caption. */
export function PlotFrame({ label, caption, draw }: PlotFrameProps): ReactElement {
  const messages = useMessages(evidenceMessages)
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
  function drawn(): string | null {
    // the legend of a chart is a small picture of its own before it
    const chart = [...(frame.current?.querySelectorAll('svg') ?? [])].sort((one, other) => other.clientHeight - one.clientHeight)[0]
    return chart ? figureSvg(chart, caption) : null
  }
  function save(): void {
    const svg = drawn()
    if (svg !== null) saveFile('figure.svg', svg, 'image/svg+xml')
  }
  async function copy(): Promise<void> {
    const svg = drawn()
    if (svg === null) throw new Error('nothing is drawn yet')
    await copyFigure(svg, caption)
  }
  return (
    <>
      <div ref={frame} className="plot" role="img" aria-label={label} />
      <div className="evidence__tools">
        <CopyButton label="PNG" spoken={`${messages.copyFigure}: ${label}`} write={copy} />
        <Button kind="quiet" small aria-label={`${messages.saveFigure}: ${label}`} onClick={save}>
          <Download aria-hidden="true" />
          SVG
        </Button>
      </div>
    </>
  )
}
