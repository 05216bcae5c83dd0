import * as v from 'valibot'
import type { Family } from '../domain/family.ts'
import { controlKinds, type Method, type Step } from '../domain/method.ts'
import type { ImportedRef, ModelRef } from '../domain/model.ts'
import { type GivenSource, type ImportedFile, type Plan, type PlannedModel, type Run, metricNames, refusals } from '../domain/plan.ts'
import type { Reading } from '../domain/prediction.ts'
import type { Field, Scheme } from '../domain/scheme.ts'
import type { ShotSet } from '../domain/shots.ts'
import { roles } from './datasetRecord.ts'
import { type RecordType, texts } from './record.ts'

const bilingual = v.object({ zh: v.string(), en: v.string() })

const label = v.object({
  id: v.string(),
  name: bilingual,
  aliases: v.array(v.string()),
  definition: bilingual,
  group: v.exactOptional(bilingual),
  doubt: v.exactOptional(bilingual),
})

const field = {
  id: v.string(),
  name: bilingual,
  definition: bilingual,
  labels: v.array(label),
  columns: v.array(v.string()),
  ordinal: v.exactOptional(v.boolean()),
}

const anyField: v.GenericSchema<unknown, Field> = v.variant('kind', [
  v.object({ ...field, kind: v.literal('chosen') }),
  v.object({
    ...field,
    kind: v.literal('derived'),
    from: v.array(v.string()),
    table: v.array(v.object({ given: v.array(v.string()), label: v.string() })),
  }),
])

export const scheme: v.GenericSchema<unknown, Scheme> = v.object({
  id: v.string(),
  version: v.number(),
  name: bilingual,
  fields: v.array(anyField),
  matrix: v.exactOptional(v.string()),
})

const step: v.GenericSchema<unknown, Step> = v.variant('kind', [
  v.object({ kind: v.literal('reason'), maxTokens: v.number(), instruction: v.exactOptional(v.string()) }),
  v.object({ kind: v.picklist(['choose', 'derive']), field: v.string(), instruction: v.exactOptional(v.string()) }),
  v.object({ kind: v.literal('give'), field: v.string(), from: v.picklist(['gold', 'run', 'shuffled']) }),
])

const shotSet: v.GenericSchema<unknown, ShotSet> = v.object({
  dataset: v.object({ id: v.string(), name: v.string(), hash: v.string() }),
  draw: v.variant('kind', [
    v.object({ kind: v.literal('perLabel'), field: v.string(), labels: v.exactOptional(v.number()) }),
    v.object({ kind: v.literal('balanced'), field: v.string(), each: v.number(), labels: v.exactOptional(v.number()) }),
    v.object({ kind: v.literal('random'), count: v.number() }),
    v.object({ kind: v.literal('named'), ids: v.array(v.string()) }),
  ]),
  seed: v.number(),
  turns: v.exactOptional(v.number()),
  shots: v.array(v.object({ sampleId: v.string(), hash: v.string(), labels: v.record(v.string(), v.string()) })),
})

export const method: v.GenericSchema<unknown, Method> = v.object({
  id: v.string(),
  name: bilingual,
  summary: bilingual,
  steps: v.array(step),
  asking: v.picklist(['guided', 'free']),
  labelForm: v.picklist(['word', 'letter', 'id']),
  scheme: v.exactOptional(scheme),
  shots: v.exactOptional(shotSet),
  prompt: v.exactOptional(v.object({ name: v.string(), system: v.string(), user: v.string() })),
  template: v.exactOptional(v.object({ system: v.string(), user: v.string() })),
  imported: v.exactOptional(v.object({ benchmark: v.exactOptional(v.string()), fewShot: v.boolean() })),
  control: v.exactOptional(v.object({ kind: v.picklist(controlKinds), of: v.string() })),
  variant: v.exactOptional(v.object({ kind: v.picklist(['wording', 'labelOrder', 'shots']), of: v.string(), seed: v.number() })),
})

const family: v.GenericSchema<unknown, Family> = v.object({
  pairs: v.variant('kind', [
    v.object({ kind: v.picklist(['none', 'allPairs']) }),
    v.object({ kind: v.literal('againstMethod'), method: v.string() }),
    v.object({ kind: v.literal('againstRun'), model: v.string(), method: v.string() }),
  ]),
  margin: v.exactOptional(v.number()),
})

