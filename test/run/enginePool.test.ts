import { describe, expect, test } from 'vitest'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import { type Engine, EngineError } from '../../src/engine/engine.ts'
import { classifierMethod } from '../../src/prompt/builtInMethods.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import { RunControl } from '../../src/run/runControl.ts'
import type { RunProgress, RunRequest, RunSummary } from '../../src/run/runRequest.ts'
import { MemorySink, method, planned, toyClassifier, toySample } from './fixtures.ts'
import { type ToyCall, ToyEngine, type ToyOptions } from './toyEngine.ts'

/** Every seventh is a twin of those before it. */
const samples: readonly Sample[] = Array.from({ length: 40 }, (_, at) => toySample(String(at), at % 7 === 6 ? { text: '嗯', context: '' } : {}))

interface Setting extends Partial<RunRequest> {
  readonly engines: number
  readonly method?: Method
  /** Of the engine of that number, counted as they are started. */
  readonly toy?: (engine: number) => ToyOptions
}

/** A run over so many toy engines. */
async function pool({ engines: count, method: used = method('matrix'), toy = () => ({}), ...over }: Setting) {
  const { plan, run } = await planned(samples, { methods: [used], ...(used.id === 'classifier' && { models: [toyClassifier] }) })
  const sink = new MemorySink()
  const engines: ToyEngine[] = []
  const start = (): ToyEngine => {
    const engine = new ToyEngine({ outputs: 7, wait: later, ...toy(engines.length) })
    engines.push(engine)
    return engine
  }
  const calls = (name: ToyCall['name']): readonly string[] => engines.flatMap((engine) => engine.calls.filter((call) => call.name === name).map(({ text }) => text))
  const execute = (more: Partial<RunRequest> = {}): Promise<RunSummary> =>
    executeRun({
      run,
      plan,
      samples,
      engine: start(),
      contextLength: 1_000_000,
      restartEngine: () => Promise.resolve<Engine>(start()),
      helpers: Array.from({ length: count - 1 }, () => () => Promise.resolve<Engine>(start())),
      helpFrom: 0,
      sink,
      done: sink.done,
      earlier: () => Promise.resolve([...sink.predictions.values()]),
      ...over,
      ...more,
    })
  return { plan, sink, engines, calls, execute }
}

function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}

const unique = new Set(samples.map(({ text, context }) => `${text}|${context}`)).size

