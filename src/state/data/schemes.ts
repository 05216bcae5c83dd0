import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Dataset } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { longestSchemeFile, type ParsedScheme, parseSchemeFile } from '../../export/schemeFile.ts'
import { observeSchemes, saveScheme } from '../../storage/schemes.ts'
import { type Live, useLive } from '../liveQuery.ts'

export { removeScheme, SchemeInUse } from '../../storage/schemes.ts'

/** Schemes that data can be labelled by: the built-in one first, then a person's own. */
export function useSchemes(): Live<readonly Scheme[]> {
  const own = useLive('schemes', observeSchemes)
  return own.status === 'ready' ? { status: 'ready', value: [builtInScheme, ...own.value] } : own
}

/** The scheme that a dataset is labelled by; null where it is not in this browser (it came with a run file of before). */
export function useSchemeOf(dataset: Pick<Dataset, 'schemeId'> | null | undefined): Live<Scheme | null> {
  const all = useSchemes()
  // the built-in one is there before the database has answered
  if (!dataset || dataset.schemeId === builtInScheme.id) return { status: 'ready', value: builtInScheme }
  return all.status === 'ready' ? { status: 'ready', value: all.value.find(({ id }) => id === dataset.schemeId) ?? null } : all
}

/** Takes in a scheme file. @returns the scheme, which is then kept, or what is wrong with the file. @throws SchemeInUse, StorageError */
export async function addScheme(file: File): Promise<ParsedScheme> {
  // what is larger by bytes than that many characters can be is not even read
  const read = file.size > 4 * longestSchemeFile ? 'x'.repeat(longestSchemeFile + 1) : await file.text()
  const parsed = parseSchemeFile(read, new Set([builtInScheme.id]))
  if (parsed.kind === 'scheme') await saveScheme(parsed.scheme)
  return parsed
}
