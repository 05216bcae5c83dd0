import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDataset, readDataset, setDatasetRoles } from '../../src/storage/datasets.ts'
import { logLook, lookLog } from '../../src/storage/looks.ts'
import { dataset } from './fixtures.ts'

const look = { datasetId: 'looked', planId: 'p', runId: 'r', view: 'overview', field: 'stance', reading: { prior: 'none', rule: 'joint', parser: 1 } } as const

test('looks are kept by dataset, the earliest first', async () => {
  await logLook({ ...look, at: 2 })
  await logLook({ ...look, at: 1, view: 'classes' })
  await logLook({ ...look, at: 3, datasetId: 'another' })
  expect((await lookLog({ id: 'looked', hash: 'x' })).map(({ at, view }) => [at, view])).toEqual([[1, 'classes'], [2, 'overview']])
  expect(await lookLog({ id: 'never', hash: 'x' })).toEqual([])
})

test('the same content taken in again keeps its looks; other content under another id has none of them', async () => {
  await logLook({ ...look, at: 5, datasetId: 'first', datasetHash: 'content' })
  await logLook({ ...look, at: 4, datasetId: 'second', datasetHash: 'content' })
  expect((await lookLog({ id: 'second', hash: 'content' })).map(({ at }) => at)).toEqual([4, 5])
  expect((await lookLog({ id: 'first', hash: 'changed' })).map(({ at }) => at)).toEqual([5])
  expect(await lookLog({ id: 'third', hash: 'changed' })).toEqual([])
})

test('roles are kept with the dataset, and can be taken away again', async () => {
  const writer = await createDataset(dataset('parted', { rows: 0, samples: 0, problems: 0, notices: 0 }))
  await writer.finish(dataset('parted', { rows: 0, samples: 0, problems: 0, notices: 0 }))
  const roles = { kind: 'split', seed: 1, share: 0.2, samples: { dev: 1, test: 4 } } as const
  await setDatasetRoles('parted', roles)
  expect((await readDataset('parted'))?.roles).toEqual(roles)
  await setDatasetRoles('parted', null)
  expect(await readDataset('parted')).not.toHaveProperty('roles')
})
