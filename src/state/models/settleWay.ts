import { TRIAL_PAYS } from '../../run/modelTrial.ts'
import type { ModelChoice, ModelHolder } from './loadedModel.ts'
import { choiceOfWay, rememberedSettings, wayOf } from './modelSettings.ts'
import type { ModelTrials } from './modelTrials.ts'
import { askOnce } from './tryModel.ts'

/** So few answers are there before a trial would be over, unless each takes seconds. */
const FEW = 20

/**
 * How a model is to be planned: as a trial on this machine found best. Where none was made, one is made now if the work seems to take
 * more than two minutes by the pace of a warm call; what was loaded or set by hand stays as it is.
 * @param answers that the plan wants of it. @throws EngineError `cancelled`.
 */
export async function settleWay(choice: ModelChoice, answers: number, holder: ModelHolder, trials: ModelTrials, signal: AbortSignal): Promise<ModelChoice> {
  const { model } = choice
  const known = wayOf(model, await rememberedSettings.read())
  const asKnown = known && known.device === choice.device && known.dtype === choice.dtype && known.graph === (choice.graph ?? 'rewritten')
  if (!asKnown || known.trial || known.byHand || answers <= FEW) return choice
  const { engine } = await holder.load(choice, signal)
  // the first calls are slow: the runtime compiles itself
  for (let call = 0; call < 2; call++) await askOnce(model, engine)
  const begun = performance.now()
  await askOnce(model, engine)
  if (answers * (performance.now() - begun) < TRIAL_PAYS) return choice
  const cancel = (): void => trials.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await trials.start(model)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  signal.throwIfAborted()
  const found = wayOf(model, rememberedSettings.get())
  return found?.trial ? choiceOfWay(model, found) : choice
}
