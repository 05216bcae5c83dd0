import type { Method } from '../domain/method.ts'
import type { Plan, PlannedModel } from '../domain/plan.ts'
import type { Prediction } from '../domain/prediction.ts'
import type { Tokens } from '../domain/units.ts'
import type { Engine } from '../engine/engine.ts'
import { ask, readyToAsk } from './ask.ts'
import { SampleFailure } from './failure.ts'
import { type Asked, type Given, questionOf } from './question.ts'

export interface SentenceRequest extends Pick<Plan, 'scheme' | 'decoding'> {
  readonly model: PlannedModel
  readonly method: Method
  readonly sample: Asked
  /** Labels told to the model, where the method gives any. */
  readonly given?: Given
  readonly engine: Engine
  readonly contextLength: Tokens
}

/**
 * Asks one sentence outside of any run, as a run would. The prediction's ids are empty and it is not to be stored.
 * A sentence that does not fit is a failed prediction. @throws EngineError where the engine is spent.
 */
export async function askSentence(request: SentenceRequest): Promise<Prediction> {
  const question = questionOf(request, request.model, request.method, request.contextLength)
  const nobody = { runId: '', sampleId: '', sampleHash: '', at: Date.now() }
  try {
    const asker = await readyToAsk(question, request.engine)
    return { ...nobody, ...(await ask(question, asker, request.sample, request.given)) }
  } catch (error) {
    if (!(error instanceof SampleFailure)) throw error
    return { ...nobody, outcome: { kind: 'failed', reason: error.reason }, droppedTurns: 0, promptTokens: 0, newTokens: 0, duration: 0 }
  }
}
