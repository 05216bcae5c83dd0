import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePlanFile, writePlanFile } from '../../src/export/planFile.ts'
import { answersOnRecord } from '../../src/export/recordedAnswers.ts'
import { writeRunFile } from '../../src/export/runFile.ts'
import { RunFileError } from '../../src/export/runFileError.ts'
import { content, hash, plan, runs } from './fixtures.ts'

function codeOf(text: string): string {
  try {
    parsePlanFile(text)
    return 'read'
  } catch (error) {
    if (error instanceof RunFileError) return `${error.code} ${error.path}`
    throw error
  }
}

describe('a plan file', () => {
  test('comes back with its runs and what they answered; a run file says the same', () => {
    fc.assert(fc.property(content, (run) => {
      const answers = new Map(run.runs.flatMap((each) => {
        const own = run.predictions.get(each.id) ?? []
        const found = own.length > 0 ? answersOnRecord(run.plan, each, own, run.priors.get(each.id)) : null
        return found ? [[each.id, found] as const] : []
      }))
      const read = parsePlanFile(writePlanFile(run.plan, run.runs, answers))
      expect(read).toEqual({ plan: run.plan, runs: run.runs, answers, runFile: null })
      expect(parsePlanFile(writeRunFile(run)).answers).toEqual(answers)
    }), { numRuns: 30 })
  })

  test('holds one answer for each sample of the plan, and nothing of the data but ids', () => {
    const text = writePlanFile(plan, runs, new Map([[runs[0]!.id, { stance: [3, 'unparsed', null, 'failed'] }]]))
    expect(parsePlanFile(text).answers.get(runs[0]!.id)).toEqual({ stance: [3, 'unparsed', null, 'failed'] })
    expect(text).not.toContain('句子')
  })

  test('may hold the plan alone', () => {
    expect(parsePlanFile(writePlanFile(plan, runs)).answers.size).toBe(0)
  })

  test('that is something else is refused, with what and where', () => {
    const whole = { format: 'xianwai-plan', version: 1, plan, runs }
    const written = (change: object): string => JSON.stringify({ ...whole, ...change })
    expect(codeOf('{')).toBe('notJson ')
    expect(codeOf('[]')).toBe('notRunFile ')
    expect(codeOf(written({ format: 'other' }))).toBe('notRunFile ')
    expect(codeOf(written({ version: 2 }))).toBe('newerVersion version')
    expect(codeOf(written({ plan: { ...plan, seed: 'x' } }))).toBe('malformed plan.seed')
    expect(codeOf(written({ runs: [{ ...runs[0], planId: hash(99) }] }))).toBe('inconsistent runs[0].run.planId')
    expect(codeOf(written({ answers: [{ run: runs[0]!.id, fields: { stance: [1] } }] }))).toBe('inconsistent answers[0].fields.stance')
    expect(codeOf(written({ answers: [{ run: runs[0]!.id, fields: { stance: [0, 99, null, 0] } }] }))).toBe('inconsistent answers[0].fields.stance[1]')
    expect(codeOf(written({ answers: [{ run: runs[0]!.id, fields: { mood: [0, 0, null, 0] } }] }))).toBe('inconsistent answers[0].fields.mood')
    expect(codeOf(written({ answers: [{ run: hash(99), fields: { stance: [0, 0, null, 0] } }] }))).toBe('inconsistent answers[0].run')
    expect(codeOf(written({}))).toBe('read')
  })
})
