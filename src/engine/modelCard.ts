import * as v from 'valibot'
import type { Device, ModelRef } from '../domain/model.ts'

const bilingual = v.object({ zh: v.string(), en: v.string() })
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0))
const dtype = v.pipe(v.string(), v.minLength(1))
const number = v.optional(v.number())

/** `public/models/<id>/model.json`: what an embedded model is, beside its files in the hub's layout. */
const modelCardSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9._-]*$/)),
  kind: v.picklist(['causal', 'classifier']),
  name: bilingual,
  summary: bilingual,
  licence: v.string(),
  languages: v.array(v.string()),
  /** In tokens. */
  contextLength: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Of a classifier: whether the context was its second segment in training. */
  input: v.optional(v.object({ context: v.boolean() }), { context: false }),
  /** The dtype to load on each device; null: not made for it. Each names a file onnx/model<suffix>.onnx. */
  dtypes: v.object({ wasm: v.nullable(dtype), webgpu: v.nullable(dtype) }),
  /** Every file but model.json itself, by path inside the model's folder. */
  files: v.array(v.object({
    path: v.pipe(v.string(), v.minLength(1)),
    bytes,
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  })),
  trainedOn: bilingual,
  /** Each source of its training data, with its licence and how many rows of it were read. */
  data: v.optional(v.array(v.object({ name: v.string(), licence: v.string(), rows: bytes })), []),
  /** Why the licence may be what it is. */
  licenceNote: v.optional(bilingual),
  /**
   * What it reaches, each with what it was measured on; a value is a share (0 to 1) or a divergence. `low` to `high` is its 95 % interval;
   * `baseline` and `majority` are what two simpler models reach there (character n-grams with logistic regression, the most frequent label), `gain` is
   * the value less the baseline; `tuned` is the baseline with its threshold chosen as the model's was. A calibration error has the band in which 95 % of a perfectly
   * calibrated model's would lie; a comparison of int8 with fp32 the mean change of a probability, and of the winner's.
   */
  figures: v.optional(v.array(v.object({
    name: bilingual,
    value: v.number(),
    n: number,
    on: v.optional(bilingual),
    low: number,
    high: number,
    baseline: number,
    gain: number,
    gainLow: number,
    gainHigh: number,
    majority: number,
    tuned: number,
    bandLow: number,
    bandHigh: number,
    change: number,
    winnerChange: number,
  })), []),
  /** What it cannot do, in a sentence or two. */
  limits: bilingual,
  revision: v.string(),
})

export type ModelCard = v.InferOutput<typeof modelCardSchema>

/** `public/models/index.json`. */
const modelIndexSchema = v.object({ models: v.array(v.string()) })

/** @throws ValiError saying which field is not as it should be. */
export function parseModelCard(value: unknown): ModelCard {
  return v.parse(modelCardSchema, value)
}

/** @returns the ids of the embedded models, in display order. @throws ValiError. */
export function parseModelIndex(value: unknown): readonly string[] {
  return v.parse(modelIndexSchema, value).models
}

/**
 * What a plan pins of an embedded model on a device.
 * @returns null where the model was not made for the device.
 */
export function cardRef(card: ModelCard, device: Device, graph: ModelRef['graph']): ModelRef | null {
  const chosen = card.dtypes[device]
  if (chosen === null) return null
  return { id: card.id, kind: card.kind, origin: 'embedded', revision: card.revision, files: card.files, dtype: chosen, device, graph }
}
