import { labelsNamedIn } from '../answer/labelMatch.ts'
import { type Field, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'
import { definitionsIn, type FoundDefinitions } from './promptDefinitions.ts'
import { type ExampleShape, type PromptExamples, promptExamples } from './promptExamples.ts'
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

/** What a check could make out in one file. */
export interface PromptSeen {
  readonly file: string
  /** Fields whose labels the file names: how many it defines, and of how many it cannot be told. */
  readonly definitions: readonly { readonly field: string; readonly labels: number; readonly defined: number; readonly unclear: number }[]
  /** Lines that tell how often labels occur. */
  readonly statistics: number
  readonly examples: {
    readonly shape: ExampleShape
    readonly count: number
    /** Whether what they show can be set beside what the question shows. */
    readonly columns: boolean
    /** Of how many the answer names a label. */
    readonly answered: number
  }
}

export interface PromptReport {
  readonly warnings: readonly PromptWarning[]
  /** One a file: nothing found is worth as much as what could be looked at. */
  readonly seen: readonly PromptSeen[]
}

/**
 * Sets prompt files beside each other. What counts as a definition says `definitionsIn`; as a statistic: a line with a percentage, or with a word for frequency
 * and a number or a label; as examples `promptExamples`. A file of which it cannot be told is neither among those that have something nor among those without.
 */
export function promptReport(files: readonly PromptFile[], scheme: Scheme): PromptReport {
  const read = files.map((file): ReadPrompt => {
    const examples = promptExamples(file, scheme)
    const statistics = examples.rest.split('\n').filter((line) => isStatistic(line, scheme))
    return { file, examples, statistics, definitions: new Map(scheme.fields.map((field) => [field.id, definitionsIn(examples.rest, field)])) }
  })
  return {
    warnings: [
      ...files.flatMap(({ name, unknown }): PromptWarning[] => (unknown.length > 0 ? [{ kind: 'placeholders', names: unknown, files: [name] }] : [])),
      ...scheme.fields.flatMap((field) => definitionWarnings(read, field)),
      ...statisticsWarning(read),
      ...read.flatMap((each) => exampleWarnings(each, scheme)),
    ],
    seen: read.map((each) => seenOf(each, scheme)),
  }
}

/** Whether all that is looked for could be made out in a file. */
export function isSeenWhole({ definitions, examples }: PromptSeen): boolean {
  return definitions.every(({ unclear }) => unclear === 0) && examples.shape !== 'unclear' && (examples.count === 0 || (examples.columns && examples.answered === examples.count))
}

interface ReadPrompt {
  readonly file: PromptFile
  readonly examples: PromptExamples
  /** Lines that tell how often labels occur. */
  readonly statistics: readonly string[]
  readonly definitions: ReadonlyMap<string, FoundDefinitions>
}

function seenOf({ file, examples: { shape, examples, asked, rest }, statistics, definitions }: ReadPrompt, scheme: Scheme): PromptSeen {
  return {
    file: file.name,
    definitions: scheme.fields.flatMap((field) => {
      const { defined, unclear } = definitions.get(field.id)!
      return defined.size + unclear.size === 0 && labelsNamedIn(rest, field).length === 0 ? [] : [{ field: field.id, labels: field.labels.length, defined: defined.size, unclear: unclear.size }]
    }),
    statistics: statistics.length,
    examples: { shape, count: examples.length, columns: asked !== null, answered: examples.filter(({ answer }) => longestNamed(answer, scheme).size > 0).length },
  }
}

function definitionWarnings(read: readonly ReadPrompt[], field: Field): readonly PromptWarning[] {
  // labels with the same files make one warning
  const groups = new Map<string, { labels: LabelId[]; files: readonly string[]; without: readonly string[] }>()
  for (const { id } of field.labels) {
    const of = (has: (found: FoundDefinitions) => boolean): readonly string[] => read.flatMap(({ file, definitions }) => (has(definitions.get(field.id)!) ? [file.name] : []))
    const having = of(({ defined }) => defined.has(id))
    const without = of(({ defined, unclear }) => !defined.has(id) && !unclear.has(id))
    if (having.length === 0 || without.length === 0) continue
    const key = JSON.stringify([having, without])
    const group = groups.get(key) ?? { labels: [], files: having, without }
    group.labels.push(id)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => ({ kind: 'definitions', field: field.id, ...group }))
}

const frequency = /占比|比例|频率|频次|分布|最常见|最多|多数|较少|罕见|proportion|frequen|distribution|most common|majority/i

function statisticsWarning(read: readonly ReadPrompt[]): readonly PromptWarning[] {
  const told = read.map(({ file: { name }, statistics }) => ({ name, lines: statistics.map((line) => line.trim().slice(0, 120)) }))
  const having = told.filter(({ lines }) => lines.length > 0)
  if (having.length === 0 || having.length === told.length) return []
  return [{ kind: 'statistics', lines: [...new Set(having.flatMap(({ lines }) => lines))].slice(0, 5), files: having.map(({ name }) => name), without: told.filter(({ lines }) => lines.length === 0).map(({ name }) => name) }]
}

function isStatistic(line: string, scheme: Scheme): boolean {
  const names = scheme.fields.some((field) => labelsNamedIn(line, field).length > 0)
  if (/\d\s*[%％]/.test(line)) return names || frequency.test(line)
  return frequency.test(line) && names && /\d/.test(line)
}

function exampleWarnings({ file, examples: { examples, asked } }: ReadPrompt, scheme: Scheme): readonly PromptWarning[] {
  const files = [file.name]
  const extra = asked === null ? [] : [...new Set(examples.flatMap(({ columns }) => columns))].filter((column) => !asked.includes(column))
  const warnings: PromptWarning[] = extra.length > 0 ? [{ kind: 'shotFields', headings: extra, files }] : []
  const meant = examples.map(({ answer }) => longestNamed(answer, scheme))
  // of examples whose answers cannot be read nothing is said of all
  if (examples.length < 2 || meant.some((labels) => labels.size === 0)) return warnings
  for (const field of scheme.fields) {
    const named = meant.map((labels) => partsOf(labels.get(field.id), field, scheme))
    for (const part of new Set(named.flatMap((each) => [...each.keys()]))) {
      const labels = new Set(named.map((each) => each.get(part)))
      const [only] = labels
      if (labels.size === 1 && only !== undefined) warnings.push({ kind: 'onePolarity', field: part, label: only, shots: examples.length, files })
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
