import type { ShapeCode } from '../../export/ownFile.ts'
import type { Language } from '../../state/language.ts'

/** Says what is wrong and what to do. @param detail by name, as the problem has it. */
export type Sentence = (detail: (name: string) => string) => string

/** What a value is or should be. */
type Kind = 'list' | 'object' | 'text' | 'number' | 'yesNo' | 'nothing'

const kinds: Readonly<Record<Language, Readonly<Record<Kind, string>>>> = {
  zh: { list: '列表（写在 [ ] 里）', object: '一组名字和值（写在 { } 里）', text: '文字（写在双引号里）', number: '数字', yesNo: 'true 或 false', nothing: '空的（null）' },
  en: { list: 'a list (within [ ])', object: 'names with values (within { })', text: 'a text (within double quotes)', number: 'a number', yesNo: 'true or false', nothing: 'empty (null)' },
}

function kindIn(language: Language, name: string): string {
  return (kinds[language] as Readonly<Record<string, string>>)[name] ?? name
}

/** Possible values, as the file has to write them. */
function choice(values: string, language: Language): string {
  return values.split(', ').join(language === 'zh' ? ' 或 ' : ' or ')
}

/** What is there: short values as they are written. */
function foundIn(language: Language, detail: (name: string) => string): string {
  return detail('value') === '' ? kindIn(language, detail('found')) : detail('value')
}

const wantedZh: Readonly<Record<string, string>> = {
  value: '应是一个值（文字、数字、true、false、null、[ 或 {）', key: '应是写在双引号里的名字', colon: '应是冒号', comma: '应是逗号或收尾的括号', end: '应到此为止', text: '的文字没有写好：引号没有合上，或里面有换行、没有写成 \\ 的反斜杠',
}
const wantedEn: Readonly<Record<string, string>> = {
  value: 'there should be a value (a text, a number, true, false, null, [ or {)', key: 'there should be a name in double quotes', colon: 'there should be a colon', comma: 'there should be a comma or the closing bracket', end: 'the file should end',
  text: 'a text is not written as it must be: its quote is not closed, or it holds a line break or a backslash that is not written \\',
}

/** Full-width marks that JSON knows only in their narrow form, and an opening that closes a comma too late. */
function hint(found: string, wanted: string, language: Language): string {
  if (/[，：“”‘’｛｝［］]/u.test(found)) return language === 'zh' ? '请改成半角的标点。' : 'Write the narrow mark of plain ASCII instead.'
  if (/[}\]]/.test(found) && (wanted === 'key' || wanted === 'value')) return language === 'zh' ? '多半是前面多了一个逗号：请删去。' : 'Most likely there is a comma too many before it: remove it.'
  return language === 'zh' ? '请检查这里的括号、引号和逗号。' : 'Check brackets, quotes and commas there.'
}

/** What is said of the shape of any file of a person's own. */
export const shapeSentences: Readonly<Record<Language, Readonly<Record<Exclude<ShapeCode, 'tooLarge' | 'wholeNumber' | 'reservedInText'>, Sentence>>>> = {
  zh: {
    notJson: (d) => `不是合格的 JSON：第 ${d('line')} 行第 ${d('column')} 列${wantedZh[d('wanted')] ?? ''}${d('wanted') === 'text' ? '' : d('found') === '' ? '，文件却到头了' : `，却是“${d('found')}”`}。${hint(d('found'), d('wanted'), 'zh')}`,
    type: (d) => (d('wanted') === 'oneOf' ? `这里应是 ${choice(d('values'), 'zh')}，却是${foundIn('zh', d)}。请改成${d('values').includes(', ') ? '其中一个' : '它'}。` : `这里应是${kindIn('zh', d('wanted'))}，却是${foundIn('zh', d)}。请改过来。`),
    missing: () => '缺少这一项。请补上。',
    unknownKey: () => '没有这样的项。请删去，或检查拼写。',
    empty: () => '是空的。请填写。',
    tooFew: (d) => `至少要有 ${d('least')} 项。请补足。`,
    tooMany: (d) => `至多 ${d('most')} 项。请减少。`,
    tooLong: (d) => `至多 ${d('most')} 个字符。请缩短。`,
  },
  en: {
    notJson: (d) => `This is no valid JSON: at line ${d('line')}, column ${d('column')}, ${wantedEn[d('wanted')] ?? ''}${d('wanted') === 'text' ? '' : d('found') === '' ? ', and the file is at its end' : `, and there is “${d('found')}”`}. ${hint(d('found'), d('wanted'), 'en')}`,
    type: (d) => (d('wanted') === 'oneOf' ? `It should be ${choice(d('values'), 'en')} and is ${foundIn('en', d)}. Write ${d('values').includes(', ') ? 'one of them' : 'that'}.` : `It should be ${kindIn('en', d('wanted'))} and is ${foundIn('en', d)}. Change it.`),
    missing: () => 'It is missing. Add it.',
    unknownKey: () => 'There is no such key. Remove it, or check its spelling.',
    empty: () => 'It is empty. Fill it in.',
    tooFew: (d) => `There must be ${d('least')} at least. Add what is missing.`,
    tooMany: (d) => `There may be ${d('most')} at most. Remove some.`,
    tooLong: (d) => `It may have ${d('most')} characters at most. Shorten it.`,
  },
}
