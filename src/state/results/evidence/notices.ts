import type { TableLanguage } from '../../../export/tables/words.ts'
import { BATCH_RECORDS } from '../batchIntervals.ts'
import { WAITING } from '../runColumns.ts'
import { nameOf, redrawnOf, type RunSet, type Task } from './runSet.ts'

const words = {
  zh: {
    apart: (n: number) => `有 ${n} 个样本不是每次运行都计划了的，不在这些数字里。`,
    unanswered: (field: string, n: number, records: number) => `${field}：${n} 条有标注的样本不是每次运行都有答案（失败、未答或没有问），所有数字都只在其余 ${records} 条上。`,
    transductive: '其中有运行减去的是这批样本自己的平均（直推式）：它的区间在每次重抽样里都重估这个平均；没有 p 值，因为检验会把这样的答案当作彼此独立的。',
    fixed: (most: number) => `其中有运行减去的是这批样本自己的平均（直推式）：样本多于 ${most} 条、或它另有样本不在这里时，没法在浏览器里重估两千次，所以有它的数字没有区间，也没有 p 值。`,
    interim: (runs: string, waiting: number) => `中途数字：${runs} 还有样本没答（最多 ${waiting} 条）。样本按种子打乱的顺序提问，已答的部分是公平的抽样，数字还会变。`,
    exploratory: '其中有运行不是按它的计划的读法读的：这些数字只供探索。',
  },
  en: {
    apart: (n: number) => `${n} samples were not planned by all of the runs and are in no figure here.`,
    unanswered: (field: string, n: number, records: number) => `${field}: ${n} samples with gold lack an answer from some run (failed, waiting or not asked); all figures rest on the other ${records}.`,
    transductive: 'Some run is read under the mean over these very samples (transductive): its intervals estimate that mean anew in every resample; it has no p, for a test would take such answers for independent of each other.',
    fixed: (most: number) => `Some run is read under the mean over these very samples (transductive): with more than ${most} samples, or where it has others that are not here, that mean cannot be estimated anew two thousand times in a browser, so figures that it enters have no interval and no p.`,
    interim: (runs: string, waiting: number) => `Interim figures: ${runs} still has samples to answer (${waiting} at most). Samples are asked in a seeded random order, so what is answered is a fair sample; the figures will change.`,
    exploratory: 'Some run is read in another way than its plan’s: these figures are for exploration only.',
  },
}

/** What keeps samples out of a set's figures, and what makes them exploratory. */
export function apartNotices(set: RunSet, tasks: readonly Task[], language: TableLanguage): string[] {
  const said = words[language]
  const { apart, members } = set
  const redrawn = redrawnOf(set)
  const waiting = members.map((member) => ({ member, count: member.columns.state.reduce((sum, state) => sum + (state === WAITING ? 1 : 0), 0) })).filter(({ count }) => count > 0)
  return [
    ...(apart > 0 ? [said.apart(apart)] : []),
    ...tasks.filter(({ unanswered }) => unanswered > 0).map(({ field, unanswered, records }) => said.unanswered(field.name[language], unanswered, records)),
    ...(waiting.length > 0 ? [said.interim([...new Set(waiting.map(({ member }) => nameOf(set, member, language)))].join(language === 'zh' ? '、' : ', '), Math.max(...waiting.map(({ count }) => count)))] : []),
    ...(redrawn ? [redrawn.units > 1 ? said.transductive : said.fixed(BATCH_RECORDS)] : []),
    ...(members.some(({ exploratory }) => exploratory) ? [said.exploratory] : []),
  ]
}
