import { isOracle, goldOf, type RunSet, type Task, tasksOf } from './runSet.ts'
import { seededRandom } from '../../../domain/random.ts'
import { canHaveInterval, type FigureName, figureNames, figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion, type Confusion, type Statistic, UNPARSED } from '../../../metrics/confusion.ts'
import { type AggregationRule, type BaselineRule, type Gain, gains, type Gains, type GainsQuestion, type GainsRun, type GainsTask, type Headline } from '../../../metrics/gains.ts'
import type { Standard } from '../../../metrics/standard.ts'
import { tippingPoint } from '../../../metrics/tippingPoint.ts'
import { type Cell, type Column, figure, type Table } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'
import { type BaselineAnswers, type BaselineName, type Baselines, fittedOn } from './baselineAnswers.ts'
import { chosenOf } from './choices.ts'
import type { Choice, EvidenceQuestion, EvidenceScreen, Section } from './evidenceService.ts'
import { gainsWords } from './gainsWords.ts'
import { apartNotices } from './notices.ts'
import { tierText } from './tiers.ts'

/** What the screen asks of metrics/gains.ts. */
interface GainsChoice {
  readonly method: string
  readonly baseline: BaselineRule
  readonly aggregation: AggregationRule
  readonly figure: FigureName
}

/**
 * The gains table of a set of runs: one method against a baseline, per task, figure and model, then over the models; within tiers and
 * stances; against the baselines that have no model; and how many gold labels would erase each gain.
 * @param devSet the same models and methods over the dev set, where there is one: what the rule `dev` chooses by.
 */
export function gainsScreen(set: RunSet, question: EvidenceQuestion, baselines: Baselines, devSet: RunSet | null): EvidenceScreen {
  const { language } = question
  const words = gainsWords[language]
  const methods = [...new Map(set.members.map(({ run }) => [run.method.id, run.method])).values()]
  const single = methods.filter(({ scheme }) => scheme === undefined)
  if (single.length < 2) return { choices: [], notices: [words.tooFew], sections: [] }
  const name = (id: string): string => methods.find((method) => method.id === id)?.name[language] ?? id
  const of = chosenOf(question.choices.of, single.map(({ id }) => id), single.some(({ id }) => id === 'matrix') ? 'matrix' : single[0]!.id)
  const among = single.filter(({ id }) => id !== of && !set.members.some(({ run }) => run.method.id === id && isOracle(run))).map(({ id }) => id)
  const named = single.filter(({ id }) => id !== of).map(({ id }) => `named:${id}`)
  const rules = [...(among.length > 0 ? ['rechosen', 'strongest', ...(devSet ? ['dev'] : [])] : []), ...named]
  const rule = chosenOf(question.choices.baseline, rules, rules[0]!)
  const mean = chosenOf(question.choices.mean, ['mean', 'median'] as const, 'mean')
  const unit = chosenOf(question.choices.unit, ['points', 'percent'] as const, 'points')
  const shown = chosenOf(question.choices.figure, figureNames, 'weightedF1')
  const models = [...new Set(set.members.filter(({ run }) => run.method.id === of).map(({ model }) => model))]
  const choice: GainsChoice = {
    method: of,
    baseline: rule.startsWith('named:') ? { kind: 'named', method: rule.slice(6) } : { kind: rule as 'rechosen' | 'strongest' | 'dev', among },
    aggregation: { models, mean, unit },
    figure: shown,
  }
  const choices: Choice[] = [
    { key: 'of', label: words.of, value: of, options: single.map(({ id }) => ({ value: id, label: name(id) })) },
    { key: 'baseline', label: words.baseline, value: rule, options: rules.map((value) => ({ value, label: value.startsWith('named:') ? name(value.slice(6)) : words.rules[value as 'rechosen'] })) },
    { key: 'unit', label: words.unit, value: unit, options: (['points', 'percent'] as const).map((value) => ({ value, label: words.units[value] })) },
    { key: 'mean', label: words.mean, value: mean, options: (['mean', 'median'] as const).map((value) => ({ value, label: words.means[value] })) },
    { key: 'figure', label: words.figure, value: shown, options: figureNames.map((value) => ({ value, label: tableWords[language].figures[value] })) },
  ]
  const over = rule.startsWith('named:') ? [rule.slice(6)] : among
  const answeredBy = ({ predicted }: Task, wanted: readonly string[]): boolean => [...predicted.keys()].some((at) => wanted.includes(set.members[at]!.run.method.id))
  const tasks = tasksOf(set).filter((task) => answeredBy(task, [of]))
  const compared = tasks.filter((task) => answeredBy(task, over))
  const measured = compared.map((task) => ({ task, found: gainsOf(set, task, choice, {}, devSet) }))
  return {
    choices,
    notices: apartNotices(set, tasks, language),
    sections: [
      gainsSection(set, measured, choice, name, language),
      headlineSection(measured, choice, language),
      withoutModelSection(set, tasks, choice, baselines, language),
      withinSection(set, compared, choice, devSet, 'tier', language),
      withinSection(set, compared, choice, devSet, 'stance', language),
    ].filter((section) => section !== null),
  }
}

