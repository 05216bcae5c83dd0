import * as v from 'valibot'
import { StorageError } from './storageError.ts'

/**
 * A kind of stored record: a type of its own, with a version in each record (`v`). What is read is brought up one
 * version at a time and then parsed, so that only the newest shape is known outside.
 */
export interface RecordType<Stored> {
  readonly name: string
  /** The version that is written now. */
  readonly version: number
  /** Of the newest version, without `v`. */
  readonly schema: v.GenericSchema<unknown, Stored>
  /** From the version that is the key to the next one. */
  readonly upgrades: Readonly<Record<number, (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>>
}

const versioned = v.looseObject({ v: v.pipe(v.number(), v.integer(), v.minValue(1)) })

/** A stored record in its newest shape. @throws StorageError newerVersion, malformedRecord */
export function parseRecord<Stored>(type: RecordType<Stored>, stored: unknown): Stored {
  const known = v.safeParse(versioned, stored)
  if (!known.success) throw new StorageError('malformedRecord', `${type.name}: a record without a version`)
  if (known.output.v > type.version) {
    throw new StorageError('newerVersion', `${type.name}: version ${known.output.v} of a record, ${type.version} is known here`)
  }
  let record: Readonly<Record<string, unknown>> = known.output
  for (let version = known.output.v; version < type.version; version++) {
    const upgrade = type.upgrades[version]
    if (!upgrade) throw new Error(`${type.name}: no way from version ${version} to ${version + 1}`)
    record = upgrade(record)
  }
  const parsed = v.safeParse(type.schema, record)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new StorageError('malformedRecord', `${type.name}: ${v.getDotPath(issue) ?? 'record'}: ${issue.message}`)
}

/** What is put into the database. */
export function stamped<Stored extends object>(type: RecordType<Stored>, record: Stored): Stored & { readonly v: number } {
  return { ...record, v: type.version }
}

/** A list of texts, looked through in one go: the list of validators' own makes two objects of each of a run's hundred thousand ids. */
export const texts: v.GenericSchema<unknown, readonly string[]> = v.custom<readonly string[]>(
  (value) => {
    if (!Array.isArray(value)) return false
    for (const one of value) if (typeof one !== 'string') return false
    return true
  },
  'a list of texts is expected',
)
