import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { benchmarkIntervals } from '../../src/metrics/benchmarkIntervals.ts'
import { calibrationBand, reliability } from '../../src/metrics/calibration.ts'
import { accuracy, macroF1, weightedF1 } from '../../src/metrics/classification.ts'
import { differences, discordance } from '../../src/metrics/comparison.ts'
import type { Confusion, Statistic } from '../../src/metrics/confusion.ts'
import { equivalence } from '../../src/metrics/equivalence.ts'
import { holm } from '../../src/metrics/holm.ts'
import { accuracyDifferenceInterval, mcnemar } from '../../src/metrics/mcnemar.ts'
import { swapTest } from '../../src/metrics/swapTest.ts'
import { population } from './population.ts'
import { shown } from './shown.ts'

/**
 * What tests promise, by simulation with fixed seeds: right about noise, they find what was planted. SHOW=1 prints what was measured.
 */

// Half a minute of processor time in all; on a machine shared by many that may be minutes.
vi.setConfig({ testTimeout: 180_000 })

/** Two runs with the same quality, alike on most records; or the second better by what is planted. */
function twoRuns(seed: string, records: number, shares: { won: number; lost: number }) {
  const random = seededRandom(seed)
  return () => {
    const gold = new Int8Array(records)
    const first = new Int8Array(records)
    const second = new Int8Array(records)
    for (let record = 0; record < records; record++) {
      const right = Math.min(random.integer(4), random.integer(4))
      const wrong = (right + 1 + random.integer(3)) % 4
      const kind = random.uniform()
      gold[record] = right
      first[record] = kind < shares.won ? wrong : right
      second[record] = kind >= shares.won && kind < shares.won + shares.lost ? wrong : right
      if (kind > 0.6) first[record] = second[record] = wrong
    }
    return { pair: { labels: 4, gold, first, second }, random }
  }
}

const f1: Statistic = (table: Confusion) => macroF1(table)