interface Measured {
  readonly task: Task
  readonly found: Gains<FigureName>
}

interface Restriction {
  readonly standard?: Standard | undefined
  readonly only?: ((record: number) => boolean) | undefined
  /** These figures only. */
  readonly figures?: readonly FigureName[]
}

function gainsOf(set: RunSet, task: Task, { method, baseline, aggregation }: GainsChoice, { standard, only, figures = figureNames }: Restriction, devSet: RunSet | null): Gains<FigureName> {
  const runs = [...task.predicted].map(([at, predicted]) => ({
    model: set.members[at]!.model,
    method: set.members[at]!.run.method.id,
    predicted,
    dev: devSet ? devTable(devSet, set, at, task) : undefined,
  }))
  return gainsAmong(set, task, runs, figures, { method, baseline, aggregation, standard, only })
}

function gainsAmong(set: RunSet, { field, gold }: Task, runs: readonly GainsRun[], figures: readonly FigureName[], asked: Omit<GainsQuestion<FigureName>, 'tasks' | 'metrics'>): Gains<FigureName> {
  const labels = field.labels.length
  const supported = supportedLabels(confusion(labels, gold, gold))
  const statistics = figureStatistics(supported)
  const metrics = Object.fromEntries(figures.map((name) => [name, statistics[name]])) as Record<FigureName, Statistic>
  const task: GainsTask = { task: field.id, ...(figures.every((name) => name === 'accuracy') ? rightOrWrong(gold, runs) : { labels, gold, runs }) }
  const found = gains({ ...asked, tasks: [task], metrics }, { random: seededRandom(INTERVAL_SEED), groups: set.groups ?? undefined })
  const certain = (name: FigureName): boolean => canHaveInterval(name, labels, supported)
  return {
    ...found,
    rows: found.rows.map((row) => (certain(row.metric) ? row : { ...row, interval: undefined })),
    headlines: found.headlines.map((row) => (certain(row.metric) ? row : { ...row, interval: undefined })),
  }
}

/** The answers as far as accuracy knows them: over a list of one label, right or unparsed. There are far fewer patterns of these to draw. */
function rightOrWrong(gold: Int16Array, runs: readonly GainsRun[]): Pick<GainsTask, 'labels' | 'gold' | 'runs'> {
  return {
    labels: 1,
    gold: gold.map((label) => Math.min(label, 0)),
    runs: runs.map((run) => ({ ...run, predicted: gold.map((label, record) => (label >= 0 && run.predicted[record] === label ? 0 : UNPARSED)) })),
  }
}

/** A model over a rule without one, as a model of its own: all rules are drawn together. */
const overRule = (model: string, rule: BaselineName): string => JSON.stringify([model, rule])

function gainsOverRules(set: RunSet, task: Task, { method, aggregation }: GainsChoice, rules: readonly BaselineAnswers[]): Gains<FigureName> {
  const runs = [...task.predicted].map(([at, predicted]) => ({ model: set.members[at]!.model, method: set.members[at]!.run.method.id, predicted }))
  const pairs = rules.flatMap((rule) => runs.filter((run) => run.method === method).flatMap((run): GainsRun[] => {
    const model = overRule(run.model, rule.name)
    return [{ ...run, model }, { model, method: RULE, predicted: rule.predicted }]
  }))
  return gainsAmong(set, task, pairs, ['accuracy', 'weightedF1'], { method, baseline: { kind: 'named', method: RULE }, aggregation })
}

/** No method's id. */
const RULE = 'baseline:rule'

/** The same model's and method's answers on dev. */
function devTable(devSet: RunSet, set: RunSet, at: number, { field }: Task): Confusion | undefined {
  const { run } = set.members[at]!
  const same = devSet.members.findIndex(({ run: other }) => other.model.ref.id === run.model.ref.id && other.method.id === run.method.id)
  const task = tasksOf(devSet).find((other) => other.field.id === field.id)
  const predicted = task?.predicted.get(same)
  return task && predicted && confusion(field.labels.length, task.gold, predicted)
}

