import { contentHash } from '../domain/contentHash.ts'
import type { Dataset } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import type { ModelKind } from '../domain/model.ts'
import type { Plan, PlannedModel, Run } from '../domain/plan.ts'
import { seededRandom } from '../domain/random.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { Sha256, Timestamp } from '../domain/units.ts'
import { answerTree } from '../prompt/answerTree.ts'
import { classifierMethod } from '../prompt/builtInMethods.ts'
import { classifierInput, sentinels } from '../prompt/messages.ts'
import { canonicalJson } from './canonicalJson.ts'
import { reasonRequest } from './question.ts'

/** What a person chose to run, before it is frozen. */
export interface PlanChoice extends Pick<Plan, 'scheme' | 'seed' | 'models' | 'methods' | 'decoding' | 'reading' | 'primaryMetric'> {
  readonly dataset: Pick<Dataset, 'id' | 'name' | 'hash' | 'samples' | 'demonstration'>
  /** Ids of the samples to draw from, in file order. */
  readonly sampleIds: readonly string[]
  /** How many to draw; all where absent. */
  readonly limit?: number
  /** Now, where absent. */
  readonly createdAt?: Timestamp
}

export interface FrozenPlan {
  readonly plan: Plan
  readonly runs: readonly Run[]
}

/**
 * Freezes a choice: the samples in the order that the seed gives, the plan's id over all of it, and a run for each model
 * and method that go together (a classifier is asked by `classifierMethod` alone, a language model by all others).
 * Of two draws with one seed the smaller is the beginning of the larger.
 * @throws where no model goes with any method, or a method does not fit the scheme.
 */
export function freezePlan(choice: PlanChoice): Promise<FrozenPlan> {
  return Promise.resolve().then(() => frozen(choice))
}

function frozen(choice: PlanChoice): FrozenPlan {
  const { id, name, hash, samples, demonstration } = choice.dataset
  const order = seededRandom(choice.seed).derive('sample order').shuffle(choice.sampleIds)
  const content: Omit<Plan, 'id' | 'createdAt'> = {
    version: 1,
    dataset: { id, name, hash, samples, demonstration },
    scheme: choice.scheme,
    seed: choice.seed,
    sampleIds: order.slice(0, choice.limit ?? order.length),
    models: choice.models,
    methods: choice.methods,
    decoding: choice.decoding,
    reading: choice.reading,
    primaryMetric: choice.primaryMetric,
  }
  const plan: Plan = { id: contentHash([canonicalJson(content)]), createdAt: choice.createdAt ?? Date.now(), ...content }
  const runs = plan.models.flatMap((model) =>
    plan.methods.filter((method) => goTogether(model.ref.kind, method)).map((method) => runOf(plan, model, method)),
  )
  if (runs.length === 0) throw new Error('the plan has no model that goes with one of its methods')
  return { plan, runs }
}

/** Whether a model of that kind can be asked by a method. */
export function goTogether(kind: ModelKind, method: Method): boolean {
  return (kind === 'classifier') === (method.id === classifierMethod.id)
}

function runOf(plan: Plan, model: PlannedModel, method: Method): Run {
  const promptHash = hashOfPrompt(plan, model, method)
  const { id: methodId, steps, asking, labelForm } = method
  // Names and summaries are for people: to change them asks no other question.
  const question = { dataset: plan.dataset.hash, model, method: { id: methodId, steps, asking, labelForm }, promptHash }
  return { id: contentHash([canonicalJson(question)]), planId: plan.id, model, method, promptHash }
}

/** Over everything that the model reads beside the sample, what it may answer, and where its writing ends. */
function hashOfPrompt({ scheme, decoding }: Plan, model: PlannedModel, method: Method): Sha256 {
  return contentHash([canonicalJson(promptOf(scheme, decoding, model, method))])
}

function promptOf(scheme: Scheme, decoding: Plan['decoding'], model: PlannedModel, method: Method): unknown {
  if (model.ref.kind === 'classifier') {
    const fields = scheme.fields.map(({ id, labels }) => [id, labels.map((label) => label.id)])
    return { input: classifierInput({ text: 'Z', context: '甲', scene: null }, model.context === true), fields }
  }
  const prompts = sentinels(scheme, method)
  if (method.asking === 'free') return { prompts, maxTokens: decoding.maxTokens }
  return { prompts, reason: reasonRequest(method), tree: answerTree(scheme, method) }
}
