import { describe, expect, test } from 'vitest'
import { disagreement, divergence, scoringDifference, tolerance } from '../../src/engine/agreement.ts'

const rows = [Float32Array.of(1, 2, 3, 4), Float32Array.of(4, 3, 2, 1)]
const changed = (by: (value: number) => number): readonly Float32Array[] => rows.map((row) => row.map(by))

describe('divergence', () => {
  test('is Kullback and Leibler’s, in nats, the mean over rows, whatever is added to all logits', () => {
    const half = Float32Array.of(0, 0)
    const quarter = Float32Array.of(Math.log(1) + 7, Math.log(3) + 7)
    // 1/2 ln(1/2 : 1/4) + 1/2 ln(1/2 : 3/4)
    expect(divergence([half], [quarter])).toBeCloseTo(0.5 * Math.log(2) + 0.5 * Math.log(2 / 3), 6)
    expect(divergence([half, half], [quarter, half])).toBeCloseTo((0.5 * Math.log(2) + 0.5 * Math.log(2 / 3)) / 2, 6)
    expect(divergence(rows, rows)).toBe(0)
    expect(divergence(rows, changed(() => NaN))).toBeNaN()
  })
})

describe('disagreement', () => {
  test('is 0 for the same, in standard deviations otherwise, and NaN where something is no number', () => {
    expect(disagreement(rows, rows)).toBe(0)
    const deviation = Math.sqrt(1.25)
    expect(disagreement(rows, changed((value) => value + deviation))).toBeCloseTo(1)
    expect(disagreement(rows, changed(() => NaN))).toBeNaN()
  })

  test('one wrong row among right ones is far beyond what 8 bits explain', () => {
    expect(disagreement(rows, [rows[0]!, rows[0]!])).toBeGreaterThan(tolerance('int8'))
    expect(tolerance('fp32')).toBeLessThan(tolerance('q8'))
  })
})

describe('scoringDifference', () => {
  const node = (path: readonly number[], ...logProbabilities: readonly number[]) => ({ path, logProbabilities })

  test('near ties may change places, others not', () => {
    const forks = [node([], -0.7, -0.6), node([0], -0.1, -3)]
    expect(scoringDifference([node([], -0.6, -0.7), node([0], -0.1, -3)], forks, 0.25)).toMatchObject({ otherWinner: false })
    expect(scoringDifference([node([], -0.7, -0.6), node([0], -3, -0.1)], forks, 0.25)).toMatchObject({ otherWinner: true })
  })

  test('compares what both have scored', () => {
    const { mean, largest } = scoringDifference([node([], -1, -2), node([1], -9)], [node([], -1, -1.5), node([0], -1)], 0.25)
    expect([mean, largest]).toEqual([0.25, 0.5])
  })
})
