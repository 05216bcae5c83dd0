import { describe, expect, it, vi } from 'vitest'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { type Random, seededRandom } from '../../../src/domain/random.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { accuracy, macroF1, supportedLabels, weightedF1 } from '../../../src/metrics/classification.ts'
import { columnsFor, type Confusion, withMargins } from '../../../src/metrics/confusion.ts'
import { bootstrapRecords, type Interval } from '../../../src/metrics/intervals.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { batchIntervals } from '../../../src/state/results/batchIntervals.ts'
import { Coverage } from '../../metrics/coverageCount.ts'
import { type Leaning, predictionOf, quickReader, type Said, say } from './leaningModel.ts'

/**
 * What intervals under the mean over a run's own records promise, by simulation with fixed seeds. SHOW=1 prints what was measured.
 */

// Some fifty seconds of processor time in all; on a machine shared by many that may be minutes.
vi.setConfig({ testTimeout: 300_000 })

const matrix = builtInMethods.find(({ id }) => id === 'matrix')!
const fields = ['explicit', 'stance'] as const
type FieldName = (typeof fields)[number]
const stance = fieldOf(builtInScheme, 'stance')
/** By cell of the matrix, row by row. */
const stanceOf = ['Positive', 'Formulaic Positive', 'Sarcastic Negative', 'Understated Positive', 'Neutral', 'Veiled Negative', 'Affiliative Positive', 'Reportive Negative', 'Negative']
  .map((id) => stance.labels.findIndex((label) => label.id === id))
/** Which label each cell of the matrix is. */
const views: Readonly<Record<FieldName, { readonly labels: number; readonly of: readonly number[] }>> = {
  explicit: { labels: 3, of: [0, 0, 0, 1, 1, 1, 2, 2, 2] },
  stance: { labels: 9, of: stanceOf },
}

function tableOf(field: FieldName, said: readonly Said[], cells: Uint8Array, weights: ArrayLike<number>): Confusion {
  const { labels, of } = views[field]
  const counts = new Float64Array(labels * columnsFor(labels))
  for (let record = 0; record < said.length; record++) counts[of[said[record]!.cell]! * columnsFor(labels) + of[cells[record]!]!]! += weights[record]!
  return withMargins({ labels, counts, leftOut: 0 })
}

const once = (said: readonly Said[]): Float64Array => new Float64Array(said.length).fill(1)

function supportedIn(field: FieldName, said: readonly Said[]): readonly number[] {
  return supportedLabels(tableOf(field, said, Uint8Array.from(said, ({ cell }) => cell), once(said)))
}

type Name = `${FieldName} ${'accuracy' | 'weightedF1' | 'supportedMacroF1'}`

/** `batchIntervals` of both fields, by the quick reader. */
function quickIntervals(said: readonly Said[], random: Random, groups?: Int32Array): Record<Name, Interval | undefined> {
  const read = quickReader(said)
  const supported = { explicit: supportedIn('explicit', said), stance: supportedIn('stance', said) }
  return bootstrapRecords(said.length, (weights) => {
    const cells = read(weights)
    return Object.fromEntries(fields.flatMap((field) => {
      const table = tableOf(field, said, cells, weights)
      return [[`${field} accuracy`, accuracy(table)], [`${field} weightedF1`, weightedF1(table)], [`${field} supportedMacroF1`, macroF1(table, supported[field])]]
    })) as Record<Name, number | undefined>
  }, { random, groups })
}

const even = new Array<number>(9).fill(1 / 9)
/** About the benchmark's own shares, and those of a file in which hardly anything is meant otherwise. */
const skewed = [0.18, 0.05, 0.08, 0.07, 0.22, 0.1, 0.03, 0.05, 0.22]
const plain = [0.1, 0.01, 0.02, 0.03, 0.6, 0.04, 0.01, 0.02, 0.17]