const gainColumn = (header: string, key: string, unit: AggregationRule['unit'], how?: string): Column => ({
  header, key, align: 'end', interval: true, ...(how !== undefined && { how }), scale: unit === 'points' ? 'points' : 'percent',
})

function gainsSection(set: RunSet, measured: readonly Measured[], choice: GainsChoice, name: (id: string) => string, language: TableLanguage): Section {
  const words = gainsWords[language]
  const common = tableWords[language]
  const rows = measured.flatMap(({ task, found }) => found.rows.map((row): Cell[] => {
    const tipping = tippingOf(set, task, choice, row)
    return [
      task.field.name[language], common.figures[row.metric], row.model, row.baseline === undefined ? null : name(row.baseline), row.records,
      row.score ?? null, row.baselineScore ?? null, figure(row.gain, row.interval), tipping ? tipping.flips : null, tipping ? tipping.share : null,
    ]
  }))
  const table: Table = {
    caption: captionOf(measured, words.tableCaption, language),
    columns: [
      { header: common.task, key: 'task' }, { header: words.figure, key: 'figure' }, { header: common.model, key: 'model' }, { header: words.over, key: 'baseline' },
      { header: 'n', align: 'end' },
      { header: words.score, key: 'score', align: 'end', scale: 'percent' }, { header: words.baselineScore, key: 'baseline_score', align: 'end', scale: 'percent' },
      gainColumn(words.gain, 'gain', choice.aggregation.unit, words.gainHow),
      { header: words.flips, key: 'tipping_labels', align: 'end', how: words.tippingHow }, { header: words.tipping, key: 'tipping_share', align: 'end', scale: 'percent', how: words.tippingHow },
    ],
    rows,
    rules: measured.map((_, at) => at * (rows.length / Math.max(1, measured.length))),
  }
  return { id: 'gains', title: words.title, text: words.text, table }
}

function tippingOf(set: RunSet, task: Task, { method }: GainsChoice, { metric, model, baseline, gain }: Omit<Gain<FigureName>, 'interval'>) {
  if (baseline === undefined || gain === undefined || !(gain > 0)) return undefined
  const of = (id: string) => [...task.predicted].find(([at]) => set.members[at]!.model === model && set.members[at]!.run.method.id === id)?.[1]
  const [first, second] = [of(baseline), of(method)]
  if (!first || !second) return undefined
  const labels = task.field.labels.length
  const statistics = figureStatistics(supportedLabels(confusion(labels, task.gold, task.gold)))
  return tippingPoint({ labels, gold: task.gold, first, second }, statistics[metric])
}

function headlineSection(measured: readonly Measured[], { aggregation }: GainsChoice, language: TableLanguage): Section {
  const words = gainsWords[language]
  const common = tableWords[language]
  const signs = ({ signs: { up, same, down } }: Headline<FigureName>): string => `+${up} / ${same} / −${down}`
  return {
    id: 'headlines',
    title: words.headlines,
    text: words.headlinesText(aggregation.models.length),
    table: {
      caption: captionOf(measured, words.headlines, language),
      columns: [
        { header: common.task, key: 'task' },
        ...figureNames.flatMap((name): Column[] => [gainColumn(common.figures[name], name, aggregation.unit), { header: `± ${common.figures[name]}`, key: `${name}_signs`, align: 'end', how: words.signsHow }]),
      ],
      rows: measured.map(({ task, found }): Cell[] => [task.field.name[language], ...figureNames.flatMap((name): Cell[] => {
        const headline = found.headlines.find(({ metric }) => metric === name)!
        return [figure(headline.gain, headline.interval), signs(headline)]
      })]),
    },
  }
}

