import type { Sample } from '../domain/dataset.ts'
import type { ImportedRecord } from './readResultFile.ts'

/** Somebody else's records beside a dataset's samples. Every record is in exactly one of matched, unmatched and repeated. */
export interface MatchedRecords {
  readonly matched: readonly { readonly sample: Sample; readonly record: ImportedRecord; readonly by: 'id' | 'text' }[]
  /** No sample has their id, nor exactly one their text. */
  readonly unmatched: readonly ImportedRecord[]
  /** Further records of a sample that has one already: the first counts. */
  readonly repeated: readonly ImportedRecord[]
  /** Samples that no record is about. */
  readonly missing: readonly Sample[]
  /** Matched by id, but the record's text is another: the ids may be of another release. */
  readonly otherText: readonly ImportedRecord[]
}

/**
 * Matches by id; where the dataset has no such id, by text (apart from white space at its ends), if exactly one sample has it.
 */
export function matchRecords(records: readonly ImportedRecord[], samples: readonly Sample[]): MatchedRecords {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const byText = new Map<string, Sample | null>()
  for (const sample of samples) byText.set(sample.text.trim(), byText.has(sample.text.trim()) ? null : sample)
  const matched: { sample: Sample; record: ImportedRecord; by: 'id' | 'text' }[] = []
  const unmatched: ImportedRecord[] = []
  const repeated: ImportedRecord[] = []
  const otherText: ImportedRecord[] = []
  const seen = new Set<string>()
  for (const record of records) {
    const own = record.id === null ? undefined : byId.get(record.id)
    const sample = own ?? (record.text === null ? undefined : byText.get(record.text.trim()))
    if (!sample) {
      unmatched.push(record)
      continue
    }
    if (seen.has(sample.id)) {
      repeated.push(record)
      continue
    }
    seen.add(sample.id)
    if (own && record.text !== null && record.text.trim() !== own.text.trim()) otherText.push(record)
    matched.push({ sample, record, by: own ? 'id' : 'text' })
  }
  return { matched, unmatched, repeated, otherText, missing: samples.filter(({ id }) => !seen.has(id)) }
}
