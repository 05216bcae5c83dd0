import * as Plot from '@observablehq/plot'
import { type ReactElement, useCallback } from 'react'
import type { RiskCoveragePoint } from '../../metrics/calibration.ts'
import { PlotFrame } from './PlotFrame.tsx'

interface RiskPlotProps {
  readonly points: readonly RiskCoveragePoint[]
  readonly x: string
  readonly y: string
  readonly caption: string
}

/** Share of errors among the answers kept, by the share kept: from the surest answers alone to all. */
export default function RiskPlot({ points, x, y, caption }: RiskPlotProps): ReactElement {
  const draw = useCallback(
    (width: number) => {
      const size = Math.min(width, 520)
      return Plot.plot({
        width: size,
        height: Math.min(size, 320),
        marginLeft: 48,
        marginBottom: 42,
        style: { background: 'transparent', color: 'var(--ink-2)', fontFamily: 'var(--font)', fontSize: '12px' },
        x: { domain: [0, 1], label: x, tickFormat: '.0%', grid: true },
        y: { zero: true, label: y, tickFormat: '.0%', grid: true },
        marks: [Plot.line(points, { x: 'coverage', y: 'risk', stroke: 'var(--ink)', strokeWidth: 1.5 }), Plot.ruleY([0], { stroke: 'var(--line-strong)' })],
      })
    },
    [points, x, y],
  )
  return <PlotFrame label={`${x} – ${y}`} caption={caption} draw={draw} />
}
