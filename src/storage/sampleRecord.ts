import * as v from 'valibot'
import type { FindingCode, Gold, Notice, Problem, Sample } from '../domain/dataset.ts'
import { type RecordType, texts } from './record.ts'

const gold: v.GenericSchema<unknown, Gold> = v.variant('kind', [
  v.object({ kind: v.literal('label'), label: v.string(), derived: v.exactOptional(v.literal(true)) }),
  v.object({ kind: v.literal('outOfScheme'), raw: v.string() }),
])

const sample: v.GenericSchema<unknown, Sample> = v.object({
  id: v.string(),
  hash: v.string(),
  text: v.string(),
  context: v.string(),
  scene: v.nullable(v.picklist(['dialogue', 'customer_service', 'forum_comment', 'qa'])),
  speaker: v.nullable(v.string()),
  gold: v.record(v.string(), gold),
  tier: v.nullable(v.string()),
  group: v.nullable(v.string()),
  row: v.number(),
  other: v.record(v.string(), v.string()),
})

/** Up to 500 samples of a data set, in file order. */
export interface SampleRecord {
  readonly datasetId: string
  /** Place among the data set's records, from 0. */
  readonly chunk: number
  /** Of the samples, for the index by which one is found. */
  readonly ids: readonly string[]
  readonly samples: readonly Sample[]
}

export const sampleRecord: RecordType<SampleRecord> = {
  name: 'samples',
  version: 1,
  schema: v.object({ datasetId: v.string(), chunk: v.number(), ids: texts, samples: v.array(sample) }),
  upgrades: {},
}

/** A record, so that the compiler misses a code that is added elsewhere. */
const codes: Readonly<Record<FindingCode, true>> = {
  emptyText: true,
  missingText: true,
  malformedRow: true,
  raggedRow: true,
  swallowedRows: true,
  notAnObject: true,
  duplicateId: true,
  conflictingDuplicate: true,
  conflictingGold: true,
  exactDuplicate: true,
  exponentialId: true,
  impreciseId: true,
  undecodable: true,
  controlCharacters: true,
  outOfScheme: true,
  ambiguousLabel: true,
  inconsistentStance: true,
  generatedId: true,
  unknownScene: true,
  tooLarge: true,
  renamedColumn: true,
  guessedCodes: true,
  spreadLabels: true,
  dataParts: true,
}

const finding = {
  code: v.custom<FindingCode>((code) => typeof code === 'string' && Object.hasOwn(codes, code)),
  row: v.number(),
  column: v.nullable(v.string()),
  detail: v.record(v.string(), v.string()),
}

export interface ProblemRecord {
  readonly datasetId: string
  readonly problems: readonly Problem[]
}

export const problemRecord: RecordType<ProblemRecord> = {
  name: 'problems',
  version: 1,
  schema: v.object({ datasetId: v.string(), problems: v.array(v.object({ ...finding, raw: v.string() })) }),
  upgrades: {},
}

export interface NoticeRecord {
  readonly datasetId: string
  readonly notices: readonly Notice[]
}

export const noticeRecord: RecordType<NoticeRecord> = {
  name: 'notices',
  version: 1,
  schema: v.object({ datasetId: v.string(), notices: v.array(v.object({ ...finding, sampleId: v.string() })) }),
  upgrades: {},
}
