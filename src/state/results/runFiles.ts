import type { Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import { sameLabels } from '../../domain/scheme.ts'
import { parseRunFile, type RunFile, wholeSample } from '../../export/runFile.ts'
import { parseSchemeFile, writeSchemeFile } from '../../export/schemeFile.ts'
import { RunFileError } from '../../export/runFileError.ts'
import { canonicalJson } from '../../run/canonicalJson.ts'
import { planId, runId } from '../../run/freezePlan.ts'
import { readDataset, readSamples } from '../../storage/datasets.ts'
import { importRun } from '../../storage/plans.ts'
import { readScheme, saveScheme } from '../../storage/schemes.ts'
import { keepStandIn } from '../../storage/standIn.ts'

export interface ImportedRunFile {
  readonly plan: Plan
  /** Predictions that were not here before. */
  readonly added: number
}

/**
 * Takes a run file in. Where its dataset is not in this browser, the file's own records stand in for it: gold and
 * scene, and the texts where the file has them.
 * @throws RunFileError that says what is wrong and where; `inconsistent`, too, where its gold is not that of the records here.
 */
export async function importRunFile(file: File): Promise<ImportedRunFile> {
  const parsed = parseRunFile(await file.text())
  checkIds(parsed)
  const { dataset } = parsed.plan
  const here = await readDataset(dataset.id)
  if (here && here.hash !== dataset.hash) throw new RunFileError('inconsistent', 'plan.dataset.hash', 'the dataset of this id has other content here')
  if (here) checkGold(parsed, await readSamples(dataset.id))
  await keepScheme(parsed.plan)
  const added = await importRun(parsed)
  await keepDataset(parsed, file)
  return { plan: parsed.plan, added }
}

/** The dataset's hash is over the gold as well: records that state another one, there or here, are not what it names. */
function checkGold({ samples }: RunFile, here: readonly Sample[]): void {
  const known = new Map(here.map(({ id, gold }) => [id, canonicalJson(gold)]))
  const other = samples.flatMap(({ id, gold }, at) => (known.has(id) && known.get(id) !== canonicalJson(gold) ? [{ id, at }] : []))
  const [first] = other
  if (first === undefined) return
  throw new RunFileError('inconsistent', `samples[${first.at}].gold`, `${other.length} of ${samples.length} samples state another gold than the records of this dataset that are here, “${first.id}” first: one of them was changed by hand; import the data's own file, or delete the dataset here if it came from another run file`)
}

/** What a run file says of its samples: without texts where it has none. */
export function fileSamples({ samples }: RunFile): readonly Sample[] {
  return samples.map((record, at): Sample => wholeSample(record) ?? { ...record, text: '', context: '', speaker: null, row: at + 1, other: {} })
}

/** The scheme that the stand-in's labels are told by. Another one of its id here would change what labels mean, there or here. */
async function keepScheme({ scheme }: Plan): Promise<void> {
  const here = await readScheme(scheme.id)
  if (here && !sameLabels(here, scheme)) throw new RunFileError('inconsistent', 'plan.scheme', `the scheme ${scheme.id} has other fields, labels or tables here`)
  // one that breaks the rules of scheme files is read over, as the plan has it, and not offered for other data
  if (!here && parseSchemeFile(writeSchemeFile(scheme)).kind === 'scheme') await saveScheme(scheme)
}

/** An id is the hash of what it names. A file changed by hand would else mix its answers into the runs of that id here. */
export function checkIds({ plan, runs }: RunFile): void {
  if (planId(plan) !== plan.id) throw new RunFileError('inconsistent', 'plan.id', 'is not the hash of the plan in this file')
  for (const [at, run] of runs.entries()) {
    if (runId(plan, run) !== run.id) throw new RunFileError('inconsistent', `runs[${at}].run.id`, 'is not the hash of what this run asked')
    // the run's id is not over all of them; the plan's is
    if (!isAmong(plan.methods, run.method)) throw new RunFileError('inconsistent', `runs[${at}].run.method`, 'is not among the methods of the plan')
    if (!isAmong(plan.models, run.model)) throw new RunFileError('inconsistent', `runs[${at}].run.model`, 'is not among the models of the plan')
  }
}

function isAmong(all: readonly unknown[], one: unknown): boolean {
  const text = canonicalJson(one)
  return all.some((each) => canonicalJson(each) === text)
}

function keepDataset(parsed: RunFile, file: File): Promise<void> {
  const { id, name, hash, demonstration } = parsed.plan.dataset
  return keepStandIn(
    {
      id,
      name,
      hash,
      schemeId: parsed.plan.scheme.id,
      problems: 0,
      notices: 0,
      source: { file: file.name, bytes: file.size, format: 'json', encoding: 'utf-8', mapping: {} },
      importedAt: Date.now(),
      demonstration,
    },
    fileSamples(parsed),
  )
}
