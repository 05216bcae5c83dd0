import { type Field, fieldOf } from '../../../domain/scheme.ts'
import type { RecordedAnswer } from '../../recordedAnswers.ts'
import { dataTable, note, withInterval } from '../parts/dataTable.ts'
import { markup } from '../markup.ts'
import { fieldName, runName } from '../names.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** Of a plan that was run again: which answers are others than those on record. */
export const flips: ReportSection = {
  id: 'flips',
  title: { zh: '重做：答案变了多少', en: 'Run again: which answers flipped' },
  body: (content, voice) => {
    const { plan, runs, flips: found } = content
    if (!found || found.length === 0) return null
    const rows = runs.flatMap(({ run }) => {
      const own = found.find((each) => each.run === run.id)
      return own ? own.fields.map((field) => ({ run, same: own.same, ...field })) : []
    })
    const all = rows.reduce((sum, row) => sum + row.flips.length, 0)
    const flipped = rows.filter((row) => row.flips.length > 0)
    return markup`${note(voice.say(all === 0 ? words.none(voice.count(rows.reduce((sum, row) => sum + row.compared, 0))) : words.some(voice.count(all))), all === 0 ? 'plain' : 'warning')}
${dataTable(voice.say(words.caption), [words.run, words.field, words.compared, words.flipped, words.share, words.waiting, words.failed, words.question].map((header, at) => ({ header: voice.say(header), end: at > 1 && at < 7 })), rows.map((row) => ({
      cells: [
        runName(content, row.run, voice), fieldName(plan.scheme, row.field, voice), voice.count(row.compared), voice.count(row.flips.length),
        withInterval(voice.share(row.compared > 0 ? row.flips.length / row.compared : undefined), voice.ends(row.interval)),
        voice.count(row.unanswered.waiting), voice.count(row.unanswered.failed), voice.say(row.same ? words.same : words.elsewhere),
      ],
    })))}
${flipped.map((row) => {
      const field = fieldOf(plan.scheme, row.field)
      return markup`<details><summary>${runName(content, row.run, voice)} · ${voice.say(field.name)}: ${voice.count(row.flips.length)}</summary><ul>${row.flips.map(({ sampleId, was, is }) => markup`<li>${sampleId}: ${answerName(field, was, voice)} → ${answerName(field, is, voice)}</li>`)}</ul></details>`
    })}`
  },
}

function answerName(field: Field, answer: RecordedAnswer, voice: Voice): string {
  if (answer === null) return '—'
  if (typeof answer === 'string') return answer
  const label = field.labels[answer]
  return label ? voice.say(label.name) : String(answer)
}

const words = {
  none: (n: string) => ({ zh: `${n} 条答案与记录逐条相同。`, en: `All of ${n} answers are those on record.` }),
  some: (n: string) => ({
    zh: `有 ${n} 条答案与记录不同：数字也可能因此不同。dtype、设备、切分和程序版本都相同时，不该有。`,
    en: `${n} answers are others than those on record, and figures may differ for it. With the same dtype, device, cut and version of the program there should be none.`,
  }),
  caption: {
    zh: '与计划文件里记录的答案逐条比较，只比两次都答了的样本；这次还没问到的、失败的另计。份额的 95% 区间是 Wilson 区间；数据有分组时是按组的 Wilson 区间。',
    en: 'Beside the answers that the plan’s file has on record, one by one: only samples answered both times; those not asked yet, and those that failed, are counted apart. Wilson’s 95% intervals of the share; where the data names groups, Wilson’s for groups.',
  },
  run: { zh: '运行', en: 'Run' },
  field: { zh: '字段', en: 'Field' },
  compared: { zh: '比较', en: 'Compared' },
  flipped: { zh: '变了', en: 'Flipped' },
  share: { zh: '份额', en: 'Share' },
  waiting: { zh: '还没问到', en: 'Not asked yet' },
  failed: { zh: '失败', en: 'Failed' },
  question: { zh: '问的是', en: 'Asked' },
  same: { zh: '同一问题（编号相同）', en: 'the same question (same id)' },
  elsewhere: { zh: '同一方法，别的 dtype、设备、文件或提示', en: 'the same method with another dtype, device, files or prompt' },
}
