import * as v from 'valibot'
import { builtInScheme } from '../domain/builtInScheme.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { Timestamp } from '../domain/units.ts'
import { type Database, withDatabase } from './database.ts'
import { datasetRecord } from './datasetRecord.ts'
import { observe, type Observable } from './observable.ts'
import { scheme } from './planRecord.ts'
import { parseRecord, type RecordType, stamped } from './record.ts'

interface SchemeRecord {
  readonly id: string
  readonly addedAt: Timestamp
  readonly scheme: Scheme
}

const schemeRecord: RecordType<SchemeRecord> = { name: 'schemes', version: 1, schema: v.object({ id: v.string(), addedAt: v.number(), scheme }), upgrades: {} }

/** Datasets are labelled by the scheme of that id as it is here: another one in its place would change what their labels mean. */
export class SchemeInUse extends Error {
  readonly scheme: string
  /** Names of the datasets. */
  readonly datasets: readonly string[]

  constructor(id: string, datasets: readonly string[]) {
    super(`scheme ${id} is used by ${datasets.join(', ')}`)
    this.name = 'SchemeInUse'
    this.scheme = id
    this.datasets = datasets
  }
}

/** A person's own schemes, the earliest first. */
export function observeSchemes(): Observable<readonly Scheme[]> {
  return observe(async (database) => inOrder(await database.schemes.toArray()))
}

/** The scheme of that id, the built-in one among them; undefined where it is not here. */
export async function readScheme(id: string): Promise<Scheme | undefined> {
  if (id === builtInScheme.id) return builtInScheme
  const stored = await withDatabase((database) => database.schemes.get(id))
  return stored === undefined ? undefined : parseRecord(schemeRecord, stored).scheme
}

/** Keeps a scheme; one of its id is replaced where no dataset is labelled by it. The same again changes nothing. @throws SchemeInUse */
export async function saveScheme(added: Scheme): Promise<void> {
  if (added.id === builtInScheme.id) throw new Error(`${added.id} is the built-in scheme`)
  const users = await withDatabase((database) =>
    database.transaction('rw', [database.schemes, database.datasets], async () => {
      const stored = await database.schemes.get(added.id)
      if (stored !== undefined && written(parseRecord(schemeRecord, stored).scheme) === written(added)) return []
      const using = await usersOf(database, added.id)
      if (stored !== undefined && using.length > 0) return using
      await database.schemes.put(stamped(schemeRecord, { id: added.id, addedAt: Date.now(), scheme: added }))
      return []
    }),
  )
  if (users.length > 0) throw new SchemeInUse(added.id, users)
}

/** Removes a scheme that no dataset is labelled by; plans keep it. @throws SchemeInUse */
export async function removeScheme(id: string): Promise<void> {
  const users = await withDatabase((database) =>
    database.transaction('rw', [database.schemes, database.datasets], async () => {
      const using = await usersOf(database, id)
      if (using.length === 0) await database.schemes.delete(id)
      return using
    }),
  )
  if (users.length > 0) throw new SchemeInUse(id, users)
}

async function usersOf(database: Database, id: string): Promise<readonly string[]> {
  const datasets = (await database.datasets.toArray()).map((stored) => parseRecord(datasetRecord, stored).dataset)
  return datasets.filter(({ schemeId }) => schemeId === id).map(({ name }) => name)
}

/** The same text of the same scheme, whatever the order of its keys. */
function written(one: Scheme): string {
  return JSON.stringify(v.parse(scheme, one))
}

function inOrder(stored: readonly unknown[]): readonly Scheme[] {
  return stored.map((record) => parseRecord(schemeRecord, record)).sort((one, other) => one.addedAt - other.addedAt).map(({ scheme: kept }) => kept)
}
