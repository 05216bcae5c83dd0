import { type Cell, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { distributionIntervals } from '../../../metrics/shareInterval.ts'
import { columnOfField } from '../runColumns.ts'
import { leaningOf } from '../../../metrics/leaning.ts'
import { listed } from '../../../domain/listed.ts'
import { fieldOf } from '../../../domain/scheme.ts'
import type { Reading } from '../../../domain/prediction.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink } from './evidenceService.ts'
import { drawing, goldOf, registered, type RunSet } from './runSet.ts'

const zh = {
  title: '答案偏向哪个标签',
  text: '同一次运行的答案在各标签上的占比，与标注相比；有概率可减时，减去先验与不减先验并排。每列的 n 写在列名里。偏向不等于错：标注本来就偏的数据上，偏向可能是对的；用看过标注后才选的读法，结果算探索。',
  summary: '偏向的程度',
  summaryText: '熵越低，答案越集中（1 个标签是 0 比特，全部一样多是 log2 K）；“要搬动的”是答案分布与标注分布相差的占比。警告：别的标签合起来不到它们应有的一半，而且不是样本少造成的。',
  label: '标签', gold: '标注', answers: '答案', n: '答案数', reading: '读法', entropy: '熵（比特）', goldEntropy: '标注的熵', distance: '要搬动的', never: '从没答过的标签', warning: '警告',
  warned: (label: string, share: string, reference: string) => `“${label}”占了 ${share}，应有 ${reference}`,
  fine: '没有',
  counted: (name: string, n: number) => `${name}（n = ${n}）`,
  unequal: (gold: number, answers: string) => `标注的占比在 ${gold} 条有标注的样本上，答案的占比在 ${answers} 条答了的样本上，不是同一批：两者之差里也有样本之差。`,
  none: '这次运行没有答这个字段。',
}
const en: typeof zh = {
  title: 'Which labels the answers lean to',
  text: 'The labels’ shares among one run’s answers beside gold, with and without the prior where there are probabilities to subtract it from. Each column has its n. Leaning need not be wrong: where gold leans, answers may. A reading chosen after gold was seen is exploratory.',
  summary: 'How far they lean',
  summaryText: 'The lower the entropy, the more the answers gather (0 bits for one label, log2 K for all alike); “to move” is the share of answers by which the two distributions differ. The warning: all other labels together get less than half of what is theirs, and this is no accident of few answers.',
  label: 'Label', gold: 'Gold', answers: 'Answers', n: 'Answers', reading: 'Reading', entropy: 'Entropy (bits)', goldEntropy: 'of gold', distance: 'To move', never: 'Never answered', warning: 'Warning',
  warned: (label, share, reference) => `“${label}” has ${share} where ${reference} is its share`,
  fine: 'none',
  counted: (name, n) => `${name} (n = ${n})`,
  unequal: (gold, answers) => `Gold’s shares are of the ${gold} samples that have gold, the answers’ of the ${answers} that were answered, which are not the same: what differs is partly the samples.`,
  none: 'This run did not answer this field.',
}
const words = { zh, en }

const readings: Readonly<Record<'zh' | 'en', (reading: Reading) => string>> = {
  zh: ({ prior, rule }) => `${priorNames.zh[prior] ?? prior}，${rule === 'joint' ? '联合' : '逐步'}`,
  en: ({ prior, rule }) => `${priorNames.en[prior] ?? prior}, ${rule}`,
}
const priorNames: Readonly<Record<'zh' | 'en', Readonly<Record<string, string>>>> = {
  zh: { none: '不减先验', contentFree: '减去空白输入的先验', pool: '减去未标注样本池的先验', batch: '减去本批样本的先验（直推）' },
  en: { none: 'no prior', contentFree: 'content-free prior', pool: 'pool prior', batch: 'batch prior (transductive)' },
}

/** How one run's answers to a field are spread, beside gold, under each reading that it can have. @param read of the set's members. */
export function leaningScreen(set: RunSet, read: readonly Reading[], { field: fieldId, language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const field = fieldOf(set.scheme, fieldId)
  const goldLabels = goldOf(set, fieldId)
  const gold = counts(goldLabels, field.labels.length)
  const goldIntervals = distributionIntervals(field.labels.length, goldLabels, drawing({ ...set, members: [] }))
  const spread = set.members.map((member, at) => {
    const { run, columns, places } = member
    const { label } = columnOfField(columns, fieldId)
    const { prior, rule, later } = read[at]!
    const link: SampleLink = { run: run.id, field: fieldId, reading: { prior, rule, ...(later && { later }) } }
    const answers = Int16Array.from(places, (place) => label[place]!)
    registered(set, member, answers, field)
    const outside = answers.some((label, record) => (label >= 0) !== (goldLabels[record]! >= 0))
    return { name: readings[language](read[at]!), outside, link, intervals: distributionIntervals(field.labels.length, answers, drawing({ ...set, members: [member] })), leaning: leaningOf(counts(answers, field.labels.length), gold) }
  }).filter(({ leaning }) => leaning.answers > 0)
  const [first] = spread
  if (!first) return { choices: [], notices: [said.none], sections: [] }
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`
  const { run } = set.members[0]!
  const goldCount = gold.reduce((sum, count) => sum + count, 0)
  return {
    choices: [],
    notices: [...(goldCount > 0 && spread.some(({ outside }) => outside) ? [said.unequal(goldCount, [...new Set(spread.map(({ leaning }) => leaning.answers))].join(' / '))] : [])],
    sections: [
      {
        id: `leaning-${fieldId}`, title: said.title, text: said.text,
        table: {
          caption: `${field.name[language]}: ${said.title}; ${tableWords[language].intervals}`,
          columns: [{ header: said.label, key: 'label' }, { header: said.counted(said.gold, goldCount), key: 'gold', align: 'end', scale: 'percent', interval: true }, ...spread.map(({ name, leaning }) => ({ header: said.counted(`${said.answers}: ${name}`, leaning.answers), key: `answers_${name}`, align: 'end' as const, scale: 'percent' as const, interval: true as const }))],
          rows: field.labels.map((label, at): Cell[] => [label.name[language], figure(first.leaning.gold?.[at], goldIntervals[at]), ...spread.map(({ leaning, intervals }) => figure(leaning.predicted?.[at], intervals[at]))]),
        },
        links: field.labels.map(({ id }) => ({ ...first.link, answer: id })),
        cells: field.labels.map(({ id }) => ({
          gold: { run: run.id, field: fieldId, gold: id },
          ...Object.fromEntries(spread.map(({ name, link }) => [`answers_${name}`, { ...link, answer: id }])),
        })),
      },
      {
        id: `entropy-${fieldId}`, title: said.summary, text: said.summaryText,
        table: {
          caption: `${field.name[language]}: ${said.summary}`,
          columns: [
            { header: said.reading, key: 'reading' }, { header: said.n, key: 'n', align: 'end' }, { header: said.entropy, key: 'entropy', align: 'end', digits: 2 }, { header: said.goldEntropy, key: 'gold_entropy', align: 'end', digits: 2 },
            { header: said.distance, key: 'distance', align: 'end', scale: 'percent' }, { header: said.never, key: 'never_answered' }, { header: said.warning, key: 'warning' },
          ],
          rows: spread.map(({ name, leaning }): Cell[] => [
            name, leaning.answers, leaning.predictedEntropy ?? null, leaning.goldEntropy ?? null, leaning.distance ?? null,
            listed(leaning.neverAnswered.map((label) => field.labels[label]!.name[language]), language),
            leaning.warning ? said.warned(field.labels[leaning.warning.label]!.name[language], percent(leaning.warning.share), percent(leaning.warning.reference)) : said.fine,
          ]),
        },
      },
    ],
  }
}

function counts(labels: ArrayLike<number>, length: number): number[] {
  const counted = new Array<number>(length).fill(0)
  for (let at = 0; at < labels.length; at++) if (labels[at]! >= 0) counted[labels[at]!]! += 1
  return counted
}
