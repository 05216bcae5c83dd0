import { describe, expect, it } from 'vitest'
import type { RecordedAnswer } from '../../../src/export/recordedAnswers.ts'
import type { Reference } from '../../../src/state/results/report/flips.ts'
import { runFlips } from '../../../src/state/results/report/flips.ts'
import { chosen, failed, planOf, prediction, reader, runOf, sample, scheme } from './fixtures.ts'

const samples = ['a', 'b', 'c', 'd'].map((id) => sample(id, 'Neutral'))
const plan = planOf(samples)
const stance = scheme.fields.find(({ id }) => id === 'stance')!
const at = (label: string): number => stance.labels.findIndex(({ id }) => id === label)
const read = reader({ a: chosen('Neutral'), b: chosen('Negative'), c: { kind: 'unparsed' } })
const now = ['a', 'b', 'c'].map((id) => prediction(id))

const before = (run: string, ids: readonly string[], answers: readonly RecordedAnswer[]): Reference => ({ sampleIds: ids, runs: [{ run: runOf(run), answers: { stance: answers } }] })

describe('runFlips', () => {
  it('counts answers that are others than those on record, by sample, whatever the order', () => {
    const found = runFlips(plan, runOf(), now, read, before('run', ['d', 'c', 'b', 'a'], [null, 'unparsed', at('Neutral'), at('Neutral')]))
    expect(found?.same).toBe(true)
    expect(found?.fields).toMatchObject([{ field: 'stance', compared: 3, flips: [{ sampleId: 'b', was: at('Neutral'), is: at('Negative') }] }])
    expect(found?.fields[0]?.interval?.units).toBe(3)
  })

  it('says where an answer is gone, and where there is one in place of none', () => {
    const found = runFlips(plan, runOf(), now, read, before('run', ['a', 'c', 'd'], ['unparsed', at('Neutral'), at('Neutral')]))
    expect(found?.fields[0]?.flips).toEqual([{ sampleId: 'a', was: 'unparsed', is: at('Neutral') }, { sampleId: 'c', was: at('Neutral'), is: 'unparsed' }])
  })

  it('counts only samples answered both times; what is not asked yet, or failed, is counted apart', () => {
    const partly = [prediction('a'), prediction('b'), failed('c')]
    const now = reader({ a: chosen('Neutral'), b: chosen('Negative') })
    const found = runFlips(plan, runOf(), partly, now, before('run', ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'].map(() => at('Neutral'))))
    expect(found?.fields).toMatchObject([{ compared: 2, unanswered: { waiting: 1, failed: 1 }, flips: [{ sampleId: 'b' }] }])
    expect(found?.fields[0]?.interval?.units).toBe(2)
    // and what failed then had no answer then
    expect(runFlips(plan, runOf(), partly, now, before('run', ['a', 'b'], ['failed', at('Negative')]))?.fields).toMatchObject([{ compared: 1, unanswered: { waiting: 0, failed: 0 }, flips: [] }])
  })

  it('gives no interval where answers depend on each other: read under the mean over the very samples', () => {
    const asked = ['a', 'b', 'c'].map(() => at('Neutral'))
    const [own, transductive] = [false, true].map((one) => runFlips(plan, runOf(), now, read, before('run', ['a', 'b', 'c'], asked), undefined, one)?.fields[0])
    expect([own?.compared, transductive?.compared]).toEqual([3, 3])
    expect([own?.interval === undefined, transductive?.interval === undefined]).toEqual([false, true])
  })

  it('holds a run elsewhere against the same method of the same model, and says so', () => {
    expect(runFlips(plan, runOf('elsewhere'), now, read, before('run', ['a'], [at('Neutral')]))).toMatchObject({ same: false, fields: [{ compared: 1, flips: [] }] })
    const other = before('run', ['a'], [at('Neutral')])
    const method = { ...other.runs[0]!.run.method, id: 'another' }
    expect(runFlips(plan, runOf('elsewhere'), now, read, { ...other, runs: [{ ...other.runs[0]!, run: { ...other.runs[0]!.run, method } }] })).toBeNull()
  })
})
