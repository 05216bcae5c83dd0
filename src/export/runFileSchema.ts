import * as v from 'valibot'
import { count, id, planSchema, runSchema, sha256 } from './planSchema.ts'

/**
 * The run file `.xianwai.json`, version 1. This module is the format: the parser is this schema, and the JSON Schema in
 * public/schema/ is made from it (a test compares them).
 */

/** What `format` says in every version. */
export const FORMAT = 'xianwai-run'
export const RUN_FILE_VERSION = 1

const labelById = v.record(v.string(), id)

const shape = v.pipe(
  v.array(
    v.strictObject({
      field: id,
      given: v.pipe(labelById, v.description('The labels this choice stands behind, by field')),
      labels: v.pipe(count, v.description('How many log-probabilities it has: one for each label, in label order')),
      pool: v.exactOptional(v.pipe(v.string(), v.description('Of a prior: the hash of the pool whose mean it is; absent: of inputs without content. Where a later field’s given is empty, it stands behind whatever was chosen'))),
    }),
  ),
  v.description('Which conditionals an outcome has, in the order of its scores'),
)

const scores = v.pipe(
  v.string(),
  v.description('Natural log-probabilities of the shape’s conditionals one after the other: float32, little-endian, base64'),
)
const probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const shapeIndex = v.pipe(count, v.description('Index into shapes'))

const stated = v.strictObject({
  said: v.exactOptional(v.pipe(v.nullable(v.string()), v.description('A label’s id, or what the file names instead; null: no label'))),
  raw: v.exactOptional(v.pipe(v.string(), v.description('The model’s own words'))),
  probabilities: v.exactOptional(v.pipe(v.array(probability), v.description('Over the field’s labels, in label order'))),
  probability: v.exactOptional(v.pipe(probability, v.description('Of the label said, where no other is known'))),
})

const outcome = v.variant('kind', [
  v.strictObject({ kind: v.literal('guided'), shape: shapeIndex, scores, reasons: v.array(v.string()) }),
  v.strictObject({ kind: v.literal('classified'), shape: shapeIndex, scores }),
  v.strictObject({ kind: v.literal('free'), text: v.string(), finish: v.picklist(['stop', 'length']) }),
  v.strictObject({
    kind: v.literal('stated'),
    fields: v.pipe(v.record(v.string(), stated), v.description('Imported: what the file says, by field')),
  }),
  v.strictObject({ kind: v.literal('failed'), reason: v.string() }),
])

const prediction = v.strictObject({
  sampleId: v.string(),
  sampleHash: sha256,
  outcome,
  given: v.exactOptional(v.pipe(labelById, v.description('Labels that the model was told, by field'))),
  droppedTurns: v.pipe(count, v.description('Oldest turns of the context that had to go for the prompt to fit')),
  promptTokens: count,
  newTokens: count,
  duration: v.pipe(v.number(), v.minValue(0), v.description('Milliseconds')),
  at: v.pipe(v.number(), v.description('Milliseconds since 1970-01-01 UTC')),
  fidelity: v.exactOptional(
    v.pipe(
      v.strictObject({ mean: v.number(), largest: v.number(), fellBack: v.boolean() }),
      v.description('Of samples whose answer was computed by a tree and by single forks: how far the log-probabilities were apart; fellBack: the winner was another, and the answer is that of the forks'),
    ),
  ),
})

const gold = v.variant('kind', [
  v.strictObject({ kind: v.literal('label'), label: id, derived: v.exactOptional(v.literal(true)) }),
  v.strictObject({ kind: v.literal('outOfScheme'), raw: v.string() }),
])

const sample = v.strictObject({
  id: v.string(),
  hash: sha256,
  gold: v.record(v.string(), gold),
  scene: v.nullable(v.picklist(['dialogue', 'customer_service', 'forum_comment', 'qa'])),
  tier: v.nullable(v.string()),
  group: v.pipe(v.nullable(v.string()), v.description('What is resampled together; numbered anew where the file has no text')),
  content: v.exactOptional(
    v.pipe(
      v.strictObject({
        text: v.string(),
        context: v.string(),
        speaker: v.nullable(v.string()),
        row: count,
        other: v.record(v.string(), v.string()),
      }),
      v.description('The data’s own text: only in files whose maker asked for it'),
    ),
  ),
})

export const runFileSchema = v.strictObject({
  $schema: v.exactOptional(v.string()),
  format: v.literal(FORMAT),
  version: v.literal(RUN_FILE_VERSION),
  plan: planSchema,
  shapes: v.array(shape),
  runs: v.array(
    v.strictObject({
      run: runSchema,
      prior: v.pipe(
        v.nullable(v.strictObject({ shape: shapeIndex, scores })),
        v.description('What the run’s model answers where there is nothing to read'),
      ),
      predictions: v.array(prediction),
    }),
  ),
  samples: v.pipe(v.array(sample), v.description('Gold labels of the plan’s samples, and their text where asked for')),
})

export type WrittenSample = v.InferOutput<typeof sample>
export type WrittenOutcome = v.InferOutput<typeof outcome>
export type WrittenShape = v.InferOutput<typeof shape>
