import type { TableLanguage } from '../../../export/tables/words.ts'
import type { RunSet, Task } from './runSet.ts'

const words = {
  zh: {
    apart: (n: number) => `有 ${n} 个样本不是每次运行都计划了的，不在这些数字里。`,
    unanswered: (field: string, n: number, records: number) => `${field}：${n} 条有标注的样本不是每次运行都有答案（失败、未答或没有问），所有数字都只在其余 ${records} 条上。`,
    transductive: '其中有运行减去的是这批样本自己的平均（直推式）：这里的区间没有在每次重抽样里重估它，会偏窄；单次运行的区间在“总览”里是重估的。',
    exploratory: '其中有运行不是按它的计划的读法读的：这些数字只供探索。',
  },
  en: {
    apart: (n: number) => `${n} samples were not planned by all of the runs and are in no figure here.`,
    unanswered: (field: string, n: number, records: number) => `${field}: ${n} samples with gold lack an answer from some run (failed, waiting or not asked); all figures rest on the other ${records}.`,
    transductive: 'Some run is read under the mean over these very samples (transductive): intervals here do not estimate it anew in each resample and are too narrow; those of a single run under “Overview” do.',
    exploratory: 'Some run is read in another way than its plan’s: these figures are for exploration only.',
  },
}

/** What keeps samples out of a set's figures, and what makes them exploratory. */
export function apartNotices({ apart, members }: RunSet, tasks: readonly Task[], language: TableLanguage): string[] {
  const said = words[language]
  return [
    ...(apart > 0 ? [said.apart(apart)] : []),
    ...tasks.filter(({ unanswered }) => unanswered > 0).map(({ field, unanswered, records }) => said.unanswered(field.name[language], unanswered, records)),
    ...(members.some(({ reading }) => reading.prior === 'batch') ? [said.transductive] : []),
    ...(members.some(({ exploratory }) => exploratory) ? [said.exploratory] : []),
  ]
}
