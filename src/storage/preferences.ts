import * as v from 'valibot'
import type { Method } from '../domain/method.ts'
import { withDatabase } from './database.ts'
import { observe, type Observable } from './observable.ts'
import { method } from './planRecord.ts'

const directory = v.custom<FileSystemDirectoryHandle>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'directory',
)

/** How a model may be run, and what came of trying it. */
const way = v.object({
  device: v.picklist(['wasm', 'webgpu']),
  dtype: v.string(),
  graph: v.picklist(['asShipped', 'rewritten']),
  workers: v.pipe(v.number(), v.integer(), v.minValue(1)),
  threads: v.nullable(v.number()),
})
const trial = v.object({
  at: v.number(),
  took: v.number(),
  ways: v.pipe(v.array(v.object({ ...way.entries, perMinute: v.nullable(v.number()), loading: v.nullable(v.number()), problem: v.nullable(v.string()) })), v.readonly()),
  chosen: v.nullable(v.number()),
})

/** How one model is run on one machine (`run/modelTrial.ts` says what the key holds). */
export interface ModelSetting {
  readonly key: string
  readonly trial: v.InferOutput<typeof trial> | null
  /** By hand, over what the trial says. */
  readonly workers: number | null
}

/** What is remembered of a person's choices, and of this machine. */
export interface Preferences {
  /** Model folders picked before, where the browser lets a handle be kept. */
  readonly folders: readonly { readonly name: string; readonly handle: FileSystemDirectoryHandle }[]
  readonly models: readonly ModelSetting[]
  /** A person's own methods, as imported. */
  readonly methods: readonly Method[]
}

const schemas: { readonly [Key in keyof Preferences]: v.GenericSchema<unknown, Preferences[Key]> } = {
  folders: v.array(v.object({ name: v.string(), handle: directory })),
  models: v.array(v.object({ key: v.string(), trial: v.nullable(trial), workers: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))) })),
  methods: v.array(method),
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

function parsed<Key extends keyof Preferences>(key: Key, stored: unknown): Preferences[Key] | undefined {
  if (typeof stored !== 'object' || stored === null || !('value' in stored)) return undefined
  const schema: v.GenericSchema<unknown, Preferences[Key]> = schemas[key]
  const result = v.safeParse(schema, stored.value)
  return result.success ? result.output : undefined
}
