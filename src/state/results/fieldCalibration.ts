import { seededRandom } from '../../domain/random.ts'
import { brierOfAnswer, calibrationBand, reliability, type ReliabilityBin, type RiskCoverage, riskCoverage } from '../../metrics/calibration.ts'
import type { FieldCalibration } from '../../metrics/figures.ts'
import { type BootstrapOptions, bootstrapRecords } from '../../metrics/intervals.ts'
import { shareOf } from '../../metrics/shareInterval.ts'
import { INTERVAL_SEED } from './fieldIntervals.ts'
import type { ConfidenceArrays } from './metricsService.ts'

/** All that is shown of a field's probabilities. */
export function fieldCalibration(arrays: ConfidenceArrays): FieldCalibration {
  return { ...reliabilityWithBand(arrays), brier: brierFigure(arrays), risk: thinned(riskCoverage(arrays)) }
}

/**
 * The reliability diagram, and what it would look like were the model calibrated. By groups its bins have Wilson's intervals for groups,
 * under the mean over these very records none; there is no band then: it takes independent records.
 */
export function reliabilityWithBand({ confidence, correct, groups, transductive }: ConfidenceArrays): Pick<FieldCalibration, 'reliability' | 'calibration'> {
  const found = reliability({ confidence, correct })
  if (!groups && !transductive) return { reliability: found, calibration: calibrationBand({ confidence, correct }, { random: seededRandom(INTERVAL_SEED) }) }
  // bins part the confidences: records of one confidence stand in one bin
  const within = ({ low, high }: ReliabilityBin) => Int8Array.from(confidence, (sure, at) => (sure < low || sure > high ? -1 : correct[at]!))
  return {
    reliability: { ...found, bins: found.bins.map((bin) => ({ ...bin, interval: transductive ? undefined : shareOf(within(bin), drawing(groups)).interval })) },
    calibration: undefined,
  }
}

function drawing(groups: Int32Array | null): BootstrapOptions {
  return { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined }
}

/** No interval where confidences are those under the mean over these very records. */
function brierFigure({ confidence, correct, groups, transductive }: ConfidenceArrays): FieldCalibration['brier'] {
  const value = brierOfAnswer({ confidence, correct })
  if (value === undefined || transductive) return { value, interval: undefined }
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
  return { value, interval: bootstrapRecords(squares.length, mean, drawing(groups)).brier }
}

/** What a curve of this size on a screen can show; its ends stay. */
function thinned({ points, area }: RiskCoverage): RiskCoverage {
  const step = Math.ceil(points.length / 400)
  return { area, points: points.filter((_, at) => at % step === 0 || at === points.length - 1) }
}
