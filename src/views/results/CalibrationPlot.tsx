import * as Plot from '@observablehq/plot'
import { type ReactElement, useCallback } from 'react'
import type { Reliability, ReliabilityBin } from '../../metrics/calibration.ts'
import { PlotFrame } from './PlotFrame.tsx'

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
      const size = Math.min(width, 520)
      return Plot.plot({
        width: size,
        height: Math.min(size, 420),
        marginLeft: 48,
        marginBottom: 42,
        style: { background: 'transparent', color: 'var(--ink-2)', fontFamily: 'var(--font)', fontSize: '12px' },
        x: { domain: [0, 1], label: x, tickFormat: '.0%', grid: true },
        y: { domain: [0, 1], label: y, tickFormat: '.0%', grid: true },
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
