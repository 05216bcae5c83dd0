import { readModelFolder } from '../../engine/modelFolder.ts'
import { observePreference, readPreference, savePreference } from '../../storage/preferences.ts'
import { type AvailableModel, openedFolders } from './availableModels.ts'
import { type Live, useLive } from '../liveQuery.ts'

/** A folder that was opened on an earlier visit; the browser keeps the way to it, not its files. */
export interface RememberedFolder {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
}

/** What Chromium has, other browsers have not, and TypeScript's library does not know. */
declare global {
  interface Window {
    showDirectoryPicker?(options: { readonly id: string; readonly mode: 'read' }): Promise<FileSystemDirectoryHandle>
  }
  interface FileSystemHandle {
    requestPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
  }
}

/** Whether this browser has a picker for folders; where not, an input with `webkitdirectory` does. */
export function canPickFolder(): boolean {
  return window.showDirectoryPicker !== undefined
}

/** Lets the user pick a folder. @returns null where the user thought better of it. @throws EngineError as readModelFolder does. */
export async function pickFolder(): Promise<AvailableModel | null> {
  try {
    const handle = await window.showDirectoryPicker?.({ id: 'xianwai-model', mode: 'read' })
    return handle ? await openFolder(handle) : null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Reads a model's folder and makes it available. @throws EngineError naming the file that is missing or broken. */
export async function openFolder(source: FileSystemDirectoryHandle | readonly File[]): Promise<AvailableModel> {
  const model = await openedFolders.add(await readModelFolder(source))
  if (source instanceof FileSystemDirectoryHandle) await remember({ name: model.id, handle: source })
  return model
}

/** Opens a remembered folder again, asking the user where the browser wants it. @returns null where it is refused. */
export async function reopenFolder({ handle }: RememberedFolder): Promise<AvailableModel | null> {
  const permission = await handle.requestPermission?.({ mode: 'read' })
  return permission === undefined || permission === 'granted' ? openFolder(handle) : null
}

export function useRememberedFolders(): Live<readonly RememberedFolder[] | undefined> {
  return useLive('folders', () => observePreference('folders'))
}

async function remember(folder: RememberedFolder): Promise<void> {
  const known = (await readPreference('folders')) ?? []
  await savePreference('folders', [folder, ...known.filter(({ name }) => name !== folder.name)].slice(0, 8))
}

/** What was dropped, as a folder: Chromium gives a handle, other browsers entries to walk. @returns null where it is no folder. */
export async function droppedFolder(transfer: DataTransfer): Promise<FileSystemDirectoryHandle | readonly File[] | null> {
  const [item] = transfer.items
  if (!item) return null
  if (item.getAsFileSystemHandle) {
    const handle = await item.getAsFileSystemHandle()
    return handle instanceof FileSystemDirectoryHandle ? handle : null
  }
  const entry = item.webkitGetAsEntry()
  return entry instanceof FileSystemDirectoryEntry ? filesBelow(entry, entry.name) : null
}

async function filesBelow(folder: FileSystemDirectoryEntry, path: string): Promise<readonly File[]> {
  const files: File[] = []
  for (const entry of await allEntries(folder)) {
    const at = `${path}/${entry.name}`
    if (entry instanceof FileSystemFileEntry) files.push(withPath(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), at))
    else if (entry instanceof FileSystemDirectoryEntry) files.push(...await filesBelow(entry, at))
  }
  return files
}

/** A reader gives a hundred at a time, then none. */
async function allEntries(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** A dropped file does not say where in the folder it lay; one from a directory input does. */
function withPath(file: File, path: string): File {
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}
