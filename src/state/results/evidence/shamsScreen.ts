import { controlGroups, type ControlGroup } from '../../../domain/family.ts'
import { listed } from '../../../domain/listed.ts'
import { fieldOf } from '../../../domain/scheme.ts'
import { type Cell, type Column, figure, shownCell, type Table } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import type { FigureName } from '../../../metrics/classification.ts'
import { equivalence } from '../../../metrics/equivalence.ts'
import type { DifferenceFromControls } from '../../../metrics/spread.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import { baselineScores } from './baselineScores.ts'
import { controlDifferences, isDrawn } from './controlDifferences.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink, Section } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { marginOf } from './margin.ts'
import { apartNotices } from './notices.ts'
import { rareLabels } from './rareLabels.ts'
import { nameOf, redrawnOf, type RunSet, type Task, tasksOf } from './runSet.ts'
import { shamsWords } from './shamsWords.ts'

/** A run held against one kind of control by one figure of one task. */
interface Row {
  readonly kind: ControlGroup['kind']
  readonly task: Task
  readonly name: FigureName
  /** The plan's margin was named for this figure. */
  readonly named: boolean
  readonly difference: number | undefined
  readonly verdict: string
  readonly cells: readonly Cell[]
  readonly link: SampleLink
}

const usual: readonly FigureName[] = ['accuracy', 'supportedMacroF1', 'weightedF1']

