import * as Plot from '@observablehq/plot'
import { type ReactElement, useCallback } from 'react'
import { PlotFrame } from './PlotFrame.tsx'
import { plot } from './plots.ts'

interface DistributionPlotProps {
  /** In label order. */
  readonly labels: readonly string[]
  readonly gold: readonly number[]
  readonly answers: readonly number[]
  readonly records: number
  readonly names: { readonly gold: string; readonly answer: string; readonly share: string }
  readonly caption: string
}

/** Two bars for each label: how often it is gold (outlined), how often it was answered (filled). Shape, not hue, tells them apart. */
export default function DistributionPlot({ labels, gold, answers, records, names, caption }: DistributionPlotProps): ReactElement {
  const draw = useCallback(
    (width: number) => {
      const bars = labels.flatMap((label, at) => [
        { label, kind: names.gold, share: (gold[at] ?? 0) / records, count: gold[at] ?? 0 },
        { label, kind: names.answer, share: (answers[at] ?? 0) / records, count: answers[at] ?? 0 },
      ])
      return plot({
        width,
        height: 40 + labels.length * 30,
        marginLeft: 8 + 13 * Math.min(9, Math.max(...labels.map((label) => visualLength(label)))),
        marginRight: 44,
        x: { label: names.share, tickFormat: '.0%', grid: true },
        y: { axis: null, domain: [names.gold, names.answer], padding: 0.1 },
        fy: { domain: labels, label: null, padding: 0.25, axis: 'left' },
        color: { domain: [names.gold, names.answer], range: ['var(--line-strong)', 'var(--ink)'], legend: true },
        marks: [
          Plot.barX(bars, { x: 'share', y: 'kind', fy: 'label', fill: 'kind' }),
          Plot.text(bars, { x: 'share', y: 'kind', fy: 'label', text: (bar: (typeof bars)[number]) => String(bar.count), textAnchor: 'start', dx: 4, fill: 'var(--ink-2)', fontSize: 10 }),
          Plot.ruleX([0], { stroke: 'var(--line-strong)' }),
        ],
      })
    },
    [labels, gold, answers, records, names],
  )
  return <PlotFrame label={`${names.gold} – ${names.answer}`} caption={caption} draw={draw} />
}

/** In widths of a Chinese character: a Latin letter takes about half. */
function visualLength(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (character > '\u2E7F' ? 1 : 0.55), 0)
}
