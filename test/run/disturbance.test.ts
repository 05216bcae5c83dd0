import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import { EngineError, type EngineErrorCode } from '../../src/engine/engine.ts'
import { classifierMethod } from '../../src/prompt/builtInMethods.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import type { RunRequest } from '../../src/run/runRequest.ts'
import { RunControl } from '../../src/run/runControl.ts'
import { MemorySink, method } from './fixtures.ts'
import { setting, twelve } from './setting.ts'
import { type ToyCall, ToyEngine, type ToyOptions } from './toyEngine.ts'

describe('an engine that is lost', () => {
  /** Throws at the n-th answers, counted over all engines. */
  function at(...places: readonly number[]): { fault: NonNullable<ToyOptions['fault']> } {
    let count = 0
    return { fault: ({ name }) => (name === 'answer' && places.includes(count++) ? 'deviceLost' : null) }
  }

  test('is replaced, and its sample asked again', async () => {
    const calm = await setting()
    await calm.execute()
    const { sink, engines, execute } = await setting({ toy: at(0, 5, 7) })
    expect(await execute()).toMatchObject({ end: 'finished', done: 12, failed: 0 })
    expect(engines).toHaveLength(4)
    expect(sink.content).toEqual(calm.sink.content)
  })

  test('twice on one sample makes that sample a failed one', async () => {
    const { plan, sink, execute } = await setting({ toy: { fault: ({ text }) => (text.includes('【目标句】句子4') ? 'outOfMemory' : null) } })
    expect(await execute()).toMatchObject({ end: 'finished', done: 11, failed: 1 })
    expect(sink.predictions.get('4')!.outcome).toEqual({ kind: 'failed', reason: 'outOfMemory: toy outOfMemory' })
    expect([...sink.predictions.keys()]).toEqual(plan.sampleIds)
  })

  test('again and again ends the run after three restarts', async () => {
    const { sink, engines, execute } = await setting({ toy: { fault: ({ name }) => (name === 'answer' ? 'deviceLost' : null) } })
    expect(await execute()).toMatchObject({ end: 'broken', error: { code: 'deviceLost' }, done: 0 })
    expect(engines).toHaveLength(4)
    expect(sink.done.size).toBeLessThan(3)
  })

  test('and cannot be started again ends the run', async () => {
    let tries = 0
    const { execute } = await setting({
      toy: at(3),
      restartEngine: () => {
        tries++
        return Promise.reject(new EngineError('outOfMemory', 'no room'))
      },
    })
    expect(await execute()).toMatchObject({ end: 'broken', error: { code: 'outOfMemory' }, done: 3 })
    expect(tries).toBe(3)
  })

  test('because somebody ended it stops the run', async () => {
    const { sink, execute } = await setting({ toy: { fault: ({ text }) => (text.includes('句子4') ? 'cancelled' : null) } })
    const summary = await execute()
    expect(summary).toMatchObject({ end: 'stopped', failed: 0 })
    expect(sink.done.size).toBe(summary.done)
  })
})

/** What may happen to a run while a call is made: `at` counts the calls of one session. */
type Event =
  | { readonly kind: 'pause' | 'stop' | 'leave' | 'die'; readonly at: number }
  | { readonly kind: 'lose'; readonly at: number; readonly code: EngineErrorCode }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('pause' as const, 'stop' as const, 'leave' as const, 'die' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('lose' as const), at: fc.nat(30), code: fc.constantFrom<EngineErrorCode>('deviceLost', 'failed', 'timedOut', 'nonFiniteLogits', 'outOfMemory') }),
)

