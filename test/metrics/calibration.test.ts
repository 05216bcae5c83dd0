import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { brierOfAnswer, calibrationBand, reliability, riskCoverage } from '../../src/metrics/calibration.ts'
import { golden } from './golden.ts'

const goldens = golden('calibration') as {
  answer: [number[], number[], number][]
  reliability: [bins: number, confidence: number[], correct: number[], right: number[], sure: number[]][]
}

const answers = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { minLength: 1, maxLength: 80 })
  .map((rows) => ({ confidence: rows.map(([confidence]) => confidence / 20), correct: rows.map(([, correct]) => correct) }))
const reversed = <Value>(values: readonly Value[]) => [...values].reverse()

describe('Brier score', () => {
  it(`is what scikit-learn says, ${goldens.answer.length} times`, () => {
    expect(goldens.answer.length).toBeGreaterThan(100)
    for (const [confidence, correct, score] of goldens.answer) {
      expect(Math.abs(brierOfAnswer({ confidence, correct })! - score)).toBeLessThanOrEqual(1e-9)
    }
  })

  it('is undefined for nothing, and throws on what is no probability', () => {
    expect(brierOfAnswer({ confidence: [], correct: [] })).toBeUndefined()
    expect(() => brierOfAnswer({ confidence: [NaN], correct: [1] })).toThrow(RangeError)
    expect(() => brierOfAnswer({ confidence: [1.1], correct: [1] })).toThrow(RangeError)
  })
})

describe('reliability', () => {
  it(`has the bins of scikit-learn’s calibration curve, ${goldens.reliability.length} times`, () => {
    expect(goldens.reliability.length).toBeGreaterThan(100)
    for (const [bins, confidence, correct, right, sure] of goldens.reliability) {
      const found = reliability({ confidence, correct }, bins)
      expect(found.bins.length).toBe(right.length)
      found.bins.forEach((bin, at) => {
        expect(Math.abs(bin.accuracy - right[at]!)).toBeLessThanOrEqual(1e-9)
        expect(Math.abs(bin.confidence - sure[at]!)).toBeLessThanOrEqual(1e-9)
      })
      const gap = right.reduce((sum, share, at) => sum + Math.abs(share - sure[at]!), 0) / bins
      expect(Math.abs(found.ece! - gap)).toBeLessThanOrEqual(1e-9)
    }
  })

  it('cuts bins of equal mass and weighs their gaps', () => {
    const result = reliability({ confidence: [0.9, 0.1, 0.8, 0.2], correct: [1, 0, 0, 0] }, 2)
    expect(result.bins.map(({ records, low, high, accuracy }) => [records, low, high, accuracy])).toEqual([
      [2, 0.1, 0.2, 0],
      [2, 0.8, 0.9, 0.5],
    ])
    expect(result.ece).toBeCloseTo((0.15 * 2 + 0.35 * 2) / 4, 14)
    expect(result.bins[1]!.interval!.low).toBeLessThan(0.5)
  })

  it('keeps equal confidences together, so the order of records changes nothing', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 12 }), (given, bins) => {
        const one = reliability(given, bins)
        const other = reliability({ confidence: reversed(given.confidence), correct: reversed(given.correct) }, bins)
        expect(one.bins.map(({ records, low, accuracy }) => [records, low, accuracy])).toEqual(
          other.bins.map(({ records, low, accuracy }) => [records, low, accuracy]),
        )
        expect(one.bins.reduce((sum, { records }) => sum + records, 0)).toBe(given.confidence.length)
        expect(one.bins.length).toBeLessThanOrEqual(bins)
        for (let bin = 1; bin < one.bins.length; bin++) expect(one.bins[bin]!.low).toBeGreaterThan(one.bins[bin - 1]!.high)
        const byHand = one.bins.reduce((sum, { records, accuracy, confidence }) => sum + records * Math.abs(accuracy - confidence), 0)
        expect(one.ece).toBeCloseTo(byHand / given.confidence.length, 12)
      }),
    )
  })

  it('is empty for nothing, and throws on NaN', () => {
    expect(reliability({ confidence: [], correct: [] })).toEqual({ records: 0, bins: [], ece: undefined })
    expect(() => reliability({ confidence: [NaN], correct: [0] })).toThrow(RangeError)
    expect(() => reliability({ confidence: [0.5], correct: [] })).toThrow(RangeError)
    expect(() => reliability({ confidence: [0.5], correct: [1] }, 0)).toThrow(RangeError)
  })
})

describe('calibrationBand', () => {
  const random = seededRandom('band')

  it('lies about the ECE of a calibrated model and below that of one too sure', () => {
    const confidence = Array.from({ length: 500 }, () => 0.3 + 0.7 * random.uniform())
    const calibrated = { confidence, correct: confidence.map((value) => random.uniform() < value) }
    const tooSure = { confidence, correct: confidence.map((value) => random.uniform() < value - 0.2) }
    const band = calibrationBand(calibrated, { random })!
    expect(band.low > 0 && band.low < band.median && band.median < band.high).toBe(true)
    expect(band.p).toBeGreaterThan(0.05)
    expect(reliability(tooSure).ece!).toBeGreaterThan(band.high)
    expect(calibrationBand(tooSure, { random })!.p).toBeCloseTo(1 / 1001, 12)
    expect(calibrationBand({ confidence: [], correct: [] }, { random })).toBeUndefined()
  })
})

describe('riskCoverage', () => {
  it('goes from the surest to all', () => {
    const { points, area } = riskCoverage({ confidence: [0.9, 0.5, 0.7, 0.7], correct: [1, 0, 1, 0] })
    expect(points).toEqual([
      { threshold: 0.9, records: 1, coverage: 0.25, risk: 0 },
      { threshold: 0.7, records: 3, coverage: 0.75, risk: 1 / 3 },
      { threshold: 0.5, records: 4, coverage: 1, risk: 0.5 },
    ])
    expect(area).toBeCloseTo((0 + 0.5 / 2 + 1 / 3 + 2 / 4) / 4, 14)
    expect(riskCoverage({ confidence: [], correct: [] })).toEqual({ points: [], area: undefined })
  })

  it('does not care about the order of records; its end is the error rate', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { points, area } = riskCoverage(given)
        const other = riskCoverage({ confidence: reversed(given.confidence), correct: reversed(given.correct) })
        expect(other.area).toBeCloseTo(area!, 12)
        expect(points.at(-1)!.coverage).toBe(1)
        expect(points.at(-1)!.risk).toBeCloseTo(given.correct.filter((right) => !right).length / given.correct.length, 12)
      }),
    )
  })
})
