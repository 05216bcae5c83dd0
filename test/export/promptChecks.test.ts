import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { promptWarnings } from '../../src/export/promptChecks.ts'
import { parsePromptFile } from '../../src/export/promptFile.ts'

const query = '【场景类型】{scenario_type}\n【上下文】{context}\n【目标句】{text}\n'
const file = (name: string, text: string) => parsePromptFile(name, text, builtInScheme)
const warnings = (...files: (readonly [string, string])[]) => promptWarnings(files.map(([name, text]) => file(name, text)), builtInScheme)

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
