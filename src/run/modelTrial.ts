import type { Device, GraphKind } from '../domain/model.ts'
import type { Bytes, Milliseconds } from '../domain/units.ts'

/** What of a machine decides how a model is best run on it. */
export interface Machine {
  /** Logical ones; 1 where the browser does not say. */
  readonly cores: number
  /** GiB; null where the browser does not say. */
  readonly memory: number | null
  /** WASM may have threads. */
  readonly isolated: boolean
  /** What the browser says of its graphics adapter; null where it offers none. */
  readonly adapter: string | null
  /** Name and major version of the browser. */
  readonly browser: string
}

/** How a model may be run: a plan pins all but the number of engines and their threads. */
export interface TrialWay {
  readonly device: Device
  readonly dtype: string
  readonly graph: GraphKind
  readonly workers: number
  /** Of each engine's WASM; null leaves it to the runtime. */
  readonly threads: number | null
}

/** A way that was tried. */
export interface TriedWay extends TrialWay {
  /** Trial sentences a minute, all engines together; null where there is no figure. */
  readonly perMinute: number | null
  /** From nothing to the first answer. */
  readonly loading: Milliseconds | null
  /** Why there is no figure, in English, or that time was short. */
  readonly problem: string | null
}

/** What was tried of a model on a machine, and what came of it. */
export interface ModelTrial {
  readonly at: number
  readonly took: Milliseconds
  readonly ways: readonly TriedWay[]
  /** Of `ways`; null where none has a figure. */
  readonly chosen: number | null
}

/** A trial ends by itself after so long; what was not tried by then is not. */
export const TRIAL_LIMIT: Milliseconds = 20_000

/** A trial pays where the work takes longer than this. */
export const TRIAL_PAYS: Milliseconds = 120_000

/** What an engine needs in memory of its model's bytes: the runtime's heap, the file it was read from, activations. */
const MEMORY_FACTOR = 2.4
/** And besides: the runtime itself and its worker. */
const MEMORY_FIXED: Bytes = 150e6
/** Of a machine that does not say. */
const USUAL_MEMORY = 4

/** How many engines fit: half of the memory, a core each. WASM alone: one graphics device gains nothing from a second. */
export function mostWorkers(bytes: Bytes, { cores, memory }: Machine): number {
  const fits = Math.floor(((memory ?? USUAL_MEMORY) * 2 ** 30) / 2 / (bytes * MEMORY_FACTOR + MEMORY_FIXED))
  return Math.max(1, Math.min(cores, fits, 8))
}

/** Threads of each of so many engines; null: the runtime's own choice, for one. */
export function threadsOf(workers: number, { cores, isolated }: Machine): number | null {
  if (workers === 1 || !isolated) return null
  return Math.max(1, Math.min(4, Math.floor(cores / workers)))
}

/** Numbers of engines worth a trial beside one, the likeliest first: as many as there are cores, then half as many. */
export function poolSizes(bytes: Bytes, machine: Machine): readonly number[] {
  const most = mostWorkers(bytes, machine)
  return [...new Set([most, Math.floor(most / 2)])].filter((workers) => workers > 1)
}

/** Another way must be faster by this to be taken: below it the simpler one stands. */
const WORTH = 1.1

/** The fastest of what was tried; the earlier of two that are alike. Null where nothing has a figure. */
export function fastest(ways: readonly TriedWay[]): number | null {
  let best: number | null = null
  for (const [at, { perMinute }] of ways.entries()) {
    if (perMinute === null) continue
    if (best === null || perMinute > (ways[best]?.perMinute ?? 0) * WORTH) best = at
  }
  return best
}

/** What is remembered is of one model's files and one machine: another browser, adapter or dtype is tried anew. */
export function trialKey(
  model: { readonly id: string; readonly revision: string; readonly dtypes: Readonly<Record<Device, readonly string[]>> },
  { cores, adapter, browser, isolated }: Machine,
): string {
  return JSON.stringify([model.id, model.revision, model.dtypes.wasm[0] ?? null, model.dtypes.webgpu[0] ?? null, cores, adapter, browser, isolated])
}
