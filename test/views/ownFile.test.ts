import { expect, test } from 'vitest'
import { jsonOf } from '../../src/export/ownFile.ts'
import { shapeSentences } from '../../src/views/messages/ownFile.ts'

test.each([
  ['{"a": 1,\n}', '不是合格的 JSON：第 2 行第 1 列应是写在双引号里的名字，却是“}”。多半是前面多了一个逗号：请删去。', 'This is no valid JSON: at line 2, column 1, there should be a name in double quotes, and there is “}”. Most likely there is a comma too many before it: remove it.'],
  ['{"a"：1}', '不是合格的 JSON：第 1 行第 5 列应是冒号，却是“：”。请改成半角的标点。', 'This is no valid JSON: at line 1, column 5, there should be a colon, and there is “：”. Write the narrow mark of plain ASCII instead.'],
  ['{"a": [1', '不是合格的 JSON：第 1 行第 9 列应是逗号或收尾的括号，文件却到头了。请检查这里的括号、引号和逗号。', 'This is no valid JSON: at line 1, column 9, there should be a comma or the closing bracket, and the file is at its end. Check brackets, quotes and commas there.'],
  ['{"a": "x\n"}', '不是合格的 JSON：第 1 行第 7 列的文字没有写好：引号没有合上，或里面有换行、没有写成 \\ 的反斜杠。请检查这里的括号、引号和逗号。', 'This is no valid JSON: at line 1, column 7, a text is not written as it must be: its quote is not closed, or it holds a line break or a backslash that is not written \\. Check brackets, quotes and commas there.'],
])('where %j breaks off, and what should stand there, is said in the reader’s language', (text, zh, en) => {
  const read = jsonOf(text, 1_000)
  if (read.kind !== 'problems') throw new Error('it is JSON')
  const [{ detail }] = read.problems as [(typeof read.problems)[number]]
  expect(shapeSentences.zh.notJson((key) => detail[key] ?? '')).toBe(zh)
  expect(shapeSentences.en.notJson((key) => detail[key] ?? '')).toBe(en)
})
