import type { Finding, FindingCode } from '../../domain/dataset.ts'
import { type Field, labelOf, type Scheme } from '../../domain/scheme.ts'
import type { Language } from '../../state/language.ts'

/** What kind of thing a problem or notice is: the heading under which it is counted. */
export const findingKinds: Readonly<Record<Language, Readonly<Record<FindingCode, string>>>> = {
  zh: {
    emptyText: '目标句为空',
    missingText: '没有目标句',
    malformedRow: '行的格式有误',
    raggedRow: '列数不齐',
    swallowedRows: '引号未闭合',
    notAnObject: '不是一条记录',
    duplicateId: '编号重复，已区分',
    conflictingDuplicate: '编号相同，内容不同',
    conflictingGold: '同文不同标注',
    exactDuplicate: '重复的行',
    exponentialId: '编号变成了科学计数',
    impreciseId: '编号精度有损',
    undecodable: '解不出的字符',
    controlCharacters: '看不见的字符',
    outOfScheme: '表外标注',
    ambiguousLabel: '标注有歧义',
    inconsistentStance: '标注与派生表不一致',
    generatedId: '没有编号，已补',
    unknownScene: '未知的场景',
    tooLarge: '过大',
    renamedColumn: '列名已改',
    guessedCodes: '标注编码是猜的',
    spreadLabels: '标签分在几列里',
    dataParts: '开发与测试的列',
  },
  en: {
    emptyText: 'Target sentence is empty',
    missingText: 'No target sentence',
    malformedRow: 'Malformed row',
    raggedRow: 'Ragged row',
    swallowedRows: 'Unclosed quote',
    notAnObject: 'Not a record',
    duplicateId: 'Repeated id, told apart',
    conflictingDuplicate: 'Same id, other content',
    conflictingGold: 'Same text, other label',
    exactDuplicate: 'Repeated row',
    exponentialId: 'Id in exponential form',
    impreciseId: 'Id lost precision',
    undecodable: 'Undecodable characters',
    controlCharacters: 'Invisible characters',
    outOfScheme: 'Label not in the scheme',
    ambiguousLabel: 'Ambiguous label',
    inconsistentStance: 'Label against its table',
    generatedId: 'No id, one was made',
    unknownScene: 'Unknown scene',
    tooLarge: 'Too large',
    renamedColumn: 'Renamed column',
    guessedCodes: 'Label codes are a guess',
    spreadLabels: 'Labels spread over columns',
    dataParts: 'Column of dev and test',
  },
}

type Sentence = (detail: (key: string) => string, scheme: Scheme) => string

