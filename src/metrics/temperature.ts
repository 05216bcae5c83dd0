/**
 * Mean negative log-likelihood of gold under log-probabilities sharpened by a temperature:
 * - mean over records of log softmax(row / T)[gold], in nats, 0 up. Records whose gold is negative are left out.
 *
 * Undefined without a record that has gold, and where a gold label has probability 0 (the loss is infinite).
 * @throws on NaN, on a row without a finite entry, on an index outside its row, or unless T > 0.
 */
export function logLoss(logProbabilities: readonly ArrayLike<number>[], gold: ArrayLike<number>, temperature = 1): number | undefined {
  if (!(temperature > 0)) throw new RangeError(`temperature ${temperature}`)
  const scored = scoredRecords(logProbabilities, gold)
  if (scored.length === 0) return undefined
  let sum = 0
  for (const { row, label } of scored) sum -= Math.log(sharpened(row, 1 / temperature)[label]!)
  return sum === Infinity ? undefined : Math.max(0, sum / scored.length)
}

/** Probabilities softmax(row / T) of one row of log-probabilities. @throws on NaN, a row without a finite entry, or unless T > 0. */
export function withTemperature(row: ArrayLike<number>, temperature: number): Float64Array {
  if (!(temperature > 0)) throw new RangeError(`temperature ${temperature}`)
  checkRow(row, 0)
  return sharpened(row, 1 / temperature)
}

/**
 * The temperature T that makes the log loss smallest, to be fitted on dev and used on test. Above 1: the model was too
 * sure; below 1: not sure enough. The winner of no record changes.
 *
 * The loss is convex in 1/T; its slope, the mean over records of sum p(label) l(label) - l(gold) with l the
 * log-probabilities, is brought to zero by bisection.
 *
 * Undefined without a record that has gold, where a gold label has probability 0, and where no T from 0.01 to 100 is
 * best: gold is always the winner (T would be 0), or the answers know no more than chance (T would be infinite).
 * @throws as `logLoss` does.
 * Source: Guo et al. (2017), "On calibration of modern neural networks".
 */
export function fitTemperature(logProbabilities: readonly ArrayLike<number>[], gold: ArrayLike<number>): number | undefined {
  const scored = scoredRecords(logProbabilities, gold)
  if (scored.length === 0 || scored.some(({ row, label }) => row[label] === -Infinity)) return undefined
  const slope = (logSharpness: number): number => {
    let sum = 0
    for (const { row, label } of scored) {
      const probabilities = sharpened(row, Math.exp(logSharpness))
      sum -= row[label]!
      probabilities.forEach((probability, at) => {
        if (probability > 0) sum += probability * row[at]!
      })
    }
    return sum
  }
  let low = Math.log(0.01)
  let high = Math.log(100)
  if (slope(low) >= 0 || slope(high) <= 0) return undefined
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (slope(middle) < 0) low = middle
    else high = middle
  }
  return Math.exp(-(low + high) / 2)
}

interface Scored {
  readonly row: ArrayLike<number>
  readonly label: number
}

function scoredRecords(logProbabilities: readonly ArrayLike<number>[], gold: ArrayLike<number>): Scored[] {
  if (logProbabilities.length !== gold.length) {
    throw new RangeError(`${logProbabilities.length} rows but ${gold.length} labels`)
  }
  return logProbabilities.flatMap((row, record) => {
    const label = gold[record]!
    if (label < 0) return []
    if (!(label < row.length)) throw new RangeError(`record ${record}: label index ${label}`)
    checkRow(row, record)
    return [{ row, label }]
  })
}

function checkRow(row: ArrayLike<number>, record: number): void {
  let finite = false
  for (let at = 0; at < row.length; at++) {
    const value = row[at]!
    if (Number.isNaN(value) || value === Infinity) throw new RangeError(`record ${record}: log-probability ${value}`)
    if (value > -Infinity) finite = true
  }
  if (!finite) throw new RangeError(`record ${record}: no label has any probability`)
}

function sharpened(row: ArrayLike<number>, sharpness: number): Float64Array {
  const scaled = Float64Array.from(row, (value) => value * sharpness)
  const highest = Math.max(...scaled)
  let sum = 0
  scaled.forEach((value, at) => {
    scaled[at] = Math.exp(value - highest)
    sum += scaled[at]
  })
  return scaled.map((value) => value / sum)
}
