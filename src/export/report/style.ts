import { markup } from './markup.ts'

/**
 * The report's one style sheet. Colours, sizes and the matrix are the program's own (views/shell/tokens.css, views/matrix/matrix.css; a test holds
 * the tokens equal): light or dark as the reader's system is, light on paper.
 */
export const reportStyle = markup`
:root {
  color-scheme: light dark;
  --font: system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Microsoft YaHei',
    'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', sans-serif;
  --font-mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace;
  --paper: light-dark(oklch(0.988 0.002 250), oklch(0.18 0.008 260));
  --surface: light-dark(oklch(1 0 0), oklch(0.215 0.009 260));
  --sunken: light-dark(oklch(0.962 0.004 250), oklch(0.255 0.01 260));
  --line: light-dark(oklch(0.885 0.006 250), oklch(0.335 0.012 260));
  --line-strong: light-dark(oklch(0.62 0.012 250), oklch(0.58 0.014 260));
  --ink: light-dark(oklch(0.235 0.015 260), oklch(0.93 0.006 250));
  --ink-2: light-dark(oklch(0.42 0.015 260), oklch(0.77 0.01 250));
  --ink-3: light-dark(oklch(0.51 0.014 260), oklch(0.68 0.012 250));
  --warning: light-dark(oklch(0.47 0.1 80), oklch(0.83 0.12 85));
  --warning-surface: light-dark(oklch(0.975 0.025 90), oklch(0.27 0.035 85));
  --meant-0: light-dark(oklch(0.52 0.13 250), oklch(0.7 0.12 250));
  --meant-1: light-dark(oklch(0.55 0.01 260), oklch(0.68 0.01 260));
  --meant-2: light-dark(oklch(0.6 0.15 50), oklch(0.72 0.14 55));
  --stance-0-0: light-dark(oklch(0.955 0.02 250), oklch(0.27 0.035 250));
  --stance-1-0: light-dark(oklch(0.895 0.047 250), oklch(0.345 0.065 250));
  --stance-2-0: light-dark(oklch(0.81 0.085 250), oklch(0.43 0.1 250));
  --stance-0-1: light-dark(oklch(0.955 0.003 260), oklch(0.27 0.006 260));
  --stance-1-1: light-dark(oklch(0.89 0.005 260), oklch(0.345 0.008 260));
  --stance-2-1: light-dark(oklch(0.8 0.008 260), oklch(0.43 0.01 260));
  --stance-0-2: light-dark(oklch(0.96 0.022 65), oklch(0.275 0.035 55));
  --stance-1-2: light-dark(oklch(0.905 0.055 62), oklch(0.355 0.065 52));
  --stance-2-2: light-dark(oklch(0.83 0.1 58), oklch(0.44 0.095 50));
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--paper); color: var(--ink); font: 0.9375rem/1.55 var(--font); font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.0625rem; margin: 1.5rem 0 0.5rem; }
h4 { font-size: 0.9375rem; margin: 1rem 0 0.25rem; }
p, ul, ol { max-width: 46rem; margin: 0.5rem 0; }
ul, ol { padding-left: 1.25rem; }
a { color: inherit; text-underline-offset: 0.2em; }
.muted, figcaption, caption { color: var(--ink-2); }
.small, caption, figcaption { font-size: 0.8125rem; }
code, pre, .hash { font-family: var(--font-mono); font-size: 0.8125rem; }
.hash { overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
nav ol { columns: 18rem; max-width: none; padding-left: 2rem; }
.note { max-width: 46rem; margin: 0.75rem 0; padding: 0.5rem 0.75rem; border-left: 3px solid var(--line-strong); background: var(--sunken); }
.note--warning { border-left-color: var(--warning); background: var(--warning-surface); }
.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; }
.table { min-width: 20rem; }
caption { text-align: left; padding-bottom: 0.375rem; max-width: 46rem; }
.table th, .table td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); font-size: 0.8125rem; }
.table thead th { color: var(--ink-2); font-weight: 500; border-bottom-color: var(--line-strong); white-space: nowrap; }
.table th[scope='row'] { font-weight: 500; }
.table .end { text-align: right; }
.table tr.ruled > * { border-top: 1px solid var(--line-strong); }
.table tr[data-strong] > * { font-weight: 700; }
.interval { display: block; color: var(--ink-3); font-size: 0.75rem; font-weight: 400; white-space: nowrap; }
.badge { padding: 0 0.25rem; border: 1px solid currentColor; border-radius: 3px; font-size: 0.75rem; font-weight: 500; white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0.75rem 0; }
dt { color: var(--ink-2); }
dd { margin: 0; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; }
.beside { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.beside > * { flex: 1 1 22rem; min-width: 0; }
figure { margin: 0; }
figcaption { max-width: 46rem; }

.matrix { width: 100%; max-width: 38rem; border-collapse: separate; border-spacing: 2px; table-layout: fixed; }
.matrix th { font-size: 0.75rem; font-weight: 500; color: var(--ink-2); text-align: left; }
.matrix__corner { width: 5.5rem; color: var(--ink-3); vertical-align: bottom; }
.matrix__column { padding-bottom: 0.25rem; border-bottom: 3px solid var(--mark); }
.matrix__cell { position: relative; height: 4.75rem; padding: 0.5rem 0.5rem 0.75rem; border-radius: 3px; background: var(--cell); vertical-align: top; font-size: 0.8125rem; line-height: 1.25; print-color-adjust: exact; }
.matrix__cell[data-framed] { box-shadow: inset 0 0 0 calc(0.5px + 3.5px * var(--confidence)) color-mix(in oklch, var(--mark) calc(35% + 65% * var(--confidence)), var(--cell)); }
.matrix__numbers { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 0.5rem; align-items: baseline; margin-top: 0.5rem; }
.matrix__count { font-size: 1.125rem; line-height: 1.1; }
.matrix__bar { position: absolute; left: 0.5rem; right: 0.5rem; bottom: 5px; height: 3px; background: color-mix(in oklab, var(--mark), var(--ink) 30%); transform: scaleX(var(--length)); transform-origin: left; print-color-adjust: exact; }

.confusion th { font-size: 0.75rem; font-weight: 500; color: var(--ink-2); padding: 0 0.25rem; text-align: right; white-space: nowrap; }
.confusion .confusion__column { vertical-align: bottom; text-align: left; padding: 0.25rem 0; }
.confusion__column span { writing-mode: vertical-rl; white-space: nowrap; }
:lang(en) .confusion__column span { transform: rotate(180deg); }
.confusion td { --share: 0; min-width: 2rem; height: 1.75rem; padding: 0 0.25rem; border: 1px solid var(--line); text-align: center; font-size: 0.75rem; background: color-mix(in oklab, var(--ink) calc(var(--share) * 38%), var(--surface)); print-color-adjust: exact; }
.confusion td[data-diagonal] { box-shadow: inset 0 0 0 1.5px var(--ink-3); }
.confusion td[data-missing] { border-style: dashed; }
.confusion td.confusion__total { border: 0; text-align: right; color: var(--ink-2); background: none; }

.diagram { width: 100%; max-width: 24rem; height: auto; }
.diagram text { font: 12px var(--font); fill: var(--ink-2); }
.diagram .grid { stroke: var(--line); }
.diagram .ideal { stroke: var(--ink-3); stroke-dasharray: 4 4; }
.diagram .whisker { stroke: var(--ink-3); }
.diagram .curve { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.diagram .dot { fill: var(--ink); stroke: var(--surface); }

@media (max-width: 40rem) {
  body { padding: 0.75rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 0.5rem; }
  .matrix__corner { width: 3.5rem; }
  .scroll caption { position: sticky; left: 0; max-width: calc(100vw - 1.5rem); }
  .table tbody th:not(.end), .table td:not(.end) { min-width: 7rem; }
}

@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  h2 { break-after: avoid; }
  h3, h4, caption { break-after: avoid; }
  .scroll { overflow: visible; }
  tr, .matrix, figure, .note { break-inside: avoid; }
  details { display: block; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .table th, .table td { padding-right: 0.4rem; font-size: 7.5pt; }
}

@page { margin: 16mm 14mm; }
`
