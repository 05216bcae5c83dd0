import { expect, test } from 'vitest'
import { fromBatch } from '../../src/storage/batchReader.ts'
import { predictionValuesRecord, toBatch } from '../../src/storage/predictionRecord.ts'
import { parseRecord, stamped } from '../../src/storage/record.ts'
import { prediction } from './fixtures.ts'

const fidelity = { mean: 0.02, largest: 0.75, fellBack: true }

test('a batch keeps which answers were computed both ways, and how far the ways were apart', () => {
  const predictions = [prediction('r', 'a'), prediction('r', 'b', undefined, { fidelity }), prediction('r', 'c')]
  const batch = toBatch('r', predictions, false)
  expect(fromBatch({ ...batch, values: parseRecord(predictionValuesRecord, stamped(predictionValuesRecord, batch.values)) })).toEqual(predictions)
})

test('a batch stored before that was kept is read as not checked', () => {
  const { checked, ...before } = toBatch('r', [prediction('r', 'a')], false).values
  expect(checked).toEqual([])
  expect(parseRecord(predictionValuesRecord, { ...before, v: 2 })).toEqual({ ...before, checked })
})
