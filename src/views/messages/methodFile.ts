import type { MethodProblemCode } from '../../export/methodChecks.ts'
import type { Language } from '../../state/language.ts'
import { type Sentence, shapeSentences } from './ownFile.ts'

/** What is wrong, and what to do. */
const problems: Readonly<Record<Language, Readonly<Record<MethodProblemCode, Sentence>>>> = {
  zh: {
    ...shapeSentences.zh,
    tooLarge: (d) => `文件超过 ${d('most')} 个字符，不像方法文件。请检查选的文件。`,
    notMethods: (d) => `不是方法文件：要有 "format": "${d('format')}"、"version": 1 和 "methods"。可以导出一个现成的方法改起。`,
    wholeNumber: (d) => `应是 1 到 ${d('most')} 的整数。请改正。`,
    reservedInText: () => '含有控制字符或“<|”（一句话里还不能换行），会打乱提示。请删去。',
    methodId: (d) => `“${d('value')}”不能作方法编号：只用小写英文字母、数字，中间用单个 - 连接。请改名。`,
    plannedId: (d) => `“${d('value')}”的结尾是计划用来叫带示例或换问法的方法的。请换一个。`,
    taken: (d) => `“${d('value')}”是自带方法的编号。请换一个。`,
    repeated: (d) => `编号“${d('value')}”出现了两次。请换一个。`,
    noField: (d) => `方案没有字段“${d('value')}”，有的是：${d('fields')}。请检查拼写，或先选对数据的方案。`,
    notDerived: (d) => `“${d('value')}”不是派生字段，没有表可查。请改用 "kind": "choose"。`,
    fieldTwice: (d) => `“${d('value')}”前面已经有一步了：一个字段只能问一次，或只告知一次。请删去一步。`,
    reasonLate: () => '分析要在第一个标签之前。请把它移到前面。',
    nothingChosen: () => '没有一步让模型选。请至少加一步 "kind": "choose"。',
    derivedTooEarly: (d) => `“${d('value')}”要由 ${d('parts')} 查表得来，而它们在前面没有一步。请先选出或告知它们。`,
    tooManyLabels: (d) => `字段“${d('value')}”有 ${d('found')} 个标签，字母只有 26 个。请用 "word" 或 "id"。`,
    rowInstruction: () => '字母写在一行里，没有哪一步有自己的一行可以写说明。请用 "word" 或 "id"，或删去说明。',
    promptGuided: () => '照原样提问的提示只能自由作答。请改成 "asking": "free"，或改用 template。',
    promptAndTemplate: () => '已经有 prompt 了，两者只能留一个。请删去一个。',
    promptWithoutText: () => '里面没有 {text}，目标句无处可填。请写上 {text}。',
    unknownPlace: (d) => `{${d('name')}} 没有东西可填。可用的有 {definitions}、{definitions:字段}、{labels:字段}、{form}，问题里还有 {text}、{context}、{scenario_type} 和告知的字段；字段有：${d('fields')}。请改名或删去。`,
    sampleInSystem: (d) => `{${d('name')}} 因样本而异，只能写在 user 里。请移过去。`,
    noText: () => '里面没有 {text}，目标句无处可填。请写上 {text}。',
    notTold: (d) => `{${d('name')}} 要填“${d('field')}”的标签，而没有哪一步告知它。请加一步 "kind": "give"，或删去这处。`,
    noPlaceForTold: (d) => `有一步告知“${d('field')}”，而这里没有 {${d('field')}} 可填。请写上，或删去那一步。`,
  },
  en: {
    ...shapeSentences.en,
    tooLarge: (d) => `The file has more than ${d('most')} characters, which no method has. Check which file was chosen.`,
    notMethods: (d) => `This is no method file: it needs "format": "${d('format')}", "version": 1 and "methods". Export a method that is there and start from that.`,
    wholeNumber: (d) => `It should be a whole number from 1 to ${d('most')}. Correct it.`,
    reservedInText: () => 'It has a control character or “<|” (or, in a single sentence, a line break), which would break prompts. Remove them.',
    methodId: (d) => `“${d('value')}” cannot be a method’s id: small letters and digits (of English), with single hyphens between. Rename it.`,
    plannedId: (d) => `“${d('value')}” ends as plans call methods with examples, or asked otherwise. Take another.`,
    taken: (d) => `“${d('value')}” is the id of a built-in method. Take another.`,
    repeated: (d) => `The id “${d('value')}” stands there twice. Take another.`,
    noField: (d) => `The scheme has no field “${d('value')}”, but ${d('fields')}. Check the spelling, or choose data of the right scheme first.`,
    notDerived: (d) => `“${d('value')}” is chosen, not derived: there is no table to look it up in. Write "kind": "choose".`,
    fieldTwice: (d) => `“${d('value')}” has a step already: a field is asked once, or told once. Remove a step.`,
    reasonLate: () => 'Reasoning stands before the first label. Move it up.',
    nothingChosen: () => 'The model chooses nothing. Add a step of "kind": "choose".',
    derivedTooEarly: (d) => `“${d('value')}” is looked up by ${d('parts')}, which no step before it chooses or tells. Choose or tell them first.`,
    tooManyLabels: (d) => `Field “${d('value')}” has ${d('found')} labels, and there are 26 letters. Take "word" or "id".`,
    rowInstruction: () => 'Letters stand in one row, where no step has a line of its own for an instruction. Take "word" or "id", or remove the instruction.',
    promptGuided: () => 'A prompt that is asked as it is can be answered freely only. Write "asking": "free", or use a template.',
    promptAndTemplate: () => 'There is a prompt already, and only one of the two can be asked. Remove one.',
    promptWithoutText: () => 'It has no {text}, so the target sentence stands nowhere. Write {text}.',
    unknownPlace: (d) => `Nothing fills {${d('name')}}. There are {definitions}, {definitions:FIELD}, {labels:FIELD} and {form}, and in the question {text}, {context}, {scenario_type} and the fields that are told; fields: ${d('fields')}. Rename it, or take it out.`,
    sampleInSystem: (d) => `{${d('name')}} differs from sample to sample and can stand in user only. Move it there.`,
    noText: () => 'It has no {text}, so the target sentence stands nowhere. Write {text}.',
    notTold: (d) => `{${d('name')}} is a label of “${d('field')}”, which no step tells. Add a step of "kind": "give", or take it out.`,
    noPlaceForTold: (d) => `A step tells “${d('field')}”, and there is no {${d('field')}} here for it. Write it, or remove the step.`,
  },
}

/** A problem of a method file as a sentence that says what is wrong and what to do. */
export function methodProblemSentence({ code, detail }: { readonly code: MethodProblemCode; readonly detail: Readonly<Record<string, string>> }, language: Language): string {
  return problems[language][code]((key) => detail[key] ?? '')
}

const zh = {
  bad: (file: string, count: string) => `“${file}”不能用：${count} 处问题`,
  where: '位置',
  what: '问题和改法',
  example: '示例：自己的措辞',
  format: '格式说明（JSON Schema）',
  wording: '自己的措辞',
  failed: '没有成功',
}

const en: typeof zh = {
  bad: (file, count) => `“${file}” cannot be used. Problems: ${count}`,
  where: 'Where',
  what: 'What is wrong, what to do',
  example: 'Example: wording of your own',
  format: 'The format (JSON Schema)',
  wording: 'own wording',
  failed: 'This did not work',
}

export const methodFileMessages = { zh, en }
