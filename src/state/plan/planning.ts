import { mappedFields } from '../../answer/outputMapping.ts'
import { PARSER_VERSION } from '../../answer/parseAnswer.ts'
import type { Dataset, Role, Sample } from '../../domain/dataset.ts'
import type { Asks, Family } from '../../domain/family.ts'
import { answeredFields, givenFields, type Method, scoredFields } from '../../domain/method.ts'
import { type GivenSource, metricNames, type Plan, type PlannedModel } from '../../domain/plan.ts'
import type { Reading } from '../../domain/prediction.ts'
import { samplesFor } from '../../domain/roles.ts'
import type { FieldId, Scheme } from '../../domain/scheme.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import { OTHER_WORDINGS, withVariants } from '../../prompt/variants.ts'
import { drawnSamples, type FrozenPlan, freezePlan, goTogether, type PlanChoice } from '../../run/freezePlan.ts'
import { readDataset, readSamples } from '../../storage/datasets.ts'
import { savePlan } from '../../storage/plans.ts'
import type { AddressOf } from '../address.ts'
import type { AvailableModel } from '../models/availableModels.ts'
import { plannedModel } from '../models/classifierChoices.ts'
import type { ModelChoice, ModelHolder, ModelState } from '../models/loadedModel.ts'
import { plannedFamily } from './planFamily.ts'
import { choiceOfWay, rememberedSettings, wayOf } from '../models/modelSettings.ts'
import { drawnPool, PoolTooSmall } from './planPool.ts'
import { fitsScheme } from './ownMethods.ts'
import { drawnShots, NoShots, plannedShots, type PlannedShots, withFewShot } from './planShots.ts'
import { RecentReads } from '../recentReads.ts'

/** A plan that is being made: what the address bar chooses, with what it leaves open filled in. */
export interface PlanDraft {
  readonly dataset: Dataset
  /** The dataset's. */
  readonly scheme: Scheme
  readonly models: readonly ModelChoice[]
  readonly methods: readonly Method[]
  /** Models with the methods they can be asked by. */
  readonly runs: readonly { readonly model: ModelChoice; readonly method: Method }[]
  /** Samples that will be drawn. */
  readonly limit: number
  /** The most that can be drawn. */
  readonly most: number
  /** Which of the dataset's samples are drawn from; absent: all, where it names no roles. */
  readonly role?: Role
  readonly seed: number
  readonly reading: Reading
  readonly primaryMetric: Plan['primaryMetric']
  /** The comparisons that are named beforehand. */
  readonly family: Family
  /** Fields that any of the runs answers, in scheme order. */
  readonly fields: readonly FieldId[]
  /** How many variants of each kind each method has. */
  readonly spread: number
  /** Where the runs that are told a run's answers take them: the plan's first method that has them all. */
  readonly source?: GivenSource
  /** Of prior `pool`: the dataset that its records are drawn from. The reading names them once they are drawn. */
  readonly pool?: string
  /** Where the few-shot methods among them take their examples. */
  readonly shots?: PlannedShots
}

const SEED = 1
/** Of an answer written freely. */
export const MAX_TOKENS = 256

/** What a draft is made from besides the address. */
export interface DraftGround {
  readonly dataset: Dataset
  /** The dataset's. */
  readonly scheme: Scheme
  readonly available: readonly AvailableModel[]
  readonly state: ModelState
  /** The user's own methods; those that do not fit the scheme are left out. */
  readonly own?: readonly Method[]
}

/**
 * The draft that an address means. Where it names no model, the first is meant; no method: the scheme's first, which is the matrix where it has one.
 * @throws where the scheme is not the dataset's: a caller's mistake.
 */
