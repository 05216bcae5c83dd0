import { expect, test } from 'vitest'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import type { Prediction } from '../../../src/domain/prediction.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import type { RunKey } from '../../../src/state/results/metricsService.ts'
import { failed, memorySource, prediction, sample } from './fixtures.ts'

const key = (parser: number): RunKey => ({ plan: 'plan', run: 'run', reading: { prior: 'none', rule: 'joint', parser }, version: '1' })
const written = (id: string, text: string): Prediction => prediction(id, { outcome: { kind: 'free', text, finish: 'stop' } })

function work(predictions: readonly Prediction[]): MetricsWork {
  const samples = ['a', 'b', 'c', 'd', 'e'].map((id) => sample(id, 'Neutral'))
  return new MetricsWork({ ...memorySource(samples, { run: predictions }, {}), readPrediction })
}

test('answers that are another under the other reading are counted, by what they were and are, and listed with the words', async () => {
  const metrics = work([written('a', '情感立场：中性'), written('b', '**情感立场**：中性'), written('c', '情感立场：中性\n情感立场：隐晦负面'), failed('d'), written('e', '')])
  const found = await metrics.reread(key(0), key(1), { field: 'stance' }, 'stance')
  expect(found).toMatchObject({ answers: 4, worded: 4, changed: 2 })
  expect(found.rows.map(({ id, gold, first, second }) => [id, gold, first, second])).toEqual([
    ['b', 'Neutral', { label: null, status: 'unparsed' }, { label: 'Neutral', status: 'chosen' }],
    ['c', 'Neutral', { label: null, status: 'ambiguous' }, { label: 'Veiled Negative', status: 'chosen' }],
  ])
  expect(found.rows[0]!.words).toBe('**情感立场**：中性')
  expect(found.kinds.map(({ first, second, count }) => [first, second, count])).toEqual([['unparsed', 'chosen', 1], ['ambiguous', 'chosen', 1]])
})

test('an imported answer without words cannot change', async () => {
  const stated = (id: string, fields: object): Prediction => prediction(id, { outcome: { kind: 'stated', fields: { stance: fields } } })
  const metrics = work([stated('a', { said: 'Negative' }), stated('b', { said: 'Negative', raw: '情感立场：中性' }), stated('c', { said: 'Neutral', raw: '情感立场：中性' })])
  const found = await metrics.reread(key(0), key(1), { field: 'stance' }, 'stance')
  expect(found).toMatchObject({ answers: 3, worded: 2, changed: 1 })
  expect(found.rows).toMatchObject([{ id: 'b', first: { label: 'Negative' }, second: { label: 'Neutral' } }])
})
