import type { Dataset } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import type { Device } from '../domain/model.ts'
import { metricNames } from '../domain/plan.ts'
import type { Scheme } from '../domain/scheme.ts'
import { methodsOf } from '../prompt/schemeMethods.ts'
import { OTHER_WORDINGS } from '../prompt/variants.ts'
import { cannotHave, type FrozenPlan, goTogether } from '../run/freezePlan.ts'
import { type AddressOf, formatAddress, parseAddress } from '../state/address.ts'
import { type AvailableModel, availableModels } from '../state/models/availableModels.ts'
import { type ModelChoice, modelHolder } from '../state/models/loadedModel.ts'
import { familyText, plannedFamily } from '../state/plan/planFamily.ts'
import { draftedRuns, freezeDraft, planDraft, type PlanDraft } from '../state/plan/planning.ts'
import { idsAmong, MOST_SHOTS, namedIds } from '../state/plan/planShots.ts'
import { siteServices } from '../../workers/siteServices.ts'
import { type Options, Refusal } from './options.ts'

/** What a method with examples is called: its id and this. */
const FEW = '-few'

/** The models and methods that are asked for. @throws Refusal where one is unknown, or they do not go together: before anything is imported. */
export async function checkedChoice({ models, methods, device, choices }: Options, scheme: Scheme, own: readonly Method[], hasDev: boolean): Promise<readonly AvailableModel[]> {
  const known = await availableModels(siteServices.siteUrl)
  const ids = offered(scheme, own).map(({ id }) => id)
  for (const method of methods) {
    const few = method.endsWith(FEW)
    if (!ids.includes(few ? method.slice(0, -FEW.length) : method)) throw new Refusal(`There is no method ${method}: take one of ${ids.join(', ')}.`)
    if (few && !hasDev) throw new Refusal(`${method} shows examples: name the file that they are drawn from with --dev.`)
  }
  if (choices.prior === 'pool' && !hasDev) throw new Refusal('A pool\'s prior is the mean over records apart from the test: name their file with --dev.')
  readingOf(choices)
  checkShots(choices, scheme, methods.some((id) => id.endsWith(FEW)))
  const chosen = models.map((id) => {
    const model = known.find((each) => each.id === id)
    if (!model) throw new Refusal(`There is no model ${id}: the embedded ones are ${known.map((each) => each.id).join(', ')}; a folder's path is taken, too.`)
    return model
  })
  const all = chosen.length > 0 ? chosen : known.slice(0, 1)
  const asked = methods.length > 0 ? methods.map((id) => baseOf(id, offered(scheme, own))) : own
  for (const { kind, id } of all) {
    if (asked.length > 0 && !asked.some((method) => goTogether(kind, method))) throw new Refusal(`${id} is a classifier and answers directly: leave out --method, or take a language model.`)
  }
  for (const model of all) wantedDevice(model, device)
  return all
}

/** What can be asked: the scheme's methods, and those that were given. */
function offered(scheme: Scheme, own: readonly Method[]): readonly Method[] {
  return [...methodsOf(scheme).methods, ...own]
}

function baseOf(id: string, all: readonly Method[]): Method {
  const base = id.endsWith(FEW) ? id.slice(0, -FEW.length) : id
  return all.find((method) => method.id === base)!
}

