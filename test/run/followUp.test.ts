import { describe, expect, test } from 'vitest'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import type { Answers, Conditional, Prediction, Reading } from '../../src/domain/prediction.ts'
import { conditionalsOf } from '../../src/prompt/answerTree.ts'
import { studyMethods } from '../../src/prompt/builtInMethods.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import type { RunSummary } from '../../src/run/runRequest.ts'
import { nothingLeft } from '../../src/run/nothingLeft.ts'
import { questionOf } from '../../src/run/question.ts'
import { RunControl } from '../../src/run/runControl.ts'
import { MemorySink, method, planned, toySample } from './fixtures.ts'
import { ToyEngine } from './toyEngine.ts'

const samples: readonly Sample[] = Array.from({ length: 10 }, (_, at) => toySample(String(at), { context: at % 2 ? '甲：在吗' : '' }))
const plain: Reading = { prior: 'none', rule: 'joint', parser: 1 }
const contentFree: Reading = { ...plain, prior: 'contentFree' }
const byPath: Reading = { ...plain, rule: 'path' }
const free: Reading = { ...contentFree, rule: 'path' }

/** What a run leaves behind, whichever plan it is executed for. */
class Kept {
  readonly sink = new MemorySink()
  readonly engine = new ToyEngine()
  priors: readonly Conditional[] | undefined

  execute(plan: Plan, run: Run, control = new RunControl(), stopAt = Infinity): Promise<RunSummary> {
    return executeRun({
      run, plan, samples, engine: this.engine, contextLength: 1_000_000, restartEngine: () => Promise.resolve(this.engine),
      sink: this.sink, done: this.sink.done, earlier: () => Promise.resolve([...this.sink.predictions.values()]), control,
      onProgress: ({ done }) => done >= stopAt && control.stop(),
      priors: { kept: this.priors, save: (priors) => Promise.resolve(void (this.priors = priors)) },
    })
  }

  get answered(): number {
    return this.engine.calls.filter(({ name }) => name === 'answer').length
  }

  answers(reading: Reading, used: Method): Readonly<Record<string, Answers>> {
    return Object.fromEntries([...this.sink.predictions].map(([id, prediction]) => [id, readPrediction(prediction, builtInScheme, used, reading, this.priors)]))
  }

  isDone(plan: Plan, run: Run): Promise<boolean> {
    return nothingLeft(plan, run, { done: this.sink.done, priors: this.priors, predictions: () => Promise.resolve([...this.sink.predictions.values()]) })
  }
}

async function run(used: Method, reading: Reading) {
  const kept = new Kept()
  const { plan, run: own } = await planned(samples, { methods: [used], reading })
  expect(await kept.isDone(plan, own)).toBe(false)
  expect(await kept.execute(plan, own)).toMatchObject({ end: 'finished', done: 10, failed: 0, asked: 10 })
  return { kept, plan, own }
}

/** The sample's answer with every choice of the tree asked: whatever the reading, its winner is in there. */
async function everything(plan: Plan, own: Run, sample: Sample, prediction: Prediction): Promise<Prediction> {
  const question = questionOf(plan, own.model, own.method, 1_000_000)
  const tree = question.tree!
  const { nodes } = await new ToyEngine().answer({ prompt: promptFor(plan.scheme, own.method, sample), reason: question.reason, tree: tree.root, exhaustive: tree.levels.length })
  return { ...prediction, outcome: { kind: 'guided', conditionals: conditionalsOf(tree, nodes), reasons: [] } }
}

const cases = [
  ['matrix', method('matrix')],
  ['direct', method('direct')],
  ['matrix-reason', studyMethods.find(({ id }) => id === 'matrix-reason')!],
  ['sham', shamMatrix(builtInScheme, method('matrix'), 'arbitrary', 1)],
] as const

describe.each(cases)('a run by %s', (_, used) => {
  test.each([['content-free', contentFree], ['by path', byPath], ['content-free by path', free]])('read %s is answered to its end, as if everything had been asked', async (__, reading) => {
    const { kept, plan, own } = await run(used, reading)
    const answers = kept.answers(reading, used)
    expect(new Set(Object.values(answers).flatMap((fields) => Object.values(fields).map(({ kind }) => kind)))).toEqual(new Set(['chosen']))
    for (const sample of samples) {
      const whole = await everything(plan, own, sample, kept.sink.predictions.get(sample.id)!)
      expect(answers[sample.id]).toEqual(readPrediction(whole, builtInScheme, used, reading, kept.priors))
    }
    expect(await kept.isDone(plan, own)).toBe(true)
    const before = kept.answered
    expect(await kept.execute(plan, own)).toMatchObject({ end: 'finished', asked: 0 })
    expect(kept.answered).toBe(before)
  })
})