describe('whatever happens', () => {
  const methods: readonly Method[] = [method('matrix'), method('reason'), method('cot'), classifierMethod]

  test('a run ends with what an undisturbed one says, and asks nothing again that it knows', async () => {
    const calm = new Map<Method, Readonly<Record<string, unknown>>>()
    for (const used of methods) {
      const { sink, execute } = await setting({ method: used })
      await execute()
      calm.set(used, sink.content)
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), fc.nat(2), fc.array(fc.array(event, { maxLength: 3 }), { maxLength: 6 }), async (used, helpers, sessions) => {
        const { plan, run, sink } = await setting({ method: used })
        const answers = new Map<string, number>()
        let excused = 0
        for (const events of [...sessions, [], 'failed' as const]) {
          const known = new Set([...sink.done].filter(([, state]) => state === 'done').map(([id]) => promptText(used, twelve.find((sample) => sample.id === id)!)))
          const seen = await session({ plan, run, sink, helpers, ...(events === 'failed' ? { events: [], which: events } : { events }) })
          for (const text of seen.answered) {
            expect(known).not.toContain(text)
            answers.set(text, (answers.get(text) ?? 0) + 1)
          }
          excused += seen.lost
          if (events.length === 0) expect(seen.end).toBe('finished')
        }
        expect(sink.content).toEqual(calm.get(used))
        const repeated = [...answers.values()].reduce((sum, count) => sum + count - 1, 0)
        expect(repeated).toBeLessThanOrEqual(excused)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  /** What tells the prompts of samples apart. */
  function promptText(used: Method, sample: Sample): string {
    return used.id === 'classifier' ? sample.text : promptFor(builtInScheme, used, sample).messages[1]!.content
  }

  /** One tab's life: which prompts were answered, and how many of those answers died with it. */
  async function session({ plan, run, sink, events, helpers, which = 'missing' }: Pick<RunRequest, 'plan' | 'run' | 'which'> & { sink: MemorySink; events: readonly Event[]; helpers: number }): Promise<{ answered: readonly string[]; lost: number; end: string }> {
    const control = new RunControl()
    const leave = new AbortController()
    const death = new AbortController()
    const died = new Promise<'dead'>((resolve) => death.signal.addEventListener('abort', () => resolve('dead')))
    let count = 0
    const answered: string[] = []
    const never = new Promise<never>(() => undefined)
    const happen = (call: ToyCall): EngineErrorCode | null => {
      let code: EngineErrorCode | null = null
      for (const one of events) {
        if (one.at !== count) continue
        if (one.kind === 'lose') code = one.code
        if (one.kind === 'stop') control.stop()
        if (one.kind === 'leave') leave.abort()
        if (one.kind === 'die') death.abort()
        if (one.kind === 'pause') {
          control.pause()
          setTimeout(() => control.resume(), 1)
        }
      }
      count++
      if (code === null && !death.signal.aborted && ['answer', 'generate', 'classify'].includes(call.name)) {
        answered.push(...(call.texts ?? [call.text]))
      }
      return code
    }
    const startEngine = (): ToyEngine =>
      new ToyEngine({ outputs: 7, fault: happen, wait: () => (death.signal.aborted ? never : new Promise((resolve) => setTimeout(resolve, count % 7 === 0 ? 1 : 0))) })
    const before = sink.predictions.size
    const execution = executeRun({
      run,
      plan,
      samples: twelve,
      engine: startEngine(),
      contextLength: 1_000_000,
      restartEngine: () => Promise.resolve(startEngine()),
      helpers: Array.from({ length: helpers }, () => () => Promise.resolve(startEngine())),
      helpFrom: 0,
      sink: { append: (predictions) => (death.signal.aborted ? never : sink.append(predictions)) },
      done: sink.done,
      earlier: () => Promise.resolve([...sink.predictions.values()]),
      control,
      which,
      signal: leave.signal,
    })
    const ending = await Promise.race([execution, died])
    const kept = sink.predictions.size - before
    // Left in mid-sample or dead: what was answered and not yet durable has to be asked again.
    const together = run.method.id === 'classifier' ? twelve.length : 1
    const lost = ending === 'dead' || leave.signal.aborted ? Math.max(answered.length - kept, 0) + (1 + helpers) * together : 0
    return { answered, lost, end: ending === 'dead' ? ending : ending.end }
  }
})
