import { describe, expect, test } from 'vitest'
import { direct, expected, read } from './parsing.ts'

describe('JSON', () => {
  const object = { explicit: 'Positive', 隐含极性: '负面', affective_stance: 'Sarcastic Negative', 'Pragmatic intent': '反讽', 情绪: 'Contempt' }
  test.each<[string, string]>([
    ['with keys in both languages', JSON.stringify(object)],
    ['in a fence', `好的：\n\`\`\`json\n${JSON.stringify(object, null, 2)}\n\`\`\`\n以上。`],
    ['with a back-tick inside a string, which is no fence', JSON.stringify({ analysis: '他写了 ```好``` 和 `坏`，"反话"', ...object })],
    ['with full-width punctuation', '｛“explicit”：“Positive”，“隐含极性”：“负面”，“情感立场”：“反讽性负面”，“语用意图”：“反讽”，“细粒度情绪”：“蔑视”｝'],
    ['with single quotes and a trailing comma', "{'explicit': 'Positive', 'implicit': 'Negative', 'stance': 'Sarcastic Negative', 'intent': 'Irony', 'emotion': 'Contempt',}"],
    ['without quotes', '{explicit: Positive, implicit: Negative, stance: Sarcastic Negative, intent: Irony, emotion: Contempt}'],
    ['with a wrapper', JSON.stringify({ answer: object })],
    ['with a list for each', JSON.stringify(Object.fromEntries(Object.entries(object).map(([key, value]) => [key, [value]])))],
    ['with an object for each', JSON.stringify(Object.fromEntries(Object.entries(object).map(([key, value]) => [key, { label: value, reason: '因为是负面' }])))],
    ['with a nested draft that says something else', JSON.stringify({ analysis: { explicit: 'Neutral', stance: 'Neutral' }, ...object })],
    ['with line feeds inside a string', `{"analysis": "第一行\n第二行：{不是对象}", ${JSON.stringify(object).slice(1)}`],
    ['with a quote forgotten at a line’s end', '{\n"explicit": "Positive,\n"implicit": "Negative",\n"stance": "Sarcastic Negative",\n"intent": "Irony",\n"emotion": "Contempt"\n}'],
    ['behind a brace in prose', `他说{笑。\n${JSON.stringify(object)}`],
  ])('%s', (_, text) => {
    expect(read(text)).toBe(expected)
  })

  test('cut short: what is whole counts, what is not is truncated', () => {
    expect(read('{"explicit": "Positive", "implicit": "Ne')).toBe('Positive | truncated “Ne” | truncated “Ne” | truncated | truncated')
    expect(read('{"explicit": "Positive", "implicit": "Negative')).toBe('Positive | Negative | Sarcastic Negative | truncated | truncated')
  })

  test('cut short, with the key in a nested object only: not an answer', () => {
    expect(read('{"analysis": {"stance": "Negative", "intent": "Irony"}, "sta', direct)).toBe('truncated | truncated | truncated')
    expect(read('{"draft": {"stance": "Negative"', direct)).toBe('truncated | truncated | truncated')
  })

  test('a nested object that no wrapper’s key announces is no answer either', () => {
    expect(read('{"example": {"stance": "Negative"}}', direct)).toBe('unparsed | unparsed | unparsed')
  })
})
