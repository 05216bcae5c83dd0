import { useSyncExternalStore } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { ColumnMapping, ColumnRole, Dataset } from '../../domain/dataset.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import { type Importer, startImporter } from '../../import/importClient.ts'
import { guessCodes, labelCode } from '../../import/labelCodes.ts'
import { type ImportOptions, type ImportProgress, type Inspection, type LabelCodes, type ReadingOptions, readingOf } from '../../import/inspection.ts'
import { saveScheme } from '../../storage/schemes.ts'
import { onePerPage } from '../onePerPage.ts'
import { type Services, useServices } from '../services.ts'
import { Store, useStore } from '../store.ts'

/** What the user has decided about a file; the rest is as inspected. */
export interface ImportChoices {
  readonly name: string
  /** What its labels are read by. */
  readonly scheme: Scheme
  readonly reading: ReadingOptions
  readonly mapping: ColumnMapping
  readonly labelCodes: LabelCodes
}

/** A file on its way in. */
export type Importing =
  | { readonly status: 'idle' }
  | { readonly status: 'inspecting'; readonly file: File }
  /** `rereading`: the choices were changed and the inspection shown is the one before. */
  | { readonly status: 'inspected'; readonly file: File; readonly inspection: Inspection; readonly choices: ImportChoices; readonly rereading: boolean; /** Why it could not be read in the way last chosen: what is shown is the one before. */ readonly problem?: unknown }
  | { readonly status: 'importing'; readonly file: File; readonly progress: ImportProgress | null }
  | { readonly status: 'failed'; readonly file: File; readonly error: unknown }

/** The one file that is being taken in; true only while the page lives. What came of it is in storage. */
export class ImportDesk extends Store<Importing> {
  private readonly importer: Importer
  /** What the next file's labels are read by. */
  private scheme: Scheme = builtInScheme
  /** Counts questions, so that a late answer to an earlier one is dropped. */
  private turn = 0
  private running: AbortController | null = null
  /** The last dataset and the file and choices it was made from: it can be read again otherwise. */
  private last: { readonly dataset: string; readonly file: File; readonly inspection: Inspection; readonly choices: ImportChoices } | null = null

  constructor(importer: Importer) {
    super({ status: 'idle' })
    this.importer = importer
  }

  readonly getScheme = (): Scheme => this.scheme

  /**
   * Inspects a file and, where nothing needs a hand, imports it straight away.
   * @returns the dataset, or null where the user has to look at it first, it failed or was cancelled: the state says which.
   */
  async open(file: File): Promise<Dataset | null> {
    const turn = this.begin({ status: 'inspecting', file })
    try {
      const { scheme } = this
      const inspection = await this.importer.inspect(file, { scheme })
      if (turn !== this.turn) return null
      const choices = firstChoices(file, inspection, {}, scheme)
      this.set({ status: 'inspected', file, inspection, choices, rereading: false })
      return inspection.complete ? await this.start() : null
    } catch (error) {
      if (turn === this.turn) this.set({ status: 'failed', file, error })
      return null
    }
  }

  /** Reads the file's beginning again in another encoding, format, delimiter or sheet; columns are guessed anew. Where that fails, all stays as it was. */
  async reread(change: ReadingOptions): Promise<void> {
    if (this.state.status === 'inspected') await this.inspectAgain({ ...this.state.choices.reading, ...change }, this.state.choices.scheme)
  }

  /** What labels are read by: of the file on the desk, whose columns are then guessed anew, and of the next ones. */
  async chooseScheme(scheme: Scheme): Promise<void> {
    this.scheme = scheme
    if (this.state.status === 'inspected') await this.inspectAgain(this.state.choices.reading, scheme)
    else this.set({ ...this.state })
  }

  private async inspectAgain(reading: ReadingOptions, scheme: Scheme): Promise<void> {
    if (this.state.status !== 'inspected') return
    const { file, inspection, choices } = this.state
    const turn = this.begin({ status: 'inspected', file, inspection, choices: { ...choices, reading }, rereading: true })
    try {
      const next = await this.importer.inspect(file, { ...reading, scheme })
      if (turn === this.turn) {
        this.set({ status: 'inspected', file, inspection: next, choices: { ...firstChoices(file, next, reading, scheme), name: choices.name }, rereading: false })
      }
    } catch (problem) {
      if (turn !== this.turn) return
      this.scheme = choices.scheme
      this.set({ status: 'inspected', file, inspection, choices, rereading: false, problem })
    }
  }

  /** What a column is used for. A role that only one column can have is taken from the one that had it. */
  assign(column: string, role: ColumnRole): void {
    if (this.state.status !== 'inspected') return
    const { choices, inspection } = this.state
    const mapping = Object.fromEntries(
      Object.entries(choices.mapping).map(([name, old]) => {
        if (name === column) return [name, role]
        return [name, role.kind !== 'other' && isSameRole(old, role) ? { kind: 'other' as const } : old]
      }),
    )
    this.choose({ mapping, labelCodes: codesFor(column, role, inspection, choices) })
  }

