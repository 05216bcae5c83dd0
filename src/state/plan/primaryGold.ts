import type { MetricName } from '../../domain/plan.ts'
import { type SampleColumns, sampleColumns } from '../../domain/sampleColumns.ts'
import type { Field, FieldId, LabelId } from '../../domain/scheme.ts'
import { canHaveInterval, SUPPORTED } from '../../metrics/classification.ts'
import { readSampleColumns, readSamples } from '../../storage/datasets.ts'
import { once } from '../observables.ts'
import { RecentReads } from '../recentReads.ts'
import { type Kept, useKept } from '../useKept.ts'
import { draftSampleIds, type PlanDraft } from './planning.ts'

/** Gold of the samples that a plan asks. */
export interface AskedGold {
  readonly samples: number
  /** How many have each label; fields and labels without any are absent. */
  readonly fields: Readonly<Record<FieldId, Readonly<Record<LabelId, number>>>>
}

/** What keeps a primary figure from bearing a conclusion. */
export interface PrimaryDoubt {
  /** Labels of the full list with fewer than `SUPPORTED` gold, in its order. */
  readonly rare: readonly { readonly label: LabelId; readonly gold: number }[]
  /** Figures that can bear one over the same samples, the likest first. */
  readonly instead: readonly MetricName[]
}

/** Counts the labels of the samples named. */
export function goldAmong(columns: SampleColumns, ids: readonly string[]): AskedGold {
  const asked = new Set(ids)
  const fields: Record<FieldId, Record<LabelId, number>> = {}
  for (const [field, { values, of }] of Object.entries(columns.gold)) {
    const counts: Record<LabelId, number> = {}
    columns.ids.forEach((id, at) => {
      const label = values[of[at]!]
      if (label !== undefined && asked.has(id)) counts[label] = (counts[label] ?? 0) + 1
    })
    if (Object.keys(counts).length > 0) fields[field] = counts
  }
  return { samples: ids.length, fields }
}

/**
 * Why no conclusion can rest on a figure over these samples: a macro average over the full list has no interval while a listed label has
 * fewer than ten gold (`canHaveInterval`), nor has one over the labels with ten where there are none. Null where it can, and where the field has no gold at all.
 */
export function primaryDoubt({ id, labels }: Field, metric: MetricName, { fields }: AskedGold): PrimaryDoubt | null {
  const counts = fields[id]
  if (!counts) return null
  const gold = labels.map((label) => ({ label: label.id, gold: counts[label.id] ?? 0 }))
  const rare = gold.filter((each) => each.gold < SUPPORTED)
  const supported = gold.flatMap((each, at) => (each.gold < SUPPORTED ? [] : [at]))
  const stands = metric === 'supportedMacroF1' ? supported.length > 0 : canHaveInterval(metric, labels.length, supported)
  if (stands) return null
  return { rare, instead: [...(supported.length > 0 ? ['supportedMacroF1' as const] : []), 'accuracy'] }
}

/** The gold of the very samples that a draft would ask; the last counts stay while others are made. */
export function useAskedGold(draft: PlanDraft): Kept<AskedGold> {
  const { dataset, role, seed, limit } = draft
  const key = JSON.stringify([dataset.id, dataset.hash, dataset.roles, role, seed, limit])
  return useKept(dataset.id, key, () => once(() => last.get(key) ?? last.keep(key, askedGold(draft))))
}

const last = new RecentReads<AskedGold>(1)

/** The same, read once. */
export async function askedGold(draft: PlanDraft): Promise<AskedGold> {
  const { id } = draft.dataset
  const [columns, ids] = await Promise.all([readSampleColumns(id).then(async (kept) => kept ?? sampleColumns(await readSamples(id))), draftSampleIds(draft)])
  return goldAmong(columns, ids)
}
