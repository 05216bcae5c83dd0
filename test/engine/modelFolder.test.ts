import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readModelFolder } from '../../src/engine/modelFolder.ts'

/** Files as a directory picker hands them over. */
function picked(files: Readonly<Record<string, Uint8Array<ArrayBuffer> | string>>): readonly File[] {
  return Object.entries(files).map(([path, content]) =>
    Object.defineProperty(new File([content], path.slice(path.lastIndexOf('/') + 1)), 'webkitRelativePath', { value: path }))
}

function fixture(model: string, at = `${model}/`): Record<string, Uint8Array<ArrayBuffer>> {
  const root = join('test/fixtures/models', model)
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile())
  return Object.fromEntries(paths.map((path) => [at + path.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(root, path)))]))
}

const cut = (bytes: Uint8Array<ArrayBuffer>, to = bytes.length - 1000): Uint8Array<ArrayBuffer> => bytes.slice(0, to)

describe('readModelFolder', () => {
  test('finds the model, its kind and its dtypes', async () => {
    const model = await readModelFolder(picked(fixture('qwen2')))
    expect(model).toMatchObject({ name: 'qwen2', kind: 'causal', contextLength: 2048 })
    expect(model.graphs.map(({ dtype, problem }) => [dtype, problem]).sort()).toEqual([['fp16', null], ['fp32', null], ['int8', null], ['q4', null]])
    expect(model.refFor('int8', 'wasm', 'rewritten')).toMatchObject({ id: 'qwen2', origin: 'folder', dtype: 'int8', device: 'wasm' })
    expect(model.source).toMatchObject({ kind: 'files' })
  })

  test('also from the folder above', async () => {
    const model = await readModelFolder(picked(fixture('qwen2', 'downloads/models/qwen2/')))
    expect(model.name).toBe('qwen2')
    expect(model.source.kind === 'files' && Object.keys(model.source.files)).toContain('onnx/model.onnx')
  })

  test('counts weights in files of their own', async () => {
    const files = fixture('external')
    const model = await readModelFolder(picked(files))
    expect(model.graphs[0]!.bytes).toBe(files['external/onnx/model.onnx']!.length + files['external/onnx/model.onnx_data']!.length)
  })

  test('a broken graph beside a sound one is said, not fatal', async () => {
    const files = fixture('qwen2')
    files['qwen2/onnx/model_q4.onnx'] = cut(files['qwen2/onnx/model_q4.onnx']!)
    const model = await readModelFolder(picked(files))
    expect(model.graphs.find(({ dtype }) => dtype === 'q4')!.problem).toMatchObject({ code: 'truncatedFile', file: 'onnx/model_q4.onnx' })
    expect(model.graphs.find(({ dtype }) => dtype === 'fp32')!.problem).toBeNull()
  })
})

describe('what is wrong with a folder', () => {
  const sound = fixture('external')
  const without = (...paths: string[]): Record<string, Uint8Array<ArrayBuffer>> =>
    Object.fromEntries(Object.entries(sound).filter(([path]) => !paths.includes(path)))
  const graph = sound['external/onnx/model.onnx']!
  const weights = sound['external/onnx/model.onnx_data']!

  test.each<[string, Record<string, Uint8Array<ArrayBuffer> | string>, object]>([
    ['an empty folder', {}, { code: 'missingFile', file: 'config.json' }],
    ['picked one level too low', { 'onnx/model.onnx': graph }, { code: 'missingFile', message: expect.stringContaining('pick the folder above') as string }],
    ['only safetensors', { 'm/config.json': sound['external/config.json']!, 'm/model.safetensors': 'x' }, { code: 'missingFile', message: expect.stringContaining('model.safetensors') as string }],
    ['no tokenizer', without('external/tokenizer.json'), { code: 'missingFile', file: 'tokenizer.json' }],
    ['a tokenizer of the slow kind', { ...without('external/tokenizer.json'), 'external/vocab.txt': '[PAD]' }, { code: 'missingFile', message: expect.stringContaining('vocab.txt') as string }],
    ['a tokenizer without vocabulary', { ...sound, 'external/tokenizer.json': '{"version": "1.0"}' }, { code: 'noTokenizer', file: 'tokenizer.json' }],
    ['no config.json', without('external/config.json'), { code: 'missingFile', message: expect.stringContaining('config.json is missing in external: it lies beside') as string }],
    ['no graph', Object.fromEntries(Object.entries(sound).filter(([path]) => !path.includes('/onnx/'))), { code: 'missingFile', file: 'onnx/model.onnx', message: expect.stringContaining('ONNX export') as string }],
    ['weights missing', without('external/onnx/model.onnx_data'), { code: 'missingFile', file: 'onnx/model.onnx_data' }],
    ['weights cut short', { ...sound, 'external/onnx/model.onnx_data': cut(weights) }, { code: 'truncatedFile', file: 'onnx/model.onnx_data' }],
    ['graph cut short', { ...sound, 'external/onnx/model.onnx': cut(graph) }, { code: 'truncatedFile', file: 'onnx/model.onnx' }],
    ['graph empty', { ...sound, 'external/onnx/model.onnx': '' }, { code: 'truncatedFile', file: 'onnx/model.onnx' }],
    ['a web page instead of the graph', { ...sound, 'external/onnx/model.onnx': '\n<!DOCTYPE html><html>…' }, { code: 'htmlInsteadOfFile', file: 'onnx/model.onnx' }],
    ['a Git-LFS pointer instead of the weights', { ...sound, 'external/onnx/model.onnx_data': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9' }, { code: 'missingFile', message: expect.stringContaining('git lfs pull') as string }],
    ['a picture instead of the graph', { ...sound, 'external/onnx/model.onnx': '\x89PNG\r\n\x1a\n……………………' }, { code: 'notOnnx', file: 'onnx/model.onnx' }],
    ['config.json broken', { ...sound, 'external/config.json': '{"architectures": [nonsense]}' }, { code: 'notJson', file: 'config.json' }],
    ['config.json cut short', { ...sound, 'external/config.json': cut(sound['external/config.json']!, 40) }, { code: 'truncatedFile', file: 'config.json' }],
    ['tokenizer.json cut short', { ...sound, 'external/tokenizer.json': cut(sound['external/tokenizer.json']!) }, { code: 'truncatedFile', file: 'tokenizer.json' }],
    ['a model that is neither', { ...sound, 'external/config.json': '{"architectures": ["WhisperModel"]}' }, { code: 'unsupportedArchitecture' }],
    ['two models', { ...fixture('sink', 'all/sink/'), ...fixture('windowed', 'all/windowed/') }, { code: 'missingFile', message: expect.stringContaining('all/sink, all/windowed') as string }],
  ])('%s', async (_, files, expected) => {
    await expect(readModelFolder(picked(files))).rejects.toMatchObject(expected)
  })
})