  choose(change: Partial<ImportChoices>): void {
    if (this.state.status === 'inspected') this.set({ ...this.state, choices: { ...this.state.choices, ...change } })
  }

  /** Imports the inspected file as chosen. @returns null where it failed or was cancelled. */
  async start(): Promise<Dataset | null> {
    if (this.state.status !== 'inspected') return null
    const { file, inspection, choices } = this.state
    const turn = this.begin({ status: 'importing', file, progress: null })
    const running = new AbortController()
    this.running = running
    try {
      // another tab may have removed or replaced it: labels must be told by what they were read by
      if (choices.scheme.id !== builtInScheme.id) await saveScheme(choices.scheme)
      const dataset = await this.importer.importFile(
        file,
        importOptions(inspection, choices),
        (progress) => {
          if (turn === this.turn) this.set({ status: 'importing', file, progress })
        },
        running.signal,
      )
      if (turn !== this.turn) return null
      this.last = { dataset: dataset.id, file, inspection, choices }
      this.set({ status: 'idle' })
      return dataset
    } catch (error) {
      if (turn === this.turn) this.set(running.signal.aborted ? { status: 'inspected', file, inspection, choices, rereading: false } : { status: 'failed', file, error })
      return null
    } finally {
      if (this.running === running) this.running = null
    }
  }

  /** Stops the import under way (back to its columns), or puts the file away. */
  cancel(): void {
    if (this.running) this.running.abort()
    else this.begin({ status: 'idle' })
  }

  /** Whether the file of that dataset is still at hand. */
  canReadAgain(dataset: string): boolean {
    return this.last?.dataset === dataset
  }

  /** Back to the columns of the file that dataset was made from. */
  readAgain(dataset: string): void {
    if (this.last?.dataset !== dataset) return
    const { file, inspection, choices } = this.last
    this.scheme = choices.scheme
    this.begin({ status: 'inspected', file, inspection, choices, rereading: false })
  }

  private begin(state: Importing): number {
    this.turn += 1
    this.set(state)
    return this.turn
  }
}

/** The codes of all columns after one got a role: a gold column whose cells are codes gets a guess of what they stand for. */
function codesFor(column: string, role: ColumnRole, inspection: Inspection, { labelCodes: codes, scheme }: ImportChoices): LabelCodes {
  const rest = Object.fromEntries(Object.entries(codes).filter(([name]) => name !== column))
  if (role.kind !== 'gold') return rest
  const seen = codesSeen(inspection, column)
  return seen.length === 0 ? rest : { ...rest, [column]: guessCodes(column, seen, fieldOf(scheme, role.field))?.codes ?? {} }
}

/** Codes in a column's first rows, each once; none where its cells are words. */
export function codesSeen({ columns, firstRows }: Inspection, column: string): readonly string[] {
  const at = columns.indexOf(column)
  const cells = firstRows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
  const codes = cells.map(labelCode).filter((code) => code !== undefined)
  return codes.length > cells.length / 2 ? [...new Set(codes)] : []
}

function firstChoices(file: File, { mapping, labelCodes }: Inspection, reading: ReadingOptions, scheme: Scheme): ImportChoices {
  return { name: file.name.replace(/\.[^.]+$/, ''), scheme, reading, mapping, labelCodes }
}

function importOptions(inspection: Inspection, { name, scheme, reading, mapping, labelCodes }: ImportChoices): ImportOptions {
  return {
    ...reading,
    ...readingOf(inspection),
    scheme,
    name: name.trim() === '' ? 'dataset' : name.trim(),
    mapping,
    labelCodes,
  }
}

function isSameRole(one: ColumnRole, other: ColumnRole): boolean {
  if (one.kind === 'oneHot' && other.kind === 'oneHot') return one.field === other.field && one.label === other.label
  return one.kind === other.kind && (one.kind !== 'gold' || other.kind !== 'gold' || one.field === other.field)
}

/** The page's one importer and its desk. */
const importParts = onePerPage((startWorker: () => Worker) => {
  const importer = startImporter(startWorker)
  return { importer, desk: new ImportDesk(importer) }
})

export function useImportDesk(): ImportDesk {
  return importParts(useServices().startImport).desk
}

/** The file on its way in, live. */
export function useImporting(): Importing {
  return useStore(useImportDesk())
}

/** What the next file's labels are read by, live. */
export function useImportScheme(): Scheme {
  const desk = useImportDesk()
  return useSyncExternalStore(desk.subscribe, desk.getScheme)
}

/** Imports a file as it is guessed, without the desk: the site's own sample. @throws what went wrong. */
export function importAtOnce({ startImport }: Services, file: File): Promise<Dataset> {
  return importParts(startImport).importer.importFile(file, { scheme: builtInScheme })
}
