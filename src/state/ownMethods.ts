import type { Method } from '../domain/method.ts'
import type { Scheme } from '../domain/scheme.ts'
import { methodProblem, parseMethodFile } from '../export/methodFile.ts'
import { methodsOf } from '../prompt/schemeMethods.ts'
import { observePreference, readPreference, savePreference } from '../storage/preferences.ts'
import { type Live, useLive } from './liveQuery.ts'

/** A person's own methods, remembered in this browser. */
export function useOwnMethods(): Live<readonly Method[] | undefined> {
  return useLive('methods', () => observePreference('methods'))
}

/** Whether a method can be asked over a scheme: it may have been made for another. */
export function fitsScheme(scheme: Scheme, method: Method): boolean {
  return methodProblem(method, scheme) === null
}

/** Takes in a file of methods for a scheme; one of the same id replaces the earlier. @returns them. @throws MethodFileError */
export async function addMethods(file: File, scheme: Scheme): Promise<readonly Method[]> {
  const added = parseMethodFile(await file.text(), scheme, new Set(methodsOf(scheme).methods.map(({ id }) => id)))
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', [...kept.filter(({ id }) => !added.some((method) => method.id === id)), ...added])
  return added
}

/** Forgets a method; plans that hold it keep it. */
export async function removeMethod(id: string): Promise<void> {
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', kept.filter((method) => method.id !== id))
}