describe('the quick reader of these simulations', () => {
  it.each([[40, 4, null], [90, 1, 9]] as const)('gives the intervals of batchIntervals: %i records, lean %i, groups of %s', (records, lean, group) => {
    const random = seededRandom(`quick ${records}`)
    const said = Array.from({ length: records }, () => say({ shares: skewed, lean, signal: 1.2 }, random))
    const groups = group ? Int32Array.from(said, (_, at) => Math.floor(at / group)) : null
    const quick = quickIntervals(said, seededRandom(7), groups ?? undefined)
    for (const field of fields) {
      const own = batchIntervals({
        scheme: builtInScheme, method: matrix, reading: { prior: 'batch', rule: 'joint', parser: 1 }, predictions: said.map(predictionOf), field,
        gold: Int16Array.from(said, ({ cell }) => views[field].of[cell]!), groups,
      }, 7)
      for (const name of ['accuracy', 'weightedF1', 'supportedMacroF1'] as const) {
        expect(own[name]?.method).toBe(quick[`${field} ${name}`]?.method)
        expect(own[name]?.low ?? 9).toBeCloseTo(quick[`${field} ${name}`]?.low ?? 9, 12)
        expect(own[name]?.high ?? 9).toBeCloseTo(quick[`${field} ${name}`]?.high ?? 9, 12)
      }
    }
    expect(quick['stance accuracy']).toBeDefined()
  })
})

/** The figures of the population under its own mean, from so many records of it that they err by a tenth of a point. */
function truthsOf(model: Leaning, random: Random): { readonly of: (name: Name, said: readonly Said[]) => number } {
  const said = Array.from({ length: 200_000 }, () => say(model, random))
  const cells = quickReader(said)(once(said))
  const tables = { explicit: tableOf('explicit', said, cells, once(said)), stance: tableOf('stance', said, cells, once(said)) }
  return {
    of: (name, drawn) => {
      const field = name.startsWith('explicit') ? 'explicit' : 'stance'
      if (name.endsWith('accuracy')) return accuracy(tables[field])!
      return name.endsWith('weightedF1') ? weightedF1(tables[field])! : macroF1(tables[field], supportedIn(field, drawn))!
    },
  }
}

describe('intervals under the mean over a run’s own records', () => {
  const few = new Coverage()
  const many = new Coverage()

  it.each<[string, readonly number[], number, number, number, number]>([
    ['even labels, leaning', even, 1.5, 0.7, 34, 300],
    ['plain labels, nearly one label', plain, 4, 1, 34, 300],
    ['skewed labels, leaning', skewed, 1.5, 1.2, 150, 200],
    ['skewed labels, nearly one label', skewed, 4, 2, 150, 200],
    ['plain labels, no lean', plain, 0, 2, 400, 60],
  ])('cover as the docstring of batchIntervals says: %s', (name, shares, lean, signal, records, samples) => {
    const random = seededRandom(`batch ${name}`)
    const model = { shares, lean, signal }
    const truths = truthsOf(model, random)
    const coverage = new Coverage()
    for (let sample = 0; sample < samples; sample++) {
      const said = Array.from({ length: records }, () => say(model, random))
      for (const [figure, interval] of Object.entries(quickIntervals(said, random)) as [Name, Interval | undefined][]) {
        // with 34 records hardly a stance has ten, and which have is luck
        if (figure === 'stance supportedMacroF1' && records < 100) continue
        coverage.add(`n = ${records}, ${figure}`, interval, truths.of(figure, said))
        ;(records < 100 ? few : many).add('all figures', interval, truths.of(figure, said))
      }
    }
    coverage.expectAt(0.95, records < 100 ? 0.88 : 0.91, 0.985)
  })

  it('cover less than they say on the whole: by two to three points with 34 records, by one with 150 and more', () => {
    few.expectAt(0.95, 0.91, 0.93)
    many.expectAt(0.95, 0.935, 0.95)
  })
})
