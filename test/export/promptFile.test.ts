import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { parsePromptFile, PromptFileError } from '../../src/export/promptFile.ts'
import { ownPrompt } from '../../src/prompt/ownPrompt.ts'

const text = '\ufeff你是语用专家。\r\n输出 JSON：{"label": "…"}，见文中的【目标句】。\r\n\r\n【场景类型】{scenario_type}\r\n【上下文】\r\n{context}\r\n【目标句】{text}\r\n【情感立场】{affective_stance}\r\n意图是什么？\r\n'
const file = parsePromptFile('gold_p_intent.txt', text, builtInScheme)
const sample = { text: '好 {context} {text}', context: '甲\n乙', scene: 'dialogue' } as const

describe('a prompt file of the paper', () => {
  test('is cut before the first line that opens the sample', () => {
    expect(file.system).toBe('你是语用专家。\n输出 JSON：{"label": "…"}，见文中的【目标句】。')
    expect(file.user.startsWith('【场景类型】{scenario_type}\n')).toBe(true)
    expect(file.gives).toEqual(['stance'])
    // JSON in braces is no slip
    expect(file.unknown).toEqual([])
  })

  test('is filled once: what the sample has in braces stays', () => {
    expect(ownPrompt(file, builtInScheme, sample, { stance: 'Veiled Negative' })).toEqual({
      messages: [
        { role: 'system', content: file.system },
        { role: 'user', content: '【场景类型】dialogue\n【上下文】\n甲\n乙\n【目标句】好 {context} {text}\n【情感立场】Veiled Negative\n意图是什么？' },
      ],
    })
    expect(ownPrompt(file, builtInScheme, sample, { stance: 'Neutral' }, 1).messages[1]?.content).toContain('【上下文】\n乙\n')
  })

  test('is refused without a label that it gives', () => {
    expect(() => ownPrompt(file, builtInScheme, sample)).toThrow('gives stance')
    expect(() => ownPrompt(file, builtInScheme, sample, { stance: 'Odd' })).toThrow('gives stance')
  })

  test('may do without a system prompt', () => {
    const bare = parsePromptFile('a.txt', '【目标句】{text}', builtInScheme)
    expect(ownPrompt(bare, builtInScheme, sample).messages.map(({ role }) => role)).toEqual(['user'])
  })

  test.each([['你好 {text}', 'noSample'], ['【目标句】', 'noText'], ['', 'noSample']])('%j is none', (wrong, code) => {
    expect(() => parsePromptFile('a.txt', wrong, builtInScheme)).toThrow(expect.objectContaining({ code, constructor: PromptFileError }))
  })
})
