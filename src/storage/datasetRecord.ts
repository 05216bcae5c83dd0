import * as v from 'valibot'
import type { ColumnRole, Dataset, DatasetRoles } from '../domain/dataset.ts'
import type { Timestamp } from '../domain/units.ts'
import type { RecordType } from './record.ts'

const role: v.GenericSchema<unknown, ColumnRole> = v.variant('kind', [
  v.object({ kind: v.picklist(['id', 'text', 'context', 'scene', 'speaker', 'tier', 'group', 'other']) }),
  v.object({ kind: v.literal('gold'), field: v.string() }),
  v.object({ kind: v.literal('oneHot'), field: v.string(), label: v.string() }),
])

const counts = v.object({ dev: v.number(), test: v.number() })

export const roles: v.GenericSchema<unknown, DatasetRoles> = v.variant('kind', [
  v.object({ kind: v.literal('column'), column: v.string(), dev: v.array(v.string()), samples: counts }),
  v.object({ kind: v.literal('split'), seed: v.number(), share: v.number(), samples: counts }),
])

const dataset: v.GenericSchema<unknown, Dataset> = v.object({
  id: v.string(),
  name: v.string(),
  hash: v.string(),
  schemeId: v.string(),
  rows: v.number(),
  samples: v.number(),
  problems: v.number(),
  notices: v.number(),
  source: v.object({
    file: v.string(),
    bytes: v.number(),
    format: v.picklist(['jsonl', 'json', 'csv', 'tsv', 'xlsx', 'parquet']),
    encoding: v.nullable(v.string()),
    mapping: v.record(v.string(), role),
  }),
  importedAt: v.number(),
  demonstration: v.boolean(),
  standIn: v.exactOptional(v.literal(true)),
  roles: v.exactOptional(roles),
})

/** Version 1 did not say what came with a run file; that alone has no columns. */
const first = v.looseObject({ dataset: v.looseObject({ source: v.looseObject({ mapping: v.strictObject({}) }) }) })

export interface DatasetRecord {
  readonly id: string
  /** writing: not there yet for anybody else; what a dead tab leaves behind. */
  readonly state: 'writing' | 'ready'
  /** When something was last written to it. */
  readonly writtenAt: Timestamp
  readonly dataset: Dataset
}

export const datasetRecord: RecordType<DatasetRecord> = {
  name: 'datasets',
  version: 2,
  schema: v.object({ id: v.string(), state: v.picklist(['writing', 'ready']), writtenAt: v.number(), dataset }),
  upgrades: { 1: (record) => (v.is(first, record) ? { ...record, dataset: { ...record.dataset, standIn: true } } : record) },
}
