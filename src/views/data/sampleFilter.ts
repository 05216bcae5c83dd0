import type { Sample } from '../../domain/dataset.ts'
import type { AddressOf } from '../../state/address.ts'

/** `label` of the address beside a label's id. */
export const UNLABELLED = '-'
export const OUT_OF_SCHEME = '?'

/** The samples that the address selects: by cell, by a field's label, by words in sentence, context or id. */
export function selectSamples(samples: readonly Sample[], address: AddressOf<'data'>, stanceField: string): readonly Sample[] {
  const { stance, field, label } = address
  const search = address.search?.trim().toLowerCase() ?? ''
  return samples.filter(
    (sample) =>
      (stance === undefined || hasLabel(sample, stanceField, stance)) &&
      (field === undefined || label === undefined || hasLabel(sample, field, label)) &&
      (search === '' || [sample.text, sample.context, sample.id].some((text) => text.toLowerCase().includes(search))),
  )
}

function hasLabel(sample: Sample, field: string, label: string): boolean {
  const gold = sample.gold[field]
  if (gold === undefined) return label === UNLABELLED
  return gold.kind === 'outOfScheme' ? label === OUT_OF_SCHEME : gold.label === label
}
