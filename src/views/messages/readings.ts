import type { PriorKind, Reading } from '../../domain/prediction.ts'

interface ReadingMessages {
  readonly priorLabel: string
  readonly ruleLabel: string
  readonly laterLabel: string
  readonly prior: Readonly<Record<PriorKind, string>>
  readonly priorText: Readonly<Record<PriorKind, string>>
  readonly rule: Readonly<Record<Reading['rule'], string>>
  readonly later: Readonly<Record<'chosen' | 'marginal', string>>
  readonly laterText: Readonly<Record<'chosen' | 'marginal', string>>
  /** A run of written answers: nothing to choose. */
  readonly written: string
  readonly noRule: string
  readonly noLater: string
  readonly transductive: string
  readonly transductiveText: string
  /** Of a list of its parts. */
  readonly join: (parts: readonly string[]) => string
}

const zh: ReadingMessages = {
  priorLabel: '先验',
  ruleLabel: '判定规则',
  laterLabel: '意图、情绪怎么定',
  prior: { none: '不减先验', contentFree: '减去空白输入的先验', pool: '减去另一批记录的平均', batch: '减去本批记录的平均' },
  priorText: {
    none: '模型自己的概率，原样读。',
    contentFree: '小模型不管读到什么都偏向某一个标签。这里从每个标签的对数概率里减去它在空白输入上的值，每一步、每条路径分别减。',
    pool: '从每个标签的对数概率里减去它在 200 条没用到标注的记录上的平均。这些记录与考题不同文、不同组、不同上文，冻结在计划里，运行时先问它们。',
    batch: '减去的是这批考题自己的平均。一条记录的答案因此取决于其他记录（直推式），同样的记录放进另一批，答案可以不同。',
  },
  rule: { joint: '联合概率最高的格', path: '先定字面，再定隐含' },
  later: { chosen: '在选中的格后面选', marginal: '对所有格求和再选' },
  laterText: {
    chosen: '先选定矩阵的一格，意图和情绪按这一格后面的概率选。',
    marginal: 'P(意图) = 各格 P(格) × P(意图 | 格) 之和；情绪在选定的意图之后同样求和。没问到的格由后续提问补上；仍不足以定下标签的记作“没问到”。',
  },
  written: '这次运行的答案是写出来的，或取自文件，没有标签概率：先验、判定规则都改变不了它们。',
  noRule: '这个方法不同时选两个字段，两种规则结果相同。',
  noLater: '这里没有排在后面的字段，怎么定都一样。',
  transductive: '直推式读法',
  transductiveText: '减去的先验是这批记录自己的平均：每条的答案取决于其他记录。各项数字的区间在每次重抽样里都重新估计先验（600 条以内）；运行之间的检验把答案当作已定，没有算上先验的不确定。',
  join: (parts) => parts.join('，'),
}

const en: ReadingMessages = {
  priorLabel: 'Prior',
  ruleLabel: 'Decision rule',
  laterLabel: 'How intent and emotion are chosen',
  prior: { none: 'no prior subtracted', contentFree: 'content-free prior subtracted', pool: 'mean over other records subtracted', batch: 'mean over these records subtracted' },
  priorText: {
    none: 'The model’s own probabilities, as they are.',
    contentFree: 'A small model leans to one label whatever it reads. From each label’s log-probability the one on inputs that say nothing is subtracted, for every step and path by itself.',
    pool: 'From each label’s log-probability its mean over 200 records is subtracted whose labels are not looked at. They share no text, group or context with the test, are frozen in the plan, and are asked first.',
    batch: 'What is subtracted is the mean over the tested records themselves. A record’s answer then depends on the others (transductive): among others it may be answered otherwise.',
  },
  rule: { joint: 'best cell of the joint', path: 'best explicit, then implicit' },
  later: { chosen: 'behind the chosen cell', marginal: 'summed over all cells' },
  laterText: {
    chosen: 'One cell of the matrix is chosen; intent and emotion are chosen by their probabilities behind it.',
    marginal: 'P(intent) = the sum over the cells of P(cell) × P(intent | cell); emotion likewise behind the intent chosen. Cells that were not asked are asked behind; where that still does not settle the label it is “not asked”.',
  },
  written: 'This run’s answers were written, or taken from a file, and have no label probabilities: neither a prior nor a decision rule could change them.',
  noRule: 'This method does not choose two fields together: both rules give the same.',
  noLater: 'Nothing is chosen behind the others here: both ways give the same.',
  transductive: 'A transductive reading',
  transductiveText: 'The prior subtracted is the mean over these very records: each answer depends on the others. The intervals of a run’s figures estimate the prior anew in every resample (up to 600 records); tests between runs take the answers as they are, and leave the prior’s uncertainty out.',
  join: (parts) => parts.join(', '),
}

export const readingMessages = { zh, en }

/** A reading in a few words: rule, later fields where they are summed, prior. */
export function readingName({ prior, rule, later }: Reading, messages: ReadingMessages): string {
  return messages.join([messages.rule[rule], ...(later ? [messages.later[later]] : []), messages.prior[prior]])
}