const files = v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.exactOptional(v.string()) }))

const ownRef: v.GenericSchema<unknown, ModelRef> = v.object({
  id: v.string(),
  kind: v.picklist(['causal', 'classifier']),
  origin: v.picklist(['embedded', 'folder']),
  revision: v.nullable(v.string()),
  files,
  dtype: v.string(),
  device: v.picklist(['wasm', 'webgpu']),
  graph: v.picklist(['asShipped', 'rewritten']),
})

const importedRef: v.GenericSchema<unknown, ImportedRef> = v.object({
  id: v.string(),
  kind: v.literal('causal'),
  origin: v.literal('imported'),
  revision: v.null(),
  files,
  dtype: v.string(),
  device: v.literal('unknown'),
  graph: v.literal('unknown'),
})

const model: v.GenericSchema<unknown, PlannedModel> = v.object({
  ref: v.union([ownRef, importedRef]),
  outputs: v.exactOptional(v.array(v.nullable(v.object({ field: v.string(), label: v.string() })))),
  context: v.exactOptional(v.boolean()),
})

const reading: v.GenericSchema<unknown, Reading> = v.object({
  prior: v.picklist(['none', 'contentFree', 'pool', 'batch']),
  pool: v.exactOptional(v.string()),
  rule: v.picklist(['joint', 'path']),
  later: v.exactOptional(v.literal('marginal')),
  parser: v.number(),
})

const source: v.GenericSchema<unknown, GivenSource> = v.variant('kind', [
  v.object({ kind: v.literal('method'), method: v.string() }),
  v.object({ kind: v.literal('run'), run: v.string(), reading }),
])

const importedFile: v.GenericSchema<unknown, ImportedFile> = v.object({
  name: v.string(),
  sha256: v.string(),
  fields: v.array(v.string()),
  records: v.number(),
  taken: v.number(),
  byText: v.number(),
  refused: v.object(v.entriesFromList(refusals, v.number())),
  goldDiffers: v.number(),
})

const plan: v.GenericSchema<unknown, Plan> = v.object({
  id: v.string(),
  version: v.literal(1),
  createdAt: v.number(),
  dataset: v.object({ id: v.string(), name: v.string(), hash: v.string(), samples: v.number(), demonstration: v.boolean() }),
  scheme,
  seed: v.number(),
  sampleIds: texts,
  models: v.array(model),
  methods: v.array(method),
  decoding: v.object({ maxTokens: v.number(), end: v.exactOptional(v.literal('form')) }),
  reading,
  primaryMetric: v.object({
    field: v.string(),
    metric: v.picklist(metricNames),
  }),
  family: v.exactOptional(family),
  pool: v.exactOptional(
    v.object({
      dataset: v.object({ id: v.string(), name: v.string(), hash: v.string() }),
      seed: v.number(),
      hash: v.string(),
      samples: v.array(v.object({ sampleId: v.string(), hash: v.string() })),
    }),
  ),
  source: v.exactOptional(source),
  cut: v.exactOptional(v.object({ chunk: v.number(), trunk: v.number(), nodes: v.number(), ahead: v.number() })),
  drawn: v.exactOptional(v.object({ role: v.picklist(['dev', 'test']), roles })),
  imported: v.exactOptional(v.array(importedFile)),
})

const run: v.GenericSchema<unknown, Run> = v.object({
  id: v.string(),
  planId: v.string(),
  model,
  method,
  promptHash: v.string(),
  source: v.exactOptional(v.object({ run: v.string(), reading })),
})

export interface PlanRecord {
  readonly id: string
  readonly plan: Plan
}

export const planRecord: RecordType<PlanRecord> = {
  name: 'plans',
  version: 1,
  schema: v.object({ id: v.string(), plan }),
  upgrades: {},
}

export interface RunRecord {
  readonly planId: string
  readonly id: string
  /** Place among the plan's runs. */
  readonly place: number
  readonly run: Run
}

export const runRecord: RecordType<RunRecord> = {
  name: 'runs',
  version: 1,
  schema: v.object({ planId: v.string(), id: v.string(), place: v.number(), run }),
  upgrades: {},
}
