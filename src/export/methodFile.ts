import * as v from 'valibot'
import { answeredFields, givenFields, type Method } from '../domain/method.ts'
import { fieldOf, type Scheme } from '../domain/scheme.ts'
import { answerTree } from '../prompt/answerTree.ts'
import { sentinelGiven } from '../prompt/messages.ts'

/** A person's own methods as JSON: `xianwai-method`, version 1. Steps, asking and label form; definitions come from the scheme. */
const FORMAT = 'xianwai-method'

/** Why a file holds no method that can be used: what is wrong, and where. */
export class MethodFileError extends Error {
  /** Path inside the file; empty for all of it. */
  readonly path: string

  constructor(path: string, said: string) {
    super(path === '' ? said : `${path}: ${said}`)
    this.name = 'MethodFileError'
    this.path = path
  }
}

const bilingual = v.strictObject({ zh: v.pipe(v.string(), v.minLength(1)), en: v.pipe(v.string(), v.minLength(1)) })
const field = v.pipe(v.string(), v.minLength(1))

const method = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')),
  name: bilingual,
  summary: bilingual,
  steps: v.pipe(
    v.array(v.variant('kind', [
      v.strictObject({ kind: v.literal('reason'), maxTokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_024)), instruction: v.exactOptional(v.pipe(v.string(), v.minLength(1))) }),
      v.strictObject({ kind: v.literal('choose'), field }),
      v.strictObject({ kind: v.literal('derive'), field }),
      v.strictObject({ kind: v.literal('give'), field, from: v.picklist(['gold', 'run', 'shuffled']) }),
    ])),
    v.minLength(1, 'needs a step'),
  ),
  asking: v.picklist(['guided', 'free']),
  labelForm: v.picklist(['word', 'letter', 'id']),
  prompt: v.exactOptional(v.strictObject({ name: v.string(), system: v.string(), user: v.pipe(v.string(), v.includes('{text}', 'must have {text}')) })),
})

const file = v.strictObject({ format: v.literal(FORMAT), version: v.literal(1), methods: v.pipe(v.array(method), v.minLength(1, 'holds no method')) })

/** The text of a method file. What belongs to a plan (examples, a sham's scheme, what it controls) is left out. */
export function writeMethodFile(methods: readonly Method[]): string {
  const own = methods.map(({ id, name, summary, steps, asking, labelForm, prompt }) => ({ id, name, summary, steps, asking, labelForm, ...(prompt && { prompt }) }))
  return `${JSON.stringify({ format: FORMAT, version: 1, methods: own }, null, 2)}\n`
}

/**
 * The methods of a file, each checked against the scheme.
 * @param taken ids that built-in methods have. @throws MethodFileError
 */
export function parseMethodFile(text: string, scheme: Scheme, taken: ReadonlySet<string>): readonly Method[] {
  const parsed = v.safeParse(file, jsonOf(text))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new MethodFileError((issue.path ?? []).map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join(''), issue.message)
  }
  const { methods } = parsed.output
  methods.forEach((own, at) => check(own, scheme, `methods[${at}]`, taken, methods.slice(0, at)))
  return methods
}

/** Why a method cannot be asked over a scheme; null where it can. */
export function methodProblem(method: Method, scheme: Scheme): MethodFileError | null {
  try {
    check(method, scheme, method.id, new Set(), [])
    return null
  } catch (error) {
    if (error instanceof MethodFileError) return error
    throw error
  }
}

function check(own: Method, scheme: Scheme, path: string, taken: ReadonlySet<string>, before: readonly Method[]): void {
  if (taken.has(own.id)) throw new MethodFileError(`${path}.id`, `${own.id} is a built-in method: take another id`)
  if (before.some(({ id }) => id === own.id)) throw new MethodFileError(`${path}.id`, `${own.id} stands there twice`)
  for (const [at, step] of own.steps.entries()) {
    if (step.kind === 'reason') continue
    const place = `${path}.steps[${at}].field`
    if (!scheme.fields.some(({ id }) => id === step.field)) throw new MethodFileError(place, `the scheme has no field ${step.field}: it has ${scheme.fields.map(({ id }) => id).join(', ')}`)
    if (step.kind === 'derive' && fieldOf(scheme, step.field).kind !== 'derived') throw new MethodFileError(place, `${step.field} is chosen, not derived: there is no table to look it up in`)
    if (own.steps.slice(0, at).some((earlier) => earlier.kind !== 'reason' && earlier.field === step.field)) throw new MethodFileError(place, `${step.field} has a step already`)
  }
  const firstAsked = own.steps.findIndex(({ kind }) => kind === 'choose' || kind === 'derive')
  const late = own.steps.findIndex(({ kind }, at) => kind === 'reason' && firstAsked >= 0 && at > firstAsked)
  if (late >= 0) throw new MethodFileError(`${path}.steps[${late}]`, 'reasoning stands before the first label')
  if (!own.steps.some(({ kind }) => kind === 'choose')) throw new MethodFileError(`${path}.steps`, 'the model must choose something')
  const told = new Set(givenFields(own))
  if (answeredFields(own).some((id) => told.has(id))) throw new MethodFileError(`${path}.steps`, 'a field is either told or asked')
  try {
    answerTree(scheme, own, sentinelGiven(scheme, own))
  } catch (error) {
    throw new MethodFileError(`${path}.steps`, error instanceof Error ? error.message : String(error))
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (error) {
    throw new MethodFileError('', `is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
