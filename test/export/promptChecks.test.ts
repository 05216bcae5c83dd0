import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { isSeenWhole, promptReport } from '../../src/export/promptChecks.ts'
import { parsePromptFile } from '../../src/export/promptFile.ts'

const query = '【场景类型】{scenario_type}\n【上下文】{context}\n【目标句】{text}\n'
const file = (name: string, text: string) => parsePromptFile(name, text, builtInScheme)
const warnings = (...files: (readonly [string, string])[]) => promptReport(files.map(([name, text]) => file(name, text)), builtInScheme).warnings

test('definitions that only one file gives are told, label by label', () => {
  const found = warnings(
    ['chain.txt', `判断意图。\n1. Irony 反讽\n- 反讽：说反话来讽刺\n- 礼貌：照顾对方的面子\n${query}`],
    ['direct.txt', `判断意图：反讽、礼貌。\n- 礼貌：照顾对方的面子\n${query}`],
  )
  expect(found).toEqual([{ kind: 'definitions', field: 'intent', labels: ['Irony'], files: ['chain.txt'], without: ['direct.txt'] }])
})

test('how often labels occur, told to one method alone', () => {
  const found = warnings(['a.txt', `注意：中性约占 43%，隐晦负面最常见。\n${query}`], ['b.txt', `只答标签。\n${query}`])
  expect(found).toMatchObject([{ kind: 'statistics', files: ['a.txt'], without: ['b.txt'], lines: ['注意：中性约占 43%，隐晦负面最常见。'] }])
})

test('nothing is said where all files tell the same, or a percentage is no label’s', () => {
  const same = `中性约占 43%。\n- 礼貌：照顾对方的面子\n${query}`
  expect(warnings(['a.txt', same], ['b.txt', same])).toEqual([])
  expect(warnings(['a.txt', `请 100% 按格式作答。\n${query}`], ['b.txt', query])).toEqual([])
})

test('examples that show what the question does not have', () => {
  const shot = (label: string) => `【场景类型】dialogue\n【上下文】无\n【目标句】好啊\n【显性极性】正面\n【答案】${label}\n`
  expect(warnings(['few.txt', `说明\n${shot('讽刺')}${query}【答案】`])).toMatchObject([{ kind: 'shotFields', headings: ['显性极性'], files: ['few.txt'] }])
})

test('examples of one polarity only: by the parts of their stance, by the group of their emotion', () => {
  const shot = (label: string) => `【场景类型】dialogue\n【上下文】无\n【目标句】好啊\n【答案】${label}\n`
  expect(warnings(['few.txt', `${shot('反讽性负面')}${shot('隐晦负面')}${query}【答案】`])).toEqual([{ kind: 'onePolarity', field: 'implicit', label: 'Negative', shots: 2, files: ['few.txt'] }])
  expect(warnings(['few.txt', `${shot('反讽性负面')}${shot('含蓄正面')}${query}【答案】`])).toEqual([])
  expect(warnings(['few.txt', `${shot('震怒')}${shot('蔑视')}${query}【答案】`])).toMatchObject([{ kind: 'onePolarity', field: 'emotion', label: 'Antagonistic' }])
})

test('placeholders that nothing fills', () => {
  expect(warnings(['a.txt', `{label_list}\n${query}`])).toEqual([{ kind: 'placeholders', names: ['label_list'], files: ['a.txt'] }])
})

const seen = (text: string) => promptReport([file('a.txt', text)], builtInScheme).seen[0]!

