import * as v from 'valibot'
import type { ModelKind } from '../domain/model.ts'
import type { Tokens } from '../domain/units.ts'
import { EngineError } from './engine.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const tokenIds = v.union([v.number(), v.array(v.number())])

const textConfigSchema = v.object({
  model_type: v.optional(v.string()),
  max_position_embeddings: v.optional(count),
  n_positions: v.optional(count),
  num_attention_heads: v.optional(count),
  num_key_value_heads: v.optional(count),
  hidden_size: v.optional(count),
  head_dim: v.optional(v.nullable(count)),
  eos_token_id: v.optional(v.nullable(tokenIds)),
  sliding_window: v.optional(v.nullable(v.number())),
  use_sliding_window: v.optional(v.nullable(v.boolean())),
})

const configSchema = v.object({
  ...textConfigSchema.entries,
  architectures: v.optional(v.nullable(v.array(v.string()))),
  id2label: v.optional(v.record(v.string(), v.string())),
  text_config: v.optional(textConfigSchema),
  is_encoder_decoder: v.optional(v.nullable(v.boolean())),
})

/** What the engine needs of config.json. */
export interface ModelConfig {
  readonly modelType: string
  readonly kind: ModelKind
  readonly contextLength: Tokens
  readonly kvHeads: number | undefined
  readonly headSize: number | undefined
  /** Some layer sees a window of the text only. */
  readonly windowed: boolean
  readonly endTokens: readonly number[]
  /** A classifier's output names in order. */
  readonly outputs: readonly string[]
}

/** @throws EngineError for a model that is neither a causal language model nor a sequence classifier. */
export function parseModelConfig(value: unknown): ModelConfig {
  const parsed = v.safeParse(configSchema, value)
  if (!parsed.success) {
    throw new EngineError('notJson', `config.json is not a model's configuration: ${v.summarize(parsed.issues)}`, 'config.json')
  }
  const whole = parsed.output
  const text = { ...whole, ...whole.text_config }
  const heads = text.num_attention_heads
  const kind = kindOf(whole.architectures ?? [], text.model_type ?? '', whole.is_encoder_decoder === true)
  return {
    modelType: text.model_type ?? '',
    kind,
    contextLength: text.max_position_embeddings ?? text.n_positions ?? 512,
    kvHeads: text.num_key_value_heads ?? heads,
    headSize: text.head_dim ?? (heads !== undefined && text.hidden_size !== undefined ? text.hidden_size / heads : undefined),
    windowed: typeof text.sliding_window === 'number' && text.use_sliding_window !== false,
    endTokens: [text.eos_token_id ?? []].flat(),
    // the hub's library leaves out the names of a model with its two default labels
    outputs: kind === 'classifier' && whole.id2label === undefined ? ['LABEL_0', 'LABEL_1'] : labels(whole.id2label ?? {}),
  }
}

function kindOf(architectures: readonly string[], modelType: string, encoderDecoder: boolean): ModelKind {
  if (architectures.some((name) => name.endsWith('ForSequenceClassification'))) return 'classifier'
  if (!encoderDecoder && architectures.some((name) => /ForCausalLM|LMHeadModel|ForConditionalGeneration/.test(name))) return 'causal'
  const name = architectures[0] ?? (modelType === '' ? 'of no named architecture' : modelType)
  throw new EngineError('unsupportedArchitecture', `the model is ${name}: only causal language models and sequence classifiers can be asked`, 'config.json')
}

function labels(id2label: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(id2label).sort(([a], [b]) => Number(a) - Number(b)).map(([, name]) => name)
}
