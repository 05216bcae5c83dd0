/** The peer that everybody starts with: transformers.js `generate`, one prompt a task, greedy, nothing kept between calls. */
import * as transformers from '@huggingface/transformers'
import type { Message } from '../../src/domain/prompt.ts'

interface Loading {
  readonly kind: 'load'
  readonly siteUrl: string
  readonly models: string
  readonly model: string
  readonly dtype: 'int8'
}

interface Asking {
  readonly kind: 'generate'
  readonly messages: readonly Message[]
  readonly maxTokens: number
}

let loaded: { tokenizer: transformers.PreTrainedTokenizer; model: transformers.PreTrainedModel } | null = null

async function load({ siteUrl, models, model, dtype }: Loading): Promise<null> {
  const { env } = transformers
  env.allowLocalModels = false
  env.allowRemoteModels = true
  // "remote" is this bench's own server
  env.remoteHost = models
  env.remotePathTemplate = '{model}'
  env.useBrowserCache = false
  const { wasm } = env.backends.onnx as { wasm: { numThreads: number; wasmPaths: unknown; proxy: boolean } }
  wasm.numThreads = 1
  wasm.wasmPaths = { mjs: new URL('ort/ort-wasm-simd-threaded.mjs', siteUrl).href, wasm: new URL('ort/ort-wasm-simd-threaded.wasm', siteUrl).href }
  Object.assign(env, { useWasmCache: false })
  const tokenizer = await transformers.AutoTokenizer.from_pretrained(model)
  loaded = { tokenizer, model: await transformers.AutoModelForCausalLM.from_pretrained(model, { dtype, device: 'wasm' }) }
  return null
}

async function generate({ messages, maxTokens }: Asking): Promise<{ took: number; text: string; promptTokens: number; newTokens: number }> {
  const { tokenizer, model } = loaded!
  const begun = performance.now()
  const inputs = tokenizer.apply_chat_template([...messages], { add_generation_prompt: true, return_dict: true }) as { input_ids: transformers.Tensor }
  const output = await model.generate({ ...inputs, max_new_tokens: maxTokens, do_sample: false }) as transformers.Tensor
  const took = performance.now() - begun
  const promptTokens = inputs.input_ids.dims.at(-1)!
  const tokens = (output.tolist() as bigint[][])[0]!.slice(promptTokens)
  return { took, text: tokenizer.decode(tokens, { skip_special_tokens: true }), promptTokens, newTokens: tokens.length }
}

self.onmessage = ({ data }: MessageEvent<Loading | Asking>) => {
  const work = data.kind === 'load' ? load(data) : generate(data)
  work.then((value) => self.postMessage({ value }), (error: unknown) => self.postMessage({ error: String(error) }))
}
