import { type BenchmarkMetric, type MetricName, metricNames } from '../domain/plan.ts'
import { columnsFor, type Confusion, type Margins, marginsOf, type Statistic } from './confusion.ts'

/**
 * Scores as the benchmark and scikit-learn compute them: `precision_recall_fscore_support(gold, predicted,
 * labels=FULL LIST, average=..., zero_division=0)`, `accuracy_score`, after records without gold in the list are gone.
 *
 * An answer that is unparsed or out of scheme is a prediction outside the list: wrong for accuracy and recall, in no
 * class's false positives. So micro-precision has fewer records below the line than micro-recall, and micro-F1 is above
 * accuracy as soon as one answer names no label.
 *
 * Every figure is a share from 0 to 1. A ratio with nothing below the line is 0 (zero_division=0), and a label that is
 * neither gold nor predicted drags a macro average down: that is the benchmark's convention, and `macroF1Ceiling`
 * says how far. A table without a record determines nothing: every figure is then undefined.
 */
export interface Classification {
  /** Records scored. */
  readonly records: number
  /** Records left out for want of a gold label in the list. */
  readonly leftOut: number
  readonly unparsed: number
  readonly outOfScheme: number
  readonly accuracy: number | undefined
  readonly macro: Averages
  readonly micro: Averages
  readonly weighted: Averages
  /** One for each label of the list, in its order. */
  readonly perClass: readonly ClassScores[]
  /** Macro-F1 over the labels with `SUPPORTED` or more gold records. */
  readonly supportedMacroF1: number | undefined
  /** Those labels, in list order. */
  readonly supportedLabels: readonly number[]
  /** The highest macro-F1 that any run could have over the full list here. */
  readonly macroF1Ceiling: number | undefined
}

export interface Averages {
  readonly precision: number | undefined
  readonly recall: number | undefined
  readonly f1: number | undefined
}

/**
 * A label's own scores, 0 to 1. Undefined where nothing stands below the line, which says nothing of the run: the 0 that a macro average
 * counts there is scikit-learn's zero_division=0.
 */
export interface ClassScores {
  /** correct / predicted; undefined where the label was never answered. */
  readonly precision: number | undefined
  /** correct / support; undefined where the label is never gold. */
  readonly recall: number | undefined
  /** 2 correct / (predicted + support); undefined where it is neither. */
  readonly f1: number | undefined
  /** How often the label is gold. */
  readonly support: number
  /** How often it was predicted. */
  readonly predicted: number
  readonly correct: number
}

/** Gold records a label needs before its F1 is worth averaging with an interval (FACTS, section 3). */
export const SUPPORTED = 10

/** All scores of a table. See `Classification`. */
export function classification(table: Confusion): Classification {
  const margins = marginsOf(table)
  const supported = supportedLabels(table)
  return {
    records: margins.total,
    leftOut: table.leftOut,
    unparsed: margins.unparsed,
    outOfScheme: margins.outOfScheme,
    accuracy: accuracy(table),
    macro: { precision: macroPrecision(table), recall: macroRecall(table), f1: macroF1(table) },
    micro: { precision: microPrecision(table), recall: microRecall(table), f1: microF1(table) },
    weighted: { precision: weightedPrecision(table), recall: weightedRecall(table), f1: weightedF1(table) },
    perClass: Array.from({ length: table.labels }, (_, label) => classScores(table, margins, label)),
    supportedMacroF1: macroF1(table, supported),
    supportedLabels: supported,
    macroF1Ceiling: macroF1Ceiling(table),
  }
}

/** Correct / records. 0 to 1; undefined without records. */
export function accuracy(table: Confusion): number | undefined {
  const { correct, total } = marginsOf(table)
  return total > 0 ? correct / total : undefined
}

/** Mean over the full list of correct / predicted (0 where never predicted). 0 to 1; undefined without records. */
function macroPrecision(table: Confusion): number | undefined {
  return mean(table, precisionOf)
}

/**
 * Mean of correct / support (0 where never gold) over the full list, or over the labels named. 0 to 1; undefined without
 * records, or where no label is named.
 */
export function macroRecall(table: Confusion, over?: readonly number[]): number | undefined {
  return mean(table, recallOf, over)
}

/**
 * Mean of the labels' F1 over the full list, or over the labels named. 0 to 1; undefined without records, or where no
 * label is named.
 */
export function macroF1(table: Confusion, over?: readonly number[]): number | undefined {
  return mean(table, f1Of, over)
}

/** Correct / answers that name a label of the list (0 where none does). 0 to 1; undefined without records. */
function microPrecision(table: Confusion): number | undefined {
  const { correct, total, outOfScheme, unparsed } = marginsOf(table)
  return total > 0 ? ratio(correct, total - outOfScheme - unparsed) : undefined
}

/** Correct / records, the same as accuracy. 0 to 1; undefined without records. */
function microRecall(table: Confusion): number | undefined {
  return accuracy(table)
}

/**
 * 2 correct / (records + answers that name a label of the list). 0 to 1; equal to accuracy only where every answer names
 * a label; undefined without records.
 */
export function microF1(table: Confusion): number | undefined {
  const { correct, total, outOfScheme, unparsed } = marginsOf(table)
  return total > 0 ? (2 * correct) / (2 * total - outOfScheme - unparsed) : undefined
}

/** Labels' precision averaged by support. 0 to 1; undefined without records. */
function weightedPrecision(table: Confusion): number | undefined {
  return weighted(table, precisionOf)
}

