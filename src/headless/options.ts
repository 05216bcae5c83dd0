import type { TextFile } from '../export/textFile.ts'

/** What tools/evaluate.mjs asks of the page. Files stand in the page's inputs: #data, #dev, #scheme, #methods, #prompts, #plan, #earlier. */
export interface Options {
  /** Embedded models' ids, or what `addModel` called a folder; none: the first that goes with the methods. */
  readonly models: readonly string[]
  /** None: the matrix, or all of those that files bring. `<id>-few` is a method with examples. */
  readonly methods: readonly string[]
  readonly limit: number | null
  /** The plan's other choices, as the address of the Plan screen writes them; of `shotIds` a line for each value given. */
  readonly choices: Readonly<Partial<Record<'seed' | 'metric' | 'prior' | 'rule' | 'later' | 'family' | 'margin' | 'draw' | 'shotField' | 'shotCount' | 'shotTurns' | 'shotIds' | 'spread', string>>>
  /** Elsewhere than the plan says (or than is chosen): `wasm` or `webgpu`. */
  readonly device: string | null
  readonly language: 'zh' | 'en'
  /** Write the samples' texts into report and run file. */
  readonly texts: boolean
}

export interface Evaluation {
  readonly summary: string
  readonly table: string
  readonly files: readonly TextFile[]
  readonly failed: number
}

/** Something that whoever gave the command can put right: said as it is. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}

/** The files chosen in one of the page's inputs. */
export function filesOf(id: string): readonly File[] {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
}
