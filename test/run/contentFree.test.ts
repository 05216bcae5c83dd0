import { describe, expect, test } from 'vitest'
import type { Conditional } from '../../src/domain/prediction.ts'
import { classifierMethod } from '../../src/prompt/builtInMethods.ts'
import { choiceKey } from '../../src/answer/choiceKey.ts'
import { RunControl } from '../../src/run/runControl.ts'
import { setting, twelve } from './setting.ts'

describe('the content-free prior', () => {
  const every = (conditionals: readonly Conditional[]): readonly number[] =>
    ['explicit', 'implicit', 'intent', 'emotion'].map((field) => conditionals.filter((one) => one.field === field).length)

  /** Where a prior is kept, as storage keeps it. */
  class Keeping {
    kept: readonly Conditional[] | undefined = undefined
    saves = 0

    save(conditionals: readonly Conditional[]): Promise<void> {
      this.kept = conditionals
      this.saves++
      return Promise.resolve()
    }
  }

  const names = (conditionals: readonly Conditional[]): readonly string[] => conditionals.map(choiceKey).sort()

  test('is asked once, for the choices that the predictions hold', async () => {
    const keeping = new Keeping()
    const { sink, calls, execute } = await setting()
    expect(await execute({ priors: keeping })).toMatchObject({ end: 'finished', asked: 11 })
    const held = [...sink.predictions.values()].flatMap(({ outcome }) => (outcome.kind === 'guided' ? outcome.conditionals : []))
    expect(names(keeping.kept!)).toEqual([...new Set(names(held))])
    for (const { logProbabilities } of keeping.kept!) expect(logProbabilities.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 4)
    expect(calls('answer')).toHaveLength(11 + 3)
    await execute({ priors: keeping })
    expect(calls('answer')).toHaveLength(11 + 3)
    expect(keeping.saves).toBe(1)
  })

  test('is of every choice where the plan’s own reading wants it from the start', async () => {
    const keeping = new Keeping()
    const { calls, execute } = await setting({ reading: { prior: 'contentFree', rule: 'joint', parser: 1 } })
    await execute({ priors: keeping })
    expect(every(keeping.kept!)).toEqual([1, 3, 9, 72])
    expect(calls('answer').slice(0, 3).every((text) => !text.includes('句子'))).toBe(true)
    expect(calls('answer').length).toBeGreaterThanOrEqual(11 + 3)
  })

  test('says the same of a choice whether others are asked with it or not', async () => {
    const [all, few] = [new Keeping(), new Keeping()]
    await (await setting({ reading: { prior: 'contentFree', rule: 'joint', parser: 1 } })).execute({ priors: all })
    await (await setting()).execute({ priors: few })
    const whole = new Map(all.kept!.map((conditional) => [choiceKey(conditional), conditional]))
    for (const conditional of few.kept!) expect(conditional).toEqual(whole.get(choiceKey(conditional)))
  })

  test('grows with the run, and keeps what it was', async () => {
    const keeping = new Keeping()
    const control = new RunControl()
    const { execute } = await setting()
    await execute({ priors: keeping, control, onProgress: ({ done }) => done >= 4 && control.stop() })
    expect(keeping.kept).toBeUndefined()
    const small = await setting({ samples: twelve.slice(0, 3) })
    await small.execute({ priors: keeping })
    const first = keeping.kept!
    const large = await setting()
    await large.execute({ priors: keeping })
    expect(keeping.saves).toBe(2)
    expect(keeping.kept!.length).toBeGreaterThan(first.length)
    expect(keeping.kept!.slice(0, first.length)).toEqual(first)
  })

  test('that fails does not fail the run', async () => {
    const { execute } = await setting({ toy: { fault: ({ text }) => (text.includes('N/A') ? 'outOfMemory' : null) } })
    expect(await execute({ priors: new Keeping() })).toMatchObject({ end: 'finished', done: 12, priorError: { code: 'outOfMemory' } })
  })

  test('that is stopped leaves a finished run, and is asked when the run is taken up again', async () => {
    const keeping = new Keeping()
    const control = new RunControl()
    const { calls, execute } = await setting()
    expect(await execute({ priors: keeping, control, onProgress: ({ done }) => done === 12 && control.stop() })).toMatchObject({ end: 'finished', done: 12 })
    expect(keeping.kept).toBeUndefined()
    expect(await execute({ priors: keeping })).toMatchObject({ end: 'finished', asked: 0 })
    expect(keeping.kept).toBeDefined()
    expect(calls('answer')).toHaveLength(11 + 3)
  })

  test('never calls a label impossible', async () => {
    const keeping = new Keeping()
    const { execute } = await setting({ method: classifierMethod })
    await execute({ priors: keeping })
    expect(keeping.kept!.map(({ field }) => field)).toEqual(['explicit', 'implicit'])
    expect(keeping.kept!.flatMap(({ logProbabilities }) => [...logProbabilities]).every(Number.isFinite)).toBe(true)
  })
})
