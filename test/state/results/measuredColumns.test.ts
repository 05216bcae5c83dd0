import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measuredReader } from '../../../src/answer/measuredReader.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import type { Method } from '../../../src/domain/method.ts'
import type { Conditional, Outcome, Prediction, Reading } from '../../../src/domain/prediction.ts'
import { sampleColumns } from '../../../src/domain/sampleColumns.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../../src/prompt/builtInMethods.ts'
import { ColumnsWriter, runColumns } from '../../../src/state/results/columnsWriter.ts'
import { BatchReader } from '../../../src/storage/batchReader.ts'
import { toBatch } from '../../../src/storage/predictionRecord.ts'
import { prediction, sample, scheme } from './fixtures.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const samples = ids.map((id, at) => sample(id, at % 2 === 0 ? 'Positive' : null))
const methods = [...new Map([...builtInMethods, ...studyMethods].filter(({ asking }) => asking === 'guided').map((method) => [method.id, method])).values()]
const chosenFields = (method: Method): string[] => method.steps.flatMap((step) => (step.kind === 'choose' ? [step.field] : []))

/** Log-probabilities that tie now and then, and now and then rule a label out. */
const scores = (field: string): fc.Arbitrary<Float32Array> =>
  fc.array(fc.oneof({ weight: 6, arbitrary: fc.double({ min: -8, max: 0, noNaN: true }) }, { weight: 3, arbitrary: fc.constantFrom(-1, -2) }, { weight: 1, arbitrary: fc.constant(-Infinity) }), {
    minLength: fieldOf(scheme, field).labels.length,
    maxLength: fieldOf(scheme, field).labels.length,
  }).filter((values) => values.some((value) => value > -Infinity)).map((values) => Float32Array.from(values))

const labelOf = (field: string): fc.Arbitrary<string> => fc.constantFrom(...fieldOf(scheme, field).labels.map(({ id }) => id))

/** The choice of one field behind some labels of those before it. */
function conditional(fields: readonly string[], level: number): fc.Arbitrary<Conditional> {
  const field = fields[level]!
  const given = fc.tuple(...fields.slice(0, level).map(labelOf)).map((labels) => Object.fromEntries(labels.map((label, at) => [fields[at]!, label])))
  return fc.record({ field: fc.constant(field), given, logProbabilities: scores(field) })
}

/** Both levels of the joint whole, as a run asks them, and whatever else; or anything. */
function conditionals(fields: readonly string[]): fc.Arbitrary<readonly Conditional[]> {
  const any = fc.array(fc.nat(fields.length - 1).chain((level) => conditional(fields, level)), { maxLength: 8 })
  const [first, second] = fields
  if (first === undefined || second === undefined) return fc.tuple(conditional(fields, 0), any).map(([one, rest]) => [one, ...rest])
  const whole = fc.tuple(conditional(fields, 0), ...fieldOf(scheme, first).labels.map(({ id }) => scores(second).map((logProbabilities): Conditional => ({ field: second, given: { [first]: id }, logProbabilities }))))
  return fc.oneof({ weight: 3, arbitrary: fc.tuple(whole, any).map(([one, rest]) => [...one, ...rest]) }, { weight: 1, arbitrary: any })
}

const independent: fc.Arbitrary<readonly Conditional[]> = fc.tuple(...scheme.fields.map(({ id }) => fc.option(scores(id)))).map((found) =>
  found.flatMap((logProbabilities, at): Conditional[] => (logProbabilities ? [{ field: scheme.fields[at]!.id, given: {}, logProbabilities }] : [])))

const readings: fc.Arbitrary<Reading> = fc.record({
  prior: fc.constantFrom('none' as const, 'contentFree' as const, 'pool' as const), rule: fc.constantFrom('joint' as const, 'path' as const), parser: fc.constant(1),
}).chain((reading) => fc.constantFrom<Reading>(
  { ...reading, ...(reading.prior === 'pool' && { pool: 'p' }) }, { ...reading, ...(reading.prior === 'pool' && { pool: 'p' }), later: 'marginal' },
))

/** Some of what the records were asked, with finite numbers, and of the later fields what stands for all paths. */
function priorsOf(found: readonly (readonly Conditional[])[], reading: Reading): readonly Conditional[] {
  const finite = (numbers: Float32Array): Float32Array => numbers.map((value) => Math.max(value, -20) / 2)
  return found.flat().flatMap((one, at): Conditional[] => {
    if (at % 5 === 4) return []
    return [{ ...one, logProbabilities: finite(one.logProbabilities), ...(at % 3 === 2 && reading.prior === 'pool' && { given: {} }), ...(reading.prior === 'pool' && { pool: 'p' }) }]
  })
}

