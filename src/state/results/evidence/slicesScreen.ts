import type { Cell } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { RANKED, sliceScores } from '../../../metrics/slices.ts'
import { sliceColumns, sliceOf } from '../slices.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import { chosenOf } from './choices.ts'
import type { EvidenceQuestion, EvidenceScreen } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { type RunSet, taskOf } from './runSet.ts'
import { rightAmong, shareFigure } from './shareFigure.ts'
import { tierText } from './tiers.ts'

const zh = {
  by: '按什么分',
  title: '切片',
  text: '同一次运行在各部分样本上的答对比例，旁边是没有模型的基线。名次只给不少于 30 条的部分；部分之间的差别可能只是样本构成不同，也没有做多重校正，只供探索。',
  noColumn: '这批样本没有可以分的列。',
  noTask: '这次运行没有被问这个字段（例如它是给出的），或者没有一条样本标注了它。',
  part: '部分',
  rank: '名次',
  unranked: '—',
  columns: { scene: '场景', tier: '标注来源', speaker: '说话人', length: '目标句字数', turns: '上文轮数' } as Readonly<Record<string, string>>,
  gold: (field: string) => `标注：${field}`,
  column: (name: string) => `列：${name}`,
}
const en: typeof zh = {
  by: 'Parted by',
  title: 'Slices',
  text: 'The share right of one run within parts of the samples, beside baselines without a model. Parts of 30 records or more have a rank; parts may differ by their make-up alone, and nothing is corrected for many looks: for exploration only.',
  noColumn: 'These samples have no column to part them by.',
  noTask: 'This run was not asked this field (it may have been given), or no sample has gold of it.',
  part: 'Part',
  rank: 'Rank',
  unranked: '—',
  columns: { scene: 'Scene', tier: 'Tier', speaker: 'Speaker', length: 'Characters of the sentence', turns: 'Turns of context' },
  gold: (field) => `Gold: ${field}`,
  column: (name) => `Column: ${name}`,
}
const words = { zh, en }

/** One run cut into parts by any column, with baselines in each part. */
export function slicesScreen(set: RunSet, { field: fieldId, choices, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = words[language]
  const own: RunSet = { ...set, members: set.members.slice(0, 1) }
  const columns = sliceColumns(set.scheme.fields, baselines.samples)
  const task = taskOf(own, fieldId)
  const predicted = task.predicted.get(0)
  if (!predicted || task.records === 0) return { choices: [], notices: [said.noTask], sections: [] }
  if (columns.length === 0) return { choices: [], notices: [said.noColumn], sections: [] }
  const by = chosenOf(choices.by, columns, columns[0]!)
  const { values, of } = sliceOf(set.scheme.fields, baselines.samples, by)
  const labels = task.field.labels.length
  const scores = (answers: Int16Array) => sliceScores({ labels, gold: task.gold, predicted: answers }, of, values.length)
  const scored = scores(predicted)
  const rules = baselines.answers(fieldId).map((baseline) => ({ ...baseline, scored: scores(baseline.predicted) }))
  const shares = values.map((_, slice) => shareFigure(rightAmong(own, task, predicted, (at) => of[at] === slice), own))
  const member = own.members[0]!
  const leads = new Leads(own, set)
  return {
    choices: [{ key: 'by', label: said.by, value: by, options: columns.map((column) => ({ value: column, label: columnName(column, set, language) })) }],
    notices: apartNotices(own, [task], language),
    sections: [{
      id: `slices-${by}`, title: said.title, text: said.text,
      table: {
        caption: `${task.field.name[language]}: ${columnName(by, set, language)}; ${tableWords[language].figures.accuracy}; ${fittedOn(baselines)[language]}; ${tableWords[language].intervals}`,
        columns: [
          { header: said.part, key: 'part' }, { header: 'n', align: 'end' },
          { header: tableWords[language].figures.accuracy, key: 'accuracy', align: 'end', scale: 'percent', interval: true },
          { header: said.rank, key: 'rank', align: 'end' },
          ...rules.map(({ name, title }) => ({ header: title[language], key: `accuracy_${name}`, align: 'end' as const, scale: 'percent' as const })),
        ],
        rows: values.map((value, slice): Cell[] => [
          partName(by, value, set, language), scored[slice]!.records, shares[slice]!, scored[slice]!.rank ?? (scored[slice]!.records < RANKED ? said.unranked : null),
          ...rules.map((baseline) => baseline.scored[slice]!.accuracy ?? null),
        ]),
      },
      links: values.map((value) => leads.scored(member, task, { slice: by, part: value })),
      cells: values.map((value) => ({ accuracy: leads.scored(member, task, { slice: by, part: value, verdict: 'right' }) })),
    }],
  }
}

function columnName(column: string, { scheme }: Pick<RunSet, 'scheme'>, language: TableLanguage): string {
  const said = words[language]
  if (column.startsWith('gold:')) return said.gold(scheme.fields.find(({ id }) => id === column.slice(5))?.name[language] ?? column)
  if (column.startsWith('column:')) return said.column(column.slice(7))
  return said.columns[column] ?? column
}

function partName(column: string, value: string, { scheme }: Pick<RunSet, 'scheme'>, language: TableLanguage): string {
  if (column === 'tier') return tierText(value, language)
  if (!column.startsWith('gold:')) return value
  return scheme.fields.find(({ id }) => id === column.slice(5))?.labels.find(({ id }) => id === value)?.name[language] ?? value
}
