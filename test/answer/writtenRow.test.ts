import { describe, expect, test } from 'vitest'
import type { Method } from '../../src/domain/method.ts'
import { asking, expected, matrix, read } from './parsing.ts'

describe('letters', () => {
  const polarity = asking('explicit', 'letter')
  test.each<[string, string]>([
    ['B', 'Neutral'],
    ['b', 'Neutral'],
    ['Ｂ', 'Neutral'],
    ['答案：**B**', 'Neutral'],
    ['字面极性：B', 'Neutral'],
    ['(B)', 'Neutral'],
    ['【B】', 'Neutral'],
    ['选B。', 'Neutral'],
    ['答案是B', 'Neutral'],
    ['\\boxed{B}', 'Neutral'],
    ['B. 中性', 'Neutral'],
    ['B、中性', 'Neutral'],
    ['B 中性', 'Neutral'],
    ['B，因为只是陈述', 'Neutral'],
    ['中性', 'Neutral'],
    ['B. 正面', 'ambiguous “B. 正面”'],
    ['A/B', 'ambiguous “A/B”'],
    ['A或B', 'ambiguous “A或B”'],
    ['D', 'outOfScheme “D”'],
    ['Because it is plain and says what it says', 'unparsed'],
    ['答案：Bad', 'outOfScheme “Bad”'],
    ['A friendly remark that says nothing else', 'unparsed'],
    ['A股下跌，大家都不高兴，没有人知道该怎么办', 'unparsed'],
  ])('%s', (text, answer) => {
    expect(read(text, polarity)).toBe(answer)
  })

  const row: Method = { ...matrix, labelForm: 'letter' }
  test.each<[string, string]>([
    ['A C D R', expected],
    ['a c d r', expected],
    ['Ａ Ｃ Ｄ Ｒ', expected],
    ['ACDR', expected],
    ['A、C、D、R。', expected],
    ['A, C, D, R', expected],
    ['A/C/D/R', expected],
    ['**A C D R**', expected],
    ['（A C D R）', expected],
    ['答案：A C D R', expected],
    ['A\nC\nD\nR', expected],
    ['A C C D R', expected],
    ['分析：字面极性是正面，但说的是反话。\nA C D R\n', expected],
    ['B B F Y\n不对，应该是：\nA C D R', expected],
    ['A C D R\n【场景类型】日常对话\n【上下文】（无）\n【目标句】好', expected],
    ['字面极性：A\n隐含极性：C\n语用意图：D\n细粒度情绪：R', expected],
    ['字面极性：正面\n隐含极性：负面\n语用意图：反讽\n细粒度情绪：蔑视', expected],
    ['A C D Z', 'Positive | Negative | Sarcastic Negative | Irony | outOfScheme “Z”'],
    ['D C D R', 'outOfScheme “D” | Negative | outOfScheme “D” | Irony | Contempt'],
    ['A C', 'unparsed | unparsed | unparsed | unparsed | unparsed'],
    ['A C D R R R R', 'unparsed | unparsed | unparsed | unparsed | unparsed'],
    ['I am a lark', 'unparsed | unparsed | unparsed | unparsed | unparsed'],
  ])('in a row: %j', (text, answer) => {
    expect(read(text, row)).toBe(answer)
  })

  test('a row that was cut says nothing of what was to follow', () => {
    expect(read('A C', row, 'length')).toBe('Positive | Negative | Sarcastic Negative | truncated | truncated')
    expect(read('A C D R\n因为', row, 'length')).toBe(expected)
  })

  test('a row counts only where letters were asked for', () => {
    expect(read('A C D R')).not.toContain('Positive')
  })

  test('count only where letters were asked for', () => {
    expect(read('B', asking('explicit'))).toBe('outOfScheme “B”')
  })
})