describe('examples are made out', () => {
  const labels = ['反讽性负面', '含蓄正面']
  test.each([
    ['headings', labels.map((label) => `【目标句】好啊\n【答案】${label}\n`).join('') ],
    ['numbered', labels.map((label, at) => `示例 ${at + 1}\n目标句：好啊\n答案：${label}\n`).join('\n')],
    ['numbered', labels.map((label, at) => `### Example ${at + 1}:\nText: 好啊\nLabel: ${label}\n`).join('\n')],
    ['numbered', labels.map((label, at) => `【示例${at === 0 ? '一' : '二'}】\n好啊\n答案：${label}\n`).join('')],
    ['inputOutput', labels.map((label) => `输入：好啊\n输出：${label}\n`).join('\n')],
    ['inputOutput', labels.map((label) => `- **Input:** 好啊\n- **Output:** ${label}\n`).join('')],
    ['questions', labels.map((label) => `Q: 好啊\nA: ${label}\n`).join('')],
    ['questions', labels.map((label) => `问：好啊\n答：${label}\n`).join('\n')],
    ['json', labels.map((label) => `{"text": "好啊", "stance": "${label}"}\n`).join('')],
    ['json', `[\n${labels.map((label) => `  {\n    "text": "好啊",\n    "label": "${label}"\n  }`).join(',\n')}\n]\n`],
    ['arrows', labels.map((label) => `好啊 → ${label}\n`).join('')],
  ])('as %s: %j', (shape, text) => {
    expect(seen(`判断立场。\n${text}\n${query}`).examples).toMatchObject({ shape, count: 2, answered: 2 })
  })

  test('whatever their shape, one polarity alone is told', () => {
    for (const shot of [(label: string, at: number) => `示例 ${at}\n句子：好啊\n答案：${label}\n`, (label: string) => `Q: 好啊\nA: ${label}\n`, (label: string) => `{"text": "好啊", "stance": "${label}"}\n`]) {
      expect(warnings(['a.txt', `说明\n${shot('反讽性负面', 1)}\n${shot('隐晦负面', 2)}\n${query}`])).toMatchObject([{ kind: 'onePolarity', field: 'implicit', label: 'Negative', shots: 2 }])
      expect(warnings(['a.txt', `说明\n${shot('反讽性负面', 1)}\n${shot('含蓄正面', 2)}\n${query}`])).toEqual([])
    }
  })

  test('in a shape that is not known, or without labels that are, they cannot be checked', () => {
    const odd = seen(`例如有人说“好啊”，应当判为反讽性负面。\n${query}`)
    expect(odd.examples).toMatchObject({ shape: 'unclear', count: 0 })
    expect(isSeenWhole(odd)).toBe(false)
    const unread = seen(`示例 1\n句子：好啊\n答案：不知道\n\n${query}`)
    expect(unread.examples).toMatchObject({ shape: 'numbered', count: 1, answered: 0 })
    expect(isSeenWhole(unread)).toBe(false)
    expect(isSeenWhole(seen(`只答标签。\n${query}`))).toBe(true)
    expect(seen(`只答标签。\n${query}`).examples).toMatchObject({ shape: 'none', count: 0 })
  })

  test('what they show is held against the question only where both are written alike', () => {
    const numbered = `示例 1\n句子：好啊\n显性极性：正面\n答案：反讽性负面\n\n`
    expect(seen(`${numbered}${query}`).examples.columns).toBe(false)
    expect(warnings(['a.txt', `${numbered}【上下文】{context}\n句子：{text}\n`])).toMatchObject([{ kind: 'shotFields', headings: ['显性极性'] }])
    expect(warnings(['a.txt', `{"text": "好啊", "explicit": "no", "stance": "反讽性负面"}\n【目标句】\n{"text": "{text}"}\n`])).toMatchObject([{ kind: 'shotFields', headings: ['explicit'] }])
  })

  test('somebody who speaks in a context is no heading', () => {
    const shot = (label: string) => `【上下文】A：在吗\n甲：不在\n【目标句】好啊\n【答案】${label}\n`
    expect(warnings(['a.txt', `${shot('反讽性负面')}${shot('含蓄正面')}【上下文】{context}\n【目标句】{text}\n【答案】`])).toEqual([])
  })
})

describe('definitions are made out', () => {
  const other = ['b.txt', `判断意图：反讽、礼貌。\n${query}`] as const
  test.each([
    '反讽：说反话来讽刺', '1. 反讽：说反话来讽刺', '（1）反讽——说反话来讽刺', '- **反讽**：说反话来讽刺', '• Irony - says the opposite of what is meant', '| 反讽 | 说反话来讽刺 |', '"反讽": "说反话来讽刺",',
    '【反讽】说反话来讽刺', '反讽是指说反话来讽刺', 'Irony means saying the opposite', '反讽（Irony）：说反话来讽刺', '{"label": "Irony", "definition": "says the opposite"}', '① 反讽 = 说反话来讽刺', '“反讽”指说反话来讽刺',
  ])('%s', (line) => {
    expect(warnings(['a.txt', `${line}\n${query}`], other)).toEqual([{ kind: 'definitions', field: 'intent', labels: ['Irony'], files: ['a.txt'], without: ['b.txt'] }])
  })

  test('below labels that have lines of their own', () => {
    expect(warnings(['a.txt', `### 反讽\n说反话来挖苦别人\n\n### 礼貌\n照顾别人的面子和感受\n${query}`], other)).toMatchObject([{ kind: 'definitions', field: 'intent', labels: ['Politeness', 'Irony'] }])
    // a list, and then a sentence about all of it
    expect(warnings(['a.txt', `1. 礼貌\n2. 反讽\n请只回答标签，不要解释\n${query}`], other)).toEqual([])
  })

  test('not in answers of examples, nor where a label stands beside its other name alone', () => {
    expect(warnings(['a.txt', `示例 1\n句子：好啊\n反讽：因为他说的是反话\n答案：反讽：因为他在说反话\n\n${query}`], other)).toEqual([])
    expect(warnings(['a.txt', `- 反讽（Irony）\n- 礼貌（Politeness）\n${query}`], other)).toEqual([])
  })

  test('nor are they missed for certain where a label is spoken of in a sentence', () => {
    const spoken = `如果对方明明不情愿却说得客气，那就应当选礼貌。\n${query}`
    expect(warnings(['a.txt', `礼貌：照顾别人的面子\n${query}`], ['b.txt', spoken])).toEqual([])
    const { definitions } = seen(spoken)
    expect(definitions).toEqual([{ field: 'intent', labels: 8, defined: 0, unclear: 1 }])
    expect(isSeenWhole(seen(spoken))).toBe(false)
  })
})
