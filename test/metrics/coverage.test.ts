import { describe, it, vi } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { kappa } from '../../src/metrics/agreement.ts'
import { benchmarkIntervals } from '../../src/metrics/benchmarkIntervals.ts'
import { accuracy, benchmarkMetrics, classF1, macroF1, microF1, supportedLabels, weightedF1 } from '../../src/metrics/classification.ts'
import { differences, discordance } from '../../src/metrics/comparison.ts'
import { type Confusion, confusion, type Statistic } from '../../src/metrics/confusion.ts'
import { type BaselineRule, gains, gainsByParts } from '../../src/metrics/gains.ts'
import { bootstrapIntervals, bootstrapRecords, wilson } from '../../src/metrics/intervals.ts'
import { krippendorff, krippendorffInterval } from '../../src/metrics/krippendorff.ts'
import { accuracyDifferenceInterval } from '../../src/metrics/mcnemar.ts'
import { differencesFromControls } from '../../src/metrics/spread.ts'
import { Coverage } from './coverageCount.ts'
import { mixture, population } from './population.ts'

/**
 * What intervals promise, by simulation with fixed seeds: one covers at its level within two standard errors of the simulation. SHOW=1 prints
 * what was measured.
 */

// Half a minute of processor time in all; on a machine shared by many that may be minutes.
vi.setConfig({ testTimeout: 180_000 })

