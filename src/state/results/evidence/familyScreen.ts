import { familyPairs } from '../../../domain/family.ts'
import { type Cell, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { fieldOf } from '../../../domain/scheme.ts'
import { discordance } from '../../../metrics/comparison.ts'
import { equivalence } from '../../../metrics/equivalence.ts'
import { holm } from '../../../metrics/holm.ts'
import { mcnemar } from '../../../metrics/mcnemar.ts'
import { isPairedShare, pairedFigures } from '../../../metrics/pairedFigures.ts'
import { pairDifferences } from '../fieldIntervals.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import { baselineScores } from './baselineScores.ts'
import type { EvidenceQuestion, EvidenceScreen } from './evidenceService.ts'
import { marginOf } from './margin.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { rareLabels } from './rareLabels.ts'
import { drawing, nameOf, redrawnOf, type RunSet, type Task, taskOf } from './runSet.ts'

const zh = {
  title: '计划写明的比较',
  text: '计划冻结时写明的一族比较，用主指标，在两次运行都答了的全部样本上；p 用 Holm 法对整族校正。筛选屏幕不改变任何 p。p 大不等于没有差别：那要看等价一列。末尾是没有模型的基线，只有得分：它们不在这一族里。',
  none: '计划没有写明要比较什么：下面的任何比较都只供探索。',
  baseline: '基线', run: '对', first: '基线分', second: '得分', difference: '差', p: 'p', adjusted: 'Holm p', g: 'Cohen g', won: '基线错它对', lost: '基线对它错', equivalence: '等价',
  test: { mcnemar: '准确率（全部答案都读出标签时的微 F1 即准确率）用精确 McNemar 检验', swap: '配对交换检验，10,000 次' },
  verdicts: { equivalent: '没有差别', different: '有差别', undecided: '不能断定' }, rare: '没有结论：标签太少见',
  gHow: '效应：不一致的样本里它对的比例减 1/2（.05 小，.15 中，.25 大）',
  missing: (n: number) => `这一族里有 ${n} 个比较还没有答案可比；它们在校正里照样占位置。`,
}
const en: typeof zh = {
  title: 'The comparisons that the plan named',
  text: 'The family of comparisons that was frozen with the plan, by its primary figure, over all samples that both runs answered; p-values are corrected over the whole family by Holm’s method. Filtering a screen changes none of them. A large p is not “no difference”: see the column for equivalence. The last rows are baselines without a model, with their scores alone: they are no members of the family.',
  none: 'The plan named no comparison: whatever is compared below is exploratory.',
  baseline: 'Baseline', run: 'Run', first: 'Baseline', second: 'Score', difference: 'Difference', p: 'p', adjusted: 'Holm p', g: 'Cohen’s g', won: 'Only run right', lost: 'Only baseline right', equivalence: 'Equivalence',
  test: { mcnemar: 'exact McNemar test for accuracy (and for micro F1 where every answer names a label: it is accuracy then)', swap: 'paired swap test, 10,000 draws' },
  verdicts: { equivalent: 'no different', different: 'different', undecided: 'undecided' }, rare: 'no verdict: rare labels',
  gHow: 'Effect: the run’s share of the discordant samples minus 1/2 (.05 small, .15 medium, .25 large)',
  missing: (n) => `${n === 1 ? 'One comparison' : `${n} comparisons`} of the family cannot be made yet; the correction counts them all the same.`,
}
const words = { zh, en }

/** What there is to say of a plan that named no comparison. */
export function noFamily(language: EvidenceQuestion['language']): EvidenceScreen {
  return { choices: [], notices: [words[language].none], sections: [] }
}

/** The family that the first run's plan froze, with Holm's correction over all of it. @param set all of the plan's runs. */
export function familyScreen(set: RunSet, { choices, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = words[language]
  const { plan, runs } = set.members[0]!
  const pairs = familyPairs(plan, runs)
  if (pairs.length === 0) return noFamily(language)
  const { field: fieldId, metric } = plan.primaryMetric
  const margin = marginOf(set, choices.margin, language)
  const compared = pairs.map(({ baseline, run }) => {
    const members = [baseline, run].flatMap((one) => set.members.find((member) => member.run.id === one.id) ?? [])
    if (members.length < 2) return null
    const own: RunSet = { ...set, members }
    const task = taskOf(own, fieldId)
    return task.predicted.size === 2 && task.records > 0 ? { own, task } : null
  })
  const results = compared.map((pair) => pair && resultOf(pair.own, pair.task, metric, margin))
  const adjusted = holm(results.map((result) => result?.p))
  const rows = compared.flatMap((pair, at): Cell[][] => {
    const result = results[at]
    if (!pair || !result) return []
    const [baseline, run] = pair.own.members
    return [[
      nameOf(set, baseline!, language), nameOf(set, run!, language), pair.task.records, result.first ?? null, result.second ?? null, figure(result.difference, result.interval),
      result.p ?? null, adjusted[at] ?? null, result.g ?? null, result.won, result.lost, result.verdict === undefined ? (rareLabels(pair.task, metric, language) !== null && margin.value !== null ? said.rare : null) : said.verdicts[result.verdict],
    ]]
  })
  const all = taskOf({ ...set, members: set.members.filter(({ run }) => pairs.some((pair) => pair.run.id === run.id || pair.baseline.id === run.id)) }, fieldId)
  const [rare] = compared.flatMap((pair) => (pair && rareLabels(pair.task, metric, language)) ?? [])
  const without = all.records === 0 ? [] : baselineScores(baselines, all, [metric], language).map(({ title, scores }): Cell[] => ['', title, all.records, '', scores[metric] ?? null, '', '', '', '', '', '', ''])
  const linked = <Link>(link: (pair: { readonly own: RunSet; readonly task: Task }, leads: Leads) => Link): Link[] => compared.flatMap((pair) => (pair ? [link(pair, new Leads(pair.own, set))] : []))
  const missing = pairs.length - rows.length
  return {
    choices: [margin.choice],
    notices: [...(missing > 0 ? [said.missing(missing)] : []), ...(rare === undefined ? [] : [rare]), ...apartNotices(set, [], language)],
    sections: [{
      id: 'family', title: said.title, text: said.text,
      table: {
        caption: `${said.title}: ${fieldOf(set.scheme, fieldId).name[language]}, ${tableWords[language].figures[metric]}; ${testNames(results, said.test)}Holm, ${pairs.length}; ${margin.name}; ${fittedOn(baselines)[language]}; ${tableWords[language].intervals}`,
        columns: [
          { header: said.baseline, key: 'baseline' }, { header: said.run, key: 'run' }, { header: 'n', align: 'end' },
          { header: said.first, key: 'baseline_score', align: 'end', scale: 'percent' }, { header: said.second, key: 'score', align: 'end', scale: 'percent' },
          { header: said.difference, key: 'difference', align: 'end', scale: 'points', interval: true },
          { header: said.p, key: 'p', align: 'end', digits: 4, p: true }, { header: said.adjusted, key: 'p_holm', align: 'end', digits: 4, p: true },
          { header: said.g, key: 'cohen_g', align: 'end', digits: 2, how: said.gHow }, { header: said.won, key: 'only_run_right', align: 'end' }, { header: said.lost, key: 'only_baseline_right', align: 'end' },
          { header: said.equivalence, key: 'equivalence' },
        ],
        rows: [...rows, ...without],
        rules: [rows.length],
      },
      links: [...linked(({ own, task }, leads) => leads.beside(own.members[1]!, own.members[0]!, task, 'flipped')), ...without.map(() => null)],
      cells: [...linked(({ own, task }, leads) => {
        const [first, second] = [own.members[0]!, own.members[1]!]
        return {
          n: leads.scored(second, task),
          only_run_right: leads.beside(second, first, task, 'won'),
          only_baseline_right: leads.beside(second, first, task, 'lost'),
        }
      }), ...without.map(() => ({}))],
    }],
  }
}

/** The tests behind the rows, each once: micro-F1 is tested as accuracy where it is accuracy, which may be in some rows only. */
function testNames(results: readonly (ReturnType<typeof resultOf> | null)[], names: typeof zh.test): string {
  const tests = new Set(results.map((result) => result?.test ?? null))
  return (['mcnemar', 'swap'] as const).map((test) => (tests.has(test) ? `${names[test]}; ` : '')).join('')
}

type Metric = RunSet['members'][number]['plan']['primaryMetric']['metric']

function resultOf(set: RunSet, task: Task, metric: Metric, margin: ReturnType<typeof marginOf>) {
  const [first, second] = [task.predicted.get(0)!, task.predicted.get(1)!]
  const pair = { labels: task.field.labels.length, gold: task.gold, first, second }
  const redrawn = redrawnOf(set)
  const found = pairDifferences({ ...pair, groups: set.groups }, [metric], redrawn)[metric]
  const table = discordance(pair)
  // a macro average over rare labels has no interval, so nothing can be said of its equivalence either
  const narrow = margin.value === null ? undefined : pairedFigures(pair, [metric], { ...drawing(set), level: 0.9 })[metric]?.interval
  return {
    ...found,
    test: redrawn ? null : isPairedShare(metric, pair, { groups: set.groups ?? undefined, redrawn }) ? ('mcnemar' as const) : ('swap' as const),
    g: mcnemar(table).g,
    won: table.onlySecond,
    lost: table.onlyFirst,
    verdict: margin.value === null ? undefined : equivalence(narrow, { name: margin.name, value: margin.value })?.verdict,
  }
}