/** Labels' recall averaged by support: accuracy again. 0 to 1; undefined without records. */
function weightedRecall(table: Confusion): number | undefined {
  return weighted(table, recallOf)
}

/** Labels' F1 averaged by support. 0 to 1; undefined without records. */
export function weightedF1(table: Confusion): number | undefined {
  return weighted(table, f1Of)
}

/** One label's F1 as a statistic: 2 correct / (predicted + support), 0 where it is neither. Undefined without records. */
export function classF1(label: number): Statistic {
  return (table) => macroF1(table, [label])
}

/** The benchmark's five figures by the names a plan uses. */
export const benchmarkMetrics: Readonly<Record<BenchmarkMetric, Statistic>> = {
  accuracy,
  macroRecall: (table) => macroRecall(table),
  macroF1: (table) => macroF1(table),
  microF1,
  weightedF1,
}

/** The figures of every table: each of them can be a plan's primary one. */
export type FigureName = MetricName

/** In the order of every table. */
export const figureNames: readonly FigureName[] = metricNames

/** The figures as statistics over records with this gold: the labels that have `SUPPORTED` of it are chosen once, here. */
export function figureStatistics(supported: readonly number[]): Readonly<Record<FigureName, Statistic>> {
  return { ...benchmarkMetrics, supportedMacroF1: (table) => macroF1(table, supported) }
}

/**
 * Whether a figure may be given an interval where so many of the listed labels have `SUPPORTED` gold records: macro averages over a
 * full list with rarer labels may not, since such an interval covers far less than it says (FACTS, section 3).
 */
export function canHaveInterval(name: FigureName, labels: number, supported: readonly number[]): boolean {
  return (name !== 'macroF1' && name !== 'macroRecall') || supported.length === labels
}

/**
 * Whether a figure of these tables is their accuracy: accuracy itself, and micro-F1 where every answer names a label of the list. It is then
 * one number, and has one interval and one test. @param tables counted only where the name leaves it open.
 */
export function isAccuracy(name: string, tables: () => readonly Confusion[]): boolean {
  return name === 'accuracy' || (name === 'microF1' && tables().every((table) => {
    const { unparsed, outOfScheme } = marginsOf(table)
    return unparsed + outOfScheme === 0
  }))
}

/** The figures out of all that a classification has. */
export function metricOf(classification: Classification, metric: FigureName): number | undefined {
  switch (metric) {
    case 'supportedMacroF1':
      return classification.supportedMacroF1
    case 'accuracy':
      return classification.accuracy
    case 'macroRecall':
      return classification.macro.recall
    case 'macroF1':
      return classification.macro.f1
    case 'microF1':
      return classification.micro.f1
    case 'weightedF1':
      return classification.weighted.f1
  }
}

/** The labels with at least `minimum` gold records, in list order: what macro-F1 with an interval is taken over. */
export function supportedLabels(table: Confusion, minimum = SUPPORTED): number[] {
  const { gold } = marginsOf(table)
  const labels: number[] = []
  gold.forEach((support, label) => {
    if (support >= minimum) labels.push(label)
  })
  return labels
}

/**
 * The highest full-list macro-F1 that a perfect run would get: labels that occur in gold / labels in the list, since
 * a label without gold counts 0 whatever is answered. 0 to 1; undefined without records.
 */
export function macroF1Ceiling(table: Confusion): number | undefined {
  const { gold, total } = marginsOf(table)
  return total > 0 ? gold.filter((support) => support > 0).length / table.labels : undefined
}

type PerLabel = (correct: number, predicted: number, support: number) => number

const precisionOf: PerLabel = (correct, predicted) => ratio(correct, predicted)
const recallOf: PerLabel = (correct, _, support) => ratio(correct, support)
const f1Of: PerLabel = (correct, predicted, support) => ratio(2 * correct, predicted + support)

function classScores(table: Confusion, margins: Margins, label: number): ClassScores {
  const correct = correctOf(table, label)
  const predicted = margins.predicted[label]!
  const support = margins.gold[label]!
  const scored = (score: PerLabel, below: number) => (below > 0 ? score(correct, predicted, support) : undefined)
  return { precision: scored(precisionOf, predicted), recall: scored(recallOf, support), f1: scored(f1Of, predicted + support), support, predicted, correct }
}

function mean(table: Confusion, score: PerLabel, over?: readonly number[]): number | undefined {
  const { gold, predicted, total } = marginsOf(table)
  if (total === 0 || over?.length === 0) return undefined
  let sum = 0
  if (over) for (const label of over) sum += score(correctOf(table, label), predicted[label]!, gold[label]!)
  else for (let label = 0; label < table.labels; label++) sum += score(correctOf(table, label), predicted[label]!, gold[label]!)
  return sum / (over?.length ?? table.labels)
}

function weighted(table: Confusion, score: PerLabel): number | undefined {
  const { gold, predicted, total } = marginsOf(table)
  if (total === 0) return undefined
  let sum = 0
  for (let label = 0; label < table.labels; label++) {
    const support = gold[label]!
    sum += support * score(correctOf(table, label), predicted[label]!, support)
  }
  return sum / total
}

function correctOf(table: Confusion, label: number): number {
  return table.counts[label * columnsFor(table.labels) + label]!
}

function ratio(above: number, below: number): number {
  return below > 0 ? above / below : 0
}