/** Each run with controls against them: difference with an interval that holds the controls' spread, and equivalence within the margin. */
export function shamsScreen(set: RunSet, { choices, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = shamsWords[language]
  const groups = controlGroups(set.members.map(({ run }) => run))
  const margin = marginOf(set, choices.margin, language)
  if (groups.length === 0) return { choices: [margin.choice], notices: [said.none], sections: [] }
  const { primaryMetric } = set.members[0]!.plan
  const figures = [primaryMetric.metric, ...usual.filter((name) => name !== primaryMetric.metric)]
  const isPrimary = (task: Task, name: FigureName): boolean => task.field.id === primaryMetric.field && name === primaryMetric.metric
  const rows = groups.flatMap(({ run, kind, controls }) => {
    const own: RunSet = { ...set, members: [run, ...controls].map((one) => set.members.find((member) => member.run.id === one.id)!) }
    const answered = tasksOf(own).filter(({ predicted }) => predicted.has(0) && predicted.size === own.members.length)
    return answered.flatMap((task) => {
      const found = controlDifferences(task, own, kind, figures)
      return figures.map((name): Row => {
        const named = margin.named && isPrimary(task, name)
        const verdict = verdictOf(found[name], { kind, controls: controls.length, rare: rareLabels(task, name, language) !== null, varies: task.records < 2 || redrawnOf(own) !== undefined, margin, language })
        return {
          kind, task, name, named, verdict,
          difference: found[name]?.difference,
          cells: [
            nameOf(own, own.members[0]!, language), said.kinds[kind], controls.length, task.field.name[language], tableWords[language].figures[name], task.records,
            ...numbersOf(found[name]), verdict, named ? said.before : said.exploratory,
          ],
          link: new Leads(own, set).scored(own.members[0]!, task),
        }
      })
    })
  })
  const open = rows.some(({ kind }) => kind !== 'permuted') ? rows.filter(({ kind }) => kind !== 'permuted') : rows
  const folded = open === rows ? [] : rows.filter(({ kind }) => kind === 'permuted')
  // of each task the first figure that has no verdict for them: the others lack the same labels
  const rare = set.scheme.fields.flatMap(({ id }) => open.filter(({ task }) => task.field.id === id).flatMap(({ task, name }) => rareLabels(task, name, language) ?? []).slice(0, 1))
  return {
    choices: [margin.choice],
    notices: [
      ...margin.notices,
      ...(open.some(({ task, name }) => isPrimary(task, name)) ? [] : [said.notPrimary(`${fieldOf(set.scheme, primaryMetric.field).name[language]}, ${tableWords[language].figures[primaryMetric.metric]}`)]),
      ...rare,
      ...groups.filter(({ kind, controls }) => isDrawn(kind) && controls.length < 5).map(({ run, kind, controls }) => said.few(run.method.name[language], said.kinds[kind], controls.length)),
      ...apartNotices(set, [], language),
    ],
    sections: [
      openSection(open, set, baselines, { isPrimary, figures, margin: margin.name, language }),
      ...(folded.length > 0 ? [foldedSection(folded, Math.max(...groups.filter(({ kind }) => kind === 'permuted').map(({ controls }) => controls.length)), { isPrimary, margin: margin.name, language })] : []),
    ],
  }
}

function numbersOf(found: DifferenceFromControls | undefined): readonly Cell[] {
  if (!found) return [null, null, null, null]
  const { difference, controls, intervals } = found
  return [difference + controls.mean, controls.mean, `${(100 * controls.lowest).toFixed(1)}–${(100 * controls.highest).toFixed(1)}`, figure(difference, intervals[0])]
}

interface Judged {
  readonly kind: ControlGroup['kind']
  readonly controls: number
  readonly rare: boolean
  /** That there is no interval may have other reasons than that answers are alike. */
  readonly varies: boolean
  readonly margin: ReturnType<typeof marginOf>
  readonly language: TableLanguage
}

/** What two one-sided tests at .05 say, or why they say nothing. */
function verdictOf(found: DifferenceFromControls | undefined, { kind, controls, rare, varies, margin, language }: Judged): string {
  const said = shamsWords[language]
  if (!found) return said.noVerdict.undefined
  if (margin.value === null) return said.noMargin
  const verdict = equivalence(found.intervals[1], { name: margin.name, value: margin.value })
  if (verdict) return said.verdicts[verdict.verdict]
  if (rare) return said.noVerdict.rare
  if (isDrawn(kind) && controls < 2) return said.noVerdict.one
  return varies ? said.noVerdict.none : said.noVerdict.alike
}

interface Shown {
  readonly isPrimary: (task: Task, name: FigureName) => boolean
  readonly margin: string
  readonly language: TableLanguage
}

/** The rows by task and figure, the primary one first, each with the baselines that have no model. */
function openSection(rows: readonly Row[], set: RunSet, baselines: Baselines, { isPrimary, figures, margin, language }: Shown & { readonly figures: readonly FigureName[] }): Section {
  const said = shamsWords[language]
  const common = tableWords[language]
  const fields = set.scheme.fields.filter(({ id }) => rows.some(({ task }) => task.field.id === id))
  const inOrder = [...fields.filter(({ id }) => rows.some(({ task, name }) => task.field.id === id && isPrimary(task, name))), ...fields].filter((field, at, all) => all.indexOf(field) === at)
  const lines: { readonly cells: readonly Cell[]; readonly link: SampleLink | null }[] = []
  const rules: number[] = []
  for (const field of inOrder) {
    const own = rows.filter(({ task }) => task.field.id === field.id)
    const widest = own.reduce((one, other) => (other.task.records > one.task.records ? other : one))
    const without = baselineScores(baselines, widest.task, figures, language)
    for (const name of figures) {
      rules.push(lines.length)
      lines.push(...own.filter((row) => row.name === name))
      for (const { title, scores } of without) {
        lines.push({ cells: [title, '', '', field.name[language], common.figures[name], widest.task.records, scores[name] ?? null, '', '', '', '', ''], link: null })
      }
    }
  }
  return {
    id: 'shams', title: said.title, text: said.text,
    table: {
      caption: `${said.title}; ${margin}; ${fittedOn(baselines)[language]}; ${common.intervals}`,
      columns: columnsIn(language),
      rows: lines.map(({ cells }) => cells),
      rules,
    },
    links: lines.map(({ link }) => link),
  }
}

function columnsIn(language: TableLanguage): readonly Column[] {
  const said = shamsWords[language]
  return [
    { header: said.run, key: 'run' }, { header: said.kind, key: 'control' }, { header: said.controls, key: 'controls', align: 'end' }, { header: tableWords[language].task, key: 'task' }, { header: said.figure, key: 'figure' }, { header: 'n', align: 'end' },
    { header: said.score, key: 'score', align: 'end', scale: 'percent' }, { header: said.mean, key: 'controls_mean', align: 'end', scale: 'percent' }, { header: said.spread, key: 'controls_range', align: 'end' },
    differenceColumn(language), { header: said.verdict, key: 'equivalence' }, { header: said.named, key: 'margin', how: said.namedHow },
  ]
}

function differenceColumn(language: TableLanguage): Column {
  return { header: shamsWords[language].difference, key: 'difference', align: 'end', scale: 'points', interval: true }
}

/** What permuted names come to, in a sentence that stands for the table. @param seeds of the group that has most. */
function foldedSection(rows: readonly Row[], seeds: number, { isPrimary, margin, language }: Shown): Section {
  const said = shamsWords[language]
  const points = (difference: number): string => shownCell(difference, differenceColumn(language))
  const primary = rows.filter(({ task, name }) => isPrimary(task, name))
  const inOrder = [...primary, ...rows.filter((row) => !primary.includes(row))]
  const differences = rows.flatMap(({ difference }) => difference ?? [])
  const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].map((verdict) => said.rows(rows.filter((row) => row.verdict === verdict).length, verdict))
  const table: Table = { caption: `${said.permutedTitle}; ${margin}; ${tableWords[language].intervals}`, columns: columnsIn(language), rows: inOrder.map(({ cells }) => cells) }
  return {
    id: 'shams-permuted', title: said.permutedTitle, table, folded: true,
    text: [
      said.permutedText(String(seeds)),
      ...primary.flatMap(({ task, name, difference, verdict }) => (difference === undefined ? [] : [said.permutedPrimary(`${task.field.name[language]}, ${tableWords[language].figures[name]}`, points(difference), verdict)])),
      ...(differences.length > 0 ? [said.permutedAll(rows.length, points(Math.min(...differences)), points(Math.max(...differences)), listed(verdicts, language))] : []),
    ].join(language === 'zh' ? '' : ' '),
    links: inOrder.map(({ link }) => link),
  }
}
