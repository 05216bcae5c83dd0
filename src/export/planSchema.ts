import * as v from 'valibot'
import { controlKinds } from '../domain/method.ts'
import { metricNames, refusals } from '../domain/plan.ts'

/** Plan and run as a run file writes them: the domain's own shape, checked key by key (an unknown key is an error). */

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'))
export const id = v.pipe(v.string(), v.minLength(1))
const bilingual = v.strictObject({ zh: v.string(), en: v.string() })

const label = v.strictObject({
  id,
  name: bilingual,
  aliases: v.array(v.string()),
  definition: bilingual,
  group: v.exactOptional(bilingual),
  doubt: v.exactOptional(bilingual),
})

const fieldEntries = {
  id,
  name: bilingual,
  definition: bilingual,
  labels: v.pipe(v.array(label), v.minLength(1)),
  columns: v.array(v.string()),
  ordinal: v.exactOptional(v.boolean()),
}

const scheme = v.strictObject({
  id,
  version: v.number(),
  name: bilingual,
  fields: v.array(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('chosen'), ...fieldEntries }),
      v.strictObject({
        kind: v.literal('derived'),
        ...fieldEntries,
        from: v.array(id),
        table: v.array(v.strictObject({ given: v.array(id), label: id })),
      }),
    ]),
  ),
  matrix: v.exactOptional(id),
})

const shotSet = v.strictObject({
  dataset: v.strictObject({ id, name: v.string(), hash: sha256 }),
  draw: v.variant('kind', [
    v.strictObject({ kind: v.literal('perLabel'), field: id, labels: v.exactOptional(positive) }),
    v.strictObject({ kind: v.literal('balanced'), field: id, each: positive, labels: v.exactOptional(positive) }),
    v.strictObject({ kind: v.literal('random'), count: positive }),
    v.strictObject({ kind: v.literal('named'), ids: v.pipe(v.array(id), v.minLength(1)) }),
  ]),
  seed: v.number(),
  turns: v.exactOptional(v.pipe(count, v.description('Of each example’s context only its last so many turns are shown'))),
  shots: v.array(v.strictObject({ sampleId: v.string(), hash: sha256, labels: v.record(v.string(), id) })),
})

const stepInstruction = v.exactOptional(v.pipe(v.string(), v.description('What stands behind the field’s heading in the form of the answer')))

const method = v.strictObject({
  id,
  name: bilingual,
  summary: bilingual,
  steps: v.array(
    v.variant('kind', [
      v.strictObject({
        kind: v.literal('reason'),
        maxTokens: count,
        instruction: v.exactOptional(v.pipe(v.string(), v.description('What the analysis is to look at, as the model reads it'))),
      }),
      v.strictObject({ kind: v.literal('choose'), field: id, instruction: stepInstruction }),
      v.strictObject({ kind: v.literal('derive'), field: id, instruction: stepInstruction }),
      v.strictObject({ kind: v.literal('give'), field: id, from: v.picklist(['gold', 'run', 'shuffled']) }),
    ]),
  ),
  asking: v.picklist(['guided', 'free']),
  labelForm: v.picklist(['word', 'letter', 'id']),
  scheme: v.exactOptional(v.pipe(scheme, v.description('What the method is asked over, where that is not the plan’s scheme: a sham matrix'))),
  shots: v.exactOptional(v.pipe(shotSet, v.description('Examples shown before the sample, by id and hash: their text is not in this file'))),
  prompt: v.exactOptional(v.pipe(v.strictObject({ name: v.string(), system: v.string(), user: v.string() }), v.description('The prompt in its maker’s own words, with {text}, {context}, {scenario_type}'))),
  template: v.exactOptional(v.pipe(v.strictObject({ system: v.string(), user: v.string() }), v.description('A person’s own wording, with places in braces that scheme, steps and sample fill'))),
  imported: v.exactOptional(
    v.pipe(
      v.strictObject({ benchmark: v.exactOptional(id), fewShot: v.boolean() }),
      v.description('Of answers taken from other people’s files: how they were asked, as the files’ names say'),
    ),
  ),
  control: v.exactOptional(
    v.pipe(v.strictObject({ kind: v.picklist(controlKinds), of: id }), v.description('The method of that id, whose control this is')),
  ),
  variant: v.exactOptional(
    v.pipe(
      v.strictObject({ kind: v.picklist(['wording', 'labelOrder', 'shots']), of: id, seed: v.number() }),
      v.description('The method of that id asked in another way, which ought to change nothing'),
    ),
  ),
})

const files = v.array(v.strictObject({ path: v.string(), bytes: count, sha256: v.exactOptional(sha256) }))

const ownRef = v.strictObject({
  id,
  kind: v.picklist(['causal', 'classifier']),
  origin: v.picklist(['embedded', 'folder']),
  revision: v.nullable(v.string()),
  files,
  dtype: v.string(),
  device: v.picklist(['wasm', 'webgpu']),
  graph: v.picklist(['asShipped', 'rewritten']),
})

/** A model that answered elsewhere. */
const importedRef = v.strictObject({
  id,
  kind: v.literal('causal'),
  origin: v.literal('imported'),
  revision: v.null(),
  files: v.pipe(files, v.description('The files its answers were taken from')),
  dtype: v.string(),
  device: v.literal('unknown'),
  graph: v.literal('unknown'),
})

