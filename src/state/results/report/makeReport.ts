import type { Plan } from '../../../domain/plan.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'
import { observeDatasets } from '../../../storage/datasets.ts'
import { lookLog } from '../../../storage/looks.ts'
import { planDataset } from '../../plan/planSamples.ts'
import type { Services } from '../../services.ts'
import type { MadeReport } from '../evidence/evidenceService.ts'
import { evidenceClient } from '../evidence/useEvidence.ts'
import type { Reference } from './flips.ts'

export interface ReportOptions {
  /** The samples' texts and what was answered to each. Data may be private: off unless the user asks. */
  readonly texts: boolean
  /** Name and version of the program. */
  readonly program: string
  readonly language: TableLanguage
  /** What was answered before, where the plan is run again. */
  readonly reference?: Reference
}

/** A plan's report, made by the evidence worker. @throws where the plan is no longer there. */
export async function makeReport({ startEvidence, siteUrl }: Pick<Services, 'startEvidence' | 'siteUrl'>, plan: Plan, { texts, program, language, reference }: ReportOptions): Promise<MadeReport> {
  const [dataset, dev, looks] = await Promise.all([planDataset(plan.dataset), devDataset(plan), lookLog(plan.dataset)])
  const wish = { texts, program, madeAt: Date.now(), dataset, siteUrl, looks, ...(dev !== null && { dev }), ...(reference && { reference }) }
  return evidenceClient(startEvidence).report(plan.id, wish, language)
}

/** The dataset that the plan took its examples or its prior's pool from, where it is here and not the tested one: baselines are fitted on it. */
async function devDataset({ methods, pool, dataset }: Plan): Promise<string | null> {
  const hashes = [...methods.flatMap(({ shots }) => (shots ? [shots.dataset.hash] : [])), ...(pool ? [pool.dataset.hash] : [])].filter((hash) => hash !== dataset.hash)
  if (hashes.length === 0) return null
  const found = (await datasetsNow()).find((each) => hashes.includes(each.hash) && !each.standIn)
  return found?.id ?? null
}

type Datasets = Parameters<Parameters<ReturnType<typeof observeDatasets>['subscribe']>[0]>[0]

function datasetsNow(): Promise<Datasets> {
  return new Promise((resolve, reject) => {
    // never told before `subscribe` returns: the database answers later
    const leave = observeDatasets().subscribe((datasets) => {
      leave()
      resolve(datasets)
    }, reject)
  })
}
