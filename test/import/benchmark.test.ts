import { expect, test } from 'vitest'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { collect, fileOf } from './collect.ts'

/** Composed after the benchmark's shape; the texts are ours. */
const record = {
  sample_id: 'cue_v3_test_000001',
  text: '哈哈，好的呀',
  context: '明天出来见你\n去哪儿\n我也不想跑太远',
  scenario_type: 'dialogue',
  speaker_role: null,
  explicit_polarity: 'Positive',
  explicit_emotion: 'Joy',
  implicit_polarity: 'Negative',
  implicit_emotion: 'Concern',
  affective_stance: 'Sarcastic Negative',
  pragmatic_intent: 'Irony',
  fine_grained_emotion: 'Contempt',
  quality_tier: 'human',
}
const jsonl = (...records: readonly object[]): string => records.map((each) => JSON.stringify(each)).join('\n')

test('the benchmark needs no hand', async () => {
  const inspection = await inspectFile(fileOf('test.jsonl', jsonl(record)))
  expect(inspection.complete).toBe(true)
  expect(inspection.findings).toEqual([])
  expect(inspection.mapping).toEqual({
    sample_id: { kind: 'id' },
    text: { kind: 'text' },
    context: { kind: 'context' },
    scenario_type: { kind: 'scene' },
    speaker_role: { kind: 'speaker' },
    explicit_polarity: { kind: 'gold', field: 'explicit' },
    explicit_emotion: { kind: 'other' },
    implicit_polarity: { kind: 'gold', field: 'implicit' },
    implicit_emotion: { kind: 'other' },
    affective_stance: { kind: 'gold', field: 'stance' },
    pragmatic_intent: { kind: 'gold', field: 'intent' },
    fine_grained_emotion: { kind: 'gold', field: 'emotion' },
    quality_tier: { kind: 'tier' },
  })
})

test('a record becomes a sample as it stands', async () => {
  const { dataset, samples, notices, problems } = await collect(fileOf('test.jsonl', jsonl(record)))
  expect(problems).toEqual([])
  expect(notices).toEqual([])
  expect(dataset).toMatchObject({ name: 'test', rows: 1, samples: 1, problems: 0, notices: 0, demonstration: false })
  expect(dataset.source).toMatchObject({ file: 'test.jsonl', format: 'jsonl', encoding: 'utf-8' })
  const { hash, ...rest } = samples[0]!
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(rest).toEqual({
    id: 'cue_v3_test_000001',
    text: '哈哈，好的呀',
    context: '明天出来见你\n去哪儿\n我也不想跑太远',
    scene: 'dialogue',
    speaker: null,
    gold: {
      explicit: { kind: 'label', label: 'Positive' },
      implicit: { kind: 'label', label: 'Negative' },
      stance: { kind: 'label', label: 'Sarcastic Negative' },
      intent: { kind: 'label', label: 'Irony' },
      emotion: { kind: 'label', label: 'Contempt' },
    },
    tier: 'human',
    group: null,
    row: 1,
    other: { explicit_emotion: 'Joy', implicit_emotion: 'Concern' },
  })
})

test('a data set of demonstration records says so', async () => {
  const demonstration = { ...record, quality_tier: 'demonstration' }
  expect((await collect(fileOf('a.jsonl', jsonl(demonstration)))).dataset.demonstration).toBe(true)
  expect((await collect(fileOf('a.jsonl', jsonl(demonstration, { ...record, sample_id: '2' })))).dataset.demonstration).toBe(false)
})
