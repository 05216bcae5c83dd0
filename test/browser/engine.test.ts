import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device, GraphKind } from '../../src/domain/model.ts'
import { type EngineSite, openEngineSite } from './engine/site.ts'
import './engine/pageTypes.ts'

/** The engine in real Chromium: its own small build, the real worker, real models. */
let site: EngineSite

beforeAll(async () => {
  site = await openEngineSite({ models: resolve('public/models'), fixtures: resolve('test/fixtures/models') }, { webgpu: true })
})
afterAll(() => site.close())

interface Asking {
  readonly folder: string
  readonly dtype: string
  readonly device?: Device
  readonly graph?: GraphKind
  /** Without instructions: WebGPU by software is slow. */
  readonly short?: boolean
}

/** Loads a model from a folder of the test site through the client, asks one sample by the matrix, and ends the engine. */
function ask({ folder, dtype, device = 'wasm', graph = 'rewritten', short = false }: Asking) {
  return site.page.evaluate(async ([folder, dtype, device, graph, short]) => {
    const { xw } = window
    const url = new URL(`${folder}/`, document.baseURI).href
    const files = await xw.fetchFiles(url, dtype)
    const ref = { id: folder, kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device, graph } as const
    const handle = xw.start()
    try {
      const loaded = await handle.engine.load({ ref, source: { kind: 'files', files }, threads: 1 }, () => undefined)
      const [method] = xw.methods
      const tree = xw.answerTree(xw.scheme, method!)
      const prefix = short ? 0 : await handle.engine.prepare(xw.sentinels(xw.scheme, method!))
      const prompt = short ? { messages: [{ role: 'user', content: '真行。' }] as const } : xw.promptFor(xw.scheme, method!, { text: '你可真是个大聪明。', context: '甲：我把咖啡洒在键盘上了。', scene: 'dialogue' })
      const request = { prompt, reason: null, tree: tree.root, exhaustive: tree.exhaustive }
      const plain = ({ nodes }: Awaited<ReturnType<typeof handle.engine.answer>>) =>
        nodes.map(({ path, logProbabilities }) => ({ path: path.join('.'), values: Array.from(logProbabilities) }))
      const nodes = plain(await handle.engine.answer(request))
      const again = plain(await handle.engine.answer(request))
      return { error: null, loaded, prefix, nodes, again }
    } catch (error) {
      return { error: xw.plainError(error), loaded: null, prefix: 0, nodes: [], again: [] }
    } finally {
      handle.end()
    }
  }, [folder, dtype, device, graph, short] as const)
}

type Answered = Awaited<ReturnType<typeof ask>>

function largestDifference(a: Answered, b: Answered): number {
  expect(a.error ?? b.error).toBeNull()
  expect(a.nodes.map(({ path }) => path)).toEqual(b.nodes.map(({ path }) => path))
  return Math.max(...a.nodes.flatMap(({ values }, at) => values.map((value, option) => Math.abs(value - b.nodes[at]!.values[option]!))))
}

describe('a language model on WASM', () => {
  test('gives the whole 3 x 3 joint, what follows the best cell, and the same again', async () => {
    const { error, loaded, prefix, nodes, again } = await ask({ folder: 'fixtures/qwen2', dtype: 'int8' })
    expect(error).toBeNull()
    expect(loaded!.walk).toMatchObject({ kind: 'tree', left: [] })
    expect(loaded!.walk.tokenScales).toBeGreaterThan(0)
    expect(loaded!.ref.files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256!))).toBe(true)
    expect(prefix).toBeGreaterThan(500)
    expect(nodes.map(({ values }) => values.length)).toEqual([3, 3, 3, 3, 8, 25])
    for (const { values } of nodes) expect(values.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
    expect(again).toEqual(nodes)
  })

  test('trees answer as single forks of the graph as shipped do', async () => {
    // the other graphs are compared in test/engine/rewriteGraph.test.ts
    const tree = await ask({ folder: 'fixtures/windowed', dtype: 'fp32' })
    const shipped = await ask({ folder: 'fixtures/windowed', dtype: 'fp32', graph: 'asShipped' })
    expect([tree.loaded!.walk.kind, shipped.loaded!.walk.kind]).toEqual(['tree', 'fork'])
    expect(largestDifference(tree, shipped)).toBeLessThan(1e-3)
  })
})

