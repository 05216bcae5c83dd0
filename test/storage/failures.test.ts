import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { database } from '../../src/storage/database.ts'
import { createDataset, observeDatasets, readDataset, readSamples } from '../../src/storage/datasets.ts'
import { savePlan } from '../../src/storage/plans.ts'
import { predictionSink, readPredictedIds } from '../../src/storage/predictions.ts'
import { StorageError, storageError } from '../../src/storage/storageError.ts'
import { dataset, plan, prediction, run, samples } from './fixtures.ts'

beforeEach(async () => {
  Object.assign(connection, { failing: 0, failed: 0 })
  await savePlan(plan('p'), [run('r', 'p')])
})

afterEach(async () => {
  connection.failing = 0
  vi.restoreAllMocks()
  await Promise.all(database.tables.map((table) => table.clear()))
})

/** How many of the next transactions fail as they do when Safari's database server is gone, and how many have. */
const connection = { failing: 0, failed: 0 }

// Dexie keeps the method of the database it opens, so it is replaced before the first one is.
const { transaction: begin } = Object.getOwnPropertyDescriptors(IDBDatabase.prototype)
IDBDatabase.prototype.transaction = function (...args) {
  if (connection.failing === 0) return (begin.value as IDBDatabase['transaction']).apply(this, args)
  connection.failing--
  connection.failed++
  throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError')
}

describe('a lost connection', () => {
  test('is opened again, and the operation repeated', async () => {
    connection.failing = 1
    await predictionSink('r').append([prediction('r', 'a')])
    expect(connection.failed).toBe(1)
    expect([...(await readPredictedIds('r'))]).toEqual([['a', 'done']])
  })

  test('that stays lost is told', async () => {
    connection.failing = Infinity
    await expect(readPredictedIds('r')).rejects.toMatchObject({ name: 'StorageError', code: 'connectionLost' })
  })

  test('does not end a live view', async () => {
    const seen: number[] = []
    const errors: unknown[] = []
    const leave = observeDatasets().subscribe((list) => seen.push(list.length), (error) => errors.push(error))
    await expect.poll(() => seen).toEqual([0])
    connection.failing = 1
    const writer = await createDataset(dataset('d'))
    await writer.finish(dataset('d'))
    await expect.poll(() => seen.at(-1)).toBe(1)
    connection.failing = 2
    const second = await createDataset(dataset('e'))
    await second.finish(dataset('e'))
    await expect.poll(() => seen.at(-1)).toBe(2)
    expect(errors).toEqual([])
    leave()
  })
})

describe('a live view over a lost connection', () => {
  test('opens it again once', async () => {
    const seen: number[] = []
    const errors: unknown[] = []
    connection.failing = 1
    const leave = observeDatasets().subscribe((list) => seen.push(list.length), (error) => errors.push(error))
    await expect.poll(() => seen).toEqual([0])
    expect([connection.failed, errors]).toEqual([1, []])
    leave()
  })

  test('says so where that does not help', async () => {
    const errors: unknown[] = []
    connection.failing = Infinity
    observeDatasets().subscribe(() => expect.unreachable(), (error) => errors.push(error))
    await expect.poll(() => errors).toEqual([expect.objectContaining({ code: 'connectionLost', constructor: StorageError })])
  })
})

describe('a full disk', () => {
  test('is told as such, and leaves nothing half-written', async () => {
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: samples(500) })
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'samples' && ++puts > 1) throw new DOMException('no room', 'QuotaExceededError')
      return (put.value as IDBObjectStore['put']).apply(this, args)
    })
    await expect(writer.append({ samples: samples(1_000, 500) })).rejects.toMatchObject({ name: 'StorageError', code: 'quotaExceeded' })
    expect(await readSamples('d')).toHaveLength(500)
    vi.restoreAllMocks()
    await writer.append({ samples: samples(1_000, 500) })
    await writer.finish(dataset('d', { samples: 1_500 }))
    expect(await readSamples('d')).toEqual(samples(1_500))
  })

  test('is found behind an aborted transaction and in a bulk write', () => {
    const quota = new DOMException('no room', 'QuotaExceededError')
    expect(storageError(Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota })).code).toBe('quotaExceeded')
    expect(storageError(Object.assign(new Error('bulk'), { name: 'BulkError', failures: [quota] })).code).toBe('quotaExceeded')
    expect(storageError(Object.assign(new Error('closed'), { name: 'DatabaseClosedError', inner: new DOMException('old', 'VersionError') })).code).toBe('newerVersion')
    expect(storageError('odd').code).toBe('failed')
  })
})

describe('a second tab', () => {
  /** Modules of its own, so a connection of its own to the same database. */
  async function otherTab() {
    vi.resetModules()
    const [datasets, predictions] = await Promise.all([import('../../src/storage/datasets.ts'), import('../../src/storage/predictions.ts')])
    return { ...datasets, ...predictions }
  }

  test('takes up what a dead one left', async () => {
    await predictionSink('r').append([prediction('r', 'a'), prediction('r', 'b', { kind: 'failed', reason: 'x' })])
    const writer = await createDataset(dataset('half'))
    await writer.append({ samples: samples(1_200) })
    const tab = await otherTab()
    expect([...(await tab.readPredictedIds('r'))]).toEqual([['a', 'done'], ['b', 'failed']])
    expect(await tab.removeHalfWritten(Date.now() + 3_600_000)).toBe(1)
    expect(await tab.readSamples('half')).toEqual([])
    expect(await readDataset('half')).toBeUndefined()
    await tab.predictionSink('r').append([prediction('r', 'b')])
    expect([...(await readPredictedIds('r'))]).toEqual([['a', 'done'], ['b', 'done']])
  })
})

test('where there is no database at all, that is told', async () => {
  vi.resetModules()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const { readDataset: read } = await import('../../src/storage/datasets.ts')
  await expect(read('d')).rejects.toMatchObject({ code: 'unavailable' })
})
