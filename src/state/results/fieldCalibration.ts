import { seededRandom } from '../../domain/random.ts'
import { brierOfAnswer, calibrationBand, reliability, type RiskCoverage, riskCoverage } from '../../metrics/calibration.ts'
import type { FieldCalibration } from '../../metrics/figures.ts'
import { bootstrapRecords } from '../../metrics/intervals.ts'
import { INTERVAL_SEED } from './fieldIntervals.ts'
import type { ConfidenceArrays } from './metricsService.ts'

/** All that is shown of a field's probabilities. */
export function fieldCalibration(arrays: ConfidenceArrays): FieldCalibration {
  return { ...reliabilityWithBand(arrays), brier: brierFigure(arrays), risk: thinned(riskCoverage(arrays)) }
}

/** The reliability diagram, and what it would look like were the model calibrated. */
export function reliabilityWithBand(arrays: Pick<ConfidenceArrays, 'confidence' | 'correct'>): Pick<FieldCalibration, 'reliability' | 'calibration'> {
  return { reliability: reliability(arrays), calibration: calibrationBand(arrays, { random: seededRandom(INTERVAL_SEED) }) }
}

/** No interval where records come in groups: confidences are not kept by group. */
function brierFigure({ confidence, correct, grouped }: ConfidenceArrays): FieldCalibration['brier'] {
  const value = brierOfAnswer({ confidence, correct })
  if (value === undefined || grouped) return { value, interval: undefined }
  const squares = Float64Array.from(confidence, (sure, at) => (sure - correct[at]!) ** 2)
  const mean = (weights: Float64Array) => {
    let sum = 0
    let all = 0
    for (let at = 0; at < squares.length; at++) {
      sum += weights[at]! * squares[at]!
      all += weights[at]!
    }
    return { brier: sum / all }
  }
  return { value, interval: bootstrapRecords(squares.length, mean, { random: seededRandom(INTERVAL_SEED) }).brier }
}

/** What a curve of this size on a screen can show; its ends stay. */
function thinned({ points, area }: RiskCoverage): RiskCoverage {
  const step = Math.ceil(points.length / 400)
  return { area, points: points.filter((_, at) => at % step === 0 || at === points.length - 1) }
}
