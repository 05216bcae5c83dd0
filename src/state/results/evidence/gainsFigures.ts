import { canHaveInterval, type FigureName, figureNames, figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion, type Confusion, type LabelIndices, type Statistic } from '../../../metrics/confusion.ts'
import { type Gain, type Gains, gainsByParts, type GainsPart, type GainsRun, type GainsTask } from '../../../metrics/gains.ts'
import type { Interval } from '../../../metrics/intervals.ts'
import { accuracyDifferenceInterval } from '../../../metrics/mcnemar.ts'
import { isPairedShare } from '../../../metrics/pairedFigures.ts'
import { discordance } from '../../../metrics/comparison.ts'
import type { BaselineName, Baselines } from './baselineAnswers.ts'
import { type GainsChoice } from './gainsChoice.ts'
import { gainsWords } from './gainsWords.ts'
import { drawing, goldOf, redrawnOf, type RunSet, type Task, tasksOf } from './runSet.ts'

/** Gains over all records, over rules without a model, within tiers and within stances: all of one drawing. */
export interface GainsFigures {
  readonly all: Gains<FigureName>
  readonly overRules: ReadonlyMap<BaselineName, Gains<FigureName>>
  /** In the order of their names; empty where no sample names a tier. */
  readonly tiers: readonly { readonly tier: string | null; readonly plain: Gains<FigureName>; readonly standardised: Gains<FigureName> | null }[]
  /** In label order, by the stance's place in it; empty where there is no matrix, or no gold of it. */
  readonly stances: readonly { readonly stance: number; readonly found: Gains<FigureName> }[]
}

/** @param devSet the same models and methods over the dev set, where there is one: what the rule `dev` chooses by. */
export function gainsFigures(set: RunSet, tasks: readonly Task[], { method, baseline, aggregation, models, figure }: GainsChoice, baselines: Baselines, devSet: RunSet | null): GainsFigures {
  const { matrix } = set.scheme
  const stanceField = matrix === undefined ? undefined : set.scheme.fields.find(({ id }) => id === matrix)
  const gold = stanceField ? goldOf(set, stanceField.id) : null
  const known = gold?.some((stance) => stance >= 0) ? gold : null
  const labels = known ? stanceField!.labels.length : 0
  const names = [...new Set(baselines.samples.map(({ tier }) => tier))].sort()
  const tiers = names.every((tier) => tier === null) ? [] : names
  const tierOf = new Map(tiers.map((tier, at) => [tier, at]))
  // a stratum for each tier and stance, behind the stances one for samples without
  const row = labels + 1
  const rows = Math.max(1, tiers.length)
  const strata = {
    count: rows * row,
    of: Int16Array.from(baselines.samples, ({ tier }, record) => (tierOf.get(tier) ?? 0) * row + (known && known[record]! >= 0 ? known[record]! : labels)),
  }
  const stanceOf = Array.from({ length: strata.count }, (_, stratum) => (stratum % row < labels ? stratum % row : -1))
  const mix = Array.from({ length: labels }, (_, label) => known!.filter((stance) => stance === label).length)
  const among = (test: (tier: number, stance: number) => boolean): number[] => stanceOf.flatMap((stance, stratum) => (test(Math.floor(stratum / row), stance) ? [stratum] : []))

  const rules = tasks.map((task) => baselines.answers(task.field.id))
  const ruleNames = [...new Set(rules.flat().map((rule) => rule.name))]
  const asked = tasks.map((task, at): GainsTask => ({
    task: task.field.id,
    labels: task.field.labels.length,
    gold: task.gold,
    runs: [
      ...[...task.predicted].map(([member, predicted]): GainsRun => ({
        model: set.members[member]!.model, method: set.members[member]!.run.method.id, predicted, dev: devSet ? devTable(devSet, set, member, task) : undefined,
      })),
      ...rules[at]!.flatMap((rule) => models.map((model): GainsRun => ({ model, method: ruleMethod(rule.name), predicted: rule.predicted }))),
    ],
  }))

  const parts: GainsPart<FigureName>[] = []
  const scopes = new Map<GainsPart<FigureName>, Map<string, Scope>>()
  const add = (figures: readonly FigureName[], more: Omit<GainsPart<FigureName>, 'metrics'> = {}): number => {
    const own = new Map<string, Scope>()
    const part: GainsPart<FigureName> = {
      ...more,
      metrics: (task, within) => {
        const enough = supportedLabels(confusion(task.labels, within, within))
        own.set(task.task, { task, gold: within, supported: enough })
        const statistics = figureStatistics(enough)
        return Object.fromEntries(figures.map((name) => [name, statistics[name]])) as Record<FigureName, Statistic>
      },
    }
    scopes.set(part, own)
    return parts.push(part) - 1
  }
  const all = add(figureNames)
  const overRules = ruleNames.map((name) => [name, add(['accuracy', 'weightedF1'], { baseline: { kind: 'named', method: ruleMethod(name) } })] as const)
  const byTier = tiers.map((tier, at) => {
    const own = among((of) => of === at)
    return { tier, plain: add([figure], { strata: own }), standardised: labels > 0 ? add([figure], { strata: own, standard: { name: gainsWords.zh.mixName, of: stanceOf, mix } }) : null }
  })
  const byStance = Array.from({ length: labels }, (_, stance) => ({ stance, at: add(['accuracy'], { strata: among((__, of) => of === stance), rightOnly: true }) }))

  const found = gainsByParts({ tasks: asked, method, baseline, aggregation, strata, parts }, drawing(set)).map((gains, at) => shown(gains, { part: parts[at]!, scopes: scopes.get(parts[at]!)!, method, baseline, aggregation, set }))
  return {
    all: found[all]!,
    overRules: new Map(overRules.map(([name, at]) => [name, found[at]!])),
    tiers: byTier.map(({ tier, plain, standardised }) => ({ tier, plain: found[plain]!, standardised: standardised === null ? null : found[standardised]! })),
    stances: byStance.map(({ stance, at }) => ({ stance, found: found[at]! })),
  }
}

