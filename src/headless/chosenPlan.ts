import type { Dataset } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import type { Device } from '../domain/model.ts'
import type { Scheme } from '../domain/scheme.ts'
import { methodsOf } from '../prompt/schemeMethods.ts'
import { type FrozenPlan, goTogether } from '../run/freezePlan.ts'
import { type AddressOf, formatAddress, parseAddress } from '../state/address.ts'
import { type AvailableModel, availableModels } from '../state/availableModels.ts'
import { type ModelChoice, modelHolder } from '../state/loadedModel.ts'
import { plannedFamily } from '../state/planFamily.ts'
import { draftedRuns, freezeDraft, planDraft, type PlanDraft } from '../state/planning.ts'
import { siteServices } from '../../workers/siteServices.ts'
import { type Options, Refusal } from './options.ts'

/** What a method with examples is called: its id and this. */
const FEW = '-few'

/** The models and methods that are asked for. @throws Refusal where one is unknown, or they do not go together: before anything is imported. */
export async function checkedChoice({ models, methods, device, choices }: Options, scheme: Scheme, hasDev: boolean): Promise<readonly AvailableModel[]> {
  const known = await availableModels(siteServices.siteUrl)
  const ids = methodsOf(scheme).methods.map(({ id }) => id)
  for (const method of methods) {
    const few = method.endsWith(FEW)
    if (!ids.includes(few ? method.slice(0, -FEW.length) : method)) throw new Refusal(`There is no method ${method}: take one of ${ids.join(', ')}.`)
    if (few && !hasDev) throw new Refusal(`${method} shows examples: name the file that they are drawn from with --dev.`)
  }
  if (choices.prior === 'pool' && !hasDev) throw new Refusal('A pool\'s prior is the mean over records apart from the test: name their file with --dev.')
  readingOf(choices)
  const chosen = models.map((id) => {
    const model = known.find((each) => each.id === id)
    if (!model) throw new Refusal(`There is no model ${id}: the embedded ones are ${known.map((each) => each.id).join(', ')}; a folder's path is taken, too.`)
    return model
  })
  const all = chosen.length > 0 ? chosen : known.slice(0, 1)
  const asked = methods.map((id) => baseOf(id, scheme))
  for (const { kind, id } of all) {
    if (asked.length > 0 && !asked.some((method) => goTogether(kind, method))) throw new Refusal(`${id} is a classifier and answers directly: leave out --method, or take a language model.`)
  }
  for (const model of all) wantedDevice(model, device)
  return all
}

function baseOf(id: string, scheme: Scheme): Method {
  const base = id.endsWith(FEW) ? id.slice(0, -FEW.length) : id
  return methodsOf(scheme).methods.find((method) => method.id === base)!
}

/**
 * The plan of what was chosen, frozen by the same steps as the Plan screen's. Of methods with examples only those that were named stand in it.
 * @param dev what examples are drawn from.
 */
export async function chosenPlan(options: Options, scheme: Scheme, models: readonly AvailableModel[], dataset: Dataset, dev: Dataset | null): Promise<FrozenPlan> {
  const { methods, limit, choices } = options
  const holder = modelHolder(siteServices.startInference)
  const few = methods.some((id) => id.endsWith(FEW))
  const address = parseAddress(formatAddress({
    screen: 'plan',
    dataset: dataset.id,
    models: models.map(({ id }) => id),
    methods: [...new Set(methods.map((id) => baseOf(id, scheme).id))],
    ...(choices.seed !== undefined && { seed: choices.seed }),
    ...(choices.metric !== undefined && { metric: choices.metric }),
    ...(choices.family !== undefined && { family: choices.family }),
    ...(choices.margin !== undefined && { margin: choices.margin }),
    ...(few && dev && { shots: dev.id }),
    ...(choices.prior === 'pool' && dev && { pool: dev.id }),
    ...(limit !== null && { samples: String(Math.min(limit, dataset.samples)) }),
  }))
  if (address.screen !== 'plan') throw new Error('no plan address')
  const wanted = { ...address, ...readingOf(choices) }
  const drafted = planDraft(wanted, { dataset, scheme, available: models, state: holder.get() })
  const draft = onDevice(named(drafted, methods, wanted), options.device)
  return freezeDraft({ draft, holder, signal: new AbortController().signal })
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
function named(draft: PlanDraft, methods: readonly string[], address: AddressOf<'plan'>): PlanDraft {
  if (methods.length === 0) return draft
  const source = draft.source?.kind === 'method' ? draft.source.method : null
  const own = new Set(methodsOf(draft.scheme).methods.flatMap(({ id }) => [id, `${id}${FEW}`]))
  const wanted = ({ id }: Method): boolean => methods.includes(id) || id === source || !own.has(id)
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
