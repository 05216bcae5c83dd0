import { type Method, schemeOf } from '../../../domain/method.ts'
import type { Prompt } from '../../../domain/prompt.ts'
import type { Sample } from '../../../domain/dataset.ts'
import type { Run } from '../../../domain/plan.ts'
import { type Bilingual, fieldOf, type Scheme } from '../../../domain/scheme.ts'
import type { ShotSet } from '../../../domain/shots.ts'
import { fieldHeading } from '../../../prompt/answerLayout.ts'
import { contextTurns, contextWithout } from '../../../prompt/contextTurns.ts'
import { promptFor, sentinelGiven } from '../../../prompt/messages.ts'
import { braces } from '../../../prompt/ownPrompt.ts'
import { templatePlace } from '../../../prompt/promptTemplate.ts'
import type { Shot } from '../../../prompt/shotMessages.ts'
import { dataTable, hashText, termList } from '../parts/dataTable.ts'
import { type Inset, type Markup, markup } from '../markup.ts'
import { fieldName, readingName, runName, stepName } from '../names.ts'
import type { ReportContent } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** How it was asked: each method's steps, and its prompt in full with the sample's and the examples' texts held open. */
export const methods: ReportSection = {
  id: 'methods',
  title: { zh: '方法与提示', en: 'Methods and prompts' },
  body: (content, voice) => markup`<p>${voice.say(words.intro)}</p>${content.plan.methods.map((method) => methodPart(content, method, voice))}`,
}

function methodPart(content: ReportContent, method: Method, voice: Voice): Markup {
  const { plan, runs } = content
  const own = runs.filter(({ run }) => run.method.id === method.id)
  const asksModel = own.length === 0 || own.some(({ run }) => run.model.ref.kind === 'causal')
  const scheme = schemeOf(plan.scheme, method)
  return markup`<h3 id="method-${method.id}">${voice.say(method.name)}</h3>
<p>${voice.say(method.summary)}</p>
${termList([
  [voice.say(words.id), method.id],
  [voice.say(words.steps), voice.list(method.steps.map((step) => stepName(scheme, step, voice)))],
  [voice.say(words.asking), voice.say(words.askings[method.asking])],
  [voice.say(words.form), voice.say(words.forms[method.labelForm])],
  [voice.say(words.told), toldBy(content, own.map(({ run }) => run), voice)],
  [voice.say(words.hashes), own.length === 0 ? null : own.map(({ run }) => markup`<div>${plan.models.length > 1 ? `${run.model.ref.id}: ` : null}${hashText(run.promptHash)}</div>`)],
])}
${shotsPart(content, method, voice)}
${asksModel ? promptPart(content, method, voice) : null}`
}

function toldBy(content: ReportContent, own: readonly Run[], voice: Voice): Inset {
  const told = own.flatMap(({ source }) => (source ? [source] : []))
  if (told.length === 0) return null
  return told.map(({ run, reading }) => {
    const known = content.runs.find((candidate) => candidate.run.id === run)
    return markup`<div>${known ? runName(content, known.run, voice) : hashText(run)} (${readingName(reading, voice)})</div>`
  })
}

function shotsPart({ plan, examples }: ReportContent, { shots }: Method, voice: Voice): Markup | null {
  if (!shots) return null
  const how = drawName(plan.scheme, shots, voice)
  const texts = shots.shots.flatMap(({ hash }) => examples?.get(hash) ?? [])
  const fields = plan.scheme.fields.filter(({ id }) => shots.shots.some(({ labels }) => labels[id] !== undefined))
  return markup`<p>${voice.say(words.shots(voice.count(shots.shots.length), shots.dataset.name))} ${voice.say(how)} ${texts.length === shots.shots.length ? null : voice.say(words.shotsWithoutText)}</p>
${dataTable(markup`${voice.say(words.shotsFrom)} ${hashText(shots.dataset.hash)}`, [{ header: 'id' }, ...fields.map(({ name }) => ({ header: voice.say(name) })), { header: 'SHA-256' }], shots.shots.map(({ sampleId, labels, hash }) => ({
  cells: [sampleId, ...fields.map((field) => {
    const label = field.labels.find(({ id }) => id === labels[field.id])
    return label ? voice.say(label.name) : (labels[field.id] ?? '—')
  }), hashText(hash)],
})))}
${texts.length === 0 ? null : markup`<details><summary>${voice.say(words.shotTexts)}</summary>${texts.map((sample) => markup`<h4>${sample.id}</h4>${shownContext(sample, shots.turns)}<p>${sample.text}</p>`)}</details>`}`
}

/** As much of an example's context as the prompt shows. */
function shownContext(sample: Sample, turns: number | undefined): Markup | null {
  const context = contextWithout(sample, turns === undefined ? 0 : Math.max(contextTurns(sample).length - turns, 0)).trim()
  return context === '' ? null : markup`<pre lang="zh">${context}</pre>`
}

function drawName(scheme: Scheme, { draw, seed }: ShotSet, voice: Voice): Bilingual {
  switch (draw.kind) {
    case 'random':
      return words.draws.random(String(draw.count), String(seed))
    case 'balanced':
      return words.draws.balanced(String(draw.each), fieldName(scheme, draw.field, voice), String(seed))
    case 'perLabel':
      return words.draws.perLabel(fieldName(scheme, draw.field, voice))
    case 'named':
      return words.draws.named
  }
}