const zh: Readonly<Record<FindingCode, Sentence>> = {
  emptyText: () => '目标句是空的，或只有看不见的字符。',
  missingText: () => '没有目标句：这一行缺少该列的值。',
  malformedRow: (d) => {
    if (d('reason') === 'truncated') return '文件在这里断了，最后这条不完整。'
    if (d('reason') === 'quotes') return '这一行的引号没有闭合。'
    return d('reason') === '' ? '这一行读不出来。常见原因是少了引号、括号，或行被截断。' : `这一行在 ▸ 处读不下去：${d('reason')}。常见原因是少了引号、括号，或行被截断。`
  },
  raggedRow: (d) => {
    if (d('missing') !== '') return `这一行比表头少 ${d('missing')} 列。`
    return d('found') === '' ? '这一行的列数与表头不同，可能有未加引号的分隔符。' : `表头有 ${d('expected')} 列，这一行有 ${d('found')} 列，可能有未加引号的分隔符。`
  },
  swallowedRows: (d) => `这一行的引号一直没有闭合${d('from') === '' ? '' : `；后面的第 ${d('from')} 到 ${d('to')} 行照样分行读了`}。请补上引号。`,
  notAnObject: (d) => `这一行${jsonKinds[d('found')] === undefined ? '' : `是${jsonKinds[d('found')]!.zh}，`}不是一条带字段名的记录。`,
  duplicateId: (d) => `编号与第 ${d('row')} 行撞了，这里改记为“${d('id')}”。`,
  conflictingDuplicate: (d) => `编号“${d('id')}”在第 ${d('row')} 行已经用过，而内容不同；保留先出现的那行。`,
  conflictingGold: (d) => `句子和上文与第 ${d('row')} 行（${d('id')}）相同，标注却不同。`,
  exactDuplicate: (d) => `与第 ${d('row')} 行完全相同，只保留一次。`,
  exponentialId: (d) => `编号“${d('value')}”像是被电子表格改成了科学计数，原值已丢失。`,
  impreciseId: (d) => (wholeAsDecimal(d('value')) ? `编号“${d('value')}”像是整数被存成了小数；原样保留。` : `编号“${d('value')}”超出数字的精度，末几位可能不对。`),
  undecodable: (d) => `有解不出的字符（${d('characters')}），也许编码选错了，或原文件已损坏。`,
  controlCharacters: (d) => `有看不见的字符（${d('characters')}）；原样保留。`,
  outOfScheme: (d) => `“${d('value')}”不在标签表里；原样保留，不计入该字段的分数。`,
  ambiguousLabel: (d) => `“${d('value')}”可以指几个标签（${d('labels')}）；按表外处理。`,
  inconsistentStance: (d, scheme) => {
    const { field, name, parts } = derivation(d('field'), scheme, 'zh')
    return `标的${name}是“${labelName(field, d('found'), 'zh')}”，按${parts.join('与')}应为“${labelName(field, d('expected'), 'zh')}”；以标的为准。`
  },
  generatedId: (d) => (d('all') === 'true' ? `文件没有编号列，按行号编号（${d('id')} 起）。` : `这一行没有编号，记为“${d('id')}”。`),
  unknownScene: (d) => `场景“${d('value')}”不认识；按未注明处理。`,
  tooLarge: (d) => (d('length') === '' && d('most') !== '' ? `括号套了超过 ${d('most')} 层，读不了。` : '这一行或这一格太大，读不了。'),
  renamedColumn: (d) => (d('from') === '' ? '有一列没有名字，给它起了这个名。' : `列名“${d('from')}”重复，改成了这个名。`),
  guessedCodes: () => '标注是编码，文件没有说各代表什么；现在的对应关系是猜的，请核对。',
  spreadLabels: (d, scheme) => `这几列的名字是“${fieldName(d('field'), scheme, 'zh')}”的标签，格子里是 0 和 1，所以当成它的标注，一列一个标签：${d('columns')}。${d('blank') === '' ? '' : `空格当作 0：${d('blank')}。`}这是猜的，请核对。`,
  dataParts: (d) => `这一列的值是 ${d('values')}，所以看作数据的哪一部分，不当说话人或分组。读入以后，在数据页点一下就能照它分开发与测试。这是猜的，请核对。`,
}

