import type { Method } from '../domain/method.ts'
import { parseMethodFile } from '../export/methodFile.ts'
import { observePreference, readPreference, savePreference } from '../storage/preferences.ts'
import { type Live, useLive } from './liveQuery.ts'
import { planMethods, planScheme } from './planning.ts'

/** A person's own methods, remembered in this browser. */
export function useOwnMethods(): Live<readonly Method[] | undefined> {
  return useLive('methods', () => observePreference('methods'))
}

/** Takes in a file of methods; one of the same id replaces the earlier. @returns them. @throws MethodFileError */
export async function addMethods(file: File): Promise<readonly Method[]> {
  const added = parseMethodFile(await file.text(), planScheme, new Set(planMethods.map(({ id }) => id)))
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', [...kept.filter(({ id }) => !added.some((method) => method.id === id)), ...added])
  return added
}

/** Forgets a method; plans that hold it keep it. */
export async function removeMethod(id: string): Promise<void> {
  const kept = (await readPreference('methods')) ?? []
  await savePreference('methods', kept.filter((method) => method.id !== id))
}
