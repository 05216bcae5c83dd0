import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { fitLookup, majority } from '../../src/metrics/baselines.ts'
import { accuracy, classification, macroRecall, weightedF1 } from '../../src/metrics/classification.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { gains } from '../../src/metrics/gains.ts'
import { leaningOf } from '../../src/metrics/leaning.ts'
import { sliceScores } from '../../src/metrics/slices.ts'
import { golden, indices } from './golden.ts'

/** The figures of the evidence's tables beside scikit-learn's and scipy's (tools/golden/tables.py). */
const goldens = golden('tables') as {
  supported: [labels: number, gold: string, predicted: string, figures: [recall: number, f1: number] | null][]
  leaning: [predicted: number[], gold: number[], predictedEntropy: number, goldEntropy: number, distance: number][]
  lookup: [labels: number, given: number, gold: string, of: string, majority: string, rows: (number[] | null)[]][]
  slices: [labels: number, count: number, gold: string, predicted: string, slices: string, scores: (number | null)[], ranks: (number | null)[]][]
  /** By reading (as it is, standardised), model and figure (accuracy, weighted F1). */
  gains: [labels: number, gold: string, strata: string, mix: number[], runs: [direct: string, matrix: string][], points: number[][][], percents: (number | null)[][][]][]
}

function expectNear(actual: number | undefined, expected: number | null): void {
  if (expected === null) expect(actual).toBeUndefined()
  else expect(Math.abs((actual ?? NaN) - expected)).toBeLessThanOrEqual(1e-9)
}

const digits = (text: string): number[] => Array.from(text, Number)

describe('the tables of the evidence', () => {
  it('rest on more than a hundred cases each', () => {
    for (const cases of Object.values(goldens).filter(Array.isArray)) expect(cases.length).toBeGreaterThan(100)
  })

  it('average over the labels with ten gold as scikit-learn does', () => {
    for (const [labels, gold, predicted, figures] of goldens.supported) {
      const table = confusion(labels, indices(gold), indices(predicted))
      const { supportedMacroF1, supportedLabels } = classification(table)
      expectNear(macroRecall(table, supportedLabels), figures && figures[0])
      expectNear(supportedMacroF1, figures && figures[1])
    }
    expect(goldens.supported.filter(([labels, , , figures]) => labels > 3 && figures !== null).length).toBeGreaterThan(30)
  })

  it('have scipy’s entropy, and half its distance between shares', () => {
    for (const [predicted, gold, predictedEntropy, goldEntropy, distance] of goldens.leaning) {
      const found = leaningOf(predicted, gold)
      expectNear(found.predictedEntropy, predictedEntropy)
      expectNear(found.goldEntropy, goldEntropy)
      expectNear(found.distance, distance)
    }
  })

  it('answer without a model as scikit-learn’s dummy and its row shares say', () => {
    for (const [labels, given, gold, of, most, rows] of goldens.lookup) {
      expect(majority(labels, indices(gold))).toBe(indices(most)[0])
      const lookup = fitLookup(labels, indices(gold), { labels: given, of: indices(of) })!
      rows.forEach((row, value) => {
        const shares = lookup.probabilities(value)
        if (!row) expect([shares, lookup.predict(value)]).toEqual([undefined, indices(most)[0]])
        else {
          row.forEach((share, label) => expectNear(shares?.[label], share))
          expect(lookup.predict(value)).toBe(row.indexOf(Math.max(...row)))
        }
      })
    }
  })

  it('cut a run into slices, the empty ones among them, and rank what is large enough', () => {
    for (const [labels, count, gold, predicted, slices, scores, ranks] of goldens.slices) {
      const found = sliceScores({ labels, gold: indices(gold), predicted: indices(predicted) }, digits(slices), count)
      found.forEach((slice, at) => {
        expectNear(slice.accuracy, scores[at]!)
        expect(slice.rank ?? null).toBe(ranks[at])
      })
    }
    expect(goldens.slices.filter(([, , , , , scores]) => scores.includes(null)).length).toBeGreaterThan(5)
  })

  it('have the gains of scikit-learn’s figures, in points and per cent, as they are and weighted to a mix', () => {
    for (const [labels, gold, strata, mix, runs, points, percents] of goldens.gains) {
      for (const [at, standard] of [undefined, { name: { zh: '', en: '' }, strata: digits(strata), mix }].entries()) {
        for (const [unit, expected] of [['points', points], ['percent', percents]] as const) {
          const { rows } = gains({
            tasks: [{ task: 'task', labels, gold: indices(gold), runs: runs.flatMap(([direct, matrix], model) => [['direct', direct], ['matrix', matrix]].map(([method, predicted]) => ({ model: `m${model}`, method: method!, predicted: indices(predicted!) }))) }],
            method: 'matrix', baseline: { kind: 'named', method: 'direct' }, metrics: { accuracy, weightedF1 }, aggregation: { models: ['m0', 'm1'], mean: 'mean', unit }, standard,
          }, { random: seededRandom('golden') })
          for (const row of rows) expectNear(row.gain, expected[at]![row.model === 'm0' ? 0 : 1]![row.metric === 'accuracy' ? 0 : 1]!)
          expect(rows.length).toBe(4)
        }
      }
    }
  })
})
