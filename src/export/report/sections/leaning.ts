import { fieldOf } from '../../../domain/scheme.ts'
import { dataTable, note } from '../parts/dataTable.ts'
import { markup } from '../markup.ts'
import { fieldName, runName } from '../names.ts'
import type { ReportSection } from '../section.ts'

/** How answers are spread over the labels beside gold: small models lean to one label whatever they read. */
export const leaning: ReportSection = {
  id: 'leaning',
  title: { zh: '标签偏向', en: 'Label leaning' },
  body: (content, voice) => {
    const { plan, runs } = content
    const rows = runs.flatMap(({ run, fields }) => fields.filter(({ leaning: own }) => own.answers > 0).map((row) => ({ run, ...row })))
    if (rows.length === 0) return null
    const warned = rows.flatMap(({ run, field, leaning: { warning } }) => {
      if (!warning) return []
      const { labels } = fieldOf(plan.scheme, field)
      const label = labels[warning.label]
      return [voice.say(words.warned(runName(content, run, voice), fieldName(plan.scheme, field, voice), label ? voice.say(label.name) : '', voice.share(warning.share, 0), voice.share(warning.reference, 0), warning.against === 'gold'))]
    })
    return markup`<p>${voice.say(words.intro)}</p>
${warned.length > 0 ? note(markup`<p>${voice.say(words.takesOver)}</p><ul>${warned.map((text) => markup`<li>${text}</li>`)}</ul>`, 'warning') : null}
${dataTable(voice.say(words.caption), [words.run, words.field, words.answers, words.commonest, words.entropy, words.goldEntropy, words.distance, words.never].map((header, at) => ({ header: voice.say(header), end: at > 1 && at < 7 && at !== 3 })), rows.map(({ run, field, leaning: own }) => {
      const { labels } = fieldOf(plan.scheme, field)
      const shares = own.predicted ?? []
      const top = shares.indexOf(Math.max(...shares))
      return {
        cells: [
          runName(content, run, voice), fieldName(plan.scheme, field, voice), voice.count(own.answers),
          labels[top] ? `${voice.say(labels[top].name)} ${voice.share(shares[top], 0)}` : '—',
          voice.number(own.predictedEntropy, 2), voice.number(own.goldEntropy, 2), voice.share(own.distance),
          voice.list(own.neverAnswered.map((at) => (labels[at] ? voice.say(labels[at].name) : ''))),
        ],
      }
    }))}`
  },
}

const words = {
  intro: { zh: '答案在各标签上的分布，与标注相比。', en: 'How answers are spread over the labels, beside gold.' },
  takesOver: { zh: '一个标签占了上风：', en: 'One label takes over:' },
  warned: (run: string, field: string, label: string, share: string, reference: string, againstGold: boolean) => ({
    zh: `${run}，${field}：${share} 的答案是“${label}”（${againstGold ? '标注里占' : '各标签均分则占'} ${reference}）`,
    en: `${run}, ${field}: ${share} of the answers are “${label}” (${againstGold ? 'of gold' : 'if all labels were alike'}: ${reference})`,
  }),
  caption: {
    zh: '熵以比特计；距离是要挪动多大份额的答案才与标注同分布；末列是标注不少于 10 条却从没答过的标签。',
    en: 'Entropy in bits; distance: the share of answers that would have to move for the two to be spread alike; last column: labels with ten or more gold records that were never answered.',
  },
  run: { zh: '运行', en: 'Run' },
  field: { zh: '字段', en: 'Field' },
  answers: { zh: '答案', en: 'Answers' },
  commonest: { zh: '最常见', en: 'Commonest' },
  entropy: { zh: '答案的熵', en: 'Entropy' },
  goldEntropy: { zh: '标注的熵', en: 'Of gold' },
  distance: { zh: '距离', en: 'Distance' },
  never: { zh: '从没答过', en: 'Never answered' },
}
