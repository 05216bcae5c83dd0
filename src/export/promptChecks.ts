import { labelsNamedIn } from '../answer/labelMatch.ts'
import { type Field, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'
import type { PromptFile } from './promptFile.ts'

/** What makes prompt files unfair to compare, or wrong by themselves. `files` have it; `without` have not. */
export type PromptWarning =
  /** Labels of a field that only some of the files define. */
  | { readonly kind: 'definitions'; readonly field: string; readonly labels: readonly LabelId[]; readonly files: readonly string[]; readonly without: readonly string[] }
  /** Only some of the files tell how often labels occur. */
  | { readonly kind: 'statistics'; readonly lines: readonly string[]; readonly files: readonly string[]; readonly without: readonly string[] }
  /** Examples have headings that the question does not have: the model is shown what it will not get. */
  | { readonly kind: 'shotFields'; readonly headings: readonly string[]; readonly files: readonly string[] }
  /** All examples have the same label of a field (a polarity), or labels of one group only. */
  | { readonly kind: 'onePolarity'; readonly field: string; readonly label: string; readonly shots: number; readonly files: readonly string[] }
  /** Braces that nothing fills: they will be read by the model as they stand. */
  | { readonly kind: 'placeholders'; readonly names: readonly string[]; readonly files: readonly string[] }

/**
 * Sets prompt files beside each other. What counts as a definition: a line that opens with a label's id or name, perhaps numbered, and goes on
 * behind a colon, dash or bracket with four characters or more. As a statistic: a line with a percentage, or with a word for frequency
 * and a number or a label. Examples are the blocks before the one that holds `{text}`.
 */
export function promptWarnings(files: readonly PromptFile[], scheme: Scheme): readonly PromptWarning[] {
  return [
    ...files.flatMap(({ name, unknown }): PromptWarning[] => (unknown.length > 0 ? [{ kind: 'placeholders', names: unknown, files: [name] }] : [])),
    ...scheme.fields.flatMap((field) => definitionWarnings(files, field)),
    ...statisticsWarning(files, scheme),
    ...files.flatMap((file) => shotWarnings(file, scheme)),
  ]
}

function definitionWarnings(files: readonly PromptFile[], field: Field): readonly PromptWarning[] {
  const defined = files.map((file) => ({ name: file.name, labels: definedLabels(wholeText(file), field) }))
  // labels with the same files make one warning
  const groups = new Map<string, { labels: LabelId[]; files: string[]; without: string[] }>()
  for (const { id } of field.labels) {
    const having = defined.filter(({ labels }) => labels.has(id)).map(({ name }) => name)
    if (having.length === 0 || having.length === files.length) continue
    const key = having.join('\n')
    const group = groups.get(key) ?? { labels: [], files: having, without: files.map(({ name }) => name).filter((name) => !having.includes(name)) }
    group.labels.push(id)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => ({ kind: 'definitions', field: field.id, ...group }))
}

/** Labels that a text defines. A spelling that several labels share defines none; of nested spellings the longest counts. */
function definedLabels(text: string, field: Field): ReadonlySet<LabelId> {
  const found = new Set<LabelId>()
  for (const line of text.split('\n')) {
    const [, head, rest] = /^[\s\-*•·#]*(?:\d{1,2}[.、)）]\s*|[A-Za-z][.、)）]\s*)?(.{1,40}?)\s*(?:：|:|——|—|\s-\s|=|（|\()(.*)$/.exec(line) ?? []
    if (head === undefined || rest === undefined || rest.replace(/[\p{P}\p{S}\s]/gu, '').length < 4) continue
    const named = labelsNamedIn(head, field).flatMap(({ ids }) => (ids.length === 1 ? ids : []))
    const bare = head.replace(/[*`【】\s]/g, '')
    const isLabel = field.labels.some(({ id, name }) => [id, name.zh, name.en].some((word) => bare === word.replace(/\s/g, '')))
    if (isLabel && new Set(named).size === 1) found.add(named[0]!)
  }
  return found
}

const frequency = /占比|比例|频率|频次|分布|最常见|最多|多数|较少|罕见|proportion|frequen|distribution|most common|majority/i

function statisticsWarning(files: readonly PromptFile[], scheme: Scheme): readonly PromptWarning[] {
  const told = files.map((file) => ({ name: file.name, lines: wholeText(file).split('\n').filter((line) => isStatistic(line, scheme)).map((line) => line.trim().slice(0, 120)) }))
  const having = told.filter(({ lines }) => lines.length > 0)
  if (having.length === 0 || having.length === files.length) return []
  return [{ kind: 'statistics', lines: [...new Set(having.flatMap(({ lines }) => lines))].slice(0, 5), files: having.map(({ name }) => name), without: told.filter(({ lines }) => lines.length === 0).map(({ name }) => name) }]
}

function isStatistic(line: string, scheme: Scheme): boolean {
  const names = scheme.fields.some((field) => labelsNamedIn(line, field).length > 0)
  if (/\d\s*[%％]/.test(line)) return names || frequency.test(line)
  return frequency.test(line) && names && /\d/.test(line)
}

function shotWarnings(file: PromptFile, scheme: Scheme): readonly PromptWarning[] {
  const { shots, query } = blocks(file.user)
  if (shots.length === 0) return []
  const files = [file.name]
  const asked = new Set(headings(query))
  const extra = [...new Set(shots.flatMap((shot) => headings(beforeAnswer(shot))))].filter((heading) => !asked.has(heading))
  const warnings: PromptWarning[] = extra.length > 0 ? [{ kind: 'shotFields', headings: extra, files }] : []
  if (shots.length < 2) return warnings
  const meant = shots.map((shot) => longestNamed(answerOf(shot), scheme))
  for (const field of scheme.fields) {
    const named = meant.map((labels) => partsOf(labels.get(field.id), field, scheme))
    for (const part of new Set(named.flatMap((each) => [...each.keys()]))) {
      const labels = new Set(named.map((each) => each.get(part)))
      const [only] = labels
      if (labels.size === 1 && only !== undefined) warnings.push({ kind: 'onePolarity', field: part, label: only, shots: shots.length, files })
    }
  }
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()]
}

/** The one label that an answer names of each field, only of those fields whose spelling is the longest there: the stance 反讽性负面 names no polarity and no intent. */
function longestNamed(answer: string, scheme: Scheme): ReadonlyMap<string, LabelId> {
  const named = scheme.fields.map((field) => ({ field: field.id, mentions: labelsNamedIn(answer, field) }))
  const longest = Math.max(0, ...named.flatMap(({ mentions }) => mentions.map(({ length }) => length)))
  return new Map(named.flatMap(({ field, mentions }) => {
    const ids = new Set(mentions.filter(({ length }) => length === longest).flatMap((mention) => mention.ids))
    const [id] = ids
    return id === undefined || ids.size > 1 ? [] : [[field, id] as const]
  }))
}

/** What a label says of polarity: itself where its field is a line, its parts' labels where it is derived, its group where it has one. */
function partsOf(id: LabelId | undefined, field: Field, scheme: Scheme): ReadonlyMap<string, string> {
  if (id === undefined) return new Map()
  if (field.kind === 'derived') {
    const row = field.table.find(({ label }) => label === id)
    return new Map((row?.given ?? []).map((label, at) => [fieldOf(scheme, field.from[at]!).id, label]))
  }
  const group = field.labels.find((label) => label.id === id)?.group
  if (field.ordinal) return new Map([[field.id, id]])
  return group ? new Map([[field.id, group.en]]) : new Map()
}

const opens = /^(?:【场景类型】|【上下文】|【目标句】)/

/** A template's examples and its question: a block begins with its first heading of the sample, and the question is the block that holds `{text}`. */
function blocks(user: string): { readonly shots: readonly string[]; readonly query: string } {
  const found: string[][] = []
  let hasTarget = true
  for (const line of user.split('\n')) {
    // a heading opens another sample once the one before has had its target
    if (opens.test(line) && hasTarget) {
      found.push([])
      hasTarget = false
    }
    if (line.startsWith('【目标句】')) hasTarget = true
    found.at(-1)?.push(line)
  }
  const texts = found.map((lines) => lines.join('\n'))
  const at = texts.findIndex((text) => text.includes('{text}'))
  return { shots: texts.slice(0, Math.max(at, 0)), query: texts[at] ?? '' }
}

const answerHeading = /^\s*【?(?:答案|输出|回答|标签|预测|分析|推理|思考|answer|output|label)】?\s*[:：]?/im

function beforeAnswer(shot: string): string {
  const at = answerHeading.exec(shot)?.index
  return at === undefined ? shot : shot.slice(0, at)
}

/** What follows an example's target sentence: its answer. */
function answerOf(shot: string): string {
  const at = answerHeading.exec(shot)?.index
  if (at !== undefined) return shot.slice(at)
  const target = shot.indexOf('【目标句】')
  const end = shot.indexOf('\n', target)
  return end < 0 ? '' : shot.slice(end)
}

function headings(text: string): readonly string[] {
  return [...text.matchAll(/^\s*【([^】\n]{1,30})】/gm)].map(([, heading = '']) => heading)
}

function wholeText({ system, user }: PromptFile): string {
  return `${system}\n${user}`
}
