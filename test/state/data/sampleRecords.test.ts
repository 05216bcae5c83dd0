import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SAMPLE_RECORDS } from '../../../src/state/data/sampleRecords.ts'

test('the first screen names the number of records that the sample has', () => {
  const lines = readFileSync('public/samples/stance-sample.jsonl', 'utf8').split('\n').filter((line) => line !== '')
  expect(lines).toHaveLength(SAMPLE_RECORDS)
})
