import { type FigureName, figureNames, figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import type { AggregationRule, Gain, Gains, Headline } from '../../../metrics/gains.ts'
import { tippingPoint } from '../../../metrics/tippingPoint.ts'
import { type Cell, type Column, figure, type Table } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { baselineTitles, type Baselines, fittedOn } from './baselineAnswers.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink, Section } from './evidenceService.ts'
import { candidatesOf, type GainsChoice, gainsChoice } from './gainsChoice.ts'
import { type GainsFigures, gainsFigures } from './gainsFigures.ts'
import { gainsWords } from './gainsWords.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { type Member, type RunSet, type Task, tasksOf } from './runSet.ts'
import { tierText } from './tiers.ts'

/**
 * The gains table of a set of runs: one method against a baseline, per task, figure and model, then over the models; within tiers and
 * stances; against the baselines that have no model; and how many gold labels would erase each gain.
 * @param devSet the same models and methods over the dev set, where there is one: what the rule `dev` chooses by.
 */
export function gainsScreen(set: RunSet, question: EvidenceQuestion, baselines: Baselines, devSet: RunSet | null): EvidenceScreen {
  const { language } = question
  const name = (id: string): string => set.members.find(({ run }) => run.method.id === id)?.run.method.name[language] ?? id
  const chosen = gainsChoice(set, question, name, devSet !== null)
  if (!chosen) return { choices: [], notices: [gainsWords[language].tooFew], sections: [] }
  const { choice, choices } = chosen
  const answeredBy = ({ predicted }: Task, wanted: readonly string[]): boolean => [...predicted.keys()].some((at) => wanted.includes(set.members[at]!.run.method.id) && choice.models.includes(set.members[at]!.model))
  const tasks = tasksOf(set).filter((task) => answeredBy(task, [choice.method]))
  const compared = tasks.filter((task) => answeredBy(task, candidatesOf(choice)))
  const screen: Screen = { set, tasks, compared, choice, baselines, found: gainsFigures(set, tasks, choice, baselines, devSet), leads: new Leads(set), name, language }
  return {
    choices,
    notices: apartNotices(set, tasks, language),
    sections: [gainsSection(screen), headlineSection(screen), withoutModelSection(screen), withinSection(screen, 'tier'), withinSection(screen, 'stance')].filter((section) => section !== null),
  }
}

interface Screen {
  readonly set: RunSet
  readonly tasks: readonly Task[]
  /** Those of them that a candidate for the baseline answered, too. */
  readonly compared: readonly Task[]
  readonly choice: GainsChoice
  readonly baselines: Baselines
  readonly found: GainsFigures
  readonly leads: Leads
  readonly name: (method: string) => string
  readonly language: TableLanguage
}

const gainColumn = (header: string, key: string, unit: AggregationRule['unit'], how?: string): Column => ({
  header, key, align: 'end', interval: true, ...(how !== undefined && { how }), scale: unit === 'points' ? 'points' : 'percent',
})

function gainsSection(screen: Screen): Section {
  const { compared, choice, found, leads, name, language } = screen
  const words = gainsWords[language]
  const common = tableWords[language]
  const lines = compared.flatMap((task) => found.all.rows.filter(({ task: of, model }) => of === task.field.id && choice.aggregation.models.includes(model)).map((row) => ({ task, row })))
  const table: Table = {
    caption: captionOf(words.tableCaption, found.all, language),
    columns: [
      { header: common.task, key: 'task' }, { header: words.figure, key: 'figure' }, { header: common.model, key: 'model' }, { header: words.over, key: 'baseline' },
      { header: 'n', align: 'end' },
      { header: words.score, key: 'score', align: 'end', scale: 'percent' }, { header: words.baselineScore, key: 'baseline_score', align: 'end', scale: 'percent' },
      gainColumn(words.gain, 'gain', choice.aggregation.unit, words.gainHow),
      { header: words.flips, key: 'tipping_labels', align: 'end', how: words.tippingHow }, { header: words.tipping, key: 'tipping_share', align: 'end', scale: 'percent', how: words.tippingHow },
    ],
    rows: lines.map(({ task, row }): Cell[] => {
      const tipping = tippingOf(screen, task, row)
      return [
        task.field.name[language], common.figures[row.metric], row.model, row.baseline === undefined ? null : name(row.baseline), row.records,
        row.score ?? null, row.baselineScore ?? null, figure(row.gain, row.interval), tipping ? tipping.flips : null, tipping ? tipping.share : null,
      ]
    }),
    rules: compared.map((_, at) => at * (lines.length / Math.max(1, compared.length))),
  }
  return {
    id: 'gains', title: words.title, text: words.text, table,
    links: lines.map(({ task, row }) => flippedIn(screen, task, row)),
    cells: lines.map(({ task, row: { model } }): Record<string, SampleLink> => {
      const member = memberOf(screen, model, choice.method)
      return member ? { n: leads.scored(member, task) } : {}
    }),
  }
}

function memberOf({ set }: Screen, model: string, method: string): Member | undefined {
  return set.members.find((member) => member.model === model && member.run.method.id === method)
}

/** The samples that only one of the two runs behind a gain got right: what the gain is made of. */
function flippedIn(screen: Screen, task: Task, { model, baseline }: { readonly model: string; readonly baseline: string | undefined }, more: Partial<SampleLink> = {}): SampleLink | null {
  const member = memberOf(screen, model, screen.choice.method)
  const other = baseline === undefined ? undefined : memberOf(screen, model, baseline)
  return member && other ? screen.leads.beside(member, other, task, 'flipped', more) : null
}

function tippingOf({ set, choice: { method } }: Screen, task: Task, { metric, model, baseline, gain }: Omit<Gain<FigureName>, 'interval'>) {
  if (baseline === undefined || gain === undefined || !(gain > 0)) return undefined
  const of = (id: string) => [...task.predicted].find(([at]) => set.members[at]!.model === model && set.members[at]!.run.method.id === id)?.[1]
  const [first, second] = [of(baseline), of(method)]
  if (!first || !second) return undefined
  const labels = task.field.labels.length
  const statistics = figureStatistics(supportedLabels(confusion(labels, task.gold, task.gold)))
  return tippingPoint({ labels, gold: task.gold, first, second }, statistics[metric])
}

function headlineSection(screen: Screen): Section {
  const { compared, choice: { aggregation }, found, language } = screen
  const words = gainsWords[language]
  const common = tableWords[language]
  const signs = ({ signs: { up, same, down } }: Headline<FigureName>): string => `+${up} / ${same} / −${down}`
  return {
    id: 'headlines',
    title: words.headlines,
    text: words.headlinesText(aggregation.models.length),
    table: {
      caption: captionOf(words.headlines, found.all, language),
      columns: [
        { header: common.task, key: 'task' }, { header: 'n', align: 'end' },
        ...figureNames.flatMap((name): Column[] => [gainColumn(common.figures[name], name, aggregation.unit), { header: `± ${common.figures[name]}`, key: `${name}_signs`, align: 'end', how: words.signsHow }]),
      ],
      rows: compared.map((task): Cell[] => [task.field.name[language], task.records, ...figureNames.flatMap((name): Cell[] => {
        const headline = headlineOf(found.all, task, name)
        return headline ? [figure(headline.gain, headline.interval), signs(headline)] : [null, null]
      })]),
    },
    // over several models it counts no one run's samples
    links: compared.map((task) => (aggregation.models.length === 1 ? flippedIn(screen, task, comparedRows(screen, found.all, task, 'accuracy')[0]!) : null)),
  }
}

function headlineOf({ headlines }: Gains<FigureName>, { field }: Task, metric: FigureName): Headline<FigureName> | undefined {
  return headlines.find((headline) => headline.task === field.id && headline.metric === metric)
}

function rowsOf({ rows }: Gains<FigureName>, { field }: Task, metric: FigureName): readonly Gain<FigureName>[] {
  return rows.filter((row) => row.task === field.id && row.metric === metric)
}

/** Of the models that have a candidate for the baseline. */
function comparedRows({ choice: { aggregation } }: Screen, found: Gains<FigureName>, task: Task, metric: FigureName): readonly Gain<FigureName>[] {
  return rowsOf(found, task, metric).filter(({ model }) => aggregation.models.includes(model))
}

function withoutModelSection(screen: Screen): Section {
  const { tasks, choice, baselines, found, leads, name, language } = screen
  const words = gainsWords[language]
  const common = tableWords[language]
  const figures = ['accuracy', 'weightedF1'] as const
  const lines = tasks.flatMap((task) => [...found.overRules].flatMap(([rule, gains]) => choice.models.flatMap((model) => {
    const of = (metric: FigureName) => rowsOf(gains, task, metric).find((row) => row.model === model)
    // a field may have no such rule
    return of('accuracy')?.baseline === undefined ? [] : [{ task, rule, model, of }]
  })))
  return {
    id: 'without-model',
    title: words.withoutModel,
    text: words.withoutModelText,
    table: {
      caption: `${words.withoutModel}; ${words.gainOf(name(choice.method))}; ${words.units[choice.aggregation.unit]}; ${fittedOn(baselines)[language]}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: common.model, key: 'model' }, { header: words.over, key: 'baseline' }, { header: 'n', align: 'end' },
        ...figures.flatMap((each): Column[] => [
          { header: `${common.figures[each]} ${words.ofIt}`, key: `baseline_${each}`, align: 'end', scale: 'percent' },
          gainColumn(`${words.gain} ${common.figures[each]}`, `gain_${each}`, choice.aggregation.unit),
        ]),
      ],
      rows: lines.map(({ task, rule, model, of }): Cell[] => [
        task.field.name[language], model, baselineTitles[rule][language], of('accuracy')?.records ?? 0,
        ...figures.flatMap((metric): Cell[] => [of(metric)?.baselineScore ?? null, figure(of(metric)?.gain, of(metric)?.interval)]),
      ]),
    },
    links: lines.map(({ task, model }) => {
      const member = memberOf(screen, model, choice.method)
      return member ? leads.scored(member, task) : null
    }),
  }
}

/** Gains within each tier (raw, and standardised to one stance mix) or within each gold stance (by share right): of each model, then over them. */
function withinSection(screen: Screen, by: 'tier' | 'stance'): Section | null {
  const { set, compared, choice, found, name, language } = screen
  const words = gainsWords[language]
  const common = tableWords[language]
  const stance = set.scheme.fields.find(({ id }) => id === set.scheme.matrix)
  const shown: FigureName = by === 'stance' ? 'accuracy' : choice.figure
  const parts = by === 'tier'
    ? found.tiers.map(({ tier, plain, standardised }) => ({ title: tierText(tier, language), plain, standardised, link: tier === null ? null : { tier } }))
    : found.stances.map(({ stance: at, found: plain }) => ({ title: stance!.labels[at]!.name[language], plain, standardised: null, link: { slice: `gold:${stance!.id}`, part: stance!.labels[at]!.id } }))
  const [first] = parts
  if (!first) return null
  const weighted = parts.some(({ standardised }) => standardised !== null)
  const { aggregation: { models, mean, unit } } = choice
  const lines = compared.flatMap((task) => parts.flatMap((part) => {
    const rows = comparedRows(screen, part.plain, task, shown)
    const standard = part.standardised ? rowsOf(part.standardised, task, shown) : []
    const own = rows.map((row) => ({
      task, part, model: row.model, over: row.baseline === undefined ? null : name(row.baseline), gain: row, standard: standard.find(({ model }) => model === row.model),
      link: part.link && flippedIn(screen, task, row, part.link),
    }))
    if (models.length < 2) return own
    return [...own, { task, part, model: words.allModels(words.means[mean], models.length), over: '', gain: headlineOf(part.plain, task, shown), standard: part.standardised ? headlineOf(part.standardised, task, shown) : undefined, link: null }]
  }))
  return {
    id: by === 'tier' ? 'by-tier' : 'by-stance',
    title: by === 'tier' ? words.byTier : words.byStance,
    text: by === 'tier' ? words.byTierText : words.byStanceText,
    table: {
      caption: `${by === 'tier' ? words.byTier : words.byStance}; ${common.figures[shown]}; ${(first.standardised ?? first.plain).rule[language]}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: by === 'tier' ? words.tier : words.stance, key: by }, { header: common.model, key: 'model' }, { header: words.over, key: 'baseline' }, { header: 'n', align: 'end' },
        gainColumn(words.gain, 'gain', unit),
        ...(weighted ? [gainColumn(words.standardised, 'gain_standardised', unit, words.standardisedHow)] : []),
      ],
      rows: lines.map(({ task, part, model, over, gain, standard }): Cell[] => [
        task.field.name[language], part.title, model, over, rowsOf(part.plain, task, shown)[0]?.records ?? 0, figure(gain?.gain, gain?.interval),
        ...(weighted ? [figure(standard?.gain, standard?.interval)] : []),
      ]),
    },
    links: lines.map(({ link }) => link),
  }
}

function captionOf(title: string, { rule }: Gains<FigureName>, language: TableLanguage): string {
  return `${title}; ${rule[language]}; ${tableWords[language].intervals}`
}
