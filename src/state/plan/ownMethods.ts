import type { Method } from '../../domain/method.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { fitsScheme as canBeAsked } from '../../export/methodChecks.ts'
import { type ParsedMethods, parseMethodFile } from '../../export/methodFile.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import { observePreference, readPreference, savePreference } from '../../storage/preferences.ts'
import { type Live, useLive } from '../liveQuery.ts'

/** A person's own methods, remembered in this browser. */
export function useOwnMethods(): Live<readonly Method[] | undefined> {
  return useLive('methods', () => observePreference('methods'))
}

/** Whether an own method can be asked over a scheme: it may have been made for another, whose methods are called otherwise. */
export function fitsScheme(scheme: Scheme, method: Method): boolean {
  return canBeAsked(scheme, method) && !methodsOf(scheme).methods.some(({ id }) => id === method.id)
}

/** Reads a file of methods for a scheme. */
export async function readMethods(file: File, scheme: Scheme): Promise<ParsedMethods> {
  return parseMethodFile(await file.text(), scheme, new Set(methodsOf(scheme).methods.map(({ id }) => id)))
}

/** Takes in a file of methods for a scheme; one of the same id replaces the earlier. @returns them, or what is wrong with the file. */
export async function addMethods(file: File, scheme: Scheme): Promise<ParsedMethods> {
  const parsed = await readMethods(file, scheme)
  if (parsed.kind === 'problems') return parsed
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', [...kept.filter(({ id }) => !parsed.methods.some((method) => method.id === id)), ...parsed.methods])
  return parsed
}

/** Forgets a method; plans that hold it keep it. */
export async function removeMethod(id: string): Promise<void> {
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', kept.filter((method) => method.id !== id))
}