const importedFile = v.strictObject({
  name: v.string(),
  sha256,
  fields: v.array(id),
  records: v.pipe(count, v.description('Lines that are not empty: those taken and those refused')),
  taken: count,
  byText: v.pipe(count, v.description('Of those taken, how many were matched by their text')),
  refused: v.strictObject(v.entriesFromList(refusals, count)),
  goldDiffers: v.pipe(count, v.description('Of those taken, how many state another gold label than the dataset')),
})

const family = v.strictObject({
  pairs: v.variant('kind', [
    v.strictObject({ kind: v.literal('none') }),
    v.strictObject({ kind: v.literal('allPairs') }),
    v.strictObject({ kind: v.literal('againstMethod'), method: id }),
    v.strictObject({ kind: v.literal('againstRun'), model: id, method: id }),
  ]),
  margin: v.exactOptional(
    v.pipe(v.number(), v.gtValue(0), v.ltValue(1), v.description('The largest difference of the primary figure that is still called none, as a share')),
  ),
})

const roleCounts = v.strictObject({ dev: count, test: count })

const roles = v.variant('kind', [
  v.strictObject({ kind: v.literal('column'), column: v.string(), dev: v.array(v.string()), samples: roleCounts }),
  v.strictObject({ kind: v.literal('split'), seed: v.number(), share: v.number(), samples: roleCounts }),
])

const plannedModel = v.strictObject({
  ref: v.variant('origin', [ownRef, importedRef]),
  outputs: v.exactOptional(v.array(v.nullable(v.strictObject({ field: id, label: id })))),
  context: v.exactOptional(v.boolean()),
})

const reading = v.strictObject({
  prior: v.pipe(v.picklist(['none', 'contentFree', 'pool', 'batch']), v.description('What is subtracted from log-probabilities; batch is transductive: a record’s answer depends on the others')),
  pool: v.exactOptional(v.pipe(sha256, v.description('Of prior pool: the hash of the plan’s pool'))),
  rule: v.picklist(['joint', 'path']),
  later: v.exactOptional(v.pipe(v.literal('marginal'), v.description('Later fields are summed over the cells; absent: behind the cell that was chosen'))),
  parser: v.pipe(count, v.description('Version of the parser of written answers; 0: as the imported file states them')),
})

export const planSchema = v.strictObject({
  id: v.pipe(sha256, v.description('SHA-256 of everything below but createdAt')),
  version: v.literal(1),
  createdAt: v.pipe(v.number(), v.description('Milliseconds since 1970-01-01 UTC')),
  dataset: v.strictObject({ id, name: v.string(), hash: sha256, samples: count, demonstration: v.boolean() }),
  scheme: v.pipe(scheme, v.description('The fields and labels that samples are judged by')),
  seed: v.number(),
  sampleIds: v.pipe(v.array(v.string()), v.description('The drawn samples in the order they are asked')),
  models: v.array(plannedModel),
  methods: v.array(method),
  decoding: v.strictObject({
    maxTokens: v.pipe(count, v.description('0: unknown, of imported answers')),
    end: v.exactOptional(v.pipe(v.literal('form'), v.description('A free answer ends once its form is filled in; absent: with the turn of the model or the limit'))),
  }),
  reading: v.pipe(reading, v.description('How raw predictions are read; any other reading is exploratory')),
  primaryMetric: v.strictObject({
    field: id,
    metric: v.picklist(metricNames),
  }),
  family: v.exactOptional(v.pipe(family, v.description('The comparisons named before the run; any other is exploratory'))),
  pool: v.exactOptional(
    v.pipe(
      v.strictObject({
        dataset: v.strictObject({ id, name: v.string(), hash: sha256 }),
        seed: v.number(),
        hash: v.pipe(sha256, v.description('SHA-256 over the samples’ hashes in this order')),
        samples: v.array(v.strictObject({ sampleId: v.string(), hash: sha256 })),
      }),
      v.description('Unlabelled records that the prior is the mean over, by id and hash: their text is not in this file'),
    ),
  ),
  source: v.exactOptional(
    v.pipe(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('method'), method: id }),
        v.strictObject({ kind: v.literal('run'), run: sha256, reading }),
      ]),
      v.description('Whose answers are told by steps that give a label from a run: the same model’s by that method, or an earlier run'),
    ),
  ),
  cut: v.exactOptional(
    v.pipe(
      v.strictObject({
        chunk: v.pipe(positive, v.description('Tokens that are read in one forward')),
        trunk: v.pipe(positive, v.description('A sample’s tokens beyond which they are read in chunks, too')),
        nodes: v.pipe(positive, v.description('Most tokens in one forward of the answer tree')),
        ahead: v.pipe(count, v.description('Tokens a step may add before it is known to be wanted')),
      }),
      v.description('How a language model’s prompts and answer trees are cut into forwards'),
    ),
  ),
  drawn: v.exactOptional(v.pipe(v.strictObject({ role: v.picklist(['dev', 'test']), roles }), v.description('The role that the samples were drawn from, and how the dataset was parted'))),
  imported: v.exactOptional(v.pipe(v.array(importedFile), v.description('The answers were taken from other people’s files'))),
})

export const runSchema = v.strictObject({
  id: v.pipe(sha256, v.description('SHA-256 over dataset hash, model, method, prompt and source')),
  planId: sha256,
  model: plannedModel,
  method,
  promptHash: v.pipe(sha256, v.description('SHA-256 of the prompt’s template')),
  source: v.exactOptional(v.pipe(v.strictObject({ run: sha256, reading }), v.description('The run whose answers this one tells its model, and how they are read'))),
})
