import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import type { PlannedModel } from '../../src/domain/plan.ts'
import type { Reading } from '../../src/domain/prediction.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import type { RunRequest, RunSummary } from '../../src/run/runRequest.ts'
import { MemorySink, method, planned, toyClassifier, toySample } from './fixtures.ts'
import { type ToyCall, ToyEngine, type ToyOptions } from './toyEngine.ts'

/** Every fourth is one of two texts: its prompt is a twin of another's. */
export const twelve: readonly Sample[] = Array.from({ length: 12 }, (_, at) =>
  toySample(String(at), at % 4 === 3 ? { text: '嗯', context: at < 6 ? '甲：走吗' : '' } : { context: at % 2 ? '甲：在吗\n乙：在' : '' }),
)

interface Setting extends Partial<RunRequest> {
  readonly samples?: readonly Sample[]
  readonly method?: Method
  readonly model?: PlannedModel
  readonly reading?: Reading
  readonly toy?: ToyOptions
}

/** A run over a toy engine with a sink in memory. */
export async function setting({ samples = twelve, method: used = method('matrix'), model = toyClassifier, reading = { prior: 'none', rule: 'joint', parser: 1 }, toy = {}, ...over }: Setting = {}) {
  const { plan, run } = await planned(samples, {
    methods: [used],
    reading,
    ...(used.id === 'classifier' && { models: [model] }),
  })
  const sink = new MemorySink()
  const engines: ToyEngine[] = []
  const startEngine = (): ToyEngine => {
    const engine = new ToyEngine({ outputs: 7, ...toy })
    engines.push(engine)
    return engine
  }
  const calls = (name: ToyCall['name']): readonly string[] => engines.flatMap((engine) => engine.calls.filter((call) => call.name === name).map(({ text }) => text))
  const execute = (more: Partial<RunRequest> = {}): Promise<RunSummary> => {
    const engine = startEngine()
    return executeRun({
      run,
      plan,
      samples,
      engine,
      contextLength: engine.contextLength,
      restartEngine: () => Promise.resolve(startEngine()),
      sink,
      done: sink.done,
      earlier: () => Promise.resolve([...sink.predictions.values()]),
      ...over,
      ...more,
    })
  }
  return { plan, run, sink, engines, calls, execute }
}
