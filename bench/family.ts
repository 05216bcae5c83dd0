import type { Outcome } from './figures.ts'
import type { BenchBuild } from './site.ts'

/** What all families are given. */
export interface Setting {
  readonly build: BenchBuild
  /** Tiny runs, to see that everything works: their figures are not for publishing. */
  readonly quick: boolean
  /** A real language model's folder in the hub's layout; null where there is none. */
  readonly model: string | null
  /** Its weights for llama.cpp and wllama; null where there are none. */
  readonly gguf: string | null
  /** The Python that the native peer is looked for in. */
  readonly python: string
  /** A record of what is going on. */
  readonly log: (line: string) => void
}

/** Figures that are measured in one go. */
export interface Family {
  readonly name: string
  readonly ids: readonly string[]
  /** Longest it may take. */
  readonly minutes: number
  /** @returns an outcome for each figure it could measure; one without repeats and value could not be, and says why. @throws where none could. */
  run(setting: Setting): Promise<readonly Outcome[]>
}
