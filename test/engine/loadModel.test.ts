import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CausalModel } from '../../src/engine/causalModel.ts'
import type { WalkedModel } from '../../src/engine/engine.ts'
import type { Attention } from '../../src/engine/graph/attentionNodes.ts'
import { parseOnnx, writeOnnx } from '../../src/engine/graph/onnxModel.ts'
import { loadModel } from '../../src/engine/loadModel.ts'
import { fixtures } from './fixtureSession.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

/** A fault in the rewrite, which trees and forks of the rewritten graph share. */
let fault: (attention: Attention) => Attention = (attention) => attention
vi.mock('../../src/engine/graph/attentionNodes.ts', async (original) => {
  const parts = await original<typeof import('../../src/engine/graph/attentionNodes.ts')>()
  const writeAttention: typeof parts.writeAttention = (build, attention, ...rest) => { parts.writeAttention(build, fault(attention), ...rest) }
  return { ...parts, writeAttention }
})

// the runtime's files as the site has them
const site = mkdtempSync(join(tmpdir(), 'xianwai-load-'))
symlinkSync(resolve('node_modules/onnxruntime-web/dist'), join(site, 'ort'))
afterAll(() => { rmSync(site, { recursive: true }) })
beforeEach(() => { fault = (attention) => attention })

type Files = Record<string, Uint8Array<ArrayBuffer> | string>

/** A fixture's folder; files that it leaves out are as in qwen2. */
function folder(model: string): Files {
  const inside = (name: string): Files => {
    const root = join(fixtures, name)
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile())
    return Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(root, path)))]))
  }
  return { ...Object.fromEntries(Object.entries(inside('qwen2')).filter(([path]) => !path.startsWith('onnx/'))), ...inside(model) }
}

async function load(files: Files, dtype = 'fp32'): Promise<WalkedModel> {
  const source = { kind: 'files', files: Object.fromEntries(Object.entries(files).map(([path, content]) => [path, new File([content], path)])) } as const
  const ref = { id: 'fixture', kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device: 'wasm', graph: 'rewritten' } as const
  const nothing = (): void => undefined
  const model = await loadModel({ ref, source }, `${pathToFileURL(site).href}/`, nothing, nothing, null)
  expect(model).toBeInstanceOf(CausalModel)
  return model.loaded
}

function changed(files: Files, path: string, change: (value: Record<string, unknown>) => void): Files {
  const content = files[path]!
  const value = JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content)) as Record<string, unknown>
  change(value)
  return { ...files, [path]: JSON.stringify(value) }
}

describe('a rewritten graph is used where it answers as the shipped one does, token by token', () => {
  test.each([['qwen2', 'fp32', 1e-3], ['qwen2', 'int8', 0.1], ['exported', 'fp32', 1e-3], ['unfused', 'fp32', 1e-3]])('%s in %s', async (model, dtype, most) => {
    const { walk } = await load(folder(model), dtype)
    expect(walk).toMatchObject({ kind: 'tree', left: [] })
    expect(walk.agreement.rewrittenAndShipped).toBeLessThan(most)
    expect(walk.agreement.treeAndFork).toBeLessThan(most)
  })

  test.each([
    ['scores scaled wrongly', (attention: Attention): Attention => ({ ...attention, scale: attention.scale * 1.5 })],
    ['places turned the other way', (attention: Attention): Attention => ({ ...attention, rotary: attention.rotary && { ...attention.rotary, interleaved: 1 } })],
  ])('a rewrite with a fault that trees and forks share is not: %s', async (_, wrong) => {
    fault = wrong
    const { walk } = await load(folder('qwen2'))
    expect(walk.kind).toBe('fork')
    expect(walk.left).toEqual([expect.stringMatching(/^the rewritten graph’s logits are \d\.\d\d deviations from those of the graph as shipped: it is not used$/)])
    expect(walk.agreement.rewrittenAndShipped).toBeGreaterThan(0.01)
  })
})