describe.skipIf(!existsSync('public/models/index.json'))('the embedded models', () => {
  test('load with hashes checked, and answer', async () => {
    const results = await site.page.evaluate(async () => {
      const { xw } = window
      const cards = await xw.embeddedModels(document.baseURI)
      return Promise.all(cards.map(async (card) => {
        const handle = xw.start()
        const ref = xw.cardRef(card, 'wasm', 'rewritten')!
        const seen: number[] = []
        const loaded = await handle.engine.load({ ref, source: { kind: 'site', url: xw.modelUrl(document.baseURI, card.id) } }, ({ loaded, total }) => {
          seen.push(loaded / total)
        })
        const rows = card.kind === 'classifier'
          ? await handle.engine.classify([{ text: '谢谢你今天来看我。', pair: null }, { text: '行吧，你说了算。', pair: '甲：就这么定了。' }, { text: '谢谢你今天来看我。', pair: null }])
          : []
        const text = card.kind === 'causal'
          ? await handle.engine.generate({ prompt: { messages: [{ role: 'user', content: '你好' }] }, maxTokens: 8, stop: [] })
          : null
        handle.end()
        return { kind: card.kind, walk: loaded.walk.kind, outputs: loaded.outputs.length, rows: rows.map((row) => Array.from(row)), text, last: seen.at(-1) }
      }))
    })
    const causal = results.find(({ kind }) => kind === 'causal')!
    const classifier = results.find(({ kind }) => kind === 'classifier')!
    expect(causal).toMatchObject({ walk: 'tree', last: 1 })
    expect(causal.text!.newTokens).toBeGreaterThan(0)
    expect(classifier.walk).toBe('single')
    expect(classifier.rows.map((row) => row.length)).toEqual([classifier.outputs, classifier.outputs, classifier.outputs])
    // what shares a batch does not matter
    classifier.rows[0]!.forEach((value, at) => expect(value).toBeCloseTo(classifier.rows[2]![at]!, 4))
  })
})

describe('WebGPU (software adapter)', () => {
  test('agrees with WASM and is taken', async () => {
    const asked = { folder: 'fixtures/qwen2', dtype: 'fp32', short: true }
    const gpu = await ask({ ...asked, device: 'webgpu' })
    expect(gpu.error).toBeNull()
    expect(gpu.loaded!.walk.kind).toBe('tree')
    expect(gpu.loaded!.walk.agreement.deviceAndWasm).toBeLessThan(1e-3)
    expect(largestDifference(gpu, await ask(asked))).toBeLessThan(1e-3)
  })

  test('what the adapter or the device cannot do is said', async () => {
    expect((await ask({ folder: 'fixtures/qwen2', dtype: 'fp16', device: 'webgpu' })).error).toMatchObject({ code: 'deviceUnavailable' })
    expect((await ask({ folder: 'fixtures/qwen2', dtype: 'int8', device: 'webgpu' })).error).toMatchObject({ code: 'deviceUnavailable' })
  })

  test.each([['others', 1, 'deviceDisagrees'], ['no numbers', NaN, 'deviceDisagrees'], ['the same', 0, null]])('a device whose logits are %s', async (_, added, code) => {
    const error = await site.page.evaluate(async (added) => {
      const { xw } = window
      const files = await xw.fetchFiles(new URL('fixtures/qwen2/', document.baseURI).href, 'fp32')
      const ref = { id: 'q', kind: 'causal', origin: 'folder', revision: null, files: [], dtype: 'fp32', device: 'wasm', graph: 'rewritten' } as const
      const request = { ref, source: { kind: 'files', files } } as const
      const nothing = (): void => undefined
      const rows = await xw.probeModel(request, document.baseURI, nothing)
      const expected = rows.map((row) => row.map((value, at) => (at === 7 ? value + added : value)))
      return xw.loadModel(request, document.baseURI, nothing, nothing, expected).then(() => null, xw.plainError)
    }, added)
    expect(error?.code ?? null).toBe(code)
  })
})