describe('tests', () => {
  it('call at most 17 of 200 comparisons of noise significant at .05, and Holm’s family at most as many', () => {
    const draw = twoRuns('noise', 400, { won: 0.1, lost: 0.1 })
    const significant = { mcnemar: 0, accuracy: 0, f1: 0, weightedF1: 0 }
    const families: number[] = []
    let family: number[] = []
    for (let comparison = 0; comparison < 200; comparison++) {
      const { pair, random } = draw()
      const { p } = mcnemar(discordance(pair))
      const swaps = swapTest(pair, { accuracy, f1, weightedF1 }, { random, draws: 2_000 })
      significant.mcnemar += p <= 0.05 ? 1 : 0
      for (const name of ['accuracy', 'f1', 'weightedF1'] as const) significant[name] += swaps[name]!.p <= 0.05 ? 1 : 0
      family.push(p)
      if (family.length === 4) {
        families.push(Math.min(...holm(family).map((adjusted) => adjusted!)))
        family = []
      }
    }
    shown({ ...significant, holm: families.filter((p) => p <= 0.05).length })
    for (const count of Object.values(significant)) expect(count).toBeLessThanOrEqual(17)
    expect(significant.f1).toBeGreaterThan(2)
    expect(families.filter((lowest) => lowest <= 0.05).length).toBeLessThanOrEqual(6)
  })

  it('call at most 17 of 200 significant where records come in groups that swap together', () => {
    const random = seededRandom('grouped noise')
    let grouped = 0
    let alone = 0
    for (let comparison = 0; comparison < 200; comparison++) {
      const groups = Int32Array.from({ length: 200 }, (_, record) => Math.floor(record / 10))
      const luck = Array.from({ length: 20 }, () => random.uniform() < 0.5)
      const gold = new Int8Array(200)
      const first = gold.map((_, record) => (luck[groups[record]!]! && random.uniform() < 0.4 ? 1 : 0))
      const second = gold.map((_, record) => (!luck[groups[record]!]! && random.uniform() < 0.4 ? 1 : 0))
      const pair = { labels: 2, gold, first, second }
      grouped += swapTest(pair, { accuracy }, { random, draws: 2_000, groups }).accuracy!.p <= 0.05 ? 1 : 0
      alone += mcnemar(discordance(pair)).p <= 0.05 ? 1 : 0
    }
    shown({ grouped, alone })
    expect(grouped).toBeLessThanOrEqual(17)
    expect(alone).toBeGreaterThan(40)
  })

  it('find a planted gain of five points, 20 % discordant, n = 1,000, nine times in ten', () => {
    const draw = twoRuns('power', 1_000, { won: 0.125, lost: 0.075 })
    const found = { mcnemar: 0, accuracy: 0, interval: 0 }
    const comparisons = 200
    for (let comparison = 0; comparison < comparisons; comparison++) {
      const { pair, random } = draw()
      found.mcnemar += mcnemar(discordance(pair)).p <= 0.05 ? 1 : 0
      found.accuracy += swapTest(pair, { accuracy }, { random, draws: 2_000 }).accuracy!.p <= 0.05 ? 1 : 0
      found.interval += accuracyDifferenceInterval(discordance(pair))!.low > 0 ? 1 : 0
    }
    shown(found)
    for (const count of Object.values(found)) expect(count / comparisons).toBeGreaterThanOrEqual(0.9)
  })

  it('call runs equivalent that differ by the margin in one case of twenty, and runs that are alike mostly', () => {
    const margin = { name: 'five points', value: 0.05 }
    const samples = 150
    const equivalentAmong = (shares: { won: number; lost: number }) => {
      const draw = twoRuns('equivalence', 1_000, shares)
      let equivalent = 0
      for (let comparison = 0; comparison < samples; comparison++) {
        const { pair, random } = draw()
        const { interval } = differences(pair, { accuracy }, { random, level: 0.9 }).accuracy!
        equivalent += equivalence(interval, margin)?.verdict === 'equivalent' ? 1 : 0
      }
      return equivalent / samples
    }
    const atTheMargin = equivalentAmong({ won: 0.125, lost: 0.075 })
    const alike = equivalentAmong({ won: 0.06, lost: 0.06 })
    shown({ atTheMargin, alike })
    expect(atTheMargin).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / samples))
    expect(alike).toBeGreaterThan(0.9)
  })

  it('let a calibrated model’s ECE lie within its band', () => {
    const random = seededRandom('calibrated')
    let within = 0
    let rejected = 0
    for (let sample = 0; sample < 200; sample++) {
      const confidence = Float64Array.from({ length: 200 }, () => 0.3 + 0.7 * random.uniform())
      const answers = { confidence, correct: confidence.map((value) => (random.uniform() < value ? 1 : 0)) }
      const ece = reliability(answers).ece!
      const band = calibrationBand(answers, { random })!
      within += band.low <= ece && ece <= band.high ? 1 : 0
      rejected += band.p <= 0.05 ? 1 : 0
    }
    shown({ within, rejected })
    expect(within / 200).toBeGreaterThanOrEqual(0.95 - 2 * Math.sqrt((0.05 * 0.95) / 200))
    expect(rejected).toBeLessThanOrEqual(17)
  })
})

describe('speed at 52,882 records', () => {
  const random = seededRandom('speed')
  const { gold, predicted } = population(25, 3, 0.5).draw(random, 52_882)
  const seconds = (work: () => void) => {
    const start = process.cpuUsage()
    work()
    return process.cpuUsage(start).user / 1e6
  }

  it('2,000 resamples of all figures, 10,000 swaps and 2,000 paired resamples take a second or two of processor time each', () => {
    const second = population(25, 3, 0.6).answer(random, gold)
    const pair = { labels: 25, gold, first: predicted, second }
    const groups = gold.map((_, record) => record % 120)
    const times = {
      intervals: seconds(() => benchmarkIntervals(25, gold, predicted, { random })),
      clusters: seconds(() => benchmarkIntervals(25, gold, predicted, { random, groups })),
      swaps: seconds(() => swapTest(pair, { macroF1: f1 }, { random })),
      differences: seconds(() => differences(pair, { macroF1: f1, weightedF1 }, { random })),
    }
    shown(times)
    for (const time of Object.values(times)) expect(time).toBeLessThan(6)
  })
})