function withoutModelSection(set: RunSet, tasks: readonly Task[], choice: GainsChoice, baselines: Baselines, language: TableLanguage): Section {
  const words = gainsWords[language]
  const common = tableWords[language]
  const { models } = choice.aggregation
  const rows = tasks.flatMap((task) => {
    const rules = baselines.answers(task.field.id)
    const found = gainsOverRules(set, task, choice, rules)
    return rules.flatMap(({ name, title }) => models.map((model): Cell[] => {
      const of = (metric: FigureName) => found.rows.find((row) => row.model === overRule(model, name) && row.metric === metric)
      return [task.field.name[language], model, title[language], of('accuracy')?.records ?? 0, ...(['accuracy', 'weightedF1'] as const).flatMap((metric): Cell[] => [of(metric)?.baselineScore ?? null, figure(of(metric)?.gain, of(metric)?.interval)])]
    }))
  })
  return {
    id: 'without-model',
    title: words.withoutModel,
    text: words.withoutModelText,
    table: {
      caption: `${words.withoutModel}; ${words.gainOf(choice.method)}; ${fittedOn(baselines.dev)[language]}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: common.model, key: 'model' }, { header: words.over, key: 'baseline' }, { header: 'n', align: 'end' },
        ...(['accuracy', 'weightedF1'] as const).flatMap((name): Column[] => [
          { header: `${common.figures[name]} ${words.ofIt}`, key: `baseline_${name}`, align: 'end', scale: 'percent' },
          gainColumn(`${words.gain} ${common.figures[name]}`, `gain_${name}`, choice.aggregation.unit),
        ]),
      ],
      rows,
    },
  }
}

/** Gains within each tier (raw, and standardised to one stance mix) or within each gold stance (by share right). */
function withinSection(set: RunSet, tasks: readonly Task[], choice: GainsChoice, devSet: RunSet | null, by: 'tier' | 'stance', language: TableLanguage): Section | null {
  const words = gainsWords[language]
  const common = tableWords[language]
  const { matrix } = set.scheme
  const stances = matrix === undefined ? null : goldOf(set, matrix)
  const stanceField = matrix === undefined ? undefined : set.scheme.fields.find(({ id }) => id === matrix)
  const parts = by === 'tier' ? [...new Set(set.samples.map(({ tier }) => tier))].sort() : (stanceField?.labels.map((_, at) => at) ?? [])
  if (by === 'tier' && parts.every((part) => part === null)) return null
  if (by === 'stance' && !stances?.some((stance) => stance >= 0)) return null
  const mix = stances && stanceField ? stanceField.labels.map((_, at) => stances.filter((stance) => stance === at).length) : null
  const standard: Standard | undefined = by === 'tier' && stances && mix?.some((count) => count > 0) ? { name: words.mixName, strata: stances, mix } : undefined
  const shown: FigureName = by === 'stance' ? 'accuracy' : choice.figure
  const partName = (part: string | number | null): string => typeof part === 'number' ? stanceField!.labels[part]!.name[language] : tierText(part, language)
  const rows = tasks.flatMap((task) => parts.map((part): Cell[] => {
    const only = (record: number): boolean => by === 'tier' ? set.samples[record]!.tier === part : stances![record] === part
    const plain = gainsOf(set, task, choice, { only, figures: [shown] }, devSet)
    const standardised = standard && gainsOf(set, task, choice, { only, standard, figures: [shown] }, devSet)
    const headline = (found: Gains<FigureName> | undefined) => found?.headlines[0]
    return [
      task.field.name[language], partName(part), plain.rows[0]?.records ?? 0, figure(headline(plain)?.gain, headline(plain)?.interval),
      ...(standard ? [figure(headline(standardised)?.gain, headline(standardised)?.interval)] : []),
    ]
  }))
  return {
    id: by === 'tier' ? 'by-tier' : 'by-stance',
    title: by === 'tier' ? words.byTier : words.byStance,
    text: by === 'tier' ? words.byTierText : words.byStanceText,
    table: {
      caption: `${by === 'tier' ? words.byTier : words.byStance}; ${common.figures[shown]}; ${ruleOf(choice, language)}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: by === 'tier' ? words.tier : words.stance, key: by }, { header: 'n', align: 'end' },
        gainColumn(words.gain, 'gain', choice.aggregation.unit),
        ...(standard ? [gainColumn(words.standardised, 'gain_standardised', choice.aggregation.unit, words.standardisedHow)] : []),
      ],
      rows,
    },
  }
}

function captionOf(measured: readonly Measured[], title: string, language: TableLanguage): string {
  const [first] = measured
  return `${title}; ${first ? first.found.rule[language] : ''}; ${tableWords[language].intervals}`
}

function ruleOf({ method, baseline, aggregation }: GainsChoice, language: TableLanguage): string {
  const words = gainsWords[language]
  const over = baseline.kind === 'named' ? baseline.method : `${words.rules[baseline.kind]}: ${baseline.among.join(', ')}`
  return `${words.gainOf(method)}; ${words.over}: ${over}; ${words.means[aggregation.mean]}: ${aggregation.models.join(', ')}`
}
