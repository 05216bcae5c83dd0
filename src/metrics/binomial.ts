import type { Random } from '../domain/random.ts'

/**
 * P(X = k) for X ~ Binomial(n, p), to about 14 digits at any n.
 * 0 where k lies outside 0 .. n. @throws unless n is a whole number from 0 and 0 <= p <= 1.
 * Source: Loader (2000), "Fast and accurate computation of binomial probabilities".
 */
export function binomialProbability(k: number, n: number, p: number): number {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`binomial of ${n} trials`)
  if (!(p >= 0 && p <= 1)) throw new RangeError(`probability ${p}`)
  if (!Number.isInteger(k) || k < 0 || k > n) return 0
  if (p === 0 || p === 1) return k === n * p ? 1 : 0
  if (k === 0) return Math.exp(n * Math.log1p(-p))
  if (k === n) return Math.exp(n * Math.log(p))
  const misses = n - k
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(misses) - deviance(k, n * p) - deviance(misses, n * (1 - p))
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * misses))
}

/** P(X <= k) for X ~ Binomial(n, 1/2): 0 below k = 0, 1 from k = n on. Summed from its largest term downwards. */
export function fairBinomialTail(k: number, n: number): number {
  if (k < 0) return 0
  if (k >= n) return 1
  if (2 * k >= n) return 1 - fairBinomialTail(n - k - 1, n)
  let term = binomialProbability(k, n, 0.5)
  let sum = term
  for (let at = k; at > 0 && term > sum * 1e-18; at--) {
    term *= at / (n - at + 1)
    sum += term
  }
  return sum
}

/**
 * A draw from Binomial(n, p), exact. The time does not grow with n.
 * Source: inversion below a mean of 10; above it Hörmann (1993), "The generation of binomial random variates", BTRS.
 */
export function drawBinomial(random: Random, n: number, p: number): number {
  if (n <= 0 || p <= 0) return 0
  if (p >= 1) return n
  if (p > 0.5) return n - drawBinomial(random, n, 1 - p)
  return n * p < 10 ? drawByInversion(random, n, p) : drawByRejection(random, n, p)
}

function drawByInversion(random: Random, n: number, p: number): number {
  const odds = p / (1 - p)
  const none = Math.exp(n * Math.log1p(-p))
  for (;;) {
    let left = random.uniform()
    let probability = none
    let k = 0
    while (left > probability && k <= n) {
      left -= probability
      k++
      probability *= ((n + 1) / k - 1) * odds
    }
    if (k <= n) return k
  }
}

function drawByRejection(random: Random, n: number, p: number): number {
  const q = 1 - p
  const deviation = Math.sqrt(n * p * q)
  const b = 1.15 + 2.53 * deviation
  const a = -0.0873 + 0.0248 * b + 0.01 * p
  const centre = n * p + 0.5
  const box = 0.92 - 4.2 / b
  const alpha = (2.83 + 5.1 / b) * deviation
  const mode = Math.floor((n + 1) * p)
  for (;;) {
    const u = random.uniform() - 0.5
    const v = random.uniform()
    const us = 0.5 - Math.abs(u)
    const k = Math.floor(((2 * a) / us + b) * u + centre)
    if (us >= 0.07 && v <= box) return k
    if (k < 0 || k > n) continue
    const density =
      logFactorial(mode) + logFactorial(n - mode) - logFactorial(k) - logFactorial(n - k) + (k - mode) * Math.log(p / q)
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= density) return k
  }
}

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI)

/** ln n! of those asked for before, 0 for the others: resampling asks for the same few thousand millions of times. */
const known = new Float64Array(1 << 16)

/** ln n!, from Stirling's formula and its error. */
function logFactorial(n: number): number {
  if (n < 2) return 0
  if (n < known.length && known[n] !== 0) return known[n]!
  const log = (n + 0.5) * Math.log(n) - n + HALF_LOG_TWO_PI + stirlingError(n)
  if (n < known.length) known[n] = log
  return log
}

/** ln n! - ln(Stirling's formula for n!), from 0 on; the formula has no value at 0, nobody asks for it. */
function stirlingError(n: number): number {
  if (n < SMALL.length) return SMALL[n]!
  const square = n * n
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n
}

/** The error for n = 0 .. 15, where the series is not yet good: Loader's table, from exact factorials. */
const SMALL = [
  0, 0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
  0.01387612882307075, 0.01189670994589177, 0.0104112652619721, 0.009255462182712733, 0.008330563433362871,
  0.007573675487951841, 0.00694284010720953, 0.006408994188004207, 0.005951370112758848, 0.005554733551962801,
]

/** x ln(x / mean) + mean - x, without the loss of digits where x is close to the mean. */
function deviance(x: number, mean: number): number {
  const gap = x - mean
  if (Math.abs(gap) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - gap
  const ratio = gap / (x + mean)
  const square = ratio * ratio
  let sum = gap * ratio
  let term = 2 * x * ratio
  for (let odd = 3; ; odd += 2) {
    term *= square
    const next = sum + term / odd
    if (next === sum) return sum
    sum = next
  }
}