describe('the client', () => {
  test('a folder picked in the page is read where it lies', async () => {
    await site.page.locator('#folder').setInputFiles(resolve('test/fixtures/models/external'))
    const result = await site.page.evaluate(async () => {
      const { xw } = window
      const model = await xw.readModelFolder(xw.pickedFiles())
      const handle = xw.start()
      const loaded = await handle.engine.load({ ref: model.refFor('fp32', 'wasm', 'rewritten'), source: model.source }, () => undefined)
      handle.end()
      return { name: model.name, files: loaded.ref.files.map(({ path }) => path), ended: await handle.ended }
    })
    expect(result).toMatchObject({ name: 'external', ended: null })
    expect(result.files).toContain('onnx/model.onnx_data')
  })

  test('an abort ends a load at once, and every later call', async () => {
    const result = await site.page.evaluate(async () => {
      const { xw } = window
      const url = new URL('fixtures/qwen2/', document.baseURI).href
      const files = await xw.fetchFiles(url, 'fp32')
      const abort = new AbortController()
      const handle = xw.start({ signal: abort.signal })
      const ref = { id: 'q', kind: 'causal', origin: 'folder', revision: null, files: [], dtype: 'fp32', device: 'wasm', graph: 'rewritten' } as const
      const loading = handle.engine.load({ ref, source: { kind: 'files', files } }, () => { abort.abort() }).catch(xw.plainError)
      const first = await loading
      const later = await handle.engine.countTokens([]).catch(xw.plainError)
      return { first, later, ended: await handle.ended }
    })
    expect(result).toMatchObject({ first: { code: 'cancelled' }, later: { code: 'cancelled' }, ended: null })
  })

  test.each([
    ['a missing graph', { remove: 'onnx/model.onnx' }, { code: 'missingFile', file: 'onnx/model.onnx' }],
    ['a missing tokenizer', { remove: 'tokenizer.json' }, { code: 'noTokenizer', file: 'tokenizer.json' }],
    ['a graph cut short', { cut: 'onnx/model.onnx' }, { code: 'truncatedFile', file: 'onnx/model.onnx' }],
    ['a tokenizer cut short', { cut: 'tokenizer.json' }, { code: 'truncatedFile', file: 'tokenizer.json' }],
  ])('%s ends the engine with an error that names it', async (_, damage: { remove?: string; cut?: string }, expected) => {
    const result = await site.page.evaluate(async (damage) => {
      const { xw } = window
      const all = await xw.fetchFiles(new URL('fixtures/qwen2/', document.baseURI).href, 'fp32')
      const files = Object.fromEntries(Object.entries(all).filter(([path]) => path !== damage.remove)
        .map(([path, file]) => [path, path === damage.cut ? new File([file.slice(0, file.size / 2)], path) : file]))
      const handle = xw.start()
      const ref = { id: 'q', kind: 'causal', origin: 'folder', revision: null, files: [], dtype: 'fp32', device: 'wasm', graph: 'rewritten' } as const
      const error = await handle.engine.load({ ref, source: { kind: 'files', files } }, () => undefined).then(() => null, xw.plainError)
      return { error, ended: xw.plainError(await handle.ended) }
    }, damage)
    expect(result.error).toMatchObject(expected)
    expect(result.ended).toMatchObject(expected)
  })

  test('a prompt too long is refused, and the engine goes on', async () => {
    const result = await site.page.evaluate(async () => {
      const { xw } = window
      const files = await xw.fetchFiles(new URL('fixtures/qwen2/', document.baseURI).href, 'fp32')
      const handle = xw.start()
      const ref = { id: 'q', kind: 'causal', origin: 'folder', revision: null, files: [], dtype: 'fp32', device: 'wasm', graph: 'rewritten' } as const
      await handle.engine.load({ ref, source: { kind: 'files', files } }, () => undefined)
      const long = { messages: [{ role: 'user', content: '很长。'.repeat(2000) }] } as const
      const refused = await handle.engine.generate({ prompt: long, maxTokens: 4, stop: [] }).then(() => null, xw.plainError)
      const shown: string[] = []
      const written = await handle.engine.generate({ prompt: { messages: [{ role: 'user', content: '你好' }] }, maxTokens: 4, stop: [] }, (text) => shown.push(text))
      handle.end()
      return { refused, written, shown: shown.length }
    })
    expect(result.refused).toMatchObject({ code: 'promptTooLong' })
    expect(result.written).toMatchObject({ finish: expect.stringMatching(/stop|length/) as string })
    expect(result.shown).toBeGreaterThan(0)
  })

  test('a worker that cannot start is an error, not silence', async () => {
    const ended = await site.page.evaluate(async () => window.xw.plainError(await window.xw.startMissing().ended))
    expect(ended).toMatchObject({ code: 'failed' })
  })
})

describe.skipIf(!existsSync('public/models/xianwai-lm'))('reasoning', () => {
  test('is written first, and the labels are scored behind it', async () => {
    const result = await site.page.evaluate(async () => {
      const { xw } = window
      const card = (await xw.embeddedModels(document.baseURI)).find(({ kind }) => kind === 'causal')!
      const handle = xw.start()
      const source = { kind: 'site', url: xw.modelUrl(document.baseURI, card.id) } as const
      await handle.engine.load({ ref: xw.cardRef(card, 'wasm', 'rewritten')!, source }, () => undefined)
      const method = xw.methods.find(({ id }) => id === 'reason')!
      const tree = xw.answerTree(xw.scheme, method)
      await handle.engine.prepare(xw.sentinels(xw.scheme, method))
      const prompt = xw.promptFor(xw.scheme, method, { text: '你可真行。', context: '', scene: 'dialogue' })
      const ask = async (maxTokens: number) => {
        const shown: string[] = []
        const reason = { opening: '分析：', maxTokens, stop: ['\n'] }
        const result = await handle.engine.answer({ prompt, reason, tree: tree.root, exhaustive: tree.exhaustive }, (text) => void shown.push(text))
        return { ...result, shown }
      }
      const [short, long] = [await ask(1), await ask(24)]
      handle.end()
      return [short, long].map(({ reason, nodes, newTokens, shown }) => ({ reason, newTokens, shown, first: Array.from(nodes[0]!.logProbabilities) }))
    })
    const [short, long] = result
    expect(short!.reason).not.toBe('')
    expect(long!.reason!.startsWith(short!.reason!)).toBe(true)
    expect(long!.reason!.length).toBeGreaterThan(short!.reason!.length)
    expect(long!.newTokens).toBeGreaterThan(short!.newTokens)
    expect(long!.shown.length).toBeGreaterThan(3)
    expect(long!.shown.filter((text) => !long!.reason!.startsWith(text))).toEqual([])
    expect(short!.first.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
    expect(long!.first).not.toEqual(short!.first)
  })
})
