import * as v from 'valibot'
import { type SampleColumns, sampleColumns, type ValueColumn } from '../domain/sampleColumns.ts'
import { type RecordType, texts } from './record.ts'
import type { SampleRecord } from './sampleRecord.ts'

/** What figures need of the samples in one record, by the same key: read in a tenth of the time that the samples themselves take. */
export interface SampleColumnsRecord extends SampleColumns {
  readonly datasetId: string
  readonly chunk: number
}

const column: v.GenericSchema<unknown, ValueColumn> = v.object({ values: v.array(v.string()), of: v.instance(Int32Array) })

export const sampleColumnsRecord: RecordType<SampleColumnsRecord> = {
  name: 'sampleColumns',
  version: 1,
  schema: v.object({
    datasetId: v.string(),
    chunk: v.number(),
    ids: texts,
    written: v.instance(Uint8Array),
    scenes: column,
    tiers: column,
    groups: column,
    gold: v.record(v.string(), column),
  }),
  upgrades: {},
}

export function columnsRecordOf({ datasetId, chunk, samples }: SampleRecord): SampleColumnsRecord {
  return { datasetId, chunk, ...sampleColumns(samples) }
}