export function planDraft(address: AddressOf<'plan'>, { dataset, scheme, available, state, own = [] }: DraftGround): PlanDraft {
  if (scheme.id !== dataset.schemeId) throw new Error(`dataset ${dataset.id} is labelled by scheme ${dataset.schemeId}, not ${scheme.id}`)
  const { methods: offered, classifier } = methodsOf(scheme)
  const named = available.filter(({ id }) => address.models.includes(id))
  const models = (named.length > 0 ? named : available.slice(0, 1)).flatMap((model) => choiceOf(model, state))
  const asked = [...offered, ...own.filter((method) => fitsScheme(scheme, method))].filter(({ id }) => address.methods.includes(id))
  const { methods: chosen, source } = withSource(asked.length > 0 ? asked : offered.slice(0, 1), offered)
  const shots: PlannedShots | undefined = plannedShots(address, scheme)
  const spread = wholeNumber(address.spread, 0, OTHER_WORDINGS) ?? 0
  const methods = [...withVariants(shots ? withFewShot(scheme, chosen, shots) : chosen, spread), classifier]
  const runs = models.flatMap((model) => methods.filter((method) => goTogether(model.model.kind, method)).map((method) => ({ model, method })))
  const fields = scheme.fields.map(({ id }) => id).filter((id) => runs.some(({ method }) => scoredFields(scheme, method).includes(id)))
  const primary = primaryMetric(address.metric, fields, scheme)
  const role: Role | undefined = dataset.roles && (address.role === 'dev' ? 'dev' : 'test')
  const most = role && dataset.roles ? dataset.roles.samples[role] : dataset.samples
  return {
    dataset,
    scheme,
    models,
    methods: methods.filter((method) => runs.some((run) => run.method === method)),
    runs,
    limit: wholeNumber(address.samples, 1, most) ?? most,
    most,
    ...(role && { role }),
    seed: wholeNumber(address.seed, 0, 2 ** 31) ?? SEED,
    reading: { prior: address.prior, rule: address.rule, ...(address.later === 'marginal' && { later: 'marginal' }), parser: PARSER_VERSION },
    primaryMetric: primary,
    family: plannedFamily(address, scheme, primary, draftedRuns(runs)),
    fields,
    spread,
    ...(source && { source }),
    ...(shots && { shots }),
    ...(address.prior === 'pool' && { pool: address.pool ?? dataset.id }),
  }
}

/** A draft's runs as the plan will name them. */
export function draftedRuns(runs: PlanDraft['runs']): readonly Asks[] {
  return runs.map(({ model: { model, dtype, device, graph }, method }) => ({ model: { ref: model.refFor(dtype, device, graph) }, method }))
}

/** The methods with one among them that answers what the others are told from a run: the first offered, where none of them does. */
function withSource(asked: readonly Method[], offered: readonly Method[]): { readonly methods: readonly Method[]; readonly source?: GivenSource } {
  const told = asked.flatMap((method) => givenFields(method, 'run'))
  if (told.length === 0) return { methods: asked }
  const answersAll = (method: Method) => givenFields(method, 'run').length === 0 && told.every((field) => answeredFields(method).includes(field))
  const own = asked.find(answersAll)
  const source = own ?? offered.find(answersAll)
  if (!source) return { methods: asked }
  return { methods: own ? asked : [source, ...asked], source: { kind: 'method', method: source.id } }
}

/** The plan of a draft, with what only a loaded model can tell. */
export interface FreezeRequest {
  readonly draft: PlanDraft
  readonly holder: ModelHolder
  readonly signal: AbortSignal
  /** How a model is to be run where so many answers are wanted of it (`settleWay`); as the draft says, where it is not given. */
  readonly settle?: (choice: ModelChoice, answers: number) => Promise<ModelChoice>
}

/**
 * Loads what must be loaded to know it (a classifier's outputs, the hashes of a folder's files), freezes the plan and
 * saves it. @throws EngineError; an Error where a classifier's outputs stand for no label of the scheme.
 */
export async function freezeDraft({ draft, holder, signal, settle }: FreezeRequest): Promise<FrozenPlan> {
  const models: PlannedModel[] = []
  for (const choice of draft.models) {
    const answers = draft.limit * draft.runs.filter(({ model }) => model === choice).length
    models.push(await loadedModel(settle ? await settle(choice, answers) : choice, draft.scheme, holder, signal))
  }
  const frozen = await freezePlan(await planChoice(draft, models))
  await savePlan(frozen.plan, frozen.runs)
  return frozen
}

/** The plan that a draft would be, not kept; null while only a loaded model could tell. */
export async function draftFrozen(draft: PlanDraft): Promise<FrozenPlan | null> {
  if (draft.models.some(needsLoading) || draft.runs.length === 0) return null
  const models = draft.models.map(({ model, dtype, device, graph }) => ({ ref: model.refFor(dtype, device, graph) }))
  return freezePlan(await planChoice(draft, models))
}

const lastIds = new RecentReads<readonly string[]>(1)

/** Ids in file order, of a role's samples where one is named; those of the last dataset stay, as a plan's id is asked for at each change of its draft. */
function sampleIds(dataset: Dataset, role: Role | undefined): Promise<readonly string[]> {
  const { id, hash, roles } = dataset
  const name = JSON.stringify([id, hash, role, roles])
  return lastIds.get(name) ?? lastIds.keep(name, readSamples(id).then((samples) => (role ? samplesFor(role, dataset, samples) : samples).map((sample) => sample.id)))
}

