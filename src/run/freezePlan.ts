import { builtInScheme } from '../domain/builtInScheme.ts'
import { contentHash } from '../domain/contentHash.ts'
import type { Dataset, Sample } from '../domain/dataset.ts'
import { answeredFields, givenFields, type Method } from '../domain/method.ts'
import type { ModelKind } from '../domain/model.ts'
import type { GivenSource, Plan, PlannedModel, Run } from '../domain/plan.ts'
import type { PriorKind } from '../domain/prediction.ts'
import { seededRandom } from '../domain/random.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { Sha256, Timestamp } from '../domain/units.ts'
import { cutsOtherwise, firstCut, forwardCut } from '../engine/forwardCut.ts'
import { answerEnd } from '../prompt/answerEnd.ts'
import { answerTree } from '../prompt/answerTree.ts'
import { classifierMethod } from '../prompt/builtInMethods.ts'
import { classifierInput, sentinelGiven, sentinels } from '../prompt/messages.ts'
import { type Shot, shotsOf } from '../prompt/shotMessages.ts'
import { canonicalJson } from './canonicalJson.ts'
import { reasonRequest } from './question.ts'

/** What a person chose to run, before it is frozen. */
export interface PlanChoice extends Pick<Plan, 'scheme' | 'seed' | 'models' | 'methods' | 'decoding' | 'reading' | 'primaryMetric' | 'family' | 'pool' | 'drawn'> {
  readonly dataset: Pick<Dataset, 'id' | 'name' | 'hash' | 'samples' | 'demonstration'>
  /** Ids of the samples to draw from, in file order. */
  readonly sampleIds: readonly string[]
  /** How many to draw; all where absent. */
  readonly limit?: number
  /** Now, where absent. */
  readonly createdAt?: Timestamp
  /** Needed where a method gives labels `from: run`. */
  readonly source?: GivenSource
  /** Needed where methods have shots: the samples that those name. */
  readonly shotSamples?: readonly Sample[]
}

export interface FrozenPlan {
  readonly plan: Plan
  readonly runs: readonly Run[]
}

/**
 * Freezes a choice: the samples in the order that the seed gives, the plan's id over all of it, and a run for each model
 * and method that go together (a classifier is asked by `classifierMethod` alone, a language model by all others).
 * A run that tells what another run of the plan answered stands behind it.
 * Of two draws with one seed the smaller is the beginning of the larger.
 * @throws where an example of a method is under test or not there as it was drawn, no model goes with any method, a method does not fit the scheme, a run is to be told what nobody answers, the family
 * names a method or model that the plan does not have, or the plan's reading subtracts a prior that a method cannot have.
 */
export function freezePlan(choice: PlanChoice): Promise<FrozenPlan> {
  return Promise.resolve().then(() => frozen(choice))
}

function frozen(choice: PlanChoice): FrozenPlan {
  const { id, name, hash, samples, demonstration } = choice.dataset
  const content: Omit<Plan, 'id' | 'createdAt'> = {
    version: 1,
    dataset: { id, name, hash, samples, demonstration },
    scheme: choice.scheme,
    seed: choice.seed,
    sampleIds: drawnSamples(choice),
    models: choice.models,
    methods: choice.methods,
    decoding: choice.decoding,
    reading: choice.reading,
    primaryMetric: choice.primaryMetric,
    ...(choice.family && { family: choice.family }),
    ...(choice.pool && { pool: choice.pool }),
    ...(choice.source && { source: choice.source }),
    ...(choice.models.some(({ ref }) => ref.kind === 'causal') && { cut: forwardCut }),
    ...(choice.drawn && { drawn: choice.drawn }),
  }
  const plan: Plan = { id: planId(content), createdAt: choice.createdAt ?? Date.now(), ...content }
  checkPriors(plan)
  checkFamily(plan)
  for (const method of plan.methods) {
    checkScheme(plan.scheme, method)
    checkShots(plan, method)
  }
  const runs = planRuns(plan, choice.shotSamples)
  if (runs.length === 0) throw new Error('the plan has no model that goes with one of its methods')
  return { plan, runs }
}

