import type { Prediction } from '../domain/prediction.ts'

/** Where predictions go as they come. Resolves when they are durable: what was appended survives the tab's death. */
export interface PredictionSink {
  append(predictions: readonly Prediction[]): Promise<void>
}