/** Choices of examples that nothing would come of are refused rather than passed over. */
function checkShots({ draw, shotField, shotCount, shotTurns, shotIds, spread }: Options['choices'], scheme: Scheme, few: boolean): void {
  const given = Object.entries({ draw, 'shot-field': shotField, 'shot-count': shotCount, 'shot-turns': shotTurns, 'shot-ids': shotIds }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length > 0 && !few) throw new Refusal(`--${given.join(', --')} is about examples: name a method that shows them, as direct${FEW}.`)
  const read = parseAddress(`#/plan?draw=${encodeURIComponent(draw ?? '')}`)
  if (draw !== undefined && (read.screen !== 'plan' || read.draw !== draw)) throw new Refusal(`--draw takes perLabel, balanced, random or named, not ${draw}.`)
  if (shotField !== undefined && !scheme.fields.some(({ id }) => id === shotField)) throw new Refusal(`--shot-field takes a field of the scheme (${scheme.fields.map(({ id }) => id).join(', ')}), not ${shotField}.`)
  for (const [name, value, least] of [['shot-count', shotCount, 1], ['shot-turns', shotTurns, 0]] as const) {
    if (value !== undefined && !(/^\d+$/.test(value) && Number(value) >= least && Number(value) <= MOST_SHOTS)) throw new Refusal(`--${name} takes a whole number from ${least} to ${MOST_SHOTS}, not ${value}.`)
  }
  if (spread !== undefined && !(/^\d+$/.test(spread) && Number(spread) <= OTHER_WORDINGS)) throw new Refusal(`--spread takes a whole number from 0 to ${OTHER_WORDINGS}, not ${spread}.`)
  if ((draw === 'named') !== (shotIds !== undefined)) throw new Refusal('--draw named and --shot-ids go together: the ids are of samples of the --dev file.')
  if (draw === 'named' && shotIds !== undefined && idsAmong(namedIds(shotIds), new Set()).length === 0) throw new Refusal('--shot-ids names no id.')
}

/**
 * The plan of what was chosen, frozen by the same steps as the Plan screen's. Of methods with examples only those that were named stand in it.
 */
export async function chosenPlan(options: Options, { scheme, own, models, dataset, dev }: PlanGround): Promise<FrozenPlan> {
  const { limit, choices } = options
  const methods = options.methods.length > 0 ? options.methods : own.map(({ id }) => id)
  const holder = modelHolder(siteServices.startInference)
  const few = methods.some((id) => id.endsWith(FEW))
  const address = parseAddress(formatAddress({
    screen: 'plan',
    dataset: dataset.id,
    models: models.map(({ id }) => id),
    methods: [...new Set(methods.map((id) => baseOf(id, offered(scheme, own)).id))],
    ...(choices.seed !== undefined && { seed: choices.seed }),
    ...(choices.metric !== undefined && { metric: choices.metric }),
    ...(choices.family !== undefined && { family: choices.family }),
    ...(choices.margin !== undefined && { margin: choices.margin }),
    ...(few && dev && { shots: dev.id, ...shotChoices(choices) }),
    ...(choices.spread !== undefined && { spread: choices.spread }),
    ...(choices.prior === 'pool' && dev && { pool: dev.id }),
    ...(limit !== null && { samples: String(Math.min(limit, dataset.samples)) }),
  }))
  if (address.screen !== 'plan') throw new Error('no plan address')
  const wanted = { ...address, ...readingOf(choices) }
  const drafted = planDraft(wanted, { dataset, scheme, available: models, state: holder.get(), own })
  const draft = onDevice(named(drafted, methods, offered(scheme, own), wanted), options.device)
  checkTaken(choices, draft)
  return freezeDraft({ draft, holder, signal: new AbortController().signal })
}

/** @throws Refusal where a choice means nothing here: the screens would take the default and show it. */
function checkTaken({ seed, metric, family, margin, prior }: Options['choices'], draft: PlanDraft): void {
  const { field, metric: figure } = draft.primaryMetric
  if (seed !== undefined && Number(seed) !== draft.seed) throw new Refusal(`--seed takes a whole number from 0 on, not ${seed}.`)
  if (metric !== undefined && metric !== `${field}.${figure}`) throw new Refusal(`--metric takes one of ${draft.fields.join(', ')} with one of ${metricNames.join(', ')}, as in ${field}.${figure}, not ${metric}.`)
  if (margin !== undefined && !(Number(margin) >= 0.1 && Number(margin) <= 50)) throw new Refusal(`--margin takes points from 0.1 to 50, not ${margin}.`)
  if (family !== undefined && family !== familyText(draft.family.pairs)) throw new Refusal(`--family takes none, all or method:ID, with a method that another one of the plan is compared with, not ${family}.`)
  const without = prior === undefined ? undefined : draft.runs.find(({ method }) => cannotHave(draft.reading.prior, method))
  if (without) throw new Refusal(`${without.method.id} is told labels and has no prior ${prior}: take none or batch.`)
}

