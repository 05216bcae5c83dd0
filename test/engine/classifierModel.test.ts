import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { ClassifierInput } from '../../src/domain/prompt.ts'
import { Classifier } from '../../src/engine/classifierModel.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'
import { createSession, type Session } from '../../src/engine/runtime.ts'
import { loadTokenizer, type ModelTokenizer } from '../../src/engine/tokenizer.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

const folder = 'public/models/xianwai-classifier'
const words = builtInScheme.fields.flatMap(({ labels }) => labels.map(({ definition }) => definition.zh)).join('')
const anyText = fc.tuple(fc.nat(words.length - 60), fc.integer({ min: 1, max: 40 })).map(([from, length]) => words.slice(from, from + length))
const anyInput = fc.record({ text: anyText, pair: fc.option(anyText, { freq: 4 }) })

let tokenizer: ModelTokenizer
let session: Session

/** Counts what goes into each forward; `altered` stands for an export whose rows depend on their company. */
function counted(altered = false): { classifier: Classifier; sizes: number[] } {
  const sizes: number[] = []
  const watched = {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: async (feeds: Parameters<Session['run']>[0], fetches: string[]) => {
      const size = Number(feeds.input_ids!.dims[0])
      sizes.push(size)
      const results = await session.run(feeds, fetches)
      const values = results.logits!.data
      if (altered && size > 1 && values instanceof Float32Array) values[0] = values[0]! * (1 + 2 ** -22)
      return results
    },
  }
  return { classifier: new Classifier(watched as unknown as Session, tokenizer, 256, 'model.onnx'), sizes }
}

async function singly(inputs: readonly ClassifierInput[]): Promise<readonly Float32Array[]> {
  const { classifier } = counted()
  const rows: Float32Array[] = []
  for (const input of inputs) rows.push((await classifier.classify([input]))[0]!)
  return rows
}

beforeAll(async () => {
  const files = Object.fromEntries(['tokenizer.json', 'tokenizer_config.json'].map((name) => [name, new File([readFileSync(`${folder}/${name}`)], name)]))
  tokenizer = await loadTokenizer(new ModelReader({ kind: 'files', files }, [], () => undefined))
  session = await createSession(new Uint8Array(readFileSync(`${folder}/onnx/model_quantized.onnx`)), 'model_quantized.onnx', 'wasm', [])
})

describe('the classifier that ships', () => {
  test('reads texts of one length together, and says of each what it says of it alone, to the bit', async () => {
    const { classifier, sizes } = counted()
    expect(await classifier.tryBatches()).toBe(true)
    sizes.length = 0
    await fc.assert(fc.asyncProperty(fc.array(anyInput, { minLength: 20, maxLength: 40 }), async (inputs) => {
      expect(await classifier.classify(inputs)).toEqual(await singly(inputs))
    }), { numRuns: 8 })
    expect(Math.max(...sizes)).toBeGreaterThan(2)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16)
  }, 60_000)

  test('takes half-width punctuation in Chinese for full-width, as it was trained; numbers and addresses stay', async () => {
    const ask = async (text: string, pair: string) => (await counted().classifier.classify([{ text, pair }]))[0]!
    expect(await ask('好的,谢谢!', '在吗?(我等了三天)订单:十二;')).toEqual(await ask('好的，谢谢！', '在吗？（我等了三天）订单：十二；'))
    const count = (text: string) => counted().classifier.countTokens([{ text, pair: null }])[0]
    expect(await ask('1,000 12:30', '')).not.toEqual(await ask('1，000 12：30', ''))
    expect(count('好?')).toBe(count('好？'))
  })

  test('sixteen alike share one forward', async () => {
    const { classifier, sizes } = counted()
    await classifier.tryBatches()
    sizes.length = 0
    const inputs = Array.from({ length: 20 }, (_, at) => ({ text: words.slice(at).replace(/[^\u4e00-\u9fff]/g, '').slice(0, 12), pair: null }))
    const lengths = new Map<number, number>()
    for (const length of classifier.countTokens(inputs)) lengths.set(length, (lengths.get(length) ?? 0) + 1)
    const rows = await classifier.classify(inputs)
    const forwards = [...lengths.values()].reduce((sum, count) => sum + Math.ceil(count / 16), 0)
    expect(sizes).toHaveLength(forwards)
    expect(rows).toEqual(await singly(inputs))
  })
})

test('an export whose rows depend on their company is asked one text at a time', async () => {
  const { classifier, sizes } = counted(true)
  expect(await classifier.tryBatches()).toBe(false)
  sizes.length = 0
  const inputs = Array.from({ length: 6 }, (_, at) => ({ text: `好的${'一二三四五六'.charAt(at)}`, pair: null }))
  await classifier.classify(inputs)
  expect(sizes).toEqual([1, 1, 1, 1, 1, 1])
})


describe('exports in other layouts', () => {
  const other = (inputNames: readonly string[], outputNames: readonly string[], dims: readonly number[] = [1, 3]) => {
    const fed: string[][] = []
    const run = (feeds: Record<string, unknown>) => {
      fed.push(Object.keys(feeds).sort())
      const size = dims.reduce((product, length) => product * length, 1)
      return Promise.resolve({ logits: { dims, type: 'float32', getData: () => Promise.resolve(new Float32Array(size).fill(1)) } })
    }
    return { fed, make: () => new Classifier({ inputNames, outputNames, run } as unknown as Session, tokenizer, 256, 'onnx/model.onnx') }
  }

  test('without segments: it is not given any', async () => {
    const { fed, make } = other(['input_ids', 'attention_mask'], ['logits'])
    expect(await make().classify([{ text: '好', pair: null }])).toHaveLength(1)
    expect(fed).toEqual([['attention_mask', 'input_ids']])
  })

  test('logits under another name, and those of each token, are refused with the file', async () => {
    expect(() => other(['input_ids'], ['scores']).make()).toThrow(expect.objectContaining({ code: 'wrongOutputs', file: 'onnx/model.onnx', message: 'onnx/model.onnx gives scores' }))
    await expect(other(['input_ids'], ['logits'], [1, 4, 3]).make().classify([{ text: '好', pair: null }])).rejects.toMatchObject({ code: 'wrongOutputs', file: 'onnx/model.onnx' })
  })
})
