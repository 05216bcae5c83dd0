import * as v from 'valibot'
import { normaliseLabel } from '../answer/labelMatch.ts'
import type { Field, Scheme } from '../domain/scheme.ts'
import { jsonOf, readOwn } from './ownFile.ts'
import { type SchemeProblem, type SchemeProblemCode, schemeProblems } from './schemeChecks.ts'

/**
 * A person's own scheme as JSON: `xianwai-scheme`, version 1. The parser is the schema below, then `schemeChecks.ts` for what a
 * schema cannot say; the JSON Schema in public/schema/ is made from it (a test compares them).
 */

const FORMAT = 'xianwai-scheme'
/** Where the site publishes the format. */
export const SCHEME_FILE_SCHEMA = 'schema/xianwai-scheme.v1.schema.json'
/** In UTF-16 units: what is longer is no list of labels. */
export const longestSchemeFile = 1_000_000

export type ParsedScheme =
  | { readonly kind: 'scheme'; readonly scheme: Scheme }
  /** One at least, in the file's order, at most `mostProblems`. */
  | { readonly kind: 'problems'; readonly problems: readonly SchemeProblem[] }

/** One line; no marks that a chat template may read as the end of a turn (`<|`). */
const line = /^(?!.*<\|)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]*$/
/** The same without what parts headings, labels and placeholders in prompts and files. */
const word = /^(?!\s)(?![\s\S]*\s$)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff|=:：{}【】<>]*$/
/** As a part of file names and addresses. */
const schemeId = /^[a-z0-9]+(-[a-z0-9]+)*$/
const fieldId = /^[A-Za-z][A-Za-z0-9_-]*$/

const text = v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(500, 'tooLong'), v.regex(line, 'reservedInText'))
const spelling = v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(60, 'tooLong'), v.regex(word, 'reservedInName'))
const texts = v.strictObject({ zh: text, en: text })
const names = v.strictObject({ zh: spelling, en: spelling })
const idOfField = v.pipe(v.string(), v.maxLength(40, 'tooLong'), v.regex(fieldId, 'fieldId'))

const label = v.strictObject({
  id: v.pipe(spelling, v.description('What data files, predictions and tables carry')),
  name: v.pipe(names, v.description('zh is what a model reads and writes')),
  aliases: v.exactOptional(v.pipe(v.array(spelling), v.maxLength(100, 'tooMany'), v.description('Further spellings, accepted when data and answers are read'))),
  definition: v.pipe(texts, v.description('zh is told to the model')),
  group: v.exactOptional(v.pipe(names, v.description('A heading under which labels are shown together'))),
  doubt: v.exactOptional(v.pipe(texts, v.description('Why its gold labels are in doubt'))),
})

const entries = {
  id: v.pipe(idOfField, v.description('What data files call it')),
  name: names,
  definition: texts,
  labels: v.pipe(v.array(label), v.minLength(2, 'tooFew'), v.maxLength(64, 'tooMany'), v.description('In the order of every table, chart and tie')),
  columns: v.exactOptional(v.pipe(v.array(spelling), v.maxLength(100, 'tooMany'), v.description('Further names of its column in data files'))),
  ordinal: v.exactOptional(v.pipe(v.boolean(), v.description('The labels stand on a line, as polarities do'))),
}

const scheme = v.strictObject({
  id: v.pipe(v.string(), v.maxLength(60, 'tooLong'), v.regex(schemeId, 'schemeId')),
  version: v.pipe(v.number(), v.integer('wholeNumber'), v.minValue(1, 'wholeNumber')),
  name: names,
  fields: v.pipe(
    v.array(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('chosen'), ...entries }),
        v.strictObject({
          kind: v.literal('derived'),
          ...entries,
          from: v.pipe(v.array(idOfField), v.minLength(1, 'tooFew'), v.maxLength(4, 'tooMany'), v.description('Chosen fields it is a function of, in the order of `given`')),
          table: v.pipe(
            v.array(v.strictObject({ given: v.array(v.string()), label: v.string() })),
            v.maxLength(1_024, 'tooMany'),
            v.description('A row for each combination of their labels'),
          ),
        }),
      ]),
    ),
    v.minLength(1, 'tooFew'),
    v.maxLength(16, 'tooMany'),
  ),
  matrix: v.exactOptional(v.pipe(idOfField, v.description('The field, derived from exactly two, that is drawn as the matrix'))),
})

export const schemeFileSchema = v.strictObject({ $schema: v.exactOptional(v.string()), format: v.literal(FORMAT), version: v.literal(1), scheme })

type Written = v.InferOutput<typeof scheme>

/** The text of a scheme file. */
export function writeSchemeFile(written: Scheme): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, scheme: written }, null, 2)}\n`
}

/** The scheme of a file's text, or everything that is wrong with it. Never throws. @param taken ids that other schemes have. */
export function parseSchemeFile(raw: string, taken: ReadonlySet<string> = new Set()): ParsedScheme {
  const json = jsonOf(raw, longestSchemeFile)
  if (json.kind === 'problems') return json
  const read = readOwn(json, {
    name: FORMAT,
    schema: schemeFileSchema,
    other: 'notScheme' as const,
    patterns: ['reservedInName', 'fieldId', 'schemeId'] satisfies SchemeProblemCode[],
    kindOf: (entry) => ('from' in entry || 'table' in entry ? 'derived' : 'chosen'),
    meaning: (file, isDoubtful): readonly SchemeProblem[] => {
      const own = schemeOfFile(file.scheme)
      return schemeProblems(own, taken, normaliseLabel).filter((problem) => !restsOn(problem, own, isDoubtful))
    },
  })
  return read.kind === 'problems' ? read : { kind: 'scheme', scheme: schemeOfFile(read.output.scheme) }
}

/** Whether a problem is said of one part and rests on another one that is wrong itself: a table on the labels' ids, a matrix on its field. */
function restsOn({ path, code }: SchemeProblem, { fields, matrix }: Scheme, isDoubtful: (path: string) => boolean): boolean {
  const doubtfulIds = (ids: readonly string[]): boolean => fields.some(({ id, labels }, at) => ids.includes(id) && (isDoubtful(`scheme.fields[${at}].id`) || labels.some((_, label) => isDoubtful(`scheme.fields[${at}].labels[${label}].id`))))
  const field = path === 'scheme.matrix' ? fields.find(({ id }) => id === matrix) : fields[Number(/fields\[(\d+)\]/.exec(path)?.[1])]
  if (code === 'noField') return fields.some((_, at) => isDoubtful(`scheme.fields[${at}].id`))
  if (code === 'noLabel' || code === 'tableHole' || code === 'rowLength') return field?.kind === 'derived' && doubtfulIds([field.id, ...field.from])
  if (code === 'notChosen') return fields.some((_, at) => isDoubtful(`scheme.fields[${at}].kind`))
  if (code !== 'matrixNotDerived' && code !== 'matrixParts') return false
  const at = field ? fields.indexOf(field) : -1
  return ['kind', 'from'].some((part) => isDoubtful(`scheme.fields[${at}].${part}`))
}

/** With the lists that a file may leave out. */
function schemeOfFile(written: Written): Scheme {
  return {
    ...written,
    fields: written.fields.map((field): Field => ({
      ...field,
      labels: field.labels.map((each) => ({ ...each, aliases: each.aliases ?? [] })),
      columns: field.columns ?? [],
    })),
  }
}
