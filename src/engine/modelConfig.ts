import * as v from 'valibot'
import type { ModelKind } from '../domain/model.ts'
import type { Tokens } from '../domain/units.ts'
import { EngineError } from './engine.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const tokenIds = v.union([v.number(), v.array(v.number())])

/** Names under which configurations keep one number, today's first. */
const lengthNames = ['max_position_embeddings', 'n_positions', 'max_sequence_length', 'max_seq_len', 'seq_length', 'n_ctx', 'model_max_length']
const headNames = ['num_attention_heads', 'n_head', 'n_heads', 'num_heads']
const kvHeadNames = ['num_key_value_heads', 'num_kv_heads', 'n_head_kv', 'multi_query_group_num']
const widthNames = ['hidden_size', 'n_embd', 'd_model', 'dim']
/** What is taken where nothing says how much a model reads: little, so that nothing is read beyond it. */
export const guessedLength: Tokens = 512

const textConfigSchema = v.object({
  model_type: v.optional(v.string()),
  ...Object.fromEntries([...lengthNames, ...headNames, ...kvHeadNames, ...widthNames].map((name) => [name, v.optional(v.nullable(v.number()))])),
  head_dim: v.optional(v.nullable(count)),
  eos_token_id: v.optional(v.nullable(tokenIds)),
  sliding_window: v.optional(v.nullable(v.number())),
  use_sliding_window: v.optional(v.nullable(v.boolean())),
})

const configSchema = v.object({
  ...textConfigSchema.entries,
  architectures: v.optional(v.nullable(v.array(v.string()))),
  id2label: v.optional(v.nullable(v.record(v.string(), v.union([v.string(), v.number()])))),
  num_labels: v.optional(v.nullable(count)),
  problem_type: v.optional(v.nullable(v.string())),
  text_config: v.optional(textConfigSchema),
  is_encoder_decoder: v.optional(v.nullable(v.boolean())),
})

/** What the engine needs of config.json. */
export interface ModelConfig {
  readonly modelType: string
  readonly kind: ModelKind
  readonly contextLength: Tokens
  /** Whether config.json says it; else it is `guessedLength`. */
  readonly contextSaid: boolean
  readonly kvHeads: number | undefined
  readonly headSize: number | undefined
  /** Some layer sees a window of the text only. */
  readonly windowed: boolean
  readonly endTokens: readonly number[]
  /** A classifier's output names in order. */
  readonly outputs: readonly string[]
  /** Each of a classifier's outputs was trained to stand for itself: several may hold of one text. */
  readonly multiLabel: boolean
}

/** @throws EngineError for a model that is neither a causal language model nor a sequence classifier. */
export function parseModelConfig(value: unknown): ModelConfig {
  const parsed = v.safeParse(configSchema, value)
  if (!parsed.success) {
    throw new EngineError('notJson', `config.json is not a model's configuration: ${v.summarize(parsed.issues)}`, 'config.json')
  }
  const whole = parsed.output
  const text = { ...whole, ...whole.text_config }
  const numbers: Readonly<Record<string, unknown>> = text
  const numberOf = (names: readonly string[]): number | undefined => names.map((name) => numbers[name]).find((value) => isCount(value))
  const heads = numberOf(headNames)
  const width = numberOf(widthNames)
  const length = numberOf(lengthNames)
  const kind = kindOf(whole.architectures ?? [], text.model_type ?? '', whole.is_encoder_decoder === true)
  return {
    modelType: text.model_type ?? '',
    kind,
    contextLength: length ?? guessedLength,
    contextSaid: length !== undefined,
    kvHeads: numberOf(kvHeadNames) ?? heads,
    headSize: text.head_dim ?? (heads !== undefined && width !== undefined ? width / heads : undefined),
    windowed: typeof text.sliding_window === 'number' && text.use_sliding_window !== false,
    endTokens: [text.eos_token_id ?? []].flat(),
    outputs: kind === 'classifier' ? outputsOf(whole) : [],
    multiLabel: whole.problem_type === 'multi_label_classification',
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

/** @throws EngineError for a model that gives a number instead of labels. */
function outputsOf({ id2label, num_labels: count, problem_type: problem }: v.InferOutput<typeof configSchema>): readonly string[] {
  // the hub's library leaves out the names of a model with its two default labels
  const outputs = id2label ? labels(id2label) : Array.from({ length: count ?? 2 }, (_, at) => `LABEL_${at}`)
  if (problem !== 'regression' && outputs.length > 1) return outputs
  throw new EngineError('unsupportedArchitecture', `the model gives ${outputs.length === 1 ? 'one number' : 'numbers'} (a regression), no labels: take a classifier with an output for each label`, 'config.json')
}

function kindOf(architectures: readonly string[], modelType: string, encoderDecoder: boolean): ModelKind {
  if (architectures.some((name) => name.endsWith('ForSequenceClassification'))) return 'classifier'
  if (!encoderDecoder && architectures.some((name) => /ForCausalLM|LMHeadModel|ForConditionalGeneration/.test(name))) return 'causal'
  const name = architectures[0] ?? (modelType === '' ? 'of no named architecture' : modelType)
  throw new EngineError('unsupportedArchitecture', `the model is ${name}: only causal language models and sequence classifiers can be asked`, 'config.json')
}

function labels(id2label: Readonly<Record<string, string | number>>): readonly string[] {
  return Object.entries(id2label).sort(([a], [b]) => Number(a) - Number(b)).map(([, name]) => String(name))
}
