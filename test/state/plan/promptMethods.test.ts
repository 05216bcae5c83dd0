import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { parseAnswer } from '../../../src/answer/parseAnswer.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { parseMethodFile, writeMethodFile } from '../../../src/export/methodFile.ts'
import { parsePromptFile } from '../../../src/export/promptFile.ts'
import { canShowShots } from '../../../src/prompt/drawShots.ts'
import { promptFor } from '../../../src/prompt/messages.ts'
import { withVariants } from '../../../src/prompt/variants.ts'
import { freezePlan } from '../../../src/run/freezePlan.ts'
import { askedField, keepPromptMethod, promptMethod } from '../../../src/state/plan/promptMethods.ts'
import { readPreference } from '../../../src/storage/preferences.ts'
import { plan } from '../../export/fixtures.ts'

const text = '你是语用专家。\n\n【场景类型】{scenario_type}\n【目标句】{text}\n【情感立场】{affective_stance}\n意图是什么？'
const file = parsePromptFile('gold_p_intent.txt', text, builtInScheme)

test('a prompt file becomes a method that is asked in its own words and parsed for its task', () => {
  expect(askedField(file, builtInScheme)).toBe('intent')
  const method = promptMethod(file, 'intent')
  expect(method.steps).toEqual([{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'choose', field: 'intent' }])
  const prompt = promptFor(builtInScheme, method, { text: '好啊', context: '', scene: 'dialogue', given: { stance: 'Neutral' } })
  expect(prompt.messages).toEqual([{ role: 'system', content: '你是语用专家。' }, { role: 'user', content: '【场景类型】dialogue\n【目标句】好啊\n【情感立场】Neutral\n意图是什么？' }])
  expect(parseAnswer('意图：反讽', builtInScheme, method).intent).toEqual({ kind: 'chosen', label: 'Irony' })
  // its examples are its own
  expect(canShowShots(builtInScheme, method)).toBe(false)
})

test('other words are another method, and another prompt in the plan', async () => {
  const changed = parsePromptFile('gold_p_intent.txt', text.replace('专家', '学者'), builtInScheme)
  const [one, other] = [promptMethod(file, 'intent'), promptMethod(changed, 'intent')]
  expect(one.id).not.toBe(other.id)
  expect(promptMethod(parsePromptFile('copy_intent.txt', text, builtInScheme), 'intent').id).toBe(one.id)
  const rest = { ...plan }
  delete rest.family
  const frozen = await freezePlan({ ...rest, models: [plan.models[0]!], methods: [one, other], sampleIds: ['a'], primaryMetric: { field: 'intent', metric: 'macroF1' } })
  expect(new Set(frozen.runs.map(({ promptHash }) => promptHash)).size).toBe(2)
})

test('it is kept whole', async () => {
  const method = promptMethod(file, 'intent')
  await keepPromptMethod(method)
  await keepPromptMethod(method)
  expect(await readPreference('methods')).toEqual([method])
  expect(parseMethodFile(writeMethodFile([method]), builtInScheme, new Set())).toEqual({ kind: 'methods', methods: [method] })
})

test('has no variants: its words are somebody’s own, and no other ones would be asked', () => {
  const method = promptMethod(file, 'intent')
  expect(withVariants([method], 3)).toEqual([method])
})
