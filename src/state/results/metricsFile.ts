import { benchmarkMetricNames, type Plan, type Run } from '../../domain/plan.ts'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import { figureNames, metricOf } from '../../metrics/classification.ts'
import { marginsOf } from '../../metrics/confusion.ts'
import type { FieldFigures, FieldIntervals, RunFigures } from '../../metrics/figures.ts'

/** One run's figures over all of its samples. */
export interface MeasuredRun {
  readonly run: Run
  readonly figures: RunFigures
  readonly intervals: ReadonlyMap<FieldId, FieldIntervals>
}

/**
 * `metrics.json`: every figure of a plan's runs with n, interval (null where it is undefined) and how it was made.
 * Fields without a gold record say so by `n: 0` and have no figures.
 */
export function metricsFile(plan: Plan, runs: readonly MeasuredRun[]): string {
  const content = {
    format: 'xianwai-metrics',
    version: 1,
    plan: plan.id,
    dataset: plan.dataset,
    reading: plan.reading,
    how: 'Full label list, zero_division 0 (scikit-learn); an answer that names no label counts as wrong. Intervals at 0.95: Wilson for accuracy (and micro F1 where every answer names a label, which is accuracy then), basic bootstrap for the rest; over groups where the data names them. Macro averages over the full list have none while a listed label has fewer than 10 gold records: take supportedMacroF1, over the labels that have them.',
    ...(plan.reading.prior === 'batch' && { transductive: 'The prior subtracted is the mean over these very records: each answer depends on the others.' }),
    runs: runs.map(({ run, figures, intervals }) => ({
      run: run.id,
      model: run.model.ref,
      method: run.method,
      samples: figures.samples,
      answered: figures.answered,
      failed: figures.failed,
      shortenedContexts: figures.dropped,
      treeAndFork: figures.checks,
      fields: Object.fromEntries(figures.fields.map((field) => [field.field, fieldContent(plan, field, intervals.get(field.field))])),
    })),
  }
  return `${JSON.stringify(content, (_, value: unknown) => (value === undefined ? null : value), 1)}\n`
}

function fieldContent(plan: Plan, { field, all, parsed, table, notAsked }: FieldFigures, intervals: FieldIntervals | undefined) {
  const { labels } = fieldOf(plan.scheme, field)
  const columns = labels.length + 2
  return {
    n: all.records,
    withoutGold: all.leftOut,
    unparsed: all.unparsed,
    outOfScheme: all.outOfScheme,
    notAsked,
    figures: Object.fromEntries(benchmarkMetricNames.map((name) => [name, { value: metricOf(all, name), withoutUnparsed: metricOf(parsed, name), interval: intervals?.[name] }])),
    macroF1Ceiling: all.macroF1Ceiling,
    supportedMacroF1: { value: all.supportedMacroF1, labels: all.supportedLabels.map((at) => labels[at]!.id), interval: intervals?.supportedMacroF1 },
    perClass: labels.map((label, at) => ({ label: label.id, ...all.perClass[at] })),
    confusion: {
      columns: [...labels.map(({ id }) => id), 'out of scheme', 'unparsed'],
      rows: labels.map((label, row) => ({ gold: label.id, counts: [...table.counts.subarray(row * columns, (row + 1) * columns)] })),
    },
  }
}

/** The same in short, as columns of text: a line for each run and field that has gold. */
export function metricsTable(plan: Plan, runs: readonly MeasuredRun[]): string {
  // of several models each line says whose it is
  const several = plan.models.length > 1
  const header = [...(several ? ['model'] : []), 'method', 'field', 'n', 'accuracy', 'macro-R', 'macro-F1', 'macro-F1 (10+)', 'micro-F1', 'weighted-F1', 'majority', 'unparsed']
  const rows = runs.flatMap(({ run, figures, intervals }) =>
    figures.fields.filter(({ all }) => all.records > 0).map(({ field, all, table }) => [
      ...(several ? [run.model.ref.id] : []),
      run.method.id,
      fieldOf(plan.scheme, field).id,
      String(all.records),
      ...figureNames.map((name) => withInterval(metricOf(all, name), intervals.get(field)?.[name])),
      share(Math.max(...marginsOf(table).gold) / all.records),
      share((all.unparsed + all.outOfScheme) / all.records),
    ]),
  )
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)))
  return [header, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ').trimEnd()).join('\n')
}

function withInterval(value: number | undefined, interval: { readonly low: number; readonly high: number } | undefined): string {
  if (value === undefined) return 'n/a'
  return interval ? `${share(value)} [${share(interval.low)}, ${share(interval.high)}]` : share(value)
}

/** Three digits without the leading nought, as tables of the field have it. */
function share(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}
