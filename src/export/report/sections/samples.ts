import type { Answer, Outcome } from '../../../domain/prediction.ts'
import { type Field, type FieldId, fieldOf } from '../../../domain/scheme.ts'
import { dataTable } from '../parts/dataTable.ts'
import { type Inset, type Markup, markup } from '../markup.ts'
import { runName } from '../names.ts'
import type { ReportContent, ReportSample } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** The data's own text with what was answered to it: in a report that was asked for it, and in no other. */
export const samples: ReportSection = {
  id: 'samples',
  title: { zh: '样本', en: 'Samples' },
  body: (content, voice) => content.texts && markup`<p>${voice.say(words.intro)}</p>${content.texts.map((sample) => samplePart(content, sample, voice))}`,
}

function samplePart(content: ReportContent, { sample, predictions }: ReportSample, voice: Voice): Markup {
  const { plan, runs } = content
  const own = runs.filter(({ run }) => predictions[run.id])
  const fields = plan.scheme.fields.filter(({ id }) => sample.gold[id] !== undefined || own.some(({ run }) => predictions[run.id]?.answers[id]))
  const gold = (field: Field): string => {
    const said = sample.gold[field.id]
    if (!said) return '—'
    return said.kind === 'label' ? labelText(field, said.label, voice) : said.raw
  }
  return markup`<details><summary>${sample.id} · ${sample.text}</summary>
${sample.context === '' ? null : markup`<pre>${sample.context}</pre>`}<p><strong>${sample.text}</strong></p>
${dataTable('', [{ header: '' }, ...fields.map(({ name }) => ({ header: voice.say(name) }))], [
  { cells: [voice.say(words.gold), ...fields.map(gold)] },
  ...own.map(({ run }) => ({ cells: [runName(content, run, voice), ...fields.map(({ id }) => answerText(plan.scheme, id, predictions[run.id]?.answers[id], voice))] })),
])}
${own.map(({ run }) => {
  const raw = rawText(predictions[run.id]!.prediction.outcome)
  return raw === '' ? null : markup`<h4>${runName(content, run, voice)}</h4><pre>${raw}</pre>`
})}</details>`
}

function labelText(field: Field, id: string, voice: Voice): string {
  const label = field.labels.find((candidate) => candidate.id === id)
  return label ? voice.say(label.name) : id
}

function answerText(scheme: ReportContent['plan']['scheme'], id: FieldId, answer: Answer | undefined, voice: Voice): Inset {
  if (!answer) return '—'
  const field = fieldOf(scheme, id)
  if (answer.kind !== 'chosen') return markup`<span class="muted">${voice.say(words.missing[answer.kind])}</span>${answer.found === undefined ? null : ` ${answer.found}`}`
  const at = field.labels.findIndex((label) => label.id === answer.label)
  const probability = answer.probabilities?.[at]
  return `${labelText(field, answer.label, voice)}${probability === undefined ? '' : ` ${voice.share(probability, 0)}`}`
}

/** What the model wrote: an answer, the reasoning before a choice, or why there is none. */
function rawText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'free':
      return outcome.text
    case 'guided':
      return outcome.reasons.join('\n')
    case 'failed':
      return outcome.reason
    case 'stated':
      return Object.values(outcome.fields).flatMap(({ raw }) => raw ?? []).join('\n')
    case 'classified':
      return ''
  }
}

const words = {
  intro: { zh: '这份报告按要求带有数据的原文。', en: 'This report holds the data’s own text, because it was asked to.' },
  gold: { zh: '标注', en: 'gold' },
  missing: {
    outOfScheme: { zh: '表外', en: 'out of scheme' },
    ambiguous: { zh: '说了两个标签', en: 'named two labels' },
    truncated: { zh: '没写完', en: 'cut short' },
    unparsed: { zh: '读不出标签', en: 'no label found' },
    failed: { zh: '失败', en: 'failed' },
    notAsked: { zh: '没有问', en: 'not asked' },
  },
}
