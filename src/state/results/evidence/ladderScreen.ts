import { listed } from '../../../domain/listed.ts'
import { givenFields } from '../../../domain/method.ts'
import { type Cell, type Column, figure } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { benchmarkIntervals } from '../../../metrics/benchmarkIntervals.ts'
import { classification, type FigureName, metricOf } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import { pairDifferences } from '../fieldIntervals.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import { chosenOf } from './choices.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink, Section } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { drawing, redrawnOf, type Member, type RunSet, type Task, tasksOf } from './runSet.ts'

type Rung = 'none' | 'shuffled' | 'own' | 'gold' | 'lookup'

const zh = {
  title: '立场阶梯',
  text: '同一批样本上，告诉模型的立场从无到真：不告诉、打乱的、它自己判的、标注的；最后是不读原文、只凭标注立场查表。告诉标注立场的增益，只有高过查表的那一部分才是模型读懂的。',
  differences: '阶梯上的差',
  differencesText: '配对的差和区间。“标注 − 查表”含 0 或在 0 以下，就说明告诉标注立场的好处来自立场本身。p 值没有做多重校正，只供探索。',
  rungs: { none: '不告诉立场', shuffled: '打乱的立场', own: '模型自己的立场', gold: '标注立场', lookup: '只查表（不读原文）' } satisfies Record<Rung, string>,
  rung: '告诉的立场', by: '方法', difference: '差', noneOf: '不告诉立场的方法',
  missing: (rungs: string) => `缺的阶：${rungs}。在计划里加上对应的方法（给定立场、模型自己的立场、打乱的立场），它们会在同一批样本上比较。`,
  few: '阶梯要有告诉立场的运行：在计划里选“给定立场（标注）”，再加一个不告诉立场的方法。',
}
const en: typeof zh = {
  title: 'The ladder of told stances',
  text: 'On the same samples, from no stance to the true one: none told, a shuffled one, the model’s own, gold; and last a lookup that reads no text and knows the gold stance alone. Of the gain that a gold stance brings, only what exceeds the lookup is the model’s.',
  differences: 'Differences on the ladder',
  differencesText: 'Paired differences with intervals. Where “gold − lookup” holds 0 or lies below, the gain from a gold stance comes of the stance itself. The p-values are not corrected for many tests: exploratory.',
  rungs: { none: 'no stance told', shuffled: 'a shuffled stance', own: 'the model’s own stance', gold: 'the gold stance', lookup: 'lookup alone (no text)' },
  rung: 'Stance told', by: 'Method', difference: 'Difference', noneOf: 'Method without a stance',
  missing: (rungs) => `Rungs that are missing: ${rungs}. Add their methods to a plan (oracle stance, predicted stance, shuffled stance): they are compared on the same samples.`,
  few: 'The ladder needs a run that is told the stance: choose “Oracle: stance given” in a plan, and a method that is told none.',
}
const words = { zh, en }

const shown: readonly FigureName[] = ['accuracy', 'supportedMacroF1', 'weightedF1']
const differences: readonly (readonly [Rung, Rung])[] = [['gold', 'lookup'], ['gold', 'none'], ['own', 'none'], ['gold', 'own'], ['shuffled', 'none']]

