import type { Method } from '../domain/method.ts'
import type { Outcome, Reading } from '../domain/prediction.ts'
import type { PredictionBlock } from '../domain/predictionBlock.ts'
import type { FieldId, Scheme } from '../domain/scheme.ts'
import { classifiedReader } from './classifiedReader.ts'
import { guidedReader } from './guidedReader.ts'
import type { Priors } from './readPrediction.ts'

/**
 * Reads measured predictions that are kept side by side, one after the other, without making an object of any: what `readPrediction` says
 * of each, without its mark of a tie (equal scores go to the first in label order here, too). What it read last stands in its columns until it reads again.
 */
export interface MeasuredReader {
  /** The fields that it answers. */
  readonly fields: readonly FieldId[]
  /** By field: the index of the label chosen; -1 where it was not asked. */
  readonly labels: Int32Array
  /** By field: where the probabilities of its labels begin in `shares`; -1 where there are none. */
  readonly from: Int32Array
  readonly shares: Float64Array
  /** False where there is something about a prediction that only `readPrediction` knows: what stands in the columns is then nothing. */
  read(block: PredictionBlock, at: number): boolean
}

/** A reader of predictions of one kind; null where the kind, the method or the reading is one that only `readPrediction` knows. */
export function measuredReader(kind: Outcome['kind'], scheme: Scheme, method: Method, reading: Reading, priors?: Priors): MeasuredReader | null {
  // labels of a scheme of the method's own are the plan's by name alone
  if (method.scheme) return null
  if (kind === 'guided') return guidedReader(scheme, method, reading, priors)
  return kind === 'classified' ? classifiedReader(scheme, method, reading, priors) : null
}
