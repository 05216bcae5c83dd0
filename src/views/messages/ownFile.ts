import type { ShapeCode } from '../../export/ownFile.ts'
import type { Language } from '../../state/language.ts'

/** Says what is wrong and what to do. @param detail by name, as the problem has it. */
export type Sentence = (detail: (name: string) => string) => string

/** Where an engine says that JSON breaks off, in Chinese; its own words, which are English, where it names no place (Safari; a text cut short). */
function jsonPlace(reason: string): string {
  const line = /line (\d+) column (\d+)/.exec(reason)
  if (line) return `，错在第 ${line[1]} 行第 ${line[2]} 列附近`
  const position = /at position (\d+)/.exec(reason)
  return position ? `，错在第 ${Number(position[1]) + 1} 个字符附近` : `（${reason}）`
}

/** What is said of the shape of any file of a person's own. */
export const shapeSentences: Readonly<Record<Language, Readonly<Record<Exclude<ShapeCode, 'tooLarge' | 'wholeNumber' | 'reservedInText'>, Sentence>>>> = {
  zh: {
    notJson: (d) => `不是合格的 JSON${jsonPlace(d('reason'))}。请检查括号、引号和逗号。`,
    type: (d) => `这里应是 ${d('expected')}，却是 ${d('received')}。请改成该类型。`,
    missing: () => '缺少这一项。请补上。',
    unknownKey: () => '没有这样的项。请删去，或检查拼写。',
    empty: () => '是空的。请填写。',
    tooFew: (d) => `至少要有 ${d('least')} 项。请补足。`,
    tooMany: (d) => `至多 ${d('most')} 项。请减少。`,
    tooLong: (d) => `至多 ${d('most')} 个字符。请缩短。`,
  },
  en: {
    notJson: (d) => `This is no valid JSON (${d('reason')}). Check brackets, quotes and commas.`,
    type: (d) => `It should be ${d('expected')} and is ${d('received')}. Write it as that.`,
    missing: () => 'It is missing. Add it.',
    unknownKey: () => 'There is no such key. Remove it, or check its spelling.',
    empty: () => 'It is empty. Fill it in.',
    tooFew: (d) => `There must be ${d('least')} at least. Add what is missing.`,
    tooMany: (d) => `There may be ${d('most')} at most. Remove some.`,
    tooLong: (d) => `It may have ${d('most')} characters at most. Shorten it.`,
  },
}
