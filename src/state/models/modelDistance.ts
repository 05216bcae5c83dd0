import { divergence } from '../../engine/agreement.ts'
import { EngineError, type LoadProgress } from '../../engine/engine.ts'
import { shortLogits } from '../../engine/engineClient.ts'
import type { AvailableModel } from './availableModels.ts'
import type { Services } from '../services.ts'

/** How far a model's file of one dtype is from its fp32 file. */
export interface ModelDistance {
  readonly dtype: string
  /** Mean KL(fp32 || dtype) of the next token, in nats. */
  readonly divergence: number
  /** Positions it was measured at. */
  readonly positions: number
}

/** Dtypes on WASM that can be compared: an fp32 file stands beside them. A classifier's outputs are no distribution over tokens. */
export function comparableDtypes(model: AvailableModel): readonly string[] {
  const { wasm } = model.dtypes
  return model.kind === 'causal' && wasm.includes('fp32') ? wasm.filter((dtype) => dtype !== 'fp32') : []
}

/** Reads both files, one after the other, each in a worker of its own. @throws EngineError: memory for fp32 may be lacking; `cancelled`. */
export async function measureDistance(
  model: AvailableModel,
  dtype: string,
  { startInference, siteUrl }: Pick<Services, 'startInference' | 'siteUrl'>,
  signal: AbortSignal,
  onProgress: (dtype: string, progress: LoadProgress) => void,
): Promise<ModelDistance> {
  const logits = (which: string): Promise<readonly Float32Array[]> =>
    shortLogits(startInference, { ref: model.refFor(which, 'wasm'), source: model.source }, { baseUrl: siteUrl, signal }, (progress) => onProgress(which, progress))
  const [full, reduced] = [await logits('fp32'), await logits(dtype)]
  const distance = divergence(full, reduced)
  if (!Number.isFinite(distance)) throw new EngineError('nonFiniteLogits', `the logits of ${dtype} or fp32 hold what is no number`)
  return { dtype, divergence: distance, positions: full.length }
}