/** What a plan is made of besides what was chosen for it. */
export interface PlanGround {
  readonly scheme: Scheme
  /** Methods that files brought. */
  readonly own: readonly Method[]
  readonly models: readonly AvailableModel[]
  readonly dataset: Dataset
  /** What examples and pools are drawn from. */
  readonly dev: Dataset | null
}

function shotChoices({ draw, shotField, shotCount, shotTurns, shotIds }: Options['choices']): Partial<AddressOf<'plan'>> {
  const read = parseAddress(`#/plan?draw=${draw ?? 'perLabel'}`)
  return {
    ...(read.screen === 'plan' && { draw: read.draw }),
    ...(shotField !== undefined && { shotField }),
    ...(shotCount !== undefined && { shotCount }),
    ...(shotTurns !== undefined && { shotTurns }),
    ...(shotIds !== undefined && { shotIds }),
  }
}

function readingOf({ prior, rule, later }: Options['choices']): Pick<AddressOf<'plan'>, 'prior' | 'rule' | 'later'> {
  const read = parseAddress(`#/plan?prior=${encodeURIComponent(prior ?? '')}&rule=${encodeURIComponent(rule ?? '')}&later=${encodeURIComponent(later ?? '')}`)
  if (read.screen !== 'plan') throw new Error('no plan address')
  if (prior !== undefined && read.prior !== prior) throw new Refusal(`There is no prior ${prior}.`)
  if (rule !== undefined && read.rule !== rule) throw new Refusal(`There is no rule ${rule}.`)
  if (later !== undefined && read.later !== later) throw new Refusal(`--later takes chosen or marginal, not ${later}.`)
  return { prior: read.prior, rule: read.rule, later: read.later }
}

/** Without the methods that stand in the draft only beside those that were asked for; the run whose answers another one tells stays. */
function named(draft: PlanDraft, methods: readonly string[], all: readonly Method[], address: AddressOf<'plan'>): PlanDraft {
  if (methods.length === 0) return draft
  const source = draft.source?.kind === 'method' ? draft.source.method : null
  const known = new Set(all.flatMap(({ id }) => [id, `${id}${FEW}`]))
  const wanted = ({ id, variant }: Method): boolean => (variant ? methods.includes(variant.of) : methods.includes(id) || id === source || !known.has(id))
  const runs = draft.runs.filter(({ method }) => wanted(method))
  // what is compared is among what is left
  const family = plannedFamily(address, draft.scheme, draft.primaryMetric, draftedRuns(runs))
  return { ...draft, methods: draft.methods.filter(wanted), runs, family }
}

function onDevice(draft: PlanDraft, device: string | null): PlanDraft {
  const moved = (choice: ModelChoice): ModelChoice => ({ ...choice, ...wantedDevice(choice.model, device) })
  return device === null ? draft : { ...draft, models: draft.models.map(moved), runs: draft.runs.map((run) => ({ ...run, model: moved(run.model) })) }
}

/** @throws Refusal where the model cannot run there. */
export function wantedDevice(model: AvailableModel, device: string | null): Partial<{ readonly device: Device; readonly dtype: string }> {
  if (device === null) return {}
  if (device !== 'wasm' && device !== 'webgpu') throw new Refusal(`There is no device ${device}: wasm or webgpu.`)
  const [dtype] = model.dtypes[device]
  if (dtype === undefined) throw new Refusal(`${model.id} has nothing that runs on ${device}.`)
  return { device, dtype }
}
