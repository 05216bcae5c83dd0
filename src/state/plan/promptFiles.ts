import { useMemo } from 'react'
import type { Scheme } from '../../domain/scheme.ts'
import { type PromptFile, parsePromptFile } from '../../export/promptFile.ts'
import { detectEncoding } from '../../import/detectEncoding.ts'
import { Store, useStore } from '../store.ts'

export interface PromptFilesState {
  readonly files: readonly PromptFile[]
  readonly refused: readonly { readonly name: string; readonly error: unknown }[]
}

/** Files as they were opened: what their places stand for hangs on a scheme. */
type Opened = readonly ({ readonly name: string } & ({ readonly text: string } | { readonly error: unknown }))[]

class OpenedPrompts extends Store<Opened> {
  /** Reads prompt files as the paper wrote them. One of a name that is here already takes its place. */
  async open(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const { name } = file
      const read = await readText(file).then((text) => ({ name, text }), (error: unknown) => ({ name, error }))
      this.set([...this.state.filter((other) => other.name !== name), read])
    }
  }

  remove(name: string): void {
    this.set(this.state.filter((file) => file.name !== name))
  }
}

/** The prompt files that are open in this page. */
export const openedPrompts = new OpenedPrompts([])

/** The same, their places filled by a scheme. */
export function usePromptFiles(scheme: Scheme): PromptFilesState {
  const all = useStore(openedPrompts)
  return useMemo(() => parsed(all, scheme), [all, scheme])
}

/** The text of a prompt file, in whatever encoding. */
export async function readText(file: File): Promise<string> {
  return new TextDecoder(await detectEncoding(file)).decode(await file.arrayBuffer())
}

function parsed(all: Opened, scheme: Scheme): PromptFilesState {
  const files: PromptFile[] = []
  const refused: { name: string; error: unknown }[] = []
  for (const file of all) {
    try {
      if ('error' in file) throw file.error
      files.push(parsePromptFile(file.name, file.text, scheme))
    } catch (error) {
      refused.push({ name: file.name, error })
    }
  }
  return { files, refused }
}
