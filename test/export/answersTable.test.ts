import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { guessAnswerMapping } from '../../src/export/answerColumns.ts'
import { answerRows } from '../../src/export/answerRows.ts'
import { answersTable } from '../../src/export/answersTable.ts'
import { csvText } from '../../src/export/csv.ts'
import { matchRecords } from '../../src/export/matchRecords.ts'
import { readAnswers } from '../../src/export/readAnswers.ts'
import { hash, plan, runs, samples } from './fixtures.ts'

const polarity = (field: string, given: Record<string, string>, at: number) => ({ field, given, logProbabilities: Float32Array.from([0, 1, 2], (label) => Math.log(label === at ? 0.5 : 0.25)) })
const base = { runId: runs[0]!.id, sampleHash: hash(1), droppedTurns: 0, promptTokens: 1, newTokens: 0, duration: 1, at: 1 }
const predictions = [
  { ...base, sampleId: '007', outcome: { kind: 'guided', reasons: [], conditionals: [polarity('explicit', {}, 1), ...['Positive', 'Neutral', 'Negative'].map((explicit) => polarity('implicit', { explicit }, 2))] } },
  { ...base, sampleId: '四', outcome: { kind: 'failed', reason: 'timedOut' } },
] as const
const content = { plan, runs, samples, predictions: new Map([[runs[0]!.id, predictions]]), priors: new Map() }
const table = answersTable(content, runs[0]!)

describe('a run’s answers as a table', () => {
  test('have a row for every sample of the plan, waiting and failed ones too', () => {
    expect(table.rows.map((row) => row[0])).toEqual(plan.sampleIds)
    const column = (header: string) => table.rows.map((row) => row[table.columns.findIndex((each) => each.header === header)])
    expect(column('predicted_stance')).toEqual([null, 'Veiled Negative', null, null])
    expect(column('answer_stance')).toEqual(['pending', 'chosen', 'pending', 'failed'])
    expect(column('gold_stance')).toEqual([null, 'Neutral', 'Neutral', 'Neutral'])
    expect(column('gold_intent')[1]).toBe('Concern')
    expect(column('probability_explicit')[1]).toBeCloseTo(0.5, 6)
    expect(column('answer_intent')[1]).toBe('notAsked')
  })

  test('follow another reading, and hold only the samples wanted', () => {
    // explicit Neutral 0.5 × implicit Negative 0.5 is the best cell; by the prior below, Positive then Positive is
    const prior = [
      { field: 'explicit', given: {}, logProbabilities: Float32Array.from([0.1, 0.8, 0.1], Math.log) },
      ...['Positive', 'Neutral', 'Negative'].map((explicit) => ({ field: 'implicit', given: { explicit }, logProbabilities: Float32Array.from([0.1, 0.1, 0.8], Math.log) })),
    ]
    const reread = answersTable({ ...content, priors: new Map([[runs[0]!.id, prior]]) }, runs[0]!, {
      reading: { ...plan.reading, prior: 'contentFree' }, only: new Set(['007']),
    })
    const column = (header: string) => reread.rows.map((row) => row[reread.columns.findIndex((each) => each.header === header)])
    expect(column('sample_id')).toEqual(['007'])
    expect(column('predicted_stance')).toEqual(['Positive'])
    expect(column('answer_intent')).toEqual(['notAsked'])
    expect(reread.caption).toContain('prior contentFree, rule joint')
  })

  test('hold text only where asked for', () => {
    expect(csvText(table).includes('句子')).toBe(false)
    expect(answersTable(content, runs[0]!, { text: true }).rows[3]![1]).toBe('句子 3 🙂')
  })

  test('come back from their file', () => {
    const rows = answerRows(csvText(table))
    const read = readAnswers(rows, guessAnswerMapping(rows, builtInScheme), builtInScheme, 'exact')
    expect(read.fields).toEqual(['explicit', 'implicit', 'stance', 'intent', 'emotion'])
    // of four samples one failed and two wait
    expect(read.problems.map(({ code }) => code)).toEqual(['notAnswered', 'notAnswered', 'notAnswered'])
    const { matched, refused, missing } = matchRecords(read.records, samples)
    expect([matched.length, refused.length, missing.length]).toEqual([1, 0, 3])
    expect(matched[0]!.record.fields.stance).toMatchObject({ said: 'Veiled Negative' })
  })
})
