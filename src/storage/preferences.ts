import * as v from 'valibot'
import { withDatabase } from './database.ts'
import { observe, type Observable } from './observable.ts'

const directory = v.custom<FileSystemDirectoryHandle>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'directory',
)

/** What is remembered of a person's choices. */
export interface Preferences {
  /** Model folders picked before, where the browser lets a handle be kept. */
  readonly folders: readonly { readonly name: string; readonly handle: FileSystemDirectoryHandle }[]
}

const schemas: { readonly [Key in keyof Preferences]: v.GenericSchema<unknown, Preferences[Key]> } = {
  folders: v.array(v.object({ name: v.string(), handle: directory })),
}

/** A remembered choice, or undefined where none is or it no longer makes sense. */
export async function readPreference<Key extends keyof Preferences>(key: Key): Promise<Preferences[Key] | undefined> {
  return parsed(key, await withDatabase((database) => database.preferences.get(key)))
}

export function observePreference<Key extends keyof Preferences>(key: Key): Observable<Preferences[Key] | undefined> {
  return observe(async (database) => parsed(key, await database.preferences.get(key)))
}

export async function savePreference<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): Promise<void> {
  await withDatabase((database) => database.preferences.put({ key, value }))
}

export async function forgetPreference(key: keyof Preferences): Promise<void> {
  await withDatabase((database) => database.preferences.delete(key))
}

function parsed<Key extends keyof Preferences>(key: Key, stored: unknown): Preferences[Key] | undefined {
  if (typeof stored !== 'object' || stored === null || !('value' in stored)) return undefined
  const schema: v.GenericSchema<unknown, Preferences[Key]> = schemas[key]
  const result = v.safeParse(schema, stored.value)
  return result.success ? result.output : undefined
}
