import * as Plot from '@observablehq/plot'
import { type ReactElement, useCallback } from 'react'
import type { RiskCoveragePoint } from '../../metrics/calibration.ts'
import { PlotFrame } from './PlotFrame.tsx'
import { sharePlot } from './plots.ts'

interface RiskPlotProps {
  readonly points: readonly RiskCoveragePoint[]
  readonly x: string
  readonly y: string
  readonly caption: string
}

/** Share of errors among the answers kept, by the share kept: from the surest answers alone to all. */
export default function RiskPlot({ points, x, y, caption }: RiskPlotProps): ReactElement {
  const draw = useCallback(
    (width: number) =>
      sharePlot(width, {
        height: 320,
        x,
        y: { zero: true, label: y },
        marks: [Plot.line(points, { x: 'coverage', y: 'risk', stroke: 'var(--ink)', strokeWidth: 1.5 }), Plot.ruleY([0], { stroke: 'var(--line-strong)' })],
      }),
    [points, x, y],
  )
  return <PlotFrame label={`${x} – ${y}`} caption={caption} draw={draw} />
}
