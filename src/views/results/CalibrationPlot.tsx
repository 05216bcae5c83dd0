import * as Plot from '@observablehq/plot'
import { type ReactElement, useCallback } from 'react'
import type { Reliability, ReliabilityBin } from '../../metrics/calibration.ts'
import { PlotFrame } from './PlotFrame.tsx'
import { sharePlot } from './plots.ts'

interface CalibrationPlotProps {
  readonly reliability: Reliability
  readonly x: string
  readonly y: string
  readonly caption: string
}

/** Share right by confidence, a dot for each bin of equal mass with its Wilson interval. */
export default function CalibrationPlot({ reliability, x, y, caption }: CalibrationPlotProps): ReactElement {
  const draw = useCallback(
    (width: number) => {
      const { bins } = reliability
      return sharePlot(width, {
        height: 420,
        x,
        y: { domain: [0, 1], label: y },
        marks: [
          Plot.line([[0, 0], [1, 1]], { stroke: 'var(--ink-3)', strokeDasharray: '4 4' }),
          Plot.ruleX(bins, { x: 'confidence', y1: (bin: ReliabilityBin) => bin.interval?.low, y2: (bin: ReliabilityBin) => bin.interval?.high, stroke: 'var(--ink-3)' }),
          Plot.line(bins, { x: 'confidence', y: 'accuracy', stroke: 'var(--ink)', strokeWidth: 1.5 }),
          Plot.dot(bins, { x: 'confidence', y: 'accuracy', r: 5, fill: 'var(--ink)', stroke: 'var(--surface)', tip: { fill: 'var(--surface)', stroke: 'var(--line-strong)' } }),
        ],
      })
    },
    [reliability, x, y],
  )
  return <PlotFrame label={`${x} – ${y}`} caption={caption} draw={draw} />
}