/** A task within a part: its gold there, and the labels that have enough of it. */
interface Scope {
  readonly task: GainsTask
  readonly gold: LabelIndices
  readonly supported: readonly number[]
}

interface Shown extends Pick<GainsChoice, 'method' | 'baseline' | 'aggregation'> {
  readonly part: GainsPart<FigureName>
  readonly scopes: ReadonlyMap<string, Scope>
  readonly set: RunSet
}

/**
 * With the intervals that the same differences have elsewhere: none for macro averages over rare labels; for accuracy in points over one baseline held
 * fixed that of the paired difference, of a headline over a single model too.
 */
function shown(found: Gains<FigureName>, how: Shown): Gains<FigureName> {
  const may = ({ task, metric }: Pick<Gain<FigureName>, 'task' | 'metric'>): boolean => {
    const scope = how.scopes.get(task)!
    return canHaveInterval(metric, scope.task.labels, scope.supported)
  }
  const rows = found.rows.map((row) => ({ ...row, interval: may(row) ? (pairedInterval(row, how) ?? row.interval) : undefined }))
  const [only, ...others] = how.aggregation.models
  return {
    ...found,
    rows,
    headlines: found.headlines.map((headline) => {
      const alone = others.length === 0 ? rows.find((row) => row.model === only && row.task === headline.task && row.metric === headline.metric) : undefined
      return { ...headline, interval: may(headline) ? (alone ?? headline).interval : undefined }
    }),
  }
}

function pairedInterval({ task: id, metric, model, baseline }: Gain<FigureName>, { part, scopes, method, baseline: asked, aggregation, set }: Shown): Interval | undefined {
  if (part.standard || aggregation.unit !== 'points' || (part.baseline ?? asked).kind === 'rechosen') return undefined
  const { task, gold } = scopes.get(id)!
  const answersOf = (wanted: string | undefined): LabelIndices | undefined => task.runs.find((run) => run.model === model && run.method === wanted)?.predicted
  const [first, second] = [answersOf(baseline), answersOf(method)]
  if (!first || !second) return undefined
  const pair = { labels: task.labels, gold, first, second }
  return isPairedShare(metric, pair, { groups: set.groups ?? undefined, redrawn: redrawnOf(set) }) ? accuracyDifferenceInterval(discordance(pair)) : undefined
}

/** No method's id. */
function ruleMethod(name: BaselineName): string {
  return `baseline:${name}`
}

/** The same model's and method's answers on dev. */
function devTable(devSet: RunSet, set: RunSet, at: number, { field }: Task): Confusion | undefined {
  const { run } = set.members[at]!
  const same = devSet.members.findIndex(({ run: other }) => other.model.ref.id === run.model.ref.id && other.method.id === run.method.id)
  const task = tasksOf(devSet).find((other) => other.field.id === field.id)
  const predicted: LabelIndices | undefined = task?.predicted.get(same)
  return task && predicted && confusion(field.labels.length, task.gold, predicted)
}
