import type { FieldId } from '../../domain/scheme.ts'
import type { AddressOf } from '../address.ts'

/** The same results by another field. Filters by a label go, because the other field has other labels. */
export function ofField(address: AddressOf<'results'>, field: FieldId): AddressOf<'results'> {
  return { ...address, field, gold: undefined, answer: undefined, verdict: undefined, sample: undefined }
}
