import type { Sample, Scene } from '../domain/dataset.ts'
import { givenFields, type Method, schemeOf } from '../domain/method.ts'
import { type FieldId, fieldOf, labelIndex, type LabelId, type Scheme } from '../domain/scheme.ts'
import type { ClassifierInput, Message, Prompt } from '../domain/prompt.ts'
import { contextWithout } from './contextTurns.ts'
import { fieldHeading } from './answerLayout.ts'
import { instructions } from './instructions.ts'
import { writtenLabel } from './labelForm.ts'
import { ownPrompt } from './ownPrompt.ts'
import { templateQuestion, templateSystem } from './promptTemplate.ts'
import { type Shot, shotAnswer } from './shotMessages.ts'

const sceneNames: Readonly<Record<Scene, string>> = {
  dialogue: '日常对话',
  customer_service: '客服对话',
  forum_comment: '网络评论',
  qa: '社区问答',
}

/** What a prompt is made of besides scheme and method. */
export interface PromptSample extends Pick<Sample, 'text' | 'context' | 'scene'> {
  /** Labels told to the model (give steps), by field. */
  readonly given?: Readonly<Record<FieldId, LabelId>>
}

/**
 * The prompt for one sample, without the `dropped` oldest turns of its context.
 * @param shots the method's examples (`shotsOf`): a turn of question and answer each, before the sample's.
 */
export function promptFor(scheme: Scheme, method: Method, sample: PromptSample, dropped = 0, shots: readonly Shot[] = []): Prompt {
  const own = schemeOf(scheme, method)
  if (method.prompt) return ownPrompt(method.prompt, own, sample, sample.given, dropped)
  return {
    messages: [
      ...(method.template ? templateSystem(method.template, own, method) : [{ role: 'system', content: instructions(own, method) } as const]),
      ...shots.flatMap(({ sample: shown, labels, dropped: cut = 0 }): readonly Message[] => [
        { role: 'user', content: question(own, method, { ...shown, given: labels }, cut) },
        { role: 'assistant', content: shotAnswer(own, method, labels) },
      ]),
      { role: 'user', content: question(own, method, sample, dropped) },
    ],
  }
}

function question(scheme: Scheme, method: Method, sample: PromptSample, dropped: number): string {
  const context = contextWithout(sample, dropped).trim()
  const scene = sample.scene === null ? '未注明' : sceneNames[sample.scene]
  const told = toldLabels(scheme, method, sample)
  if (method.template) return templateQuestion(method.template, scheme, method, { text: sample.text, context: context === '' ? '（无）' : context, scene, told: Object.fromEntries(told) })
  return [
    `【场景类型】${scene}`,
    `【上下文】${context === '' ? '（无）' : `\n${context}`}`,
    `【目标句】${sample.text}`,
    ...told.map(([field, label]) => `【已知】${fieldHeading(fieldOf(scheme, field))}${label}`),
  ].join('\n')
}

/** The labels that give steps tell, in step order, as they are written. @throws where one is not there. */
function toldLabels(scheme: Scheme, method: Method, { given }: PromptSample): readonly (readonly [FieldId, string])[] {
  return givenFields(method).map((id) => {
    const field = fieldOf(scheme, id)
    const label = given?.[id]
    const index = label === undefined ? -1 : labelIndex(field, label)
    if (index < 0) throw new Error(`${id} is to be given and has no label`)
    return [id, writtenLabel(field, index, method.labelForm)]
  })
}

/** What a method's give steps tell where no sample is at hand: each field's first label. */
export function sentinelGiven(scheme: Scheme, method: Method): Readonly<Record<FieldId, LabelId>> {
  return Object.fromEntries(givenFields(method).map((field) => [field, fieldOf(schemeOf(scheme, method), field).labels[0]!.id]))
}

/** Two prompts that differ from the first character of the sample on: their common tokens are the shared prefix. */
export function sentinels(scheme: Scheme, method: Method, shots: readonly Shot[] = []): readonly [Prompt, Prompt] {
  const given = sentinelGiven(scheme, method)
  return [
    promptFor(scheme, method, { text: '甲', context: '甲', scene: 'dialogue', given }, 0, shots),
    promptFor(scheme, method, { text: 'Z', context: '', scene: null, given }, 0, shots),
  ]
}

/** What a classifier reads: the target, and the context as its second segment where it was trained with one. */
export function classifierInput(sample: PromptSample, withContext: boolean, dropped = 0): ClassifierInput {
  const context = contextWithout(sample, dropped).trim()
  return { text: sample.text, pair: withContext && context !== '' ? context : null }
}
