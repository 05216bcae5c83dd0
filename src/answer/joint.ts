import type { Method } from '../domain/method.ts'
import type { JointLogProbabilities, Prediction, Reading } from '../domain/prediction.ts'
import type { Scheme } from '../domain/scheme.ts'
import { type StanceMatrix, stanceMatrix } from '../domain/stanceMatrix.ts'
import type { LogProbability } from '../domain/units.ts'
import { methodLevels } from './methodLevels.ts'
import { classifiedReading, guidedReading, type Priors } from './readPrediction.ts'

/**
 * log P(cell) of the scheme's matrix as the prediction has it: row-major, rows what is said, columns what is meant.
 *
 * From a guided chain that chooses both fields first (whatever their order) its joint; from a classifier the product of
 * both fields. Where the method chose the stance directly and every stance has exactly one cell, the stance's own
 * probabilities in their cells.
 * @returns undefined where the scheme has no matrix, or the prediction does not determine the joint (written, failed,
 * fields not asked, a cell not asked).
 * @throws as `readPrediction` does.
 */
export function jointOf(prediction: Prediction, scheme: Scheme, method: Method, reading: Reading, priors?: Priors): JointLogProbabilities | undefined {
  const matrix = stanceMatrix(scheme)
  if (!matrix) return undefined
  const { outcome } = prediction
  if (outcome.kind === 'classified') {
    const scores = classifiedReading(scheme, outcome.conditionals, reading, priors)
    const rows = scores.get(matrix.explicit.id)
    const columns = scores.get(matrix.implicit.id)
    if (rows && columns) return Array.from(rows, (row) => Array.from(columns, (column) => row + column)).flat()
    return cellsOfStance(matrix, scores.get(matrix.stance.id))
  }
  if (outcome.kind !== 'guided') return undefined
  const levels = methodLevels(scheme, method)
  const { joint, table } = guidedReading(levels, outcome.conditionals, reading, priors)
  const [first, second] = levels.jointFields
  if (levels.jointLevels === 1) return first?.id === matrix.stance.id ? cellsOfStance(matrix, table.at(0, 0)) : undefined
  if (levels.jointLevels !== 2 || !joint.complete) return undefined
  if (first?.id === matrix.explicit.id && second?.id === matrix.implicit.id) return Array.from(joint.scores)
  if (first?.id === matrix.implicit.id && second?.id === matrix.explicit.id) return transposed(joint.scores, matrix)
  return undefined
}

function transposed(scores: Float64Array, matrix: StanceMatrix): LogProbability[] {
  const rows = matrix.explicit.labels.length
  return matrix.explicit.labels.flatMap((_, row) => matrix.implicit.labels.map((__, column) => scores[column * rows + row]!))
}

function cellsOfStance(matrix: StanceMatrix, scores: ArrayLike<LogProbability> | undefined): LogProbability[] | undefined {
  const cells = matrix.cells.flat()
  if (!scores || new Set(cells).size !== cells.length || cells.length !== matrix.stance.labels.length) return undefined
  return cells.map((label) => scores[matrix.stance.labels.findIndex((candidate) => candidate.id === label)]!)
}
