import * as Plot from '@observablehq/plot'

/** A chart as all look here: the page's ink, font and ground. */
export function plot(options: Plot.PlotOptions): Element {
  return Plot.plot({ style: { background: 'transparent', color: 'var(--ink-2)', fontFamily: 'var(--font)', fontSize: '12px' }, ...options })
}

interface SharePlotOptions {
  /** In pixels, where there is room for as much in width. */
  readonly height: number
  /** What the horizontal axis is, from none to all. */
  readonly x: string
  readonly y: Plot.ScaleOptions
  readonly marks: Plot.Markish[]
}

/** One share over another, no wider than is of use. */
export function sharePlot(width: number, { height, x, y, marks }: SharePlotOptions): Element {
  const size = Math.min(width, 520)
  const axis = { tickFormat: '.0%', grid: true } as const
  return plot({ width: size, height: Math.min(size, height), marginLeft: 48, marginBottom: 42, x: { ...axis, domain: [0, 1], label: x }, y: { ...axis, ...y }, marks })
}