test('the prior moves winners here, and without the follow-up nothing would stand behind them', async () => {
  const { kept } = await run(method('matrix'), plain)
  const read = await run(method('matrix'), contentFree)
  const moved = [...kept.sink.predictions.values()].map((prediction) => readPrediction(prediction, builtInScheme, method('matrix'), contentFree, read.kept.priors).intent?.kind)
  expect(moved).toContain('notAsked')
})

test('what another plan asked is completed, once, and only what it lacks', async () => {
  const { kept, plan, own } = await run(method('matrix'), plain)
  const raw = kept.answers(plain, method('matrix'))
  expect(await kept.isDone(plan, own)).toBe(true)
  const other = await planned(samples, { methods: [method('matrix')], reading: contentFree })
  expect(other.run.id).toBe(own.id)
  expect(await kept.isDone(other.plan, other.run)).toBe(false)
  const summary = await kept.execute(other.plan, other.run)
  expect(summary).toMatchObject({ end: 'finished', done: 10, failed: 0, asked: 0 })
  const fresh = await run(method('matrix'), contentFree)
  expect(kept.answers(contentFree, method('matrix'))).toEqual(fresh.kept.answers(contentFree, method('matrix')))
  expect(kept.answers(plain, method('matrix'))).toEqual(raw)
  expect(await kept.isDone(other.plan, other.run)).toBe(true)
})

test('a run stopped and taken up again has what an undisturbed one has', async () => {
  const calm = await run(method('matrix'), contentFree)
  const kept = new Kept()
  for (const stopAt of [3, 7, Infinity]) await kept.execute(calm.plan, calm.own, new RunControl(), stopAt)
  expect(kept.sink.content).toEqual(calm.kept.sink.content)
})

describe('where the prior that the plan’s reading subtracts', () => {
  const losing = (times: number) => {
    let left = times
    return () => new ToyEngine({ fault: ({ name, text }) => (name === 'answer' && text.includes('N/A') && left-- > 0 ? 'deviceLost' : null) })
  }
  const begun = async (start: () => ToyEngine) => {
    const kept = new Kept()
    const { plan, run: own } = await planned(samples, { methods: [method('matrix')], reading: contentFree })
    const summary = await executeRun({
      run: own, plan, samples, engine: start(), contextLength: 1_000_000, restartEngine: () => Promise.resolve(start()), sink: kept.sink, done: kept.sink.done,
      priors: { kept: undefined, save: (priors) => Promise.resolve(void (kept.priors = priors)) },
    })
    return { kept, plan, own, summary }
  }

  test('loses its engine, another one is asked for it', async () => {
    const { kept, summary } = await begun(losing(1))
    expect(summary).toMatchObject({ end: 'finished', done: 10 })
    const calm = await run(method('matrix'), contentFree)
    expect(kept.answers(contentFree, method('matrix'))).toEqual(calm.kept.answers(contentFree, method('matrix')))
    expect(kept.sink.content).toEqual(calm.kept.sink.content)
  })

  test.each([
    ['cannot be had', losing(2), { code: 'deviceLost' }],
    ['does not fit', () => new ToyEngine({ fault: ({ name, text }) => (name === 'answer' && text.includes('N/A') ? 'promptTooLong' : null) }), { code: 'promptTooLong' }],
  ])('%s, the run breaks off before it asks what nobody could read, and can be gone on with', async (_, start, error) => {
    const { kept, plan, own, summary } = await begun(start)
    expect(summary).toMatchObject({ end: 'broken', done: 0, asked: 0, error })
    expect(await kept.isDone(plan, own)).toBe(false)
    expect(await kept.execute(plan, own)).toMatchObject({ end: 'finished', done: 10 })
    expect(await kept.isDone(plan, own)).toBe(true)
    expect(Object.keys(kept.answers(contentFree, method('matrix')))).toHaveLength(10)
  })
})