describe('intervals cover at their level', () => {
  it('Wilson, over all shares', () => {
    const random = seededRandom('wilson')
    const coverage = new Coverage()
    for (let sample = 0; sample < 3_000; sample++) {
      const share = 0.05 + 0.9 * random.uniform()
      for (const records of [34, 300]) {
        let right = 0
        for (let record = 0; record < records; record++) right += random.uniform() < share ? 1 : 0
        coverage.add(`n = ${records}`, wilson(right, records), share)
      }
    }
    coverage.expectAt(0.95)
  })

  it.each([
    [3, 1, 0.6, 150, 300],
    [3, 1, 0.85, 300, 300],
    [9, 2, 0.55, 500, 150],
  ])('basic bootstrap: %i labels', (labels, skew, right, records, samples) => {
    const random = seededRandom(`basic ${labels} ${right}`)
    const people = population(labels, skew, right)
    const coverage = new Coverage()
    for (let sample = 0; sample < samples; sample++) {
      const { gold, predicted } = people.draw(random, records)
      const supported = supportedLabels(confusion(labels, gold, predicted))
      const statistics: Record<string, Statistic> = {
        supportedMacroF1: (table) => macroF1(table, supported),
        weightedF1,
        microF1,
        'F1 of the rarest': classF1(supported.at(-1)!),
      }
      const intervals = bootstrapIntervals(labels, gold, predicted, statistics, { random })
      for (const [name, statistic] of Object.entries(statistics)) coverage.add(name, intervals[name], statistic(people.table)!)
      const agreement = bootstrapIntervals(labels, gold, predicted, { kappa }, { random, range: [-1, 1] })
      coverage.add('kappa', agreement.kappa, kappa(people.table)!)
    }
    coverage.expectAt(0.95)
  })

  it('at another level than .95', () => {
    const random = seededRandom('level')
    const people = population(3, 1, 0.7)
    const coverage = new Coverage()
    for (let sample = 0; sample < 300; sample++) {
      const { gold, predicted } = people.draw(random, 200)
      coverage.add('weightedF1', benchmarkIntervals(3, gold, predicted, { random, level: 0.8 }).weightedF1, weightedF1(people.table)!)
    }
    coverage.expectAt(0.8)
  })

  it.each([10, 50])('cluster bootstrap: %i groups of two kinds', (groups) => {
    const random = seededRandom(`clusters ${groups}`)
    const kinds = [population(3, 1, 0.8), population(3, 1, 0.4)] as const
    const truth = mixture(kinds[0].table, kinds[1].table, 0.5)
    const coverage = new Coverage()
    for (let sample = 0; sample < 300; sample++) {
      const drawn = Array.from({ length: groups }, () => kinds[random.integer(2)]!.draw(random, 8))
      const gold = drawn.flatMap((group) => [...group.gold])
      const predicted = drawn.flatMap((group) => [...group.predicted])
      const intervals = bootstrapIntervals(3, gold, predicted, benchmarkMetrics, { random, groups: gold.map((_, record) => Math.floor(record / 8)) })
      for (const name of ['accuracy', 'macroF1', 'weightedF1'] as const) coverage.add(name, intervals[name], benchmarkMetrics[name](truth)!)
    }
    coverage.expectAt(0.95, 0.92, 0.98)
  })

  it('paired differences, by bootstrap and by formula', () => {
    const random = seededRandom('pairs')
    const first = population(3, 1, 0.6)
    const better = population(3, 1, 0.8)
    const second = mixture(first.table, better.table, 0.3)
    const coverage = new Coverage()
    const formula = new Coverage()
    for (let sample = 0; sample < 250; sample++) {
      const { gold, predicted } = first.draw(random, 200)
      const other = better.answer(random, gold).map((answer, record) => (random.uniform() < 0.3 ? answer : predicted[record]!))
      const pair = { labels: 3, gold, first: predicted, second: other }
      const found = differences(pair, benchmarkMetrics, { random })
      for (const name of ['accuracy', 'macroF1', 'weightedF1'] as const) {
        const statistic = benchmarkMetrics[name]
        coverage.add(name, found[name]?.interval, statistic(second)! - statistic(first.table)!)
      }
      formula.add('accuracy', accuracyDifferenceInterval(discordance(pair)), accuracy(second)! - accuracy(first.table)!)
    }
    coverage.expectAt(0.95)
    formula.expectAt(0.95)
  })

  it('a mean over records by weights: the Brier score of answers', () => {
    const random = seededRandom('brier')
    // Confidence even over .3 to 1, and right a little less often than it says.
    const truth = (() => {
      let sum = 0
      for (let at = 0; at < 10_000; at++) {
        const sure = 0.3 + (0.7 * (at + 0.5)) / 10_000
        const right = 0.9 * sure
        sum += right * (1 - sure) ** 2 + (1 - right) * sure ** 2
      }
      return sum / 10_000
    })()
    const coverage = new Coverage()
    for (let sample = 0; sample < 250; sample++) {
      const squares = Float64Array.from({ length: 150 }, () => {
        const sure = 0.3 + 0.7 * random.uniform()
        return (sure - (random.uniform() < 0.9 * sure ? 1 : 0)) ** 2
      })
      const mean = (weights: Float64Array) => ({ brier: squares.reduce((sum, square, at) => sum + square * weights[at]!, 0) / weights.reduce((sum, weight) => sum + weight, 0) })
      coverage.add('brier', bootstrapRecords(150, mean, { random }).brier, truth)
    }
    coverage.expectAt(0.95)
  })

  it('Krippendorff’s alpha, nominal and ordinal', () => {
    const random = seededRandom('alpha')
    const rate = (records: number) => {
      const truth = Int8Array.from({ length: records }, () => (random.uniform() < 0.5 ? 0 : 1 + random.integer(2)))
      return [0, 1, 2].map(() =>
        truth.map((label) => (random.uniform() < 0.1 ? -1 : random.uniform() < 0.75 ? label : random.integer(3))),
      )
    }
    const all = rate(100_000)
    const coverage = new Coverage()
    for (const distance of ['nominal', 'ordinal'] as const) {
      const truth = krippendorff(3, all, distance).alpha!
      for (let sample = 0; sample < 200; sample++) {
        coverage.add(distance, krippendorffInterval(3, rate(100), distance, { random }), truth)
      }
    }
    coverage.expectAt(0.95)
  })

  it.each<[BaselineRule, number]>([
    [{ kind: 'named', method: 'direct' }, 0.5],
    [{ kind: 'rechosen', among: ['direct', 'cot'] }, 0.5],
    [{ kind: 'strongest', among: ['direct', 'cot'] }, 0.58],
  ])('gains over the baseline %o', (baseline, direct) => {
    const random = seededRandom(`gains ${baseline.kind}`)
    const models = ['a', 'b']
    const methods = { direct: population(3, 1, direct), cot: population(3, 1, 0.58), matrix: population(3, 1, 0.7) }
    const figure = (name: keyof typeof methods) => weightedF1(methods[name].table)!
    const truth = figure('matrix') - (baseline.kind === 'named' ? figure('direct') : Math.max(figure('direct'), figure('cot')))
    const coverage = new Coverage()
    for (let sample = 0; sample < 100; sample++) {
      const { gold } = methods.direct.draw(random, 250)
      const runs = models.flatMap((model) =>
        Object.entries(methods).map(([method, people]) => ({ model, method, predicted: people.answer(random, gold) })),
      )
      const { rows, headlines } = gains(
        {
          tasks: [{ task: 'stance', labels: 3, gold, runs }],
          method: 'matrix',
          baseline,
          metrics: { weightedF1 },
          aggregation: { models, mean: 'mean', unit: 'points' },
        },
        { random },
      )
      coverage.add('row', rows[0]!.interval, truth)
      coverage.add('headline', headlines[0]!.interval, truth)
    }
    coverage.expectAt(0.95)
  })

  it('gains within a part of the records, as they are and standardised to a mix', () => {
    const random = seededRandom('parts')
    const [direct, matrix] = [population(3, 1, 0.5), population(3, 1, 0.7)]
    const rows = (table: Confusion) => [0, 1, 2].map((row) => {
      const all = table.counts.subarray(row * 5, row * 5 + 5).reduce((sum, count) => sum + count, 0)
      return table.counts[row * 5 + row]! / all
    })
    const truth = rows(matrix.table).reduce((sum, recall, label) => sum + (recall - rows(direct.table)[label]!) / 3, 0)
    const coverage = new Coverage()
    for (let sample = 0; sample < 600; sample++) {
      const { gold } = direct.draw(random, 400)
      const runs = [['direct', direct], ['matrix', matrix]] as const
      const within = [0, 1, 2]
      const metrics = () => ({ weightedF1, accuracy })
      const [plain, standardised] = gainsByParts({
        tasks: [{ task: 'stance', labels: 3, gold, runs: runs.map(([method, people]) => ({ model: 'a', method, predicted: people.answer(random, gold) })) }],
        method: 'matrix', baseline: { kind: 'named', method: 'direct' }, aggregation: { models: ['a'], mean: 'mean', unit: 'points' },
        // every second record is of the part, parted by its gold
        strata: { of: gold.map((label, at) => 3 * (at % 2) + label), count: 6 },
        parts: [
          { strata: within, metrics },
          { strata: within, standard: { name: { zh: '', en: '' }, of: [0, 1, 2, 0, 1, 2], mix: [1, 1, 1] }, metrics },
        ],
      }, { random })
      coverage.add('weighted F1', plain!.rows[0]!.interval, weightedF1(matrix.table)! - weightedF1(direct.table)!)
      coverage.add('standardised accuracy', standardised!.rows[1]!.interval, truth)
    }
    coverage.expectAt(0.95)
  })

  it('a run against five controls that differ among themselves', () => {
    const random = seededRandom('controls')
    const run = population(3, 1, 0.7)
    const coverage = new Coverage()
    for (let sample = 0; sample < 150; sample++) {
      const { gold, predicted } = run.draw(random, 200)
      // About normal, with a deviation of .05.
      const luck = () => 0.1 * (random.uniform() + random.uniform() + random.uniform() - 1.5)
      const controls = Array.from({ length: 5 }, () => population(3, 1, 0.6 + luck()).answer(random, gold))
      const found = differencesFromControls({ labels: 3, gold, run: predicted, controls }, { accuracy }, { random }, [0.95]).accuracy
      coverage.add('accuracy', found?.intervals[0], accuracy(run.table)! - accuracy(population(3, 1, 0.6).table)!)
    }
    coverage.expectAt(0.95, undefined, 1)
  })
})