describe('the models that ship', () => {
  test.each(['xianwai-lm', 'xianwai-classifier'])('%s loads, and nothing is to be told of it', async (model) => {
    const root = join('public/models', model)
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile() && !/model\.onnx$/.test(path))
    const files = Object.fromEntries(paths.map((path) => [path, new File([readFileSync(join(root, path))], path)]))
    const ref = { id: model, kind: model === 'xianwai-lm' ? 'causal' : 'classifier', origin: 'embedded', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'rewritten' } as const
    const nothing = (): void => undefined
    const { loaded } = await loadModel({ ref, source: { kind: 'files', files } }, `${pathToFileURL(site).href}/`, nothing, nothing, null)
    expect(loaded).toMatchObject({ notes: [], walk: { kind: model === 'xianwai-lm' ? 'tree' : 'single' } })
  }, 60_000)
})

describe('what would fail in the middle of a run is refused at load', () => {
  test.each([0.6, 0.8, 0.95])('weights that are no numbers, %f into the file: of attention, of what follows it, of one token alone', async (part) => {
    const files = folder('external')
    const weights = (files['onnx/model.onnx_data'] as Uint8Array<ArrayBuffer>).slice()
    new DataView(weights.buffer).setFloat32(Math.floor((part * weights.length) / 4) * 4, NaN, true)
    await expect(load({ ...files, 'onnx/model.onnx_data': weights })).rejects.toMatchObject({ code: 'nonFiniteLogits', file: 'onnx/model.onnx' })
  })

  test('logits under another name', async () => {
    const files = folder('qwen2')
    const model = parseOnnx(files['onnx/model.onnx'] as Uint8Array)
    for (const { outputs } of model.nodes) outputs.forEach((name, at) => { if (name === 'logits') outputs[at] = 'lm_logits' })
    const [logits] = model.outputs.splice(model.outputs.findIndex(({ name }) => name === 'logits'), 1)
    model.outputs.push({ name: 'lm_logits', type: logits!.type, dims: logits!.dims })
    const renamed = writeOnnx(model, 'whole.onnx')
    const moved = { ...files, 'onnx/model.onnx': renamed, 'onnx/whole.onnx': files['onnx/model.onnx']! }
    await expect(load(moved)).rejects.toMatchObject({ code: 'wrongOutputs', file: 'onnx/model.onnx', message: 'onnx/model.onnx gives lm_logits' })
  })

  test('a tokenizer with more tokens than the model has rows; one added to it beyond them is none', async () => {
    const files = folder('qwen2')
    const more = changed(files, 'tokenizer.json', (tokenizer) => { (tokenizer['model'] as { vocab: Record<string, number> }).vocab['超出'] = 950 })
    await expect(load(more)).rejects.toMatchObject({ code: 'tokenizerMismatch', file: 'tokenizer.json', message: 'tokenizer.json has tokens up to number 950, onnx/model.onnx 900 rows of embeddings' })
    const added = changed(files, 'tokenizer.json', (tokenizer) => {
      (tokenizer['added_tokens'] as unknown[]).push({ id: 960, content: '<image>', single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })
    })
    expect((await load(added)).walk.kind).toBe('tree')
  })
})

describe('what the files leave open is told', () => {
  const silent = (files: Files): Files => changed(files, 'config.json', (config) => { delete config['max_position_embeddings'] })

  test('how much the model reads: little is taken, unless a file says it under another name', async () => {
    const files = silent(folder('qwen2'))
    expect(await load(files)).toMatchObject({ contextLength: 512, notes: ['contextGuessed'] })
    expect(await load(changed(files, 'config.json', (config) => { config['seq_length'] = 640 }))).toMatchObject({ contextLength: 640, notes: [] })
    expect(await load(changed(files, 'tokenizer_config.json', (settings) => { settings['model_max_length'] = 777 }))).toMatchObject({ contextLength: 777, notes: [] })
  })

  test('which token ends an answer', async () => {
    const files = folder('qwen2')
    delete files['generation_config.json']
    const nameless = changed(changed(files, 'config.json', (config) => { delete config['eos_token_id'] }), 'tokenizer_config.json', (settings) => { delete settings['eos_token'] })
    const tokens = new TextDecoder().decode(files['tokenizer.json'] as Uint8Array).replaceAll('<|im_end|>', '<|ende|>').replaceAll('<|endoftext|>', '<|leer|>')
    expect((await load({ ...nameless, 'tokenizer.json': tokens })).notes).toEqual(['noEndToken'])
    expect((await load(files)).notes).toEqual([])
  })
})