const en: Readonly<Record<FindingCode, Sentence>> = {
  emptyText: () => 'The target sentence is empty, or has invisible characters only.',
  missingText: () => 'No target sentence: the row has no value in that column.',
  malformedRow: (d) => {
    if (d('reason') === 'truncated') return 'The file is cut short here: its last record is not complete.'
    if (d('reason') === 'quotes') return 'A quote in this row is not closed.'
    const usual = 'Usually a quote or bracket is missing, or the row is cut short.'
    return d('reason') === '' ? `The row cannot be read. ${usual}` : `The row cannot be read on from ▸: ${d('reason')}. ${usual}`
  },
  raggedRow: (d) => {
    if (d('missing') !== '') return `The row lacks ${d('missing')} of the header’s columns.`
    return d('found') === '' ? 'The row has another number of columns than the header; perhaps a separator without quotes.' : `The header has ${d('expected')} columns, the row ${d('found')}; perhaps a separator without quotes.`
  },
  swallowedRows: (d) => `A quote in this row is never closed${d('from') === '' ? '' : `; rows ${d('from')} to ${d('to')} behind it are read all the same`}: add the quote.`,
  notAnObject: (d) => `The row is ${jsonKinds[d('found')] === undefined ? 'no' : `${jsonKinds[d('found')]!.en}, not a`} record with named fields.`,
  duplicateId: (d) => `The id falls together with row ${d('row')}; here it is called “${d('id')}”.`,
  conflictingDuplicate: (d) => `The id “${d('id')}” is row ${d('row')}’s already, with other content; the first one stays.`,
  conflictingGold: (d) => `Sentence and context are those of row ${d('row')} (${d('id')}), the label is another.`,
  exactDuplicate: (d) => `The same as row ${d('row')}; kept once.`,
  exponentialId: (d) => `The id “${d('value')}” looks as if a spreadsheet made it exponential: the original is lost.`,
  impreciseId: (d) => (wholeAsDecimal(d('value')) ? `The id “${d('value')}” looks like a whole number stored as a decimal; kept as it is.` : `The id “${d('value')}” exceeds a number’s precision: its last digits may be wrong.`),
  undecodable: (d) => `There are characters that could not be decoded (${d('characters')}): a wrong encoding, or a damaged file.`,
  controlCharacters: (d) => `There are invisible characters (${d('characters')}); kept as they are.`,
  outOfScheme: (d) => `“${d('value')}” is not in the label list; kept as it is, and left out of the field’s scores.`,
  ambiguousLabel: (d) => `“${d('value')}” may mean several labels (${d('labels')}); treated as not in the scheme.`,
  inconsistentStance: (d, scheme) => {
    const { field, name, parts } = derivation(d('field'), scheme, 'en')
    return `Given as ${name} is “${labelName(field, d('found'), 'en')}”; by ${parts.join(' and ')} it would be “${labelName(field, d('expected'), 'en')}”. The given one counts.`
  },
  generatedId: (d) => (d('all') === 'true' ? `The file has no id column; rows are numbered (from ${d('id')}).` : `The row has no id; it is called “${d('id')}”.`),
  unknownScene: (d) => `The scene “${d('value')}” is not known; treated as not stated.`,
  tooLarge: (d) => (d('length') === '' && d('most') !== '' ? `Brackets are nested more than ${d('most')} deep: this is not read.` : 'The row or cell is too large to be read.'),
  renamedColumn: (d) => (d('from') === '' ? 'A column had no name and was given this one.' : `The column name “${d('from')}” is repeated; this one was renamed.`),
  spreadLabels: (d, scheme) => `These columns are called by labels of “${fieldName(d('field'), scheme, 'en')}” and hold 0 and 1, so they are taken for it, one label each: ${d('columns')}. ${d('blank') === '' ? '' : `Blank cells count as 0 in ${d('blank')}. `}This is a guess: check it.`,
  dataParts: (d) => `Its values are ${d('values')}, so it is taken for the part of the data that a sample is in, not for a speaker or group. Once the file is read, one click on the data screen divides development and test by it. This is a guess: check it.`,
  guessedCodes: () => 'The labels are codes and the file does not say what they stand for; what is set is a guess: check it.',
}

function fieldName(id: string, { fields }: Scheme, language: Language): string {
  return fields.find((field) => field.id === id)?.name[language] ?? id
}

/** The derived field that a finding is about, by name, and what it follows from. Notices of before do not say which: it was the matrix's. */
function derivation(id: string, { fields, matrix }: Scheme, language: Language): { readonly field: Field | undefined; readonly name: string; readonly parts: readonly string[] } {
  const field = fields.find((each) => each.id === (id === '' ? matrix : id))
  const from = field?.kind === 'derived' ? field.from : []
  return { field, name: field?.name[language] ?? id, parts: from.map((part) => fields.find((each) => each.id === part)?.name[language] ?? part) }
}

/** A label as it is called; what is no label of the field stays as it is. */
function labelName(field: Field | undefined, id: string, language: Language): string {
  return (field && labelOf(field, id)?.name[language]) ?? id
}

/** What a JSON value is where a record should stand. */
const jsonKinds: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  array: { zh: '一个列表', en: 'a list' },
  string: { zh: '一段文字', en: 'a text' },
  number: { zh: '一个数', en: 'a number' },
  boolean: { zh: '一个真假值', en: 'true or false' },
  null: { zh: '空值（null）', en: 'null' },
}

function wholeAsDecimal(id: string): boolean {
  return /^[-+]?\d+\.0+$/.test(id)
}

/** A problem or notice as a sentence that says what is wrong and, where it helps, what to do. @param scheme what the data is labelled by. */
export function findingSentence({ code, detail }: Pick<Finding, 'code' | 'detail'>, language: Language, scheme: Scheme): string {
  const sentences = language === 'zh' ? zh : en
  return sentences[code]((key) => detail[key] ?? '', scheme)
}
