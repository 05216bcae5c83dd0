import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import { parseRunFile, type RunFile, wholeSample } from '../../export/runFile.ts'
import { createDataset, readDataset } from '../../storage/datasets.ts'
import { importRun } from '../../storage/plans.ts'

export interface ImportedRunFile {
  readonly plan: Plan
  /** Predictions that were not here before. */
  readonly added: number
}

/**
 * Takes a run file in. Where its dataset is not in this browser, the file's own records stand in for it: gold and
 * scene, and the texts where the file has them.
 * @throws RunFileError that says what is wrong and where.
 */
export async function importRunFile(file: File): Promise<ImportedRunFile> {
  const parsed = parseRunFile(await file.text())
  if (!(await readDataset(parsed.plan.dataset.id))) await keepDataset(parsed, file)
  const added = await importRun(parsed)
  return { plan: parsed.plan, added }
}

async function keepDataset({ plan, samples }: RunFile, file: File): Promise<void> {
  const dataset: Dataset = {
    id: plan.dataset.id,
    name: plan.dataset.name,
    hash: plan.dataset.hash,
    schemeId: plan.scheme.id,
    rows: samples.length,
    samples: samples.length,
    problems: 0,
    notices: 0,
    source: { file: file.name, bytes: file.size, format: 'json', encoding: 'utf-8', mapping: {} },
    importedAt: Date.now(),
    demonstration: plan.dataset.demonstration,
  }
  const writer = await createDataset(dataset)
  try {
    await writer.append({
      samples: samples.map((record, at): Sample => wholeSample(record) ?? { ...record, text: '', context: '', speaker: null, row: at + 1, other: {} }),
      problems: [],
      notices: [],
    })
    await writer.finish(dataset)
  } catch (error) {
    await writer.abandon()
    throw error
  }
}
