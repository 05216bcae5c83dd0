import type { Dataset } from '../domain/dataset.ts'
import type { Plan, PlannedModel, Run } from '../domain/plan.ts'
import { cutsOtherwise, forwardCut } from '../engine/forwardCut.ts'
import { parsePlanFile, type PlanFile } from '../export/planFile.ts'
import { type FrozenPlan, planId, planRuns } from '../run/freezePlan.ts'
import { type AvailableModel, availableModels } from '../state/models/availableModels.ts'
import { planSamples } from '../state/plan/planSamples.ts'
import type { Reference } from '../state/results/report/flips.ts'
import { importRunFile } from '../state/results/runFiles.ts'
import { savePlan } from '../storage/plans.ts'
import { siteServices } from '../../workers/siteServices.ts'
import { wantedDevice } from './chosenPlan.ts'
import { type Options, Refusal } from './options.ts'

/** A plan that is run again, and what was answered to it before. */
export interface GivenPlan extends FrozenPlan {
  readonly reference: Reference
  /** This program cuts forwards otherwise than the plan says. */
  readonly otherCut: boolean
}

/** @throws RunFileError; Refusal where the file was changed by hand. */
export async function readGivenPlan(file: File): Promise<PlanFile> {
  const given = parsePlanFile(await file.text())
  if (planId(given.plan) !== given.plan.id) throw new Refusal(`${file.name} was changed: its plan's id is not the hash of the plan.`)
  if (given.plan.imported) throw new Refusal(`${file.name} is of answers that were imported: there is no model to ask again.`)
  return given
}

/**
 * The plan as it was frozen, or on another device where that is asked for, or in this program's cut where that is another: then with another id, its answers held against those on record.
 * @param dataset what was imported for it; null where none was given. @param dev what its examples are from.
 * @throws Refusal that says which file is another than the plan's, with both hashes; where the program words a prompt otherwise.
 */
export async function givenPlan(file: File, given: PlanFile, options: Options, dataset: Dataset | null, dev: Dataset | null): Promise<GivenPlan> {
  await checkData(file, given, dataset)
  checkExamples(given.plan, dataset, dev)
  const models = await Promise.all(given.plan.models.map((model) => modelHere(model, options.device)))
  const moved = models.some((model, at) => model !== given.plan.models[at])
  const otherCut = models.some(({ ref }) => ref.kind === 'causal') && cutsOtherwise(given.plan)
  const elsewhere = { ...given.plan, models, ...(otherCut && { cut: forwardCut }) }
  const plan: Plan = moved || otherCut ? { ...elsewhere, id: planId(elsewhere) } : given.plan
  const shots = plan.methods.flatMap(({ shots: own }) => (own ? [own.dataset] : []))
  const shotSamples = (await Promise.all(shots.map((from) => planSamples(from)))).flat()
  const runs = planRuns(plan, shotSamples)
  // by the file's own cut, which is part of what a run is called
  if (!moved) checkPrompts(given.runs, planRuns(given.plan, shotSamples))
  await savePlan(plan, runs)
  return {
    plan, runs, otherCut,
    reference: { sampleIds: given.plan.sampleIds, runs: given.runs.flatMap((run) => {
      const answers = given.answers.get(run.id)
      return answers ? [{ run, answers }] : []
    }) },
  }
}

async function checkData(file: File, { plan, runFile }: PlanFile, dataset: Dataset | null): Promise<void> {
  const { name, hash } = plan.dataset
  if (dataset) {
    if (dataset.hash === hash) return
    throw new Refusal(`${dataset.source.file} is not the plan's data “${name}”: its content hashes to ${dataset.hash}, the plan says ${hash}.`)
  }
  if (!runFile?.samples.every(({ content }) => content)) throw new Refusal(`Name the plan's data file: “${name}”, content hash ${hash} (${plan.dataset.samples} samples).`)
  await importRunFile(new File([JSON.stringify({ ...JSON.parse(await file.text()), runs: [] })], file.name))
}

function checkExamples({ methods, pool }: Plan, dataset: Dataset | null, dev: Dataset | null): void {
  const sources = [
    ...methods.flatMap(({ id, shots }) => (shots ? [{ what: `The examples of ${id}`, from: shots.dataset }] : [])),
    ...(pool ? [{ what: 'The records of the prior’s pool', from: pool.dataset }] : []),
  ]
  for (const { what, from } of sources) {
    if (dataset?.hash === from.hash || dev?.hash === from.hash) continue
    const wanted = `${what} are from “${from.name}”, content hash ${from.hash}`
    throw new Refusal(dev ? `${wanted}; ${dev.source.file} hashes to ${dev.hash}.` : `${wanted}: name its file with --dev.`)
  }
}

/** @throws Refusal naming the file whose hash differs. */
async function modelHere(model: PlannedModel, device: string | null): Promise<PlannedModel> {
  const { ref } = model
  if (ref.origin === 'imported') throw new Refusal(`${ref.id} stands for imported answers: there is nothing to ask.`)
  const known = await availableModels(siteServices.siteUrl)
  const here = known.find(({ id, origin }) => id === ref.id && origin === ref.origin)
  if (!here) {
    const where = ref.origin === 'folder' ? 'name its folder with --model' : `this site has ${known.map(({ id }) => id).join(', ')}`
    throw new Refusal(`The plan's model ${ref.id} is not here: ${where}.`)
  }
  if (device !== null && device !== ref.device) {
    const { device: wanted = ref.device, dtype = ref.dtype } = wantedDevice(here, device)
    return { ...model, ref: here.refFor(dtype, wanted) }
  }
  const changed = changedFile(here, ref)
  if (changed !== null) throw new Refusal(`The plan's model ${ref.id} has changed: ${changed}.`)
  return model
}

/** Of what is known before it is loaded: a site's files by hash, a folder's by size (its hashes are checked when it is loaded). */
function changedFile(here: AvailableModel, ref: Exclude<PlannedModel['ref'], { readonly origin: 'imported' }>): string | null {
  if (!here.dtypes[ref.device].includes(ref.dtype)) return `it has no ${ref.dtype} for ${ref.device} here`
  const found = new Map(here.refFor(ref.dtype, ref.device).files.map((file) => [file.path, file]))
  for (const { path, bytes, sha256 } of ref.files) {
    const own = found.get(path)
    if (!own) return `${path} is not there`
    if (sha256 !== undefined && own.sha256 !== undefined && own.sha256 !== sha256) return `${path} has SHA-256 ${own.sha256}, the plan says ${sha256}`
    if (own.bytes !== bytes) return `${path} has ${own.bytes} bytes, the plan says ${bytes}`
  }
  return null
}

/** @throws Refusal where a run would ask something else than the one on record: prompts are the program's own. */
function checkPrompts(recorded: readonly Run[], now: readonly Run[]): void {
  const ids = new Set(now.map(({ id }) => id))
  const other = recorded.find(({ id }) => !ids.has(id))
  if (!other) return
  const own = now.find(({ method, model }) => method.id === other.method.id && model.ref.id === other.model.ref.id)
  const how = own && own.promptHash !== other.promptHash ? `its prompt's hash is ${own.promptHash}, the file says ${other.promptHash}` : 'what it asks has another hash'
  throw new Refusal(`This version of the program asks ${other.method.id} otherwise than the plan's did: ${how}. Take the version that froze it.`)
}
