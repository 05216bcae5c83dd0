import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium as driver, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseAnswer } from '../../src/answer/parseAnswer.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { ClassifierInput } from '../../src/domain/prompt.ts'
import { Classifier } from '../../src/engine/classifierModel.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'
import { createSession } from '../../src/engine/runtime.ts'
import { loadTokenizer } from '../../src/engine/tokenizer.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { chromium, flags } from '../../tools/chromium.mjs'
import { serve } from '../../tools/serve.mjs'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

declare global {
  interface Window {
    /** transformers.js as it is published. */
    transformers: typeof import('@huggingface/transformers')
  }
}

/** The embedded models in a page that holds nothing of ours: transformers.js as published, and the models' folders. */
let folder: string
let server: Awaited<ReturnType<typeof serve>>
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xianwai-plain-'))
  for (const [name, from] of Object.entries({ library: 'node_modules/@huggingface/transformers/dist', ort: 'node_modules/onnxruntime-web/dist', models: 'public/models' })) symlinkSync(resolve(from), join(folder, name))
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script type="module">
    import * as transformers from './library/transformers.js'
    const { env } = transformers
    Object.assign(env, { allowLocalModels: true, allowRemoteModels: false, localModelPath: '/models/', useBrowserCache: false, useWasmCache: false })
    const at = (name) => new URL('ort/ort-wasm-simd-threaded.' + name, document.baseURI).href
    Object.assign(env.backends.onnx.wasm, { numThreads: 1, wasmPaths: { mjs: at('mjs'), wasm: at('wasm') } })
    window.transformers = transformers
  </script>`)
  server = await serve(folder, 0, { plain: true })
  browser = await driver.launch({ executablePath: chromium(), args: [...flags] })
  page = await browser.newPage()
  await page.goto(server.url)
  await page.waitForFunction(() => 'transformers' in window)
})
afterAll(async () => {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const inputs: readonly ClassifierInput[] = [
  { text: '您可真准时，才晚了俩小时。', pair: '不好意思，路上有点堵。' },
  { text: '到家了说一声', pair: '我先走啦\n这么晚了，打车吧' },
  { text: '真棒', pair: null },
]

test('the classifier is a plain sequence classification: every output of its configuration, by text-classification', async () => {
  const { id2label } = JSON.parse(readFileSync('public/models/xianwai-classifier/config.json', 'utf8')) as { id2label: Readonly<Record<string, string>> }
  const scores = await page.evaluate(async () => {
    const classify = await window.transformers.pipeline('text-classification', 'xianwai-classifier', { dtype: 'q8', device: 'wasm' })
    return (await classify('真棒', { top_k: null as never })).flat()
  })
  expect(scores.map(({ label }) => label).sort()).toEqual(Object.values(id2label).sort())
  expect(scores.every(({ score }) => score > 0 && score < 1)).toBe(true)
})

test('it says there what it says in the app, context as second segment', async () => {
  const theirs = await page.evaluate(async (asked) => {
    const { AutoTokenizer, AutoModelForSequenceClassification } = window.transformers
    const tokenizer = await AutoTokenizer.from_pretrained('xianwai-classifier')
    const model = await AutoModelForSequenceClassification.from_pretrained('xianwai-classifier', { dtype: 'q8', device: 'wasm' })
    const rows: number[][] = []
    for (const { text, pair } of asked) {
      const { logits } = (await model(tokenizer(text, pair === null ? {} : { text_pair: pair }))) as { logits: { data: Float32Array } }
      rows.push(Array.from(logits.data))
    }
    return rows
  }, inputs)
  const path = 'public/models/xianwai-classifier'
  const files = Object.fromEntries(['tokenizer.json', 'tokenizer_config.json'].map((name) => [name, new File([readFileSync(`${path}/${name}`)], name)]))
  const tokenizer = await loadTokenizer(new ModelReader({ kind: 'files', files }, [], () => undefined))
  const session = await createSession(new Uint8Array(readFileSync(`${path}/onnx/model_quantized.onnx`)), 'model_quantized.onnx', 'wasm', [])
  const ours = await new Classifier(session, tokenizer, 256, 'model_quantized.onnx').classify(inputs)
  for (const [at, row] of ours.entries()) {
    expect(theirs[at]).toHaveLength(row.length)
    expect(Math.max(...row.map((value, output) => Math.abs(value - theirs[at]![output]!)))).toBeLessThan(1e-4)
  }
})

test.each(['q8', 'fp32'] as const)('the language model writes an answer by generate (%s) that the app can read', async (dtype) => {
  const method = builtInMethods.find(({ id }) => id === 'matrix-free')!
  const prompt = promptFor(builtInScheme, method, { text: '您可真准时，才晚了俩小时。', context: '不好意思，路上有点堵。', scene: 'dialogue' })
  const written = await page.evaluate(async ([messages, dtype]) => {
    const { AutoTokenizer, AutoModelForCausalLM } = window.transformers
    const tokenizer = await AutoTokenizer.from_pretrained('xianwai-lm')
    const model = await AutoModelForCausalLM.from_pretrained('xianwai-lm', { dtype, device: 'wasm' })
    const asked = tokenizer.apply_chat_template([...messages], { add_generation_prompt: true, return_dict: true }) as { input_ids: { dims: number[] } }
    const output = (await model.generate({ ...asked, max_new_tokens: 80, do_sample: false })) as { tolist(): bigint[][] }
    return tokenizer.decode(output.tolist()[0]!.slice(asked.input_ids.dims.at(-1)), { skip_special_tokens: true })
  }, [prompt.messages, dtype] as const)
  const answers = parseAnswer(written, builtInScheme, method)
  expect(Object.keys(answers)).toContain('stance')
  expect(Object.entries(answers).filter(([, { kind }]) => kind !== 'chosen')).toEqual([])
})
