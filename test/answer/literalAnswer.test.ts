import { expect, test } from 'vitest'
import { literalAnswers } from '../../src/answer/literalAnswer.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

const method = (id: string): Method => builtInMethods.find((each) => each.id === id)!
const read = (text: string, id = 'direct-free') => literalAnswers(text, builtInScheme, method(id))

test('a line with heading and label counts only where both are spelt exactly', () => {
  expect(read('情感立场：中性\n语用意图: Irony\n细粒度情绪：**爱意**')).toEqual({
    stance: { kind: 'chosen', label: 'Neutral' }, intent: { kind: 'chosen', label: 'Irony' }, emotion: { kind: 'outOfScheme', found: '**爱意**' },
  })
  expect(read('我觉得情感立场是中性').stance).toEqual({ kind: 'unparsed' })
})

test('two lines that name different labels are ambiguous, the same twice is one', () => {
  expect(read('情感立场：中性\n情感立场：一致性负面').stance).toEqual({ kind: 'ambiguous', found: '中性、一致性负面' })
  expect(read('情感立场：中性\n情感立场：Neutral').stance).toEqual({ kind: 'chosen', label: 'Neutral' })
})

test('a derived field that is not written is what its parts give; written, it stands', () => {
  expect(read('字面极性：中性\n隐含极性：负面', 'matrix-free').stance).toEqual({ kind: 'chosen', label: 'Veiled Negative' })
  expect(read('字面极性：中性\n隐含极性：负面\n情感立场：中性', 'matrix-free').stance).toEqual({ kind: 'chosen', label: 'Neutral' })
})

test('all of a text may be the label where one field is asked', () => {
  const one: Method = { ...method('direct-free'), steps: [{ kind: 'choose', field: 'intent' }] }
  expect(literalAnswers(' 反讽 \n', builtInScheme, one).intent).toEqual({ kind: 'chosen', label: 'Irony' })
  expect(literalAnswers('反讽。', builtInScheme, one).intent).toEqual({ kind: 'outOfScheme', found: '反讽。' })
})
