import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ModelCard, parseModelCard } from '../../src/engine/modelCard.ts'

/** What the cards of the shipped models must say, and what the models must reach by it (issue 4). */
const folder = (id: string): string => `public/models/${id}`
const cardOf = (id: string): ModelCard => parseModelCard(JSON.parse(readFileSync(`${folder(id)}/model.json`, 'utf8')))
const [classifier, languageModel] = [cardOf('xianwai-classifier'), cardOf('xianwai-lm')]
const cards = [classifier, languageModel]
const fields = ['explicit', 'implicit', 'stance', 'intent', 'emotion']
const heldOut = 'held-out records of this project'
const real = 'the benchmark\'s sample (34 real records)'

function figure(card: ModelCard, name: string, on: string): ModelCard['figures'][number] {
  const found = card.figures.filter((one) => one.name.en === name && one.on?.en === on)
  expect(found, `${card.id}: ${name} on ${on}`).toHaveLength(1)
  return found[0]!
}

const megabytes = (card: ModelCard, ...paths: readonly string[]): number =>
  card.files.filter(({ path }) => paths.includes(path)).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6

describe('the cards of the embedded models', () => {
  test.each(cards)('$id lists its files as they are', (card) => {
    for (const { path, bytes, sha256 } of card.files) {
      const data = readFileSync(`${folder(card.id)}/${path}`)
      expect([path, data.length, createHash('sha256').update(data).digest('hex')]).toEqual([path, bytes, sha256])
    }
  })

  test('they are no larger than they may be: 12 MB and 16 MB with the tokenizer, 16 MB for WebGPU', () => {
    expect(megabytes(classifier, 'onnx/model_quantized.onnx', 'tokenizer.json')).toBeLessThanOrEqual(12)
    expect(megabytes(languageModel, 'onnx/model_quantized.onnx', 'tokenizer.json')).toBeLessThanOrEqual(16)
    expect(languageModel.dtypes.webgpu).toBe('fp32')
    const webGpu = megabytes(languageModel, 'onnx/model.onnx', 'tokenizer.json')
    expect(webGpu).toBeGreaterThan(1)
    expect(webGpu).toBeLessThanOrEqual(16)
  })

  test.each(cards)('$id states data, licences and what it must not be used for', (card) => {
    expect(card.licence).toBe('Apache-2.0')
    expect(card.licenceNote).toBeDefined()
    expect(card.data.length).toBeGreaterThan(5)
    expect(card.data.every(({ rows, licence }) => rows > 0 && /^(?:MIT|Apache-2\.0)$/.test(licence))).toBe(true)
    expect(card.limits.en).toMatch(/[Nn]ot for/)
    expect(card.limits.zh).toContain('不可用')
    for (const language of ['zh', 'en'] as const) {
      expect(card.limits[language]).toContain('LCCC')
      expect(card.limits[language]).toContain('bloom.bin')
    }
    expect(card.files.map(({ path }) => path)).toContain('bloom.bin')
  })

  test.each(cards.flatMap((card) => [heldOut, real].map((on) => ({ id: card.id, card, on }))))('$id: every field on the $on has n, interval and both baselines', ({ card, on }) => {
    for (const field of fields) {
      for (const measure of ['macro-F1', 'accuracy']) {
        const { value, n, low, high, baseline, gain, gainLow, gainHigh, majority } = figure(card, `${field}, ${measure}`, on)
        expect(n).toBe(on === heldOut ? 450 : 34)
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
        expect(majority).toBeGreaterThan(0)
        expect(gain).toBeCloseTo(value - baseline!, 3)
        expect(gainLow).toBeLessThan(gainHigh!)
      }
    }
  })

  test('every figure says on how many of what', () => {
    for (const { name, n, on, value } of cards.flatMap(({ figures }) => figures)) expect([name.zh !== '', n! > 0, on !== undefined, value >= 0 && value <= 1]).toEqual([true, true, true, true])
  })
})

describe('what the models must reach', () => {
  test('the classifier has a better macro-F1 than n-grams on every field of the held-out records', () => {
    for (const field of fields) expect(figure(classifier, `${field}, macro-F1`, heldOut).gain).toBeGreaterThan(0)
  })

  test('taught other people\'s tasks, it is better there than n-grams', () => {
    for (const on of ['CPED test to valid', 'eight emotions, a fifth held out']) {
      const { gain, n, baseline, majority } = figure(classifier, 'macro-F1 (encoder taught the task, mixed with n-grams)', on)
      expect(n).toBeGreaterThan(800)
      expect(gain).toBeGreaterThan(0)
      expect(baseline).toBeGreaterThan(majority!)
    }
  })

  test.each(['Alibaba-Math', 'DrinkWater', 'CS2', 'BridePrice'])('sarcasm on the unseen topic %s is measured beside n-grams with and without a chosen threshold; where it is behind the card says so', (topic) => {
    const { n, gain, tuned, low, high, value } = figure(classifier, 'macro-F1 (encoder taught the task, mixed with n-grams)', `sarcasm on the unseen topic ${topic}`)
    expect(n).toBeGreaterThan(1700)
    expect(classifier.limits.en.includes(topic)).toBe(gain! <= 0)
    expect(tuned).toBeGreaterThan(0)
    expect([low! <= value, value <= high!]).toEqual([true, true])
  })

  test('it is calibrated where it must be: stance and intent lie inside the band of a perfectly calibrated model', () => {
    for (const field of ['stance', 'intent']) {
      const { value, bandHigh, n } = figure(classifier, `${field}, expected calibration error`, heldOut)
      expect(n).toBeGreaterThanOrEqual(450)
      expect(value).toBeLessThanOrEqual(bandHigh!)
    }
  })

  test.each(cards)('$id: int8 has the winner of fp32 in 97 of 100, probabilities change by 0.02 or less', (card) => {
    for (const field of fields) {
      const { value, change, winnerChange } = figure(card, `${field}, int8 has the same winner as fp32`, heldOut)
      expect(value).toBeGreaterThanOrEqual(0.97)
      expect(change).toBeLessThanOrEqual(0.02)
      expect(winnerChange).toBeLessThanOrEqual(0.02)
    }
  })

  test.each(['matrix-free', 'direct-free', 'cot'])('free answers by %s parse in 98 of 100 and agree with guided ones in 90', (method) => {
    expect(figure(languageModel, `${method}: free answers that parse`, heldOut).value).toBeGreaterThanOrEqual(0.98)
    expect(figure(languageModel, `${method}: same as guided in all fields`, heldOut).value).toBeGreaterThanOrEqual(0.9)
  })
})
