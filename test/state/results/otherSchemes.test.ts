import { describe, expect, test } from 'vitest'
import { jointOf } from '../../../src/answer/joint.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import { givenFields, scoredFields } from '../../../src/domain/method.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import type { Prediction } from '../../../src/domain/prediction.ts'
import type { Scheme } from '../../../src/domain/scheme.ts'
import { stanceMatrix } from '../../../src/domain/stanceMatrix.ts'
import { resultFiles } from '../../../src/export/resultFiles.ts'
import { parseRunFile, writeRunFile } from '../../../src/export/runFile.ts'
import { methodsOf } from '../../../src/prompt/schemeMethods.ts'
import { executeRun } from '../../../src/run/executeRun.ts'
import { freezePlan } from '../../../src/run/freezePlan.ts'
import { EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { collect, fileOf } from '../../import/collect.ts'
import { polarityScheme, twoByTwo, wideScheme } from '../../export/schemeFixtures.ts'
import { choice, MemorySink } from '../../run/fixtures.ts'
import { ToyEngine } from '../../run/toyEngine.ts'

/** Forty sentences with every label of every chosen field. */
function fileFor({ fields }: Scheme): string {
  const chosen = fields.filter(({ kind }) => kind === 'chosen')
  const rows = Array.from({ length: 40 }, (_, at) => [`s${at}`, `第 ${at} 句话`, ...chosen.map(({ labels }, place) => labels[Math.floor(at / (place + 1)) % labels.length]!.id)].join(','))
  return [['id', 'text', ...chosen.map(({ id }) => id)].join(','), ...rows].join('\n')
}

const kept = new Map<string, ReturnType<typeof asked>>()

/** Once for all tests of a scheme. */
function ran(scheme: Scheme): ReturnType<typeof asked> {
  const known = kept.get(scheme.id) ?? asked(scheme)
  kept.set(scheme.id, known)
  return known
}

/** A plan over a scheme with all of its methods that need no other run, asked of a toy engine from file to predictions. */
async function asked(scheme: Scheme) {
  const { dataset, samples } = await collect(fileOf('a.csv', fileFor(scheme)), { scheme })
  const methods = methodsOf(scheme).methods.filter((method) => givenFields(method, 'run').length === 0)
  const field = scheme.matrix ?? scheme.fields[0]!.id
  const { plan, runs } = await freezePlan(choice(samples, { dataset: { id: 'd', name: 'd', hash: dataset.hash, samples: samples.length, demonstration: false }, scheme, methods, primaryMetric: { field, metric: 'accuracy' } }))
  const predictions = new Map<string, readonly Prediction[]>()
  for (const run of runs) {
    const sink = new MemorySink()
    const engine = new ToyEngine()
    const summary = await executeRun({
      run, plan, samples, engine, contextLength: engine.contextLength, restartEngine: () => Promise.resolve(new ToyEngine()), sink, done: sink.done,
      earlier: () => Promise.resolve([...sink.predictions.values()]),
    })
    expect([run.method.id, summary.end, summary.failed]).toEqual([run.method.id, 'finished', 0])
    predictions.set(run.id, [...sink.predictions.values()])
  }
  return { samples, plan, runs, predictions }
}

const source = ({ samples, plan, runs, predictions }: Awaited<ReturnType<typeof ran>>) => ({
  readPlan: (id: string) => Promise.resolve(id === plan.id ? { plan, runs } : undefined),
  readSamples: () => Promise.resolve(samples),
  readPredictions: (id: string) => Promise.resolve(predictions.get(id) ?? []),
  readPriors: () => Promise.resolve(undefined),
  readPrediction,
  readDataset: () => Promise.resolve(undefined),
  readFile: () => Promise.reject(new Error('no such file')),
})

const answersOf = (plan: Plan, run: Run, prediction: Prediction) => readPrediction(prediction, plan.scheme, run.method, plan.reading)

describe.each([['of one field', polarityScheme, 4], ['with a matrix of two by two', twoByTwo, 13], ['with more fields and two derived', wideScheme, 15]] as const)('a scheme %s, from file to report', (_, scheme, count) => {
  test('every method answers what it says it does, and the figures are those answers counted', async () => {
    const all = await ran(scheme)
    expect(all.runs).toHaveLength(count)
    const work = new MetricsWork(source(all))
    for (const run of all.runs) {
      const answers = new Map(all.predictions.get(run.id)!.map((prediction) => [prediction.sampleId, answersOf(all.plan, run, prediction)]))
      const { fields } = await work.figures({ plan: all.plan.id, run: run.id, reading: all.plan.reading, version: '1' }, { field: all.plan.primaryMetric.field })
      for (const id of scoredFields(scheme, run.method)) {
        const right = all.samples.filter(({ id: sample, gold }) => {
          const [answer, label] = [answers.get(sample)![id], gold[id]]
          return answer?.kind === 'chosen' && label?.kind === 'label' && answer.label === label.label
        })
        if (run.method.asking === 'free') continue
        const shown = fields.find((field) => field.field === id)!
        expect([run.method.id, id, shown.all.accuracy]).toEqual([run.method.id, id, right.length / all.samples.length])
      }
    }
  }, 60_000)

  test('the joint of a guided walk is over the matrix’s own cells and sums to one; without a matrix there is none', async () => {
    const { plan, runs, predictions } = await ran(scheme)
    const matrix = stanceMatrix(scheme)
    const run = runs.find(({ method }) => method.id === (matrix ? 'matrix' : 'direct'))!
    const joint = jointOf(predictions.get(run.id)![0]!, scheme, run.method, plan.reading)
    expect(joint?.length).toBe(matrix && matrix.explicit.labels.length * matrix.implicit.labels.length)
    if (joint) expect(joint.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
  }, 60_000)

  test('the report and its evidence are made, with a matrix only where the scheme has one', async () => {
    const all = await ran(scheme)
    const work = new EvidenceWork(source(all))
    for (const language of scheme === wideScheme ? (['en'] as const) : (['zh', 'en'] as const)) {
      const { html } = await work.report(all.plan.id, { texts: false, program: 'test', madeAt: 0, dataset: null, siteUrl: 'https://site.test/' }, language)
      expect(html.includes('<section id="matrices"')).toBe(scheme.matrix !== undefined)
      expect(html).not.toMatch(/>(?:undefined|NaN)</)
      for (const { name } of scheme.fields) expect(html).toContain(name[language])
      expect(html).not.toContain('Veiled Negative')
    }
  }, 60_000)

  if (scheme === polarityScheme) test('nothing is fitted on data that another scheme labels', async () => {
    const all = await ran(scheme)
    const { dataset: read, samples } = await collect(fileOf('a.csv', fileFor(scheme)), { scheme: { ...scheme, id: 'elsewhere' } })
    // the same content would be the tested dataset itself, taken in again
    const dataset = { ...read, hash: 'another file' }
    const wish = { texts: false, program: 'test', madeAt: 0, dataset: null, siteUrl: 'https://site.test/' }
    const made = (found: typeof dataset, dev?: string) =>
      new EvidenceWork({ ...source(all), readDataset: () => Promise.resolve({ dataset: found, samples }) }).report(all.plan.id, { ...wish, ...(dev && { dev }) }, 'en')
    const [none, other, same] = [await made(dataset), await made(dataset, 'dev'), await made({ ...dataset, schemeId: scheme.id }, 'dev')]
    expect(other.tables).toEqual(none.tables)
    expect(same.tables).not.toEqual(none.tables)
  }, 60_000)

  test('its result files, a run and task each, say of each answer whether it is right', async () => {
    const { samples, plan, runs, predictions } = await ran(scheme)
    const files = resultFiles({ plan, runs, samples, predictions, priors: new Map() })
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
    expect(files.length).toBeGreaterThanOrEqual(runs.filter(({ method }) => method.asking === 'guided').length)
    for (const { text } of files) {
      const lines = text.trim().split('\n').map((line) => JSON.parse(line) as { gold: string; predicted: string; correct: boolean })
      for (const { gold, predicted, correct } of lines) expect(correct).toBe(gold === predicted)
    }
  }, 60_000)

  test('its run file comes back with the scheme, methods and answers', async () => {
    const { samples, plan, runs, predictions } = await ran(scheme)
    const read = parseRunFile(writeRunFile({ plan, runs, samples, predictions, priors: new Map() }))
    expect([read.plan, read.runs]).toEqual([plan, runs])
    expect(read.predictions).toEqual(predictions)
  }, 60_000)
})