describe('a run by several engines', () => {
  test.each([method('matrix'), method('reason'), method('direct-free'), classifierMethod])('says what a run by one says ($id)', async (used) => {
    const one = await pool({ engines: 1, method: used })
    await one.execute()
    for (const engines of [2, 3]) {
      const many = await pool({ engines, method: used })
      expect(await many.execute()).toEqual({ end: 'finished', done: samples.length, failed: 0, asked: unique })
      expect(many.engines).toHaveLength(engines)
      expect(many.engines.every(({ calls }) => calls.length > 1)).toBe(true)
      expect(many.sink.content).toEqual(one.sink.content)
    }
  })

  test('asks twins once, also where the first of them is still being asked', async () => {
    const held: (() => void)[] = []
    const { calls, sink, execute } = await pool({
      engines: 3,
      toy: () => ({ wait: ({ text }) => (text.includes('嗯') ? new Promise((resolve) => held.push(resolve)) : later()) }),
    })
    const finished = execute()
    await expect.poll(() => sink.predictions.size, { timeout: 5_000 }).toBe(unique - 1)
    expect(held).toHaveLength(1)
    held[0]!()
    expect(await finished).toMatchObject({ end: 'finished', done: samples.length, asked: unique })
    expect(calls('answer').filter((text) => text.includes('嗯'))).toHaveLength(1)
  })

  test('loses nothing with one that dies: its sample is asked by another', async () => {
    const one = await pool({ engines: 1 })
    await one.execute()
    const { sink, engines, calls, execute } = await pool({
      engines: 2,
      // the second engine dies at its fifth call, and its successor at its first
      toy: (engine) => {
        let count = 0
        return { fault: () => ((engine === 1 && ++count === 5) || engine === 2 ? 'failed' : null) }
      },
    })
    expect(await execute()).toEqual({ end: 'finished', done: samples.length, failed: 0, asked: unique })
    expect(engines.length).toBeGreaterThanOrEqual(3)
    expect(sink.content).toEqual(one.sink.content)
    expect(calls('answer').length).toBeLessThanOrEqual(unique + 2)
  })

  test('goes on without one that cannot be had, and without one for which there is no memory', async () => {
    const one = await pool({ engines: 1 })
    await one.execute()
    const refused = await pool({ engines: 2, helpers: [() => Promise.reject(new EngineError('outOfMemory', 'no room'))] })
    expect(await refused.execute()).toMatchObject({ end: 'finished', failed: 0 })
    expect(refused.sink.content).toEqual(one.sink.content)
    const crowded = await pool({ engines: 2, toy: (engine) => ({ fault: ({ name }) => (engine === 0 && name === 'answer' ? 'outOfMemory' : null) }) })
    expect(await crowded.execute()).toMatchObject({ end: 'finished', done: samples.length, failed: 0 })
    expect(crowded.sink.content).toEqual(one.sink.content)
  })

  test('records a sample as failed over which two engines are lost, whichever they are', async () => {
    const { sink, execute } = await pool({ engines: 2, toy: () => ({ fault: ({ text }) => (text.includes('【目标句】句子4') && !/句子4\d/.test(text) ? 'deviceLost' : null) }) })
    expect(await execute()).toMatchObject({ end: 'finished', done: samples.length - 1, failed: 1 })
    expect(sink.predictions.get('4')!.outcome.kind).toBe('failed')
  })

  test('breaks where no engine answers any more', async () => {
    const { engines, execute } = await pool({ engines: 2, toy: () => ({ fault: ({ name }) => (name === 'answer' ? 'deviceLost' : null) }) })
    expect(await execute()).toMatchObject({ end: 'broken', error: { code: 'deviceLost' }, done: 0 })
    expect(engines.length).toBeLessThanOrEqual(8)
  })

  test('pauses when the last of them is done with its sample, and asks nothing until it is resumed', async () => {
    const control = new RunControl()
    const seen: RunProgress[] = []
    const { sink, calls, execute } = await pool({
      engines: 3,
      control,
      toy: () => ({
        wait: ({ text }) => {
          if (text.includes('句子8')) control.pause()
          return later()
        },
      }),
      onProgress: (progress) => seen.push(progress),
    })
    const finished = execute()
    await expect.poll(() => seen.at(-1)?.stage, { timeout: 5_000 }).toBe('paused')
    const asked = calls('answer').length
    expect(sink.predictions.size).toBeGreaterThanOrEqual(asked - 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(calls('answer')).toHaveLength(asked)
    control.resume()
    expect(await finished).toMatchObject({ end: 'finished', done: samples.length })
    expect(Math.max(...seen.map(({ paces }) => paces.length))).toBe(3)
  })

  test('keeps what each had in flight when it is stopped, and asks the rest later', async () => {
    const control = new RunControl()
    const { sink, calls, execute } = await pool({ engines: 3, control, onProgress: ({ done }) => done >= 9 && control.stop() })
    const summary = await execute()
    expect(summary).toMatchObject({ end: 'stopped', failed: 0 })
    expect(sink.predictions.size).toBe(summary.done)
    const asked = calls('answer').length
    expect(summary.asked).toBe(asked)
    await execute({ control: new RunControl() })
    expect(calls('answer')).toHaveLength(unique)
  })

  test('lets helpers be where too little is left for them', async () => {
    const { engines, execute } = await pool({ engines: 3, helpFrom: 60_000 })
    await execute()
    expect(engines).toHaveLength(1)
  })

  test('does not wait at its end for a helper that still loads', async () => {
    const { sink, execute } = await pool({ engines: 2, helpers: [() => new Promise(() => undefined)] })
    expect(await execute()).toMatchObject({ end: 'finished', done: samples.length })
    expect(sink.predictions.size).toBe(samples.length)
  })

  test('leaves a helper alone that comes after its end: the next run may have it', async () => {
    let come: (engine: Engine) => void = () => undefined
    const late = new ToyEngine()
    const { execute } = await pool({ engines: 2, helpers: [() => new Promise((resolve) => (come = resolve))] })
    await execute()
    come(late)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(late.calls).toEqual([])
  })
})
