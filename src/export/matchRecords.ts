import type { Sample } from '../domain/dataset.ts'
import type { Refusal } from '../domain/plan.ts'
import type { AnswerRecord } from './readAnswers.ts'

/** A record that answers no sample, and why. */
export interface RefusedRecord {
  readonly record: AnswerRecord
  readonly reason: Extract<Refusal, 'unknown' | 'otherText' | 'repeated'>
}

/** Somebody else's records beside a dataset's samples. Every record is in exactly one of matched and refused. */
export interface MatchedRecords {
  readonly matched: readonly { readonly sample: Sample; readonly record: AnswerRecord; readonly by: 'id' | 'text' }[]
  readonly refused: readonly RefusedRecord[]
  /** Samples that no record is about. */
  readonly missing: readonly Sample[]
}

/**
 * Matches by id, where the dataset has it (`07` is not `7`): a record whose text is then another than the sample's is refused, its ids may be of another release.
 * Without an id that is known, by text, if exactly one sample has it. White space makes no difference; a sample whose text is not here cannot
 * contradict. Of several records for a sample the first counts.
 * @param by text: ids are not looked at.
 */
export function matchRecords(records: readonly AnswerRecord[], samples: readonly Sample[], by: 'id' | 'text' = 'id'): MatchedRecords {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const byText = new Map<string, Sample | null>()
  for (const sample of samples) {
    const text = bare(sample.text)
    if (text !== '') byText.set(text, byText.has(text) ? null : sample)
  }
  const matched: MatchedRecords['matched'][number][] = []
  const refused: RefusedRecord[] = []
  const seen = new Set<string>()
  for (const record of records) {
    const own = by === 'text' || record.id === null ? undefined : byId.get(record.id)
    const sample = own ?? (record.text === null ? undefined : (byText.get(bare(record.text)) ?? undefined))
    const reason = !sample ? 'unknown' : own && contradicts(record, own) ? 'otherText' : seen.has(sample.id) ? 'repeated' : undefined
    if (!sample || reason !== undefined) refused.push({ record, reason: reason ?? 'unknown' })
    else {
      seen.add(sample.id)
      matched.push({ sample, record, by: own ? 'id' : 'text' })
    }
  }
  return { matched, refused, missing: samples.filter(({ id }) => !seen.has(id)) }
}

function contradicts({ text }: AnswerRecord, sample: Sample): boolean {
  return text !== null && sample.text !== '' && bare(text) !== bare(sample.text)
}

/** A text without white space at all: files differ in it, and no two sentences of a dataset differ by nothing else. */
function bare(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}
