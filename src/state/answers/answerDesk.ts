import type { Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { missingRoles } from '../../export/answerColumns.ts'
import { importRun } from '../../storage/plans.ts'
import { importRunFile } from '../results/runFiles.ts'
import { Store, useStore } from '../store.ts'
import { type AnswerChoices, type AnswerFile, firstChoices, openAnswerFile } from './answerFile.ts'
import { type ChosenFile, type ImportedRun, type MatchedFile, matchedFile } from './importedRuns.ts'

/** A file on the desk. Its mapping is guessed once the dataset's scheme is known. */
export interface DeskFile {
  /** Counts up: files may be called alike. */
  readonly key: number
  readonly file: AnswerFile
  /** What the user has changed of what the file says by itself. */
  readonly changes: Partial<AnswerChoices>
}

export interface AnswerDeskState {
  readonly files: readonly DeskFile[]
  /** Files that are no answers, and why. */
  readonly refused: readonly { readonly name: string; readonly error: unknown }[]
  /** Run files among them, which need nothing said: they are taken in at once. */
  readonly taken: readonly { readonly name: string; readonly plan: Plan }[]
  /** How many are still being read. */
  readonly reading: number
  readonly saving: boolean
  readonly problem: unknown
}

const empty: AnswerDeskState = { files: [], refused: [], taken: [], reading: 0, saving: false, problem: null }

/** The files of answers that are being taken in; true only while the page lives. What came of them is in storage. */
class AnswerDesk extends Store<AnswerDeskState> {
  private next = 0

  constructor() {
    super(empty)
  }

  /** Reads files one after the other; a run file is taken in straight away. */
  async open(files: readonly File[]): Promise<void> {
    this.set({ reading: this.state.reading + files.length, problem: null })
    for (const file of files) {
      try {
        if (await isRunFile(file)) {
          const { plan } = await importRunFile(file)
          this.set({ taken: [...this.state.taken, { name: file.name, plan }] })
        } else {
          const opened: DeskFile = { key: this.next++, file: await openAnswerFile(file), changes: {} }
          // the same file chosen again replaces itself
          this.set({ files: [...this.state.files.filter((other) => other.file.sha256 !== opened.file.sha256), opened] })
        }
      } catch (error) {
        this.set({ refused: [...this.state.refused, { name: file.name, error }] })
      }
      this.set({ reading: this.state.reading - 1 })
    }
  }

  choose(key: number, changes: Partial<AnswerChoices>): void {
    this.set({ files: this.state.files.map((each) => (each.key === key ? { ...each, changes: { ...each.changes, ...changes } } : each)) })
  }

  remove(key: number): void {
    this.set({ files: this.state.files.filter((each) => each.key !== key) })
  }

  clear(): void {
    this.set({ ...empty, reading: this.state.reading })
  }

  /** Keeps the runs; files leave the desk. @returns their plans, or null where storage refused: the state says why. */
  async save(runs: readonly ImportedRun[]): Promise<readonly Plan[] | null> {
    this.set({ saving: true, problem: null })
    try {
      for (const { plan, run, predictions, refused } of runs) await importRun({ plan, runs: [run], predictions: new Map([[run.id, predictions]]), refused })
      this.set({ ...empty, reading: this.state.reading })
      return runs.map(({ plan }) => plan)
    } catch (problem) {
      this.set({ saving: false, problem })
      return null
    }
  }

  protected override set(change: Partial<AnswerDeskState>): void {
    super.set({ ...this.state, ...change })
  }
}

/** A file with what it says by itself, as the user has changed it. */
export function chosenFile({ file, changes }: DeskFile, scheme: Scheme): ChosenFile {
  return { file, choices: { ...firstChoices(file, scheme), ...changes } }
}

const matches = new WeakMap<DeskFile, { readonly samples: readonly Sample[]; readonly matched: MatchedFile | null }>()

/** A file on the desk beside the dataset's samples; null while its columns are not settled. Made once for each choice. */
export function matchedOnDesk(file: DeskFile, samples: readonly Sample[], scheme: Scheme): MatchedFile | null {
  const known = matches.get(file)
  if (known?.samples === samples) return known.matched
  const chosen = chosenFile(file, scheme)
  const matched = missingRoles(chosen.choices.mapping).length > 0 ? null : matchedFile(chosen, samples, scheme)
  matches.set(file, { samples, matched })
  return matched
}

/** Ids of some of a file's records, for finding the dataset that they are about. */
export function someIds(file: DeskFile, scheme: Scheme): readonly string[] {
  const { mapping } = chosenFile(file, scheme).choices
  const column = Object.entries(mapping).find(([, { kind }]) => kind === 'id')?.[0]
  const ids = column === undefined ? [] : file.file.rows.rows.map(({ cells }) => cells[column] ?? '').filter((id) => id !== '')
  const every = Math.max(1, Math.floor(ids.length / 200))
  return [...new Set(ids.filter((_, at) => at % every === 0))]
}

/** Run files say what they are near their beginning (`format` comes second). */
async function isRunFile(file: File): Promise<boolean> {
  return /^\s*\{[^{[]{0,300}"format"\s*:\s*"xianwai-run"/.test((await file.slice(0, 1024).text()).replace(/^\ufeff/, ''))
}

const desk = new AnswerDesk()

/** The page's one desk. */
export function useAnswerDesk(): { readonly desk: AnswerDesk; readonly state: AnswerDeskState } {
  return { desk, state: useStore(desk) }
}
