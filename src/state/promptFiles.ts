import { builtInScheme } from '../domain/builtInScheme.ts'
import { type PromptFile, parsePromptFile } from '../export/promptFile.ts'
import { detectEncoding } from '../import/detectEncoding.ts'
import { Store } from './store.ts'

export interface PromptFilesState {
  readonly files: readonly PromptFile[]
  readonly refused: readonly { readonly name: string; readonly error: unknown }[]
}

class OpenedPrompts extends Store<PromptFilesState> {
  /** Reads prompt files as the paper wrote them. One of a name that is here already takes its place. */
  async open(files: readonly File[]): Promise<void> {
    for (const file of files) {
      try {
        const text = new TextDecoder(await detectEncoding(file)).decode(await file.arrayBuffer())
        const opened = parsePromptFile(file.name, text, builtInScheme)
        this.set({ files: [...this.state.files.filter(({ name }) => name !== opened.name), opened], refused: this.state.refused.filter(({ name }) => name !== file.name) })
      } catch (error) {
        this.set({ ...this.state, refused: [...this.state.refused.filter(({ name }) => name !== file.name), { name: file.name, error }] })
      }
    }
  }

  remove(name: string): void {
    this.set({ ...this.state, files: this.state.files.filter((file) => file.name !== name) })
  }
}

/** The prompt files that are open in this page. */
export const openedPrompts = new OpenedPrompts({ files: [], refused: [] })
