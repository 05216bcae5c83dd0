/** The two tables of figures that the bench measures: what each is, and what it is to reach. */

export interface Figure {
  readonly id: string
  readonly table: 'speed' | 'scale'
  /** As it stands in the table. */
  readonly what: string
  readonly goal: number
  /** Whether the goal is the least or the most. */
  readonly goalIs: 'atLeast' | 'atMost'
  /** What the number counts: `x` for a ratio. */
  readonly unit: string
}

const atLeast = (id: string, table: Figure['table'], what: string, goal: number, unit = 'x'): Figure => ({ id, table, what, goal, goalIs: 'atLeast', unit })
const atMost = (id: string, table: Figure['table'], what: string, goal: number, unit = 'x'): Figure => ({ id, table, what, goal, goalIs: 'atMost', unit })

export const figures: readonly Figure[] = [
  atLeast('plain-letters', 'speed', 'records a minute, all fields guided, against plain generate once per task: letters', 40),
  atLeast('plain-words', 'speed', 'the same: words', 20),
  atMost('bare-letters', 'speed', 'time a record, against one bare forward of its own tokens over the prefix: letters', 1.25),
  atMost('bare-words', 'speed', 'the same: words', 2.5),
  atLeast('wllama-letters', 'speed', 'records a minute against wllama, same chain, cache kept: letters', 3),
  atLeast('wllama-words', 'speed', 'the same: words', 3),
  atLeast('native-letters', 'speed', 'records a minute against native llama-cpp-python, same chain, prefix cached: letters', 0.5),
  atLeast('native-words', 'speed', 'the same: words', 0.5),
  atMost('few-shot', 'speed', 'few-shot with 25 examples (about 2,500 tokens in front), against zero-shot, time a record', 1.5),
  atLeast('two-workers', 'speed', 'two 1-thread workers against one 1-thread worker, records a minute', 1.6),
  atMost('fp32-tree', 'speed', 'fp32: tree against whole-prompt forwards, largest logit difference (same winners)', 1e-3, 'logit'),
  atMost('int8-tree-mean', 'speed', 'int8: tree against single forks, label logits, mean difference', 0.02, 'logit'),
  atMost('int8-tree-largest', 'speed', 'int8: tree against single forks, label logits, largest difference (same winners beyond that)', 0.25, 'logit'),
  atMost('int8-kl', 'speed', 'int8 against fp32, KL divergence of the next token, 34 golden prompts', 0.01, 'nat'),
  atMost('heap', 'speed', 'WASM heap after loading, against the unmodified load', 0.6),
  atMost('main-thread', 'speed', 'main thread’s longest task during a run, one core left free', 50, 'ms'),
  atMost('import', 'scale', 'import of 52,882 records, against the floor (stream, JSON.parse by line, bulkPut in chunks)', 1.5),
  atMost('import-memory', 'scale', 'memory while importing, against the file', 4),
  atMost('dashboard', 'scale', 'dashboard over 52,882 x 5 predicted fields: first paint', 1000, 'ms'),
  atMost('dashboard-filter', 'scale', 'the same: after a filter', 200, 'ms'),
  atMost('comparison', 'scale', 'comparison of two such runs with 2,000 bootstrap resamples', 3000, 'ms'),
  atMost('resume', 'scale', 'resume of a run with 50,000 predictions done: until the next sample is asked', 2000, 'ms'),
  atMost('run-memory', 'scale', 'a run of 50,000 through a stand-in engine: memory at the end against after 1,000', 1.2),
  atMost('classifier-memory', 'scale', '2,000 with the real classifier: memory at the end against after 1,000', 1.2),
  atMost('scripts', 'scale', 'scripts before the first paint, gzip', 200, 'kB'),
]

/** What was measured of one figure. */
export interface Measured {
  readonly id: string
  /** Null where it could not be measured: `how` says why. */
  readonly value: number | null
  readonly goal: number
  readonly met: boolean | null
  readonly spread: { readonly median: number; readonly min: number; readonly max: number; readonly n: number } | null
  readonly how: string
  /** When it was measured. */
  readonly at: string
}

/** What a family of figures hands over: a list of repeats, the value being their median unless said otherwise. */
export interface Outcome {
  readonly id: string
  readonly repeats: readonly number[]
  /** Where it is not the median (a largest difference, for one). */
  readonly value?: number
  /** What was computed, by whom, on what. */
  readonly how: string
  /** Something that makes a figure unmet whatever its value (another winner). */
  readonly fault?: string
}

export function measured({ id, repeats, value, how, fault }: Outcome): Measured {
  const { goal, goalIs } = figureOf(id)
  const spread = spreadOf(repeats)
  const found = value ?? spread?.median ?? null
  const reached = found === null ? null : (goalIs === 'atLeast' ? found >= goal : found <= goal) && fault === undefined
  return { id, value: found === null ? null : rounded(found), goal, met: reached, spread, how: fault === undefined ? how : `${how}; ${fault}`, at: new Date().toISOString() }
}

/** A figure that could not be measured. */
export function missing(id: string, why: string): Measured {
  return { id, value: null, goal: figureOf(id).goal, met: null, spread: null, how: why, at: new Date().toISOString() }
}

export function figureOf(id: string): Figure {
  const figure = figures.find((candidate) => candidate.id === id)
  if (!figure) throw new Error(`there is no figure ${id}: ${figures.map((each) => each.id).join(', ')}`)
  return figure
}

function spreadOf(repeats: readonly number[]): Measured['spread'] {
  if (repeats.length === 0) return null
  const sorted = [...repeats].sort((a, b) => a - b)
  return { median: rounded(median(repeats)), min: rounded(sorted[0]!), max: rounded(sorted.at(-1)!), n: repeats.length }
}

/** NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** Four significant digits: what a table can bear. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
