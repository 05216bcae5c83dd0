import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { contextTurns, contextWithout } from '../../src/prompt/contextTurns.ts'
import { instructions } from '../../src/prompt/instructions.ts'
import { promptFor, sentinels } from '../../src/prompt/messages.ts'

const matrix = builtInMethods.find((method) => method.id === 'matrix')!

describe('instructions', () => {
  test('define every label of every field, in every method alike', () => {
    const shared = [...builtInMethods, ...studyMethods].map((method) => instructions(builtInScheme, method).split('作答格式')[0])
    expect(new Set(shared).size).toBe(1)
    for (const field of builtInScheme.fields) {
      for (const label of field.labels) expect(shared[0]).toContain(`${label.name.zh}：${label.definition.zh}`)
    }
  })

  test('the form of the answer follows the steps', () => {
    expect(instructions(builtInScheme, matrix)).toMatch(/字面极性：一个标签\n隐含极性：一个标签\n情感立场：一个标签\n语用意图：一个标签\n细粒度情绪：一个标签$/)
  })

  test('structure only differs from reasoning in what the analysis is to look at, which names nothing of the matrix', () => {
    const [reason, structure] = [...builtInMethods, ...studyMethods].filter(({ id }) => ['reason', 'structure-only'].includes(id))
    const [one, other] = [reason!, structure!].map((method) => instructions(builtInScheme, method).split('\n'))
    const differing = one!.flatMap((line, at) => (line === other![at] ? [] : [other![at]!]))
    expect(other).toHaveLength(one!.length)
    expect(differing).toEqual([expect.stringMatching(/^分析：一步一步写/)])
    expect(differing[0]).not.toMatch(/矩阵|极性|字面|隐含|立场|显|隐/)
  })

  test('letters are listed beside the names', () => {
    expect(instructions(builtInScheme, { ...matrix, labelForm: 'letter' })).toContain('\nC 负面：')
  })

  test('letters are asked for in one row, without the derived', () => {
    const form = (method: Method): string => instructions(builtInScheme, { ...method, labelForm: 'letter' }).split('作答格式')[1]!
    const reason = builtInMethods.find(({ id }) => id === 'reason')!
    expect(form(matrix)).toBe('，不写别的：一行字母，每项只写标签前的字母，中间用空格隔开，依次为字面极性、隐含极性、语用意图、细粒度情绪')
    expect(form(reason)).toMatch(/^，逐行写，不写别的：\n分析：一两句话的分析\n一行字母，.*依次为情感立场、语用意图、细粒度情绪$/)
    expect(form({ ...matrix, steps: [{ kind: 'choose', field: 'intent' }] })).toBe('，不写别的：语用意图，只写标签前的字母')
  })

  test('tell no method where a stance comes from', () => {
    for (const method of [...builtInMethods, ...studyMethods]) {
      expect(instructions(builtInScheme, method)).not.toMatch(/矩阵|3 ?[×x] ?3|查得|合起来/)
    }
  })
})

describe('promptFor', () => {
  test('puts the sample last, target at the end', () => {
    const prompt = promptFor(builtInScheme, matrix, { text: '您可真行', context: '甲\n乙', scene: 'dialogue' })
    expect(prompt.messages[1]?.content).toBe('【场景类型】日常对话\n【上下文】\n甲\n乙\n【目标句】您可真行')
  })

  test('tells a given field and does not ask it', () => {
    const oracle: Method = { ...matrix, steps: [{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'choose', field: 'intent' }] }
    const prompt = promptFor(builtInScheme, oracle, { text: '嗯', context: '', scene: null, given: { stance: 'Veiled Negative' } })
    expect(prompt.messages[1]?.content).toBe('【场景类型】未注明\n【上下文】（无）\n【目标句】嗯\n【已知】情感立场：隐晦负面')
    expect(() => promptFor(builtInScheme, oracle, { text: '嗯', context: '', scene: null })).toThrow('stance is to be given')
  })

  test('sentinels share the instructions and differ in the sample', () => {
    const [first, second] = sentinels(builtInScheme, matrix)
    expect(first.messages[0]).toEqual(second.messages[0])
    expect(first.messages[1]?.content).not.toBe(second.messages[1]?.content)
  })
})

describe('contextTurns', () => {
  test('a line without a mark belongs to the turn before it, but in dialogue', () => {
    const context = '[买家] 在吗\n急\n[客服] 在的'
    expect(contextTurns({ context, scene: 'customer_service' })).toEqual(['[买家] 在吗\n急', '[客服] 在的'])
    expect(contextTurns({ context: '在吗\n急', scene: 'dialogue' })).toEqual(['在吗', '急'])
  })

  test('dropping takes the oldest', () => {
    expect(contextWithout({ context: '一\n二\n三', scene: 'dialogue' }, 2)).toBe('三')
    expect(contextWithout({ context: '一\n二\n三', scene: 'dialogue' }, 3)).toBe('')
  })
})