/**
 * A plan's runs in the order in which they are asked, their prompts as this program words them now: of a plan that was frozen by another
 * version, a run whose id differs asks something else.
 * @param shotSamples those that the methods' shots name. @throws as `freezePlan` does of them.
 */
export function planRuns(plan: Plan, shotSamples: readonly Sample[] = []): readonly Run[] {
  const runOf = (model: PlannedModel, method: Method, source?: Run['source']) => runFor(plan, model, method, shotsOf(method, shotSamples), source)
  return plan.models.flatMap((model) => {
    const methods = plan.methods.filter((method) => goTogether(model.ref.kind, method))
    const [alone, told] = [false, true].map((wanted) => methods.filter((method) => tellsRun(method) === wanted)) as [Method[], Method[]]
    const own = alone.map((method) => runOf(model, method))
    return [...own, ...told.map((method) => runOf(model, method, sourceOf(plan, method, own)))]
  })
}

/** What a plan is called: the hash of all of it but the date. */
export function planId(plan: Omit<Plan, 'id' | 'createdAt'> & Partial<Plan>): Sha256 {
  return contentHash([canonicalJson({ ...plan, id: undefined, createdAt: undefined })])
}

/**
 * What a run is called: the hash of what it asks. Names and summaries are for people: to change them asks no other question. Another scheme
 * than the built-in one is hashed as a whole: its prompt does not say what ids its labels have, nor its tables. So is another cut of a language model's
 * forwards than the first that was pinned: answers under two cuts are not one run's.
 */
export function runId({ dataset, scheme, cut }: Pick<Plan, 'dataset' | 'scheme' | 'cut'>, { model, method: { id, steps, asking, labelForm }, promptHash, source }: Omit<Run, 'id' | 'planId'>): Sha256 {
  const otherScheme = scheme.id !== builtInScheme.id && { scheme }
  const otherCut = model.ref.kind === 'causal' && cutsOtherwise({ cut }, firstCut) && { cut }
  return contentHash([canonicalJson({ dataset: dataset.hash, model, method: { id, steps, asking, labelForm }, promptHash, source, ...otherScheme, ...otherCut })])
}

/** The samples that a plan draws, in the order it asks them: whoever draws shots must know them before. */
export function drawnSamples({ seed, sampleIds, limit }: Pick<PlanChoice, 'seed' | 'sampleIds' | 'limit'>): readonly string[] {
  const order = seededRandom(seed).derive('sample order').shuffle(sampleIds)
  return order.slice(0, limit ?? order.length)
}

/** Whether a model of that kind can be asked by a method. */
export function goTogether(kind: ModelKind, method: Method): boolean {
  return (kind === 'classifier') === (method.id === classifierMethod.id)
}

function tellsRun(method: Method): boolean {
  return givenFields(method, 'run').length > 0
}

/** The run whose answers a method tells. @param own the model's runs that need no other one. */
function sourceOf({ source, reading }: Plan, method: Method, own: readonly Run[]): NonNullable<Run['source']> {
  if (!source) throw new Error(`method ${method.id} tells what another run answered, and the plan names none`)
  if (source.kind === 'run') return { run: source.run, reading: source.reading }
  const found = own.find((run) => run.method.id === source.method)
  const missing = givenFields(method, 'run').find((field) => !found || !answeredFields(found.method).includes(field))
  if (!found || missing !== undefined) throw new Error(`method ${method.id} is to be told ${missing}, which ${source.method} does not answer in this plan`)
  return { run: found.id, reading }
}

/** Fields that a method's own scheme shares with the plan's must be the same: they are scored together. */
function checkScheme({ fields }: Scheme, method: Method): void {
  if (!method.scheme) return
  if (method.asking !== 'guided') throw new Error(`method ${method.id} is written freely and cannot have a scheme of its own`)
  for (const field of method.scheme.fields) {
    const same = fields.find(({ id }) => id === field.id)
    if (same && canonicalJson(same) !== canonicalJson(field)) throw new Error(`method ${method.id} has another field ${field.id} than the plan`)
  }
}

