import type { ChoiceNode } from '../../domain/choiceTree.ts'
import type { Milliseconds } from '../../domain/units.ts'
import { type Engine, EngineError, type WalkedModel } from '../../engine/engine.ts'
import { type EngineHandle, startEngine } from '../../engine/engineClient.ts'
import { fastest, type Machine, type ModelTrial, poolSizes, threadsOf, TRIAL_LIMIT, type TriedWay, type TrialWay } from '../../run/modelTrial.ts'
import type { AvailableModel } from './availableModels.ts'

export interface TrialProgress {
  /** What is being tried. */
  readonly way: TrialWay
  readonly done: readonly TriedWay[]
}

interface Trial {
  readonly model: AvailableModel
  readonly startWorker: () => Worker
  readonly siteUrl: string
  readonly signal: AbortSignal
  readonly deadline: Milliseconds
}

/** Calls that are not timed: the runtime compiles itself. */
const WARM_UP = 2
const TIMED: Milliseconds = 1_500

/**
 * Times the ways to run a model on this machine, in engines of their own, within 20 seconds: WASM, the graphics device, several engines, the graph
 * as it was shipped. What could not be tried in that time says so. A device that is refused says why.
 * @throws EngineError `cancelled` where the signal ended it.
 */
export async function tryModel(
  model: AvailableModel,
  machine: Machine,
  { startWorker, siteUrl, signal, onProgress }: Pick<Trial, 'startWorker' | 'siteUrl' | 'signal'> & { readonly onProgress: (progress: TrialProgress) => void },
): Promise<ModelTrial> {
  const begun = performance.now()
  const trial: Trial = { model, startWorker, siteUrl, signal, deadline: begun + TRIAL_LIMIT }
  const done: TriedWay[] = []
  let walked: WalkedModel | null = null
  const tryWay = async (way: TrialWay): Promise<void> => {
    onProgress({ way, done })
    const { tried, loaded } = await timed(trial, way, done[0]?.loading ?? 0)
    walked ??= loaded
    done.push(tried)
  }
  for (const way of devices(model, machine)) await tryWay(way)
  const best = done[fastest(done) ?? 0]
  if (best?.device === 'wasm' && best.perMinute !== null) {
    for (const workers of poolSizes(model.bytes, machine)) await tryWay({ ...way(best), workers, threads: threadsOf(workers, machine) })
  }
  // where the rewrite gave its activations finer scales, the graph as shipped answers worse, however fast
  const alike = (walked as WalkedModel | null)?.walk
  if (model.kind === 'causal' && best && alike?.kind === 'tree' && alike.tokenScales === 0) await tryWay({ ...way(best), graph: 'asShipped', workers: 1, threads: null })
  return { at: Date.now(), took: performance.now() - begun, ways: done, chosen: fastest(done) }
}

function way({ device, dtype, graph, workers, threads }: TrialWay): TrialWay {
  return { device, dtype, graph, workers, threads }
}

function devices(model: AvailableModel, machine: Machine): readonly TrialWay[] {
  const of = (device: TrialWay['device'], dtype: string | undefined): TrialWay[] =>
    dtype === undefined ? [] : [{ device, dtype, graph: 'rewritten', workers: 1, threads: null }]
  return [...of('wasm', model.dtypes.wasm[0]), ...(machine.adapter === null ? [] : of('webgpu', model.dtypes.webgpu[0]))]
}

/** @param usual what the first way took to load: where less time is left, nothing is begun. */
async function timed(trial: Trial, way: TrialWay, usual: Milliseconds): Promise<{ readonly tried: TriedWay; readonly loaded: WalkedModel | null }> {
  const nothing = (problem: string): { readonly tried: TriedWay; readonly loaded: null } => ({ tried: { ...way, perMinute: null, loading: null, problem }, loaded: null })
  const { model, startWorker, siteUrl, signal, deadline } = trial
  if (signal.aborted) throw new EngineError('cancelled', 'the trial was ended')
  if (performance.now() + usual + TIMED > deadline) return nothing('noTime')
  const handles: EngineHandle[] = []
  const deadlineSignal = AbortSignal.timeout(Math.max(Math.ceil(deadline - performance.now()), 0))
  const end = (): void => handles.forEach((handle) => handle.end())
  const either = AbortSignal.any([signal, deadlineSignal])
  either.addEventListener('abort', end, { once: true })
  try {
    const begun = performance.now()
    const request = { ref: model.refFor(way.dtype, way.device, way.graph), source: model.source, ...(way.threads !== null && { threads: way.threads }) }
    const engines = await Promise.all(
      Array.from({ length: way.workers }, async () => {
        const handle = startEngine(startWorker, { baseUrl: siteUrl })
        handles.push(handle)
        return { engine: handle.engine, loaded: await handle.engine.load(request, () => undefined) }
      }),
    )
    const [first] = engines
    if (!first) throw new Error('a way of no engines')
    await Promise.all(engines.map(async ({ engine }) => {
      for (let call = 0; call < WARM_UP; call++) await askOnce(model, engine)
    }))
    const loading = performance.now() - begun
    return { tried: { ...way, perMinute: await perMinute(model, engines.map(({ engine }) => engine)), loading, problem: null }, loaded: first.loaded }
  } catch (error) {
    if (either.aborted && !deadlineSignal.aborted) throw new EngineError('cancelled', 'the trial was ended')
    if (deadlineSignal.aborted) return nothing('noTime')
    if (error instanceof EngineError) return nothing(`${error.code}: ${error.message}`)
    throw error
  } finally {
    either.removeEventListener('abort', end)
    end()
  }
}

/** Calls that end within the time, by all engines at once, each calling anew when it is answered; at least one each. */
async function perMinute(model: AvailableModel, engines: readonly Engine[]): Promise<number> {
  const rates = await Promise.all(
    engines.map(async (engine) => {
      const begun = performance.now()
      let calls = 0
      do {
        await askOnce(model, engine)
        calls++
      } while (performance.now() - begun < TIMED)
      return (60_000 * calls) / (performance.now() - begun)
    }),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}

const labels = ['正面', '中性', '负面']
const implicit: ChoiceNode = { lead: '隐含：', options: labels.map((text) => ({ text: `${text}\n`, next: null })) }
const tree: ChoiceNode = { lead: '表面：', options: labels.map((text) => ({ text: `${text}\n`, next: implicit })) }

/** About as much as a sentence with its context: what a forward of a run reads behind its instructions. */
const sentence = '甲：这次的方案又要重做，已经是第三遍了。\n乙：没关系，反正大家晚上也没有别的安排，正好一起再熬一个通宵，您可真会体贴人。'

/** One call as a trial times it. */
export async function askOnce(model: AvailableModel, engine: Engine): Promise<void> {
  if (model.kind === 'classifier') await engine.classify([{ text: sentence, pair: null }])
  else await engine.answer({ prompt: { messages: [{ role: 'user', content: sentence }] }, reason: null, tree, exhaustive: 2 })
}
