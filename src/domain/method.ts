import type { Bilingual, FieldId, Scheme } from './scheme.ts'
import type { ShotSet } from './shots.ts'
import type { Tokens } from './units.ts'

/** One step of a method. A method is data: one executor runs them all. */
export type Step =
  /**
   * The model thinks aloud, at most so many tokens, before it goes on. `instruction`, as the model reads it (Chinese): what the
   * analysis is to look at; absent, it is asked for in a sentence or two.
   */
  | { readonly kind: 'reason'; readonly maxTokens: Tokens; readonly instruction?: string }
  /**
   * The model chooses one label of a field that is not derived. A derived field may be chosen too, as if it were not (`direct`). `instruction`, as
   * the model reads it: what stands behind the field's heading in the form of the answer, instead of `一个标签`.
   */
  | { readonly kind: 'choose'; readonly field: FieldId; readonly instruction?: string }
  /** A derived field is looked up from the steps before it, and stated. */
  | { readonly kind: 'derive'; readonly field: FieldId; readonly instruction?: string }
  /** A field is told to the model instead of asked: its gold, or what the run itself (or an earlier one) answered. */
  | { readonly kind: 'give'; readonly field: FieldId; readonly from: GivenFrom }

/** shuffled: the gold label of another sample of the data set, drawn by a fixed seed, so that the labels told are the same and mean nothing. */
export type GivenFrom = 'gold' | 'run' | 'shuffled'

/** guided: chosen within the model's distribution over the labels. free: written, then parsed. */
export type Asking = 'guided' | 'free'

/** How a label is written in the answer: its name, a letter listed beside it (the letters of all chosen fields in one row), or its id. */
export type LabelForm = 'word' | 'letter' | 'id'

export interface Method {
  readonly id: string
  readonly name: Bilingual
  /** One sentence: what it does and what it is for. */
  readonly summary: Bilingual
  readonly steps: readonly Step[]
  readonly asking: Asking
  readonly labelForm: LabelForm
  /**
   * The scheme this method is asked over, where it is not the plan's (a sham matrix). A field of the same id is the same field;
   * what it answers of others is scored nowhere. Of guided methods only.
   */
  readonly scheme?: Scheme
  /** Examples shown before the sample, as turns in the very form of the answer; absent: none (zero-shot). */
  readonly shots?: ShotSet
  /** Of free methods: the prompt itself, instead of instructions made from the scheme. */
  readonly prompt?: OwnPrompt
  /** A person's own wording of the whole prompt, filled from scheme, steps and sample (prompt/promptTemplate.ts). Absent: the built-in one. */
  readonly template?: PromptTemplate
  /** Of answers taken from other people's files: what is known of how they were asked. */
  readonly imported?: {
    /** The benchmark's name for the method, where the file's name has one. */
    readonly benchmark?: string
    readonly fewShot: boolean
  }
  /** What it is a control of: it shares everything with the method of that id but what is to make the difference. */
  readonly control?: MethodControl
  /** It is the method of that id asked in another way, which ought to change nothing. */
  readonly variant?: MethodVariant
}

/**
 * arbitrary, permuted: a matrix that means nothing (prompt/shamMatrix.ts), drawn by several seeds. structure: steps without the matrix.
 * shuffled: labels told as an oracle tells them, but another sample's.
 */
export const controlKinds = ['arbitrary', 'permuted', 'structure', 'shuffled'] as const

export interface MethodControl {
  readonly kind: (typeof controlKinds)[number]
  /** Id of the method whose control it is. */
  readonly of: string
}

export interface MethodVariant {
  /** wording: the instructions in other words, definitions untouched. labelOrder: labels listed in another order. shots: other examples. */
  readonly kind: 'wording' | 'labelOrder' | 'shots'
  /** Id of the method whose variant it is. */
  readonly of: string
  /** Which wording, or the seed of the order or the draw. */
  readonly seed: number
}

/** A prompt in the user's own words, filled with the sample (prompt/ownPrompt.ts). */
export interface OwnPrompt {
  readonly name: string
  /** May be empty. */
  readonly system: string
  readonly user: string
}

/** The two messages of a prompt with places in braces: what may stand there says prompt/promptTemplate.ts. */
export interface PromptTemplate {
  /** The same for all samples. May be empty. */
  readonly system: string
  /** One sample's question; examples are asked by it, too. */
  readonly user: string
}

/** The scheme that a method's steps, prompt and answers are about. */
export function schemeOf(scheme: Scheme, method: Method): Scheme {
  return method.scheme ?? scheme
}

/**
 * The fields of the plan's scheme that a method's answers say something of: those it answers, in step order; of a method with a scheme
 * of its own in scheme order, and with the derived fields whose parts it answers (the cell it chose, by its true name).
 */
export function scoredFields(scheme: Scheme, method: Method): readonly FieldId[] {
  const answered = answeredFields(method)
  if (!method.scheme) return answered
  const own = new Set(answered)
  return scheme.fields.filter((field) => own.has(field.id) || (field.kind === 'derived' && field.from.every((part) => own.has(part)))).map(({ id }) => id)
}

/** The fields a method answers, in step order; given fields are told, not answered. */
export function answeredFields(method: Method): readonly FieldId[] {
  return method.steps.flatMap((step) => (step.kind === 'choose' || step.kind === 'derive' ? [step.field] : []))
}

/** The fields a method tells the model, in step order. */
export function givenFields(method: Method, from?: GivenFrom): readonly FieldId[] {
  return method.steps.flatMap((step) => (step.kind === 'give' && (from === undefined || step.from === from) ? [step.field] : []))
}