function promptPart({ plan }: ReportContent, method: Method, voice: Voice): Markup {
  return markup`<details><summary>${voice.say(words.prompt)}</summary>${promptText(plan.scheme, method).messages.map(({ role, content }) => markup`<h4>${role}</h4><pre lang="zh">${content}</pre>`)}</details>`
}

/** The prompt with its open places named: the data's own text is in no report that was not asked for it. */
function promptText(planScheme: ReportContent['plan']['scheme'], asked: Method): Prompt {
  if (asked.prompt) return { messages: [...(asked.prompt.system === '' ? [] : [{ role: 'system', content: asked.prompt.system } as const]), { role: 'user', content: asked.prompt.user }] }
  const method = asked.template ? { ...asked, template: { ...asked.template, user: heldOpen(asked.template.user, schemeOf(planScheme, asked)) } } : asked
  const scheme = schemeOf(planScheme, method)
  const held = (name: string) => ({ text: `⟨${name}⟩`, context: `⟨${name}：上文⟩`, scene: null })
  const shots = (method.shots?.shots ?? []).map(({ sampleId, hash, labels }): Shot => ({
    labels,
    sample: { id: sampleId, hash, ...held(`例 ${sampleId}`), speaker: null, gold: {}, tier: null, group: null, row: 0, other: {} },
  }))
  const given = sentinelGiven(planScheme, method)
  const prompt = promptFor(planScheme, method, { ...held('目标句'), given }, 0, shots)
  const last = prompt.messages.length - 1
  const told = new Set(Object.keys(given).map((id) => `【已知】${fieldHeading(fieldOf(scheme, id))}`))
  return { messages: prompt.messages.map((message, at) => ({ ...message, content: opened(message.content, at === last ? '⟨场景⟩' : '⟨例的场景⟩', told) })) }
}

/** A template's question with its scene and its told labels as open places. */
function heldOpen(template: string, scheme: Scheme): string {
  return template.replace(braces, (whole, name: string) => {
    const kind = templatePlace(name, scheme)?.kind
    return kind === 'scenario_type' ? '⟨场景⟩' : kind === 'told' ? '⟨标签⟩' : whole
  })
}

/** Scene and given labels as open places. */
function opened(content: string, scene: string, told: ReadonlySet<string>): string {
  return content.split('\n').map((line) => {
    if (line === '【场景类型】未注明') return `【场景类型】${scene}`
    const heading = [...told].find((each) => line.startsWith(each))
    return heading === undefined ? line : `${heading}⟨标签⟩`
  }).join('\n')
}

const words = {
  intro: {
    zh: '语言模型读到的全部文字如下；⟨…⟩ 处放样本自己的文字。同一套标签定义逐字出现在各方法里，它们只差步骤和作答格式。',
    en: 'All that a language model reads is printed here; ⟨…⟩ is where a sample’s own text stands. The label definitions are the same word for word in all built-in methods: they differ in their steps and the form of the answer.',
  },
  id: { zh: '编号', en: 'Id' },
  steps: { zh: '步骤', en: 'Steps' },
  asking: { zh: '作答', en: 'Asked' },
  askings: {
    guided: { zh: '在模型自己对各标签的概率里选，每个答案都有标签', en: 'guided: chosen within the model’s own distribution over the labels, so every answer names one' },
    free: { zh: '模型写出答案，再从文字里读出标签', en: 'free: written by the model and parsed' },
  },
  form: { zh: '标签写法', en: 'Labels written as' },
  forms: { word: { zh: '名称', en: 'their names' }, letter: { zh: '字母', en: 'letters' }, id: { zh: '编号', en: 'ids' } },
  told: { zh: '告知的标签来自', en: 'Told labels come from' },
  hashes: { zh: '提示模板的 SHA-256', en: 'SHA-256 of the prompt’s template' },
  prompt: { zh: '提示全文', en: 'The prompt in full' },
  shots: (n: string, from: string) => ({ zh: `${n} 个示例，取自“${from}”。`, en: `${n} examples from “${from}”.` }),
  shotsWithoutText: { zh: '示例的原文不在报告里。', en: 'Their texts are not in this report.' },
  shotTexts: { zh: '示例的原文，依提示里的顺序', en: 'The examples’ texts, in the prompt’s order' },
  shotsFrom: { zh: '示例；数据集', en: 'Examples; dataset' },
  draws: {
    perLabel: (field: string) => ({ zh: `按${field}每个标签一例，标签顺序，人工标注优先。`, en: `One for each label of ${field}, in label order, human-labelled ones first.` }),
    balanced: (each: string, field: string, seed: string) => ({ zh: `按${field}每个标签 ${each} 例，种子 ${seed}。`, en: `${each} for each label of ${field}, seed ${seed}.` }),
    named: { zh: '逐个点名，依所给的顺序。', en: 'Named one by one, in the order given.' },
    random: (count: string, seed: string) => ({ zh: `随机 ${count} 例，种子 ${seed}。`, en: `${count} at random, seed ${seed}.` }),
  },
}
