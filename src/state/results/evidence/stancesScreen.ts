import type { Field } from '../../../domain/scheme.ts'
import { type Cell, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { classF1, classification, SUPPORTED } from '../../../metrics/classification.ts'
import { confusion, countAt, type Statistic } from '../../../metrics/confusion.ts'
import { bootstrapIntervals } from '../../../metrics/intervals.ts'
import { labelIntervals } from '../../../metrics/shareInterval.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { drawing, type RunSet, taskOf } from './runSet.ts'

const zh = {
  title: '各标签的表现',
  text: '每个标签的精确率、召回率、F1、标注数，最常和什么混淆，旁边是没有模型的基线的 F1。没有标注就没有召回率，没有答成它就没有精确率，两样都没有就没有 F1：写作 n/a，不是 0。标注最有争议的标签排在最前面。这是表现，不是信度：标注若错，答对也说明不了什么。',
  doubted: (label: string, why: string) => `${label}：${why}`,
  none: '这次运行没有答这个字段，或没有标注。',
  label: '标签', support: '标注', precision: '精确率', recall: '召回率', confused: '最常混淆成', times: '条',
  first: '争议',
}
const en: typeof zh = {
  title: 'Performance per label',
  text: 'Precision, recall, F1 and gold count of each label, what it is most confused with, and the F1 of baselines without a model. Without gold there is no recall, without answers no precision, without either no F1: n/a, not 0. The label whose gold is most in doubt stands first. This is performance, not reliability: where gold is wrong, a right answer shows little.',
  doubted: (label, why) => `${label}: ${why}`,
  none: 'This run did not answer this field, or it has no gold.',
  label: 'Label', support: 'Gold', precision: 'Precision', recall: 'Recall', confused: 'Most confused with', times: 'times',
  first: 'In doubt',
}
const words = { zh, en }

/** Precision, recall, F1, support and the commonest confusion of each label of one run's field; labels in doubt first. */
export function stancesScreen(set: RunSet, { field: fieldId, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = words[language]
  const own: RunSet = { ...set, members: set.members.slice(0, 1) }
  const task = taskOf(own, fieldId)
  const predicted = task.predicted.get(0)
  if (!predicted || task.records === 0) return { choices: [], notices: [said.none], sections: [] }
  const { field, gold } = task
  const labels = field.labels.length
  const table = confusion(labels, gold, predicted)
  const { perClass } = classification(table)
  const order = [...field.labels.keys()].sort((one, other) => Number(isDoubted(field, other)) - Number(isDoubted(field, one)) || one - other)
  const statistics = Object.fromEntries(order.map((label) => [String(label), classF1(label)])) as Record<string, Statistic>
  const f1 = bootstrapIntervals(labels, gold, predicted, statistics, drawing(set))
  const { precision, recall } = labelIntervals(labels, gold, predicted, drawing(set))
  const rules = baselines.answers(fieldId).map((baseline) => ({ ...baseline, perClass: classification(confusion(labels, gold, baseline.predicted)).perClass }))
  const confusedWith = (label: number): readonly [name: string | null, count: number, id: string | null] => {
    const counts = Array.from({ length: labels }, (_, column) => (column === label ? 0 : countAt(table, label, column)))
    const most = Math.max(...counts)
    const other = counts.indexOf(most)
    return most > 0 ? [field.labels[other]!.name[language], most, field.labels[other]!.id] : [null, 0, null]
  }
  const member = own.members[0]!
  const leads = new Leads(own, set)
  return {
    choices: [],
    notices: [...apartNotices(own, [task], language), ...field.labels.flatMap(({ name, doubt }) => (doubt ? [said.doubted(name[language], doubt[language])] : []))],
    sections: [{
      id: `labels-${fieldId}`, title: `${said.title}: ${field.name[language]}`, text: said.text,
      table: {
        caption: `${field.name[language]}: ${said.title}, n = ${task.records}; ${fittedOn(baselines)[language]}; ${tableWords[language].intervals}`,
        columns: [
          { header: said.label, key: 'label' }, { header: said.support, key: 'support', align: 'end' },
          { header: said.precision, key: 'precision', align: 'end', scale: 'percent', interval: true }, { header: said.recall, key: 'recall', align: 'end', scale: 'percent', interval: true },
          { header: 'F1', key: 'f1', align: 'end', scale: 'percent', interval: true },
          { header: said.confused, key: 'confused_with' }, { header: said.times, key: 'confused_count', align: 'end' },
          ...rules.map(({ name, title }) => ({ header: `F1: ${title[language]}`, key: `f1_${name}`, align: 'end' as const, scale: 'percent' as const })),
        ],
        rows: order.map((label): Cell[] => {
          const scores = perClass[label]!
          const [other, count] = confusedWith(label)
          return [
            field.labels[label]!.name[language], scores.support,
            figure(scores.precision, precision[label]),
            figure(scores.recall, recall[label]),
            figure(scores.f1, scores.support >= SUPPORTED ? f1[String(label)] : undefined),
            other, count, ...rules.map((baseline) => baseline.perClass[label]!.f1 ?? null),
          ]
        }),
      },
      links: order.map((label) => leads.scored(member, task, { gold: field.labels[label]!.id })),
      cells: order.map((label): Record<string, SampleLink> => {
        const { id } = field.labels[label]!
        const [, , other] = confusedWith(label)
        return {
          precision: leads.scored(member, task, { answer: id }),
          recall: leads.scored(member, task, { gold: id, verdict: 'right' }),
          ...(other !== null && { confused_with: leads.scored(member, task, { gold: id, answer: other }), confused_count: leads.scored(member, task, { gold: id, answer: other }) }),
        }
      }),
    }],
  }
}

function isDoubted(field: Field, label: number): boolean {
  return field.labels[label]!.doubt !== undefined
}