/** Whoever froze the shots drew them apart from the test by content; here, and again when the run is executed, it is held against the plan. */
function checkShots({ dataset, sampleIds }: Plan, { id, shots }: Method): void {
  if (!shots || (shots.dataset.id !== dataset.id && shots.dataset.hash !== dataset.hash)) return
  const tested = new Set(sampleIds)
  const both = shots.shots.find(({ sampleId }) => tested.has(sampleId))
  if (both) throw new Error(`method ${id} shows ${both.sampleId}, which is under test`)
}

/** A comparison that names what is not in the plan would silently be none. */
function checkFamily({ family, methods, models }: Plan): void {
  if (!family) return
  const { pairs, margin } = family
  if (margin !== undefined && !(margin > 0 && margin < 1)) throw new Error(`an equivalence margin of ${margin} is no share between 0 and 1`)
  if ('method' in pairs && !methods.some(({ id }) => id === pairs.method)) throw new Error(`the plan compares with method ${pairs.method}, which it does not have`)
  if ('model' in pairs && !models.some(({ ref }) => ref.id === pairs.model)) throw new Error(`the plan compares with model ${pairs.model}, which it does not have`)
}

/** What is read under a prior must have one. */
function checkPriors({ reading, methods, pool, dataset, sampleIds }: Plan): void {
  const without = methods.find((method) => cannotHave(reading.prior, method))
  if (reading.pool !== (reading.prior === 'pool' ? pool?.hash : undefined) || (reading.prior === 'pool') !== (pool !== undefined)) {
    throw new Error('a plan read under a pool’s mean names that pool, and no other plan names one')
  }
  if (pool && (pool.dataset.id === dataset.id || pool.dataset.hash === dataset.hash)) {
    const tested = new Set(sampleIds)
    const both = pool.samples.find(({ sampleId }) => tested.has(sampleId))
    if (both) throw new Error(`the prior’s pool holds ${both.sampleId}, which is under test`)
  }
  if (without) throw new Error(`method ${without.id} is told labels and has no prior ${reading.prior}`)
}

/** Nobody knows what to tell an input without content, or a record without labels. The mean over the run's own records is had in any case. */
export function cannotHave(prior: PriorKind, method: Method): boolean {
  return (prior === 'contentFree' || prior === 'pool') && method.asking === 'guided' && givenFields(method).length > 0
}

function runFor(plan: Plan, model: PlannedModel, method: Method, shots: readonly Shot[], source: Run['source'] | undefined): Run {
  const promptHash = hashOfPrompt(plan, model, method, shots)
  const run = { model, method, promptHash, ...(source && { source }) }
  return { id: runId(plan, run), planId: plan.id, ...run }
}

/** Over everything that the model reads beside the sample, what it may answer, and where its writing ends. */
function hashOfPrompt({ scheme, decoding }: Plan, model: PlannedModel, method: Method, shots: readonly Shot[]): Sha256 {
  return contentHash([canonicalJson(promptOf(scheme, decoding, model, method, shots))])
}

function promptOf(scheme: Scheme, decoding: Plan['decoding'], model: PlannedModel, method: Method, shots: readonly Shot[]): unknown {
  if (model.ref.kind === 'classifier') {
    const fields = scheme.fields.map(({ id, labels }) => [id, labels.map((label) => label.id)])
    return { input: classifierInput({ text: 'Z', context: '甲', scene: null }, model.context === true), fields }
  }
  const prompts = sentinels(scheme, method, shots)
  if (method.asking === 'free') {
    const ends = decoding.end === 'form' ? answerEnd(scheme, method) : null
    return { prompts, maxTokens: decoding.maxTokens, ...(ends && { ends: ends.map(({ source }) => source) }) }
  }
  return { prompts, reason: reasonRequest(method), tree: answerTree(scheme, method, sentinelGiven(scheme, method)) }
}
