import { useSyncExternalStore } from 'react'
import { builtInScheme } from '../domain/builtInScheme.ts'
import { type PromptFile, parsePromptFile } from '../export/promptFile.ts'
import { detectEncoding } from '../import/detectEncoding.ts'

export interface PromptFilesState {
  readonly files: readonly PromptFile[]
  readonly refused: readonly { readonly name: string; readonly error: unknown }[]
}

let state: PromptFilesState = { files: [], refused: [] }
const listeners = new Set<() => void>()

function set(next: PromptFilesState): void {
  state = next
  for (const changed of listeners) changed()
}

/** Reads prompt files as the paper wrote them. One of a name that is here already takes its place. */
export async function openPromptFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const text = new TextDecoder(await detectEncoding(file)).decode(await file.arrayBuffer())
      const opened = parsePromptFile(file.name, text, builtInScheme)
      set({ files: [...state.files.filter(({ name }) => name !== opened.name), opened], refused: state.refused.filter(({ name }) => name !== file.name) })
    } catch (error) {
      set({ ...state, refused: [...state.refused.filter(({ name }) => name !== file.name), { name: file.name, error }] })
    }
  }
}

export function removePromptFile(name: string): void {
  set({ ...state, files: state.files.filter((file) => file.name !== name) })
}

/** The prompt files that are open in this page. */
export function usePromptFiles(): PromptFilesState {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, () => state)
}