function outcomes(kind: 'guided' | 'classified', found: readonly (readonly Conditional[])[]): Prediction[] {
  return found.map((conditionals, at) => {
    const outcome: Outcome = at === 4 ? { kind: 'failed', reason: 'timedOut' } : kind === 'guided' ? { kind, conditionals, reasons: [] } : { kind, conditionals }
    return prediction(ids[at]!, { outcome, droppedTurns: at, duration: at + 0.25, promptTokens: 3 * at, ...(at === 1 && { fidelity: { mean: 0.1, largest: 0.3, fellBack: true } }) })
  })
}

function bothWays(method: Method, reading: Reading, priors: readonly Conditional[], predictions: readonly Prediction[]) {
  const known = reading.prior === 'none' ? undefined : priors
  const read = (one: Prediction) => readPrediction(one, scheme, method, reading, known)
  const writer = new ColumnsWriter(scheme, sampleColumns(samples))
  let measured = 0
  for (const half of [predictions.slice(0, 3), predictions.slice(3)]) {
    const block = new BatchReader(toBatch('run', half, false))
    half.forEach((_, place) => {
      const reader = measuredReader(block.kind(place), scheme, method, reading, known)
      const at = writer.placeOf(block.ids[place]!)!
      if (reader?.read(block, place)) {
        measured++
        writer.writeMeasured(at, block, place, reader)
      } else writer.write(at, block.at(place), read(block.at(place)))
    })
  }
  return { measured, columns: writer.columns(), expected: runColumns(scheme, samples, predictions, read) }
}

describe('measured predictions read side by side', () => {
  test.each(methods.map((method) => [method.id, method] as const))('say what each says by itself: %s', (_, method) => {
    let measured = 0
    fc.assert(fc.property(readings, fc.array(conditionals(chosenFields(method)), { minLength: 6, maxLength: 6 }), (reading, found) => {
      const both = bothWays(method, reading, priorsOf(found, reading), outcomes('guided', found))
      expect(both.columns).toEqual(both.expected)
      measured += both.measured
    }), { numRuns: 60 })
    // what is told its model is left to `readPrediction`, where something is derived of it
    const told = method.steps.some(({ kind }) => kind === 'give') && method.steps.some(({ kind }) => kind === 'derive')
    if (!told) expect(measured).toBeGreaterThan(30)
  })

  test('say what each says by itself: a classifier', () => {
    let measured = 0
    fc.assert(fc.property(readings, fc.array(independent, { minLength: 6, maxLength: 6 }), (reading, found) => {
      const both = bothWays(classifierMethod, reading, priorsOf(found, reading), outcomes('classified', found))
      expect(both.columns).toEqual(both.expected)
      measured += both.measured
    }), { numRuns: 100 })
    expect(measured).toBeGreaterThan(300)
  })

  test('leave to `readPrediction` what the model was told, and what is no answer of the method’s', () => {
    const [matrix] = builtInMethods
    const whole = fc.sample(conditionals(chosenFields(matrix!)), { numRuns: 1, seed: 3 })[0]!
    const reading: Reading = { prior: 'none', rule: 'joint', parser: 1 }
    const reads = (one: Prediction): boolean | undefined => measuredReader(one.outcome.kind, scheme, matrix!, reading)?.read(new BatchReader(toBatch('run', [one], false)), 0)
    const of = (conditionals: readonly Conditional[], more: Partial<Prediction> = {}) => prediction('a', { outcome: { kind: 'guided', conditionals, reasons: [] }, ...more })
    expect(reads(of(whole))).toBe(true)
    expect(reads(of(whole, { given: { intent: 'Irony' } }))).toBe(false)
    expect(reads(of([{ field: 'nobody', given: {}, logProbabilities: Float32Array.of(0) }]))).toBe(false)
    expect(reads(of([{ field: 'explicit', given: {}, logProbabilities: Float32Array.of(0, 0) }]))).toBe(false)
    expect(reads(of([{ field: 'explicit', given: {}, logProbabilities: Float32Array.of(0, NaN, -1) }]))).toBe(false)
    expect(reads(of([{ field: 'implicit', given: { explicit: 'nobody' }, logProbabilities: Float32Array.of(0, -1, -1) }]))).toBe(false)
    expect(reads(prediction('a'))).toBeUndefined()
  })
})