/** The samples that a draft would ask, in the order it asks them. */
export async function draftSampleIds({ dataset, role, seed, limit }: Pick<PlanDraft, 'dataset' | 'role' | 'seed' | 'limit'>): Promise<readonly string[]> {
  return drawnSamples({ seed, sampleIds: await sampleIds(dataset, role), limit })
}

async function planChoice(draft: PlanDraft, models: readonly PlannedModel[]): Promise<PlanChoice> {
  const choice: PlanChoice = {
    dataset: draft.dataset,
    sampleIds: await sampleIds(draft.dataset, draft.role),
    limit: draft.limit,
    scheme: draft.scheme,
    seed: draft.seed,
    models,
    methods: draft.methods.filter((method) => models.some((model) => goTogether(model.ref.kind, method))),
    decoding: { maxTokens: MAX_TOKENS, end: 'form' },
    reading: draft.reading,
    primaryMetric: draft.primaryMetric,
    family: draft.family,
    ...(draft.source && { source: draft.source }),
    ...(draft.role && draft.dataset.roles && { drawn: { role: draft.role, roles: draft.dataset.roles } }),
  }
  if (!draft.shots && draft.pool === undefined) return choice
  const samples = await readSamples(draft.dataset.id)
  return { ...choice, ...(await shotsFor(draft, choice, samples)), ...(await poolFor(draft, choice, samples)) }
}

async function shotsFor({ shots }: PlanDraft, choice: PlanChoice, samples: readonly Sample[]): Promise<Partial<PlanChoice>> {
  if (!shots) return {}
  const dataset = await readDataset(shots.datasetId)
  if (!dataset || dataset.schemeId !== choice.scheme.id) throw new NoShots()
  return drawnShots(choice, samples, dataset, shots)
}

async function poolFor({ pool }: PlanDraft, choice: PlanChoice, samples: readonly Sample[]): Promise<Partial<PlanChoice>> {
  if (pool === undefined) return {}
  const dataset = await readDataset(pool)
  if (!dataset) throw new PoolTooSmall(0)
  return drawnPool(choice, samples, dataset)
}

async function loadedModel(choice: ModelChoice, scheme: Scheme, holder: ModelHolder, signal: AbortSignal): Promise<PlannedModel> {
  const asked = choice.model.refFor(choice.dtype, choice.device, choice.graph)
  if (!needsLoading(choice)) return { ref: asked }
  const { loaded } = await holder.load(choice, signal)
  // of a site's model all files are pinned, those too that asking does not read: the filter of its training texts is one
  const planned = plannedModel(choice.model, asked.origin === 'embedded' ? asked : loaded.ref, scheme)
  if (planned.outputs && mappedFields(planned.outputs, scheme).length === 0) throw new OutputsUnknown(choice.model.id, loaded.outputs)
  return planned
}

/** A classifier whose output names stand for no label of the scheme. */
export class OutputsUnknown extends Error {
  readonly model: string
  readonly outputs: readonly string[]

  constructor(model: string, outputs: readonly string[]) {
    super(`${model}: ${outputs.join(', ')}`)
    this.name = 'OutputsUnknown'
    this.model = model
    this.outputs = outputs
  }
}

function needsLoading({ model }: ModelChoice): boolean {
  return model.kind === 'classifier' || model.origin === 'folder'
}

/** As it is loaded now, else as a trial here found best, else the best dtype on WASM, else on WebGPU; nothing where it runs on neither. */
function choiceOf(model: AvailableModel, state: ModelState): ModelChoice[] {
  if (state.status === 'ready' && state.choice.model.source === model.source) return [state.choice]
  const way = wayOf(model, rememberedSettings.get())
  return way ? [choiceOfWay(model, way)] : []
}

function primaryMetric(wanted: string | undefined, fields: readonly FieldId[], scheme: Scheme): Plan['primaryMetric'] {
  const [field = '', metric = ''] = (wanted ?? '').split('.')
  const known = metricNames.find((name) => name === metric)
  if (known && fields.includes(field)) return { field, metric: known }
  const { matrix } = scheme
  return { field: matrix !== undefined && fields.includes(matrix) ? matrix : (fields[0] ?? scheme.fields[0]!.id), metric: 'macroF1' }
}

function wholeNumber(text: string | undefined, low: number, high: number): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null
  const value = Number(text)
  return value >= low && value <= high ? value : null
}
