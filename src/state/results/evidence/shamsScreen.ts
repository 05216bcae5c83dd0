import { controlGroups } from '../../../domain/family.ts'
import { type Cell, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion, type Statistic } from '../../../metrics/confusion.ts'
import { recordOf } from '../../../metrics/intervals.ts'
import { pairedFigures } from '../../../metrics/pairedFigures.ts'
import { type DifferenceFromControls, differencesFromControls, spread } from '../../../metrics/spread.ts'
import { equivalence } from '../../../metrics/equivalence.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink } from './evidenceService.ts'
import { marginOf } from './margin.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { drawing, nameOf, type RunSet, type Task, tasksOf } from './runSet.ts'

const zh = {
  title: '真矩阵对假矩阵',
  text: '真矩阵的得分减去几个假矩阵的平均。区间既含抽样，也含假矩阵之间的差别；“只有步骤”只有一个，没有种子之别，区间是成对之差的区间。差在 0 以上才说明好处来自矩阵的意义，而不只是多走了几步。区间含 0 不等于“没有差别”：那要等价检验在事先写明的界限内成立。',
  few: (run: string, kind: string, n: number) => `${run}：只有 ${n} 个${kind}，至少要 5 个才看得出它们之间的差别。`,
  none: '这些运行里没有对照。计划里点“加上对照”，假矩阵和换名矩阵（各五个种子）、“只有步骤”就会和真矩阵在同一批样本上比较。',
  kinds: { arbitrary: '假矩阵', permuted: '换名矩阵', structure: '只有步骤' },
  run: '运行', kind: '对照', controls: '个数', figure: '指标', score: '真矩阵', mean: '对照平均', spread: '对照范围', difference: '差', verdict: '等价检验',
  verdicts: { equivalent: '没有差别（在界限内）', different: '有差别（超出界限）', undecided: '不能断定' }, noMargin: '没有界限',
}
const en: typeof zh = {
  title: 'The true matrix against sham ones',
  text: 'The true matrix’s score minus the mean of several shams. The interval holds the sampling and the spread between shams; “structure only” is one method without seeds, so its interval is that of a paired difference. Only a difference above nought shows that the matrix’s meaning helps, and not its steps alone. An interval that holds 0 is not “no difference”: that takes an equivalence test within a margin named before.',
  few: (run, kind, n) => `${run}: only ${n} ${kind}; five at least are needed to know the spread between them.`,
  none: 'These runs have no controls. “Add controls” in a plan adds sham matrices and permuted names (five seeds each) and “Structure only”: they are compared with the true matrix on the same samples.',
  kinds: { arbitrary: 'sham matrix', permuted: 'names permuted', structure: 'structure only' },
  run: 'Run', kind: 'Control', controls: '#', figure: 'Figure', score: 'True', mean: 'Controls’ mean', spread: 'Controls’ range', difference: 'Difference', verdict: 'Equivalence',
  verdicts: { equivalent: 'no different (within the margin)', different: 'different (beyond the margin)', undecided: 'undecided' }, noMargin: 'no margin',
}
const words = { zh, en }

const shown = ['accuracy', 'supportedMacroF1', 'weightedF1'] as const

/** Each run with controls against them: difference with an interval that holds the controls' spread, and equivalence within the margin. */
export function shamsScreen(set: RunSet, { choices, language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const common = tableWords[language]
  const groups = controlGroups(set.members.map(({ run }) => run))
  const margin = marginOf(set, choices.margin, language)
  if (groups.length === 0) return { choices: [margin.choice], notices: [said.none], sections: [] }
  const links: SampleLink[] = []
  const tasks = groups.map(({ run, controls }) => ({ run, controls, set: { ...set, members: [run, ...controls].map((one) => set.members.find((member) => member.run.id === one.id)!) } }))
  const rows = groups.flatMap(({ kind, controls }, at) => {
    const own = tasks[at]!.set
    const answered = tasksOf(own).filter(({ predicted }) => predicted.has(0) && predicted.size === own.members.length)
    return answered.flatMap((task) => {
      const differences = kind === 'structure' ? fromStructure(task, own) : fromDrawn(task, own)
      return shown.map((name): Cell[] => {
        const found = differences[name]
        const [interval, narrow] = found?.intervals ?? []
        // two one-sided tests at .05 want the 90 % interval; without a margin nothing is tested
        const verdict = margin.value === null ? null : equivalence(narrow, { name: margin.name, value: margin.value })
        links.push(new Leads(own, set).scored(own.members[0]!, task))
        return [
          nameOf(own, own.members[0]!, language), said.kinds[kind], controls.length, task.field.name[language], common.figures[name], task.records,
          found ? found.difference + found.controls.mean : null, found?.controls.mean ?? null,
          found ? `${(100 * found.controls.lowest).toFixed(1)}–${(100 * found.controls.highest).toFixed(1)}` : null,
          figure(found?.difference, interval), margin.value === null ? said.noMargin : verdict ? said.verdicts[verdict.verdict] : null,
        ]
      })
    })
  })
  return {
    choices: [margin.choice],
    notices: [
      ...margin.notices,
      ...groups.filter(({ kind, controls }) => kind !== 'structure' && controls.length < 5).map(({ run, kind, controls }) => said.few(run.method.name[language], said.kinds[kind], controls.length)),
      ...apartNotices(set, [], language),
    ],
    sections: [{
      id: 'shams', title: said.title, text: said.text,
      table: {
        caption: `${said.title}; ${margin.name}; ${common.intervals}`,
        columns: [
          { header: said.run, key: 'run' }, { header: said.kind, key: 'control' }, { header: said.controls, key: 'controls', align: 'end' }, { header: common.task, key: 'task' }, { header: said.figure, key: 'figure' }, { header: 'n', align: 'end' },
          { header: said.score, key: 'score', align: 'end', scale: 'percent' }, { header: said.mean, key: 'controls_mean', align: 'end', scale: 'percent' }, { header: said.spread, key: 'controls_range', align: 'end' },
          { header: said.difference, key: 'difference', align: 'end', scale: 'points', interval: true }, { header: said.verdict, key: 'equivalence' },
        ],
        rows,
      },
      links,
    }],
  }
}

const levels = [0.95, 0.9] as const

/** A run minus the mean of controls that are drawn by seeds: the figures shown, with intervals at both levels. */
function fromDrawn(task: Task, set: RunSet) {
  const controls = set.members.slice(1).map((_, at) => task.predicted.get(at + 1)!)
  return differencesFromControls({ labels: task.field.labels.length, gold: task.gold, run: task.predicted.get(0)!, controls }, statisticsOf(task), drawing(set), levels)
}

/** A run minus the one control that is a method of its own: nothing was drawn but the samples, so the difference is a paired one. */
function fromStructure(task: Task, set: RunSet): Record<(typeof shown)[number], DifferenceFromControls | undefined> {
  const pair = { labels: task.field.labels.length, gold: task.gold, first: task.predicted.get(1)!, second: task.predicted.get(0)! }
  const byLevel = levels.map((level) => pairedFigures(pair, shown, { ...drawing(set), level }))
  return recordOf(shown, (name) => {
    const found = byLevel[0]![name]
    const controls = found && spread([found.first])
    if (!found || !controls) return undefined
    return { difference: found.difference, controls, intervals: byLevel.map((figures) => figures[name]?.interval) }
  })
}

function statisticsOf({ field, gold }: Task): Record<(typeof shown)[number], Statistic> {
  const { accuracy, supportedMacroF1, weightedF1 } = figureStatistics(supportedLabels(confusion(field.labels.length, gold, gold)))
  return { accuracy, supportedMacroF1, weightedF1 }
}
