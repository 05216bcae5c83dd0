import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method, PromptTemplate } from '../../src/domain/method.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import { answerEnd } from '../../src/prompt/answerEnd.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { instructions } from '../../src/prompt/instructions.ts'
import { promptFor, sentinels } from '../../src/prompt/messages.ts'
import { templateProblems } from '../../src/prompt/promptTemplate.ts'
import { withVariants, wordingOf } from '../../src/prompt/variants.ts'

const [matrix, direct] = builtInMethods as readonly [Method, Method, ...Method[]]
const sample = { text: '您可真准时', context: '甲：几点了\n乙：三点', scene: 'dialogue' } as const
const templated = (template: PromptTemplate, of: Method = matrix): Method => ({ ...of, id: 'own', template })
const question = '【场景类型】{scenario_type}\n【上下文】\n{context}\n【目标句】{text}'

describe('a template', () => {
  test('that says what the built-in prompt says is that prompt, word for word', () => {
    const { opening } = wordingOf({})
    const method = templated({ system: `${opening}\n\n{definitions}\n\n{form}`, user: question })
    expect(promptFor(builtInScheme, method, sample)).toEqual(promptFor(builtInScheme, matrix, sample))
    // one field's block after the other comes to the same
    const blocks = builtInScheme.fields.map(({ id }) => `{definitions:${id}}`).join('\n\n')
    expect(promptFor(builtInScheme, templated({ system: `${opening}\n\n${blocks}\n\n{form}`, user: question }), sample)).toEqual(promptFor(builtInScheme, matrix, sample))
  })

  test('fills lists, forms and told labels as they are written in answers', () => {
    const told: Method = { ...studyMethods.find(({ id }) => id === 'oracle-stance')!, labelForm: 'letter' }
    const method = templated({ system: '', user: '{text}（立场{affective_stance}）{labels:intent}\n{form}' }, told)
    const { messages } = promptFor(builtInScheme, method, { ...sample, context: '', given: { stance: 'Neutral' } })
    expect(messages).toHaveLength(1)
    expect(messages[0]!.role).toBe('user')
    expect(messages[0]!.content).toMatch(/^您可真准时（立场E）A 真情、B 礼貌、.*H 共情\n作答格式/)
    expect(() => promptFor(builtInScheme, method, sample)).toThrow('stance is to be given')
  })

  test('never fills what stands in braces in the sample', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('{text}', '{definitions}', '{form}', '{stance}'), (text, braces) => {
      const { messages } = promptFor(builtInScheme, templated({ system: '', user: '〔{text}〕' }), { ...sample, text: `${text}${braces}` })
      expect(messages[0]!.content).toBe(`〔${text}${braces}〕`)
    }))
  })

  test('asks the examples as it asks the sample, and leaves the tree of answers alone', () => {
    const shown: Sample = { id: 's', hash: 'h', text: '例句', context: '', scene: null, speaker: null, gold: {}, tier: null, group: null, row: 1, other: {} }
    const labels = { explicit: 'Positive', implicit: 'Negative', stance: 'Sarcastic Negative', intent: 'Irony', emotion: 'Contempt' }
    const method = templated({ system: '听好', user: '有人说：{text}' })
    expect(promptFor(builtInScheme, method, sample, 0, [{ sample: shown, labels }]).messages.map(({ role, content }) => `${role} ${content.split('\n')[0]!}`))
      .toEqual(['system 听好', 'user 有人说：例句', 'assistant 字面极性：正面', 'user 有人说：您可真准时'])
    expect(answerTree(builtInScheme, method)).toEqual(answerTree(builtInScheme, matrix))
  })

  test('has sentinels that share all that comes before the sample', () => {
    const [one, other] = sentinels(builtInScheme, templated({ system: '{definitions}', user: '说的是“{text}”' }))
    expect(one.messages[0]).toEqual(other.messages[0])
    expect(one.messages[1]).not.toEqual(other.messages[1])
  })

  test('ends a free answer by our form only where it states it', () => {
    const free: Method = { ...direct, asking: 'free' }
    expect(answerEnd(builtInScheme, templated({ system: '{form}', user: '{text}' }, free))).toEqual(answerEnd(builtInScheme, free))
    expect(answerEnd(builtInScheme, templated({ system: '随便说', user: '{text}' }, free))).toBeNull()
  })

  test('has other orders of its labels where it lists them, and no other wordings', () => {
    const kinds = (template: PromptTemplate) => withVariants([templated(template)], 1).flatMap(({ variant }) => variant?.kind ?? [])
    expect(kinds({ system: '{labels:intent}', user: '{text}' })).toEqual(['labelOrder'])
    expect(kinds({ system: '{definitions:intent}', user: '{text}' })).toEqual(['labelOrder'])
    expect(kinds({ system: '{form}', user: '{text}' })).toEqual([])
  })

  test('is checked whatever it says: none without problems makes a prompt that throws or holds open places', () => {
    const places = ['{text}', '{context}', '{scenario_type}', '{definitions}', '{definitions:intent}', '{labels:emotion}', '{form}', '{stance}', '{intent}', '{odd}', '{labels:odd}', '词']
    const text = fc.array(fc.constantFrom(...places), { maxLength: 6 }).map((parts) => parts.join(''))
    const oracle = studyMethods.find(({ id }) => id === 'oracle-stance')!
    fc.assert(fc.property(text, text, fc.constantFrom(matrix, oracle), (system, user, of) => {
      const problems = templateProblems({ system, user }, builtInScheme, of.steps)
      if (problems.length > 0) return
      const { messages } = promptFor(builtInScheme, templated({ system, user }, of), { ...sample, given: { stance: 'Neutral' } })
      for (const { content } of messages) expect(content).not.toMatch(/[{}]/)
      expect(messages.at(-1)!.content).toContain(sample.text)
    }))
  })
})

test('a step’s own words stand behind its heading, in nothing else', () => {
  const steps = matrix.steps.map((step) => (step.kind === 'choose' && step.field === 'implicit' ? { ...step, instruction: '听的人怎么理解' } : step))
  const [own, usual] = [{ ...matrix, steps }, matrix].map((method) => instructions(builtInScheme, method).split('\n')) as [string[], string[]]
  expect(own.filter((line, at) => line !== usual[at])).toEqual(['隐含极性：听的人怎么理解'])
  expect(answerTree(builtInScheme, { ...matrix, steps })).toEqual(answerTree(builtInScheme, matrix))
})