/** What being told the stance is worth, rung by rung, on the same samples, for the first run's model; where no run of it was told a stance, for the first model that was. */
export function ladderScreen(set: RunSet, { choices, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = words[language]
  const { matrix } = set.scheme
  const isTold = ({ run: { method } }: Member): boolean => method.steps.some((step) => step.kind === 'give' && step.field === matrix)
  const first = set.members[0]!.model
  const model = (set.members.some((member) => member.model === first && isTold(member)) ? undefined : set.members.find(isTold)?.model) ?? first
  const members = set.members.filter((member) => member.model === model && member.run.method.scheme === undefined)
  const rungOf = ({ run: { method } }: Member): Rung | null => {
    const gives = method.steps.filter((step) => step.kind === 'give')
    if (gives.length === 0) return 'none'
    if (gives.length > 1 || gives[0]!.field !== matrix) return null
    return ({ gold: 'gold', run: 'own', shuffled: 'shuffled' } as const)[gives[0]!.from]
  }
  const untold = members.filter((member) => rungOf(member) === 'none').map(({ run }) => run.method)
  if (matrix === undefined || untold.length === 0 || !members.some((member) => rungOf(member) === 'gold' || rungOf(member) === 'own')) return { choices: [], notices: [said.few], sections: [] }
  const without = chosenOf(choices.none, untold.map(({ id }) => id), untold.find(({ id }) => id === 'direct')?.id ?? untold[0]!.id)
  const rungs = new Map<Rung, Member>()
  for (const member of members) {
    const rung = rungOf(member)
    if (rung !== null && (rung !== 'none' || member.run.method.id === without) && !rungs.has(rung)) rungs.set(rung, member)
  }
  const ladder: RunSet = { ...set, members: [...rungs.values()] }
  const told = givenFields([...rungs.values()].find((member) => rungOf(member) !== 'none')!.run.method)
  const tasks = tasksOf(ladder).filter(({ field, predicted }) => !told.includes(field.id) && predicted.size === rungs.size)
  const climbed = tasks.map((task) => ({ task, answers: answersOf(task, [...rungs.keys()], baselines) }))
  const leads = new Leads(ladder, set)
  const absent = (['shuffled', 'own', 'gold'] as const).filter((rung) => !rungs.has(rung))
  return {
    choices: [{ key: 'none', label: said.noneOf, value: without, options: untold.map(({ id, name }) => ({ value: id, label: name[language] })) }],
    notices: [...(absent.length > 0 ? [said.missing(listed(absent.map((rung) => said.rungs[rung]), language))] : []), ...apartNotices(ladder, tasks, language)],
    sections: [rungSection(climbed, rungs, leads, model, set, baselines, language), differenceSection(climbed, rungs, leads, model, set, baselines, language)],
  }
}

interface Climbed {
  readonly task: Task
  readonly answers: ReadonlyMap<Rung, Int16Array>
}

function answersOf(task: Task, rungs: readonly Rung[], baselines: Baselines): ReadonlyMap<Rung, Int16Array> {
  const lookup = baselines.answer('lookup', task.field.id)
  const order: readonly Rung[] = ['none', 'shuffled', 'own', 'gold', 'lookup']
  const found = new Map<Rung, Int16Array>(rungs.map((rung, at) => [rung, task.predicted.get(at)!]))
  if (lookup) found.set('lookup', lookup.predicted)
  return new Map(order.flatMap((rung) => (found.has(rung) ? [[rung, found.get(rung)!] as const] : [])))
}

function rungSection(climbed: readonly Climbed[], rungs: ReadonlyMap<Rung, Member>, leads: Leads, model: string, set: RunSet, baselines: Baselines, language: TableLanguage): Section {
  const said = words[language]
  const common = tableWords[language]
  return {
    id: 'ladder', title: said.title, text: said.text,
    table: {
      caption: `${said.title}; ${model}; ${fittedOn(baselines)[language]}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: said.rung, key: 'told' }, { header: said.by, key: 'method' }, { header: 'n', align: 'end' },
        ...shown.map((name): Column => ({ header: common.figures[name], key: name, align: 'end', scale: 'percent', interval: true })),
      ],
      rules: climbed.map((_, at) => climbed.slice(0, at).reduce((sum, { answers }) => sum + answers.size, 0)),
      rows: climbed.flatMap(({ task, answers }) => [...answers].map(([rung, predicted]): Cell[] => {
        const labels = task.field.labels.length
        const all = classification(confusion(labels, task.gold, predicted))
        const intervals = benchmarkIntervals(labels, task.gold, predicted, drawing(set))
        return [task.field.name[language], said.rungs[rung], rungs.get(rung)?.run.method.name[language] ?? null, all.records, ...shown.map((name) => figure(metricOf(all, name), intervals[name]))]
      })),
    },
    // the lookup is no run: its answers are not kept
    links: climbed.flatMap(({ task, answers }) => [...answers.keys()].map((rung) => (rungs.has(rung) ? leads.scored(rungs.get(rung)!, task) : null))),
    cells: climbed.flatMap(({ task, answers }) => [...answers.keys()].map((rung): Record<string, SampleLink> => (rungs.has(rung) ? { accuracy: leads.scored(rungs.get(rung)!, task, { verdict: 'right' }) } : {}))),
  }
}

function differenceSection(climbed: readonly Climbed[], rungs: ReadonlyMap<Rung, Member>, leads: Leads, model: string, set: RunSet, baselines: Baselines, language: TableLanguage): Section {
  const said = words[language]
  const common = tableWords[language]
  const links: (SampleLink | null)[] = []
  const cells: Record<string, SampleLink>[] = []
  const rows = climbed.flatMap(({ task, answers }) => differences.flatMap(([over, under]): Cell[][] => {
    const [first, second] = [answers.get(under), answers.get(over)]
    if (!first || !second) return []
    const found = pairDifferences({ labels: task.field.labels.length, gold: task.gold, first, second, groups: set.groups }, shown, redrawnOf(set))
    const [above, below] = [rungs.get(over), rungs.get(under)]
    links.push(above && below ? leads.beside(above, below, task, 'flipped') : null)
    cells.push(above && below ? { n: leads.scored(above, task) } : {})
    return [[task.field.name[language], `${said.rungs[over]} − ${said.rungs[under]}`, task.records, ...shown.flatMap((name): Cell[] => [figure(found[name]?.difference, found[name]?.interval), found[name]?.p ?? null])]]
  }))
  return {
    id: 'ladder-differences', title: said.differences, text: said.differencesText,
    table: {
      caption: `${said.differences}; ${model}; ${fittedOn(baselines)[language]}; ${common.intervals}`,
      columns: [
        { header: common.task, key: 'task' }, { header: said.difference, key: 'difference' }, { header: 'n', align: 'end' },
        ...shown.flatMap((name): Column[] => [{ header: common.figures[name], key: name, align: 'end', scale: 'points', interval: true }, { header: 'p', key: `p_${name}`, align: 'end', digits: 3, p: true }]),
      ],
      rows,
    },
    links,
    cells,
  }
}
