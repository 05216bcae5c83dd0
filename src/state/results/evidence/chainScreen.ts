import { type DerivedField, derive, type FieldId, fieldOf } from '../../../domain/scheme.ts'
import type { Cell, Figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { type ChainErrors, chainErrors, type ChainStep, consistency } from '../../../metrics/chain.ts'
import { type LabelIndices, UNPARSED } from '../../../metrics/confusion.ts'
import { NOT_THERE } from '../../../metrics/redrawn.ts'
import { pathName } from '../besideFilter.ts'
import { columnOfField, NOT_ASKED } from '../runColumns.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink, Section } from './evidenceService.ts'
import { apartNotices } from './notices.ts'
import { Leads } from './leads.ts'
import { derived, nameOf, registered, type RunSet, type Task, taskOf } from './runSet.ts'
import { shareFigure } from './shareFigure.ts'

const zh = {
  title: '链条在哪里出错',
  text: '第一处错在哪一步：先字面，再隐含，最后目标字段；每条样本只算一处。“错路对标签”是前面错了、最后却对的样本：答对不等于读懂。只有答了每一步的运行在这里。',
  consistency: '说出的立场与说出的两个极性',
  consistencyText: '一次运行同时说出立场和两个极性时，立场是否等于矩阵里的那一格。按表推出的立场自然一致，说明不了什么；直接判断的立场没有两个极性可比。',
  method: '运行', target: '目标', explicit: '先错在', right: '全对', wrongPath: '错路对标签', later: '先错在目标',
  inconsistent: '不一致', share: '一致', byTable: '按表推出', stated: '模型说出', how: '立场怎么来',
  none: '没有一次运行答了矩阵的两个极性。',
}
const en: typeof zh = {
  title: 'Where the chain went wrong',
  text: 'The first step that is wrong: explicit, then implicit, then the target; each sample counts once. “Right by a wrong path” are samples whose target is right though an earlier step is wrong: a right label is not understanding. Only runs that answered every step are here.',
  consistency: 'Stated stance against stated signs',
  consistencyText: 'Where a run states both the stance and the two polarities: is the stance the matrix’s cell? A stance taken from the table agrees by construction and shows nothing; one that was answered directly has no polarities beside it.',
  method: 'Run', target: 'Target', explicit: 'First wrong:', right: 'All right', wrongPath: 'Right by a wrong path', later: 'First wrong: target',
  inconsistent: 'Inconsistent', share: 'Consistent', byTable: 'by the table', stated: 'stated by the model', how: 'Stance comes',
  none: 'No run answered the matrix’s two polarities.',
}
const words = { zh, en }

/** Where each run's chain first went wrong, and whether the stance it stated is that of the signs it stated. */
export function chainScreen(set: RunSet, { language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const { matrix } = set.scheme
  const stance = matrix === undefined ? undefined : fieldOf(set.scheme, matrix)
  if (stance?.kind !== 'derived') return { choices: [], notices: [said.none], sections: [] }
  const sections = [errorSection(set, stance, language), consistencySection(set, stance, language)].filter((section) => section !== null)
  return { choices: [], notices: sections.length > 0 ? apartNotices(set, [], language) : [said.none], sections }
}

function errorSection(set: RunSet, stance: DerivedField, language: 'zh' | 'en'): Section | null {
  const said = words[language]
  const parts = stance.from.map((id) => fieldOf(set.scheme, id))
  const links: SampleLink[] = []
  const cells: Record<string, SampleLink>[] = []
  const rows = set.members.flatMap((member) => {
    const own: RunSet = { ...set, members: [member] }
    const targets = set.scheme.fields.filter(({ id }) => !stance.from.includes(id))
    return targets.flatMap((target): Cell[][] => {
      const tasks = [...parts, target].map(({ id }) => taskOf(own, id))
      if (tasks.some(({ predicted }) => !predicted.has(0))) return []
      const found = chainErrors(tasks.map((task) => answered(task, task.predicted.get(0)!)))
      if (found.records === 0) return []
      const share = (of: (errors: ChainErrors) => readonly number[]): Figure => shareFigure(derived(set, (answers) => {
        const counted = new Int8Array(set.size).fill(-1)
        const errors = chainErrors(tasks.map((task) => answered(task, answers(task.predicted.get(0)!))))
        for (const records of [...errors.firstWrong, errors.right]) for (const record of records) counted[record] = 0
        for (const record of of(errors)) counted[record] = 1
        return counted
      }), own)
      const to = (place: string): SampleLink => ({ plan: member.plan.id, run: member.run.id, field: target.id, path: pathName(stance.id, place), ...new Leads(set).planned(member) })
      links.push(to('all'))
      cells.push({
        ...Object.fromEntries(parts.map((part) => [`first_wrong_${part.id}`, to(part.id)])),
        first_wrong_target: to(target.id), all_right: to('right'), right_by_wrong_path: to('wrongPath'),
      })
      return [[nameOf(set, member, language), target.name[language], found.records, ...tasks.map((_, step) => share(({ firstWrong }) => firstWrong[step]!)), share(({ right }) => right), share(({ rightByWrongPath }) => rightByWrongPath)]]
    })
  })
  if (rows.length === 0) return null
  const column = (header: string, key: string) => ({ header, key, align: 'end' as const, scale: 'percent' as const, interval: true as const })
  return {
    id: 'chain', title: said.title, text: said.text,
    table: {
      caption: `${said.title}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.method, key: 'run' }, { header: said.target, key: 'target' }, { header: 'n', align: 'end' },
        ...parts.map((part) => column(`${said.explicit} ${part.name[language]}`, `first_wrong_${part.id}`)), column(said.later, 'first_wrong_target'),
        column(said.right, 'all_right'), column(said.wrongPath, 'right_by_wrong_path'),
      ],
      rows,
    },
    links,
    cells,
  }
}

/** A step with these answers: what is not there in a resample takes no part. */
function answered({ field, gold }: Task, predicted: LabelIndices): ChainStep {
  const there = (record: number): boolean => predicted[record] !== NOT_THERE
  return {
    labels: field.labels.length,
    gold: gold.map((label, record) => (there(record) ? label : -1)),
    predicted: gold.map((_, record) => (there(record) ? predicted[record]! : UNPARSED)),
  }
}

function consistencySection(set: RunSet, stance: DerivedField, language: 'zh' | 'en'): Section | null {
  const said = words[language]
  const links: SampleLink[] = []
  const cells: Record<string, SampleLink>[] = []
  const rows = set.members.flatMap((member): Cell[][] => {
    const labelsOf = (id: FieldId): Int16Array => {
      const { label, status } = columnOfField(member.columns, id)
      return Int16Array.from(member.places, (place) => (status[place] === NOT_ASKED ? -1 : label[place]!))
    }
    const signs = stance.from.map((id) => ({ id, labels: labelsOf(id), field: fieldOf(set.scheme, id) }))
    const own: RunSet = { ...set, members: [member] }
    for (const { labels, field } of signs) registered(set, member, labels, field)
    const byTable = (answers: (labels: LabelIndices) => LabelIndices): Int16Array => Int16Array.from(member.places, (_, at) => {
      const label = derive(stance, Object.fromEntries(signs.map(({ id, labels, field }) => [id, field.labels[answers(labels)[at]!]?.id])))
      return label === undefined ? -1 : stance.labels.findIndex(({ id }) => id === label)
    })
    const stated = labelsOf(stance.id)
    registered(set, member, stated, stance)
    const found = consistency(stated, byTable((labels) => labels))
    if (found.records === 0) return []
    const to = (place: string): SampleLink => ({ plan: member.plan.id, run: member.run.id, field: stance.id, path: pathName(stance.id, place), ...new Leads(set).planned(member) })
    links.push(to('stated'))
    cells.push({ inconsistent: to('inconsistent') })
    const derivedByTable = member.run.method.asking === 'guided' && member.run.method.steps.some((step) => step.kind === 'derive' && step.field === stance.id)
    return [[nameOf(set, member, language), derivedByTable ? said.byTable : said.stated, found.records, shareFigure(derived(set, (answers) => {
      const [says, cell] = [answers(stated), byTable(answers)]
      return Int8Array.from(cell, (label, at) => (label >= 0 && says[at]! >= 0 ? Number(label === says[at]) : -1))
    }), own), found.inconsistent.length]]
  })
  if (rows.length === 0) return null
  return {
    id: 'consistency', title: said.consistency, text: said.consistencyText,
    table: {
      caption: `${said.consistency}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.method, key: 'run' }, { header: said.how, key: 'how' }, { header: 'n', align: 'end' },
        { header: said.share, key: 'consistent', align: 'end', scale: 'percent', interval: true }, { header: said.inconsistent, key: 'inconsistent', align: 'end' },
      ],
      rows,
    },
    links,
    cells,
  }
}
