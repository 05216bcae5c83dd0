import * as v from 'valibot'
import type { Method } from '../domain/method.ts'
import type { Scheme } from '../domain/scheme.ts'
import { type MethodProblem, type MethodProblemCode, methodProblems } from './methodChecks.ts'
import { jsonOf, readOwn } from './ownFile.ts'

/**
 * A person's own methods as JSON: `xianwai-method`, version 1. Steps, asking, label form, and the words where they are their own; definitions come from
 * the scheme. The parser is the schema below, then `methodChecks.ts`; the JSON Schema in public/schema/ is made from it (a test compares them).
 */

const FORMAT = 'xianwai-method'
/** Where the site publishes the format. */
export const METHOD_FILE_SCHEMA = 'schema/xianwai-method.v1.schema.json'
/** In UTF-16 units: what is longer is no list of methods. */
const longest = 1_000_000

export type ParsedMethods =
  | { readonly kind: 'methods'; readonly methods: readonly Method[] }
  /** One at least, in the file's order. */
  | { readonly kind: 'problems'; readonly problems: readonly MethodProblem[] }

/** No marks that a chat template may read as the end of a turn (`<|`); of control characters only what ends a line, or indents it. */
const words = /^(?:(?!<\|)[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff])*$/
const line = /^(?:(?!<\|)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff])*$/

const sentence = v.pipe(v.string(), v.minLength(1, 'empty'), v.maxLength(500, 'tooLong'), v.regex(line, 'reservedInText'))
const wording = v.pipe(v.string(), v.maxLength(20_000, 'tooLong'), v.regex(words, 'reservedInText'))
const sentences = v.strictObject({ zh: sentence, en: sentence })
const field = v.pipe(v.string(), v.minLength(1, 'empty'))
const instruction = v.exactOptional(v.pipe(sentence, v.description('What the model reads behind the field’s heading in the form of the answer')))

const method = v.strictObject({
  id: v.pipe(v.string(), v.maxLength(60, 'tooLong'), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'methodId')),
  name: sentences,
  summary: sentences,
  steps: v.pipe(
    v.array(v.variant('kind', [
      v.strictObject({
        kind: v.literal('reason'),
        maxTokens: v.pipe(v.number(), v.integer('wholeNumber'), v.minValue(1, 'wholeNumber'), v.maxValue(1_024, 'wholeNumber')),
        instruction: v.exactOptional(v.pipe(sentence, v.description('What the analysis is to look at, as the model reads it'))),
      }),
      v.strictObject({ kind: v.literal('choose'), field, instruction }),
      v.strictObject({ kind: v.literal('derive'), field, instruction }),
      v.strictObject({ kind: v.literal('give'), field, from: v.picklist(['gold', 'run', 'shuffled']) }),
    ])),
    v.minLength(1, 'tooFew'),
    v.maxLength(40, 'tooMany'),
  ),
  asking: v.pipe(v.picklist(['guided', 'free']), v.description('guided: chosen within the model’s distribution over the labels; free: written and parsed')),
  labelForm: v.picklist(['word', 'letter', 'id']),
  template: v.exactOptional(
    v.pipe(
      v.strictObject({
        system: v.pipe(wording, v.description('{definitions}, {definitions:FIELD}, {labels:FIELD}, {form}')),
        user: v.pipe(wording, v.description('{text}, {context}, {scenario_type}, {FIELD} for a label that is told; and those of system')),
      }),
      v.description('The whole prompt in one’s own words, with places in braces'),
    ),
  ),
  prompt: v.exactOptional(
    v.pipe(v.strictObject({ name: v.string(), system: wording, user: wording }), v.description('Of free methods: a prompt file as it is, with {text}, {context}, {scenario_type}')),
  ),
})

export const methodFileSchema = v.strictObject({
  $schema: v.exactOptional(v.string()),
  format: v.literal(FORMAT),
  version: v.literal(1),
  methods: v.pipe(v.array(method), v.minLength(1, 'tooFew'), v.maxLength(100, 'tooMany')),
})

/** The text of a method file. What belongs to a plan (examples, a sham's scheme, what it controls) is left out. */
export function writeMethodFile(methods: readonly Method[]): string {
  const own = methods.map(({ id, name, summary, steps, asking, labelForm, template, prompt }) => ({ id, name, summary, steps, asking, labelForm, ...(template && { template }), ...(prompt && { prompt }) }))
  return `${JSON.stringify({ format: FORMAT, version: 1, methods: own }, null, 2)}\n`
}

/** What plans put behind a method's id: with examples (drawShots.ts), or asked otherwise (variants.ts). */
const planned = /-few(?:-\d+)?$|-(?:wording|order|draw)-\d+$/

/** The methods of a file's text, or everything that is wrong with them. Never throws. @param taken ids that built-in methods have. */
export function parseMethodFile(raw: string, scheme: Scheme, taken: ReadonlySet<string>): ParsedMethods {
  const json = jsonOf(raw, longest)
  if (json.kind === 'problems') return json
  const read = readOwn(json, {
    name: FORMAT,
    schema: methodFileSchema,
    other: 'notMethods' as const,
    patterns: ['methodId'] satisfies MethodProblemCode[],
    wholeNumber: { most: '1024' },
    kindOf: (entry) => ('maxTokens' in entry ? 'reason' : 'from' in entry ? 'give' : 'choose'),
    meaning: ({ methods }, isDoubtful): readonly MethodProblem[] => methods.flatMap((own, at): readonly MethodProblem[] => {
      const path = `methods[${at}]`
      const id: readonly MethodProblem[] = taken.has(own.id)
        ? [{ path: `${path}.id`, code: 'taken', detail: { value: own.id } }]
        : planned.test(own.id) ? [{ path: `${path}.id`, code: 'plannedId', detail: { value: own.id } }]
        : methods.slice(0, at).some((other) => other.id === own.id) ? [{ path: `${path}.id`, code: 'repeated', detail: { value: own.id } }] : []
      return [...id, ...methodProblems(own, scheme, path).filter(({ code }) => restsOn[code] === undefined || !isDoubtful(`${path}.${restsOn[code]}`))]
    }),
  })
  return read.kind === 'problems' ? read : { kind: 'methods', methods: read.output.methods }
}

/** What a problem rests on besides the place that it is said of: nothing is said where that is wrong itself. */
const restsOn: Readonly<Partial<Record<MethodProblemCode, string>>> = {
  notTold: 'steps', noPlaceForTold: 'steps', derivedTooEarly: 'steps', reasonLate: 'steps', nothingChosen: 'steps', rowInstruction: 'labelForm', tooManyLabels: 'steps', promptGuided: 'asking', promptAndTemplate: 'prompt',
}
