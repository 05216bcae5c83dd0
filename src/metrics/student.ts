/**
 * The two-sided quantile of Student's t: the t > 0 with P(|T| <= t) = level, for any degrees of freedom above 0
 * (they need not be whole). About 12 digits. As the degrees grow it becomes the normal's.
 * @throws unless 0 < level < 1 and degrees > 0.
 * Source: P(|T| > t) = I_x(degrees/2, 1/2) at x = degrees / (degrees + t^2), inverted by bisection; I_x by Lentz's
 * continued fraction (Press et al., Numerical Recipes, section 6.4).
 */
export function studentQuantile(level: number, degrees: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level}`)
  if (!(degrees > 0)) throw new RangeError(`${degrees} degrees of freedom`)
  const outside = (t: number) => incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t))
  let high = 1
  while (outside(high) > 1 - level) high *= 2
  let low = 0
  for (let step = 0; step < 100 && high - low > 1e-14 * high; step++) {
    const middle = (low + high) / 2
    if (outside(middle) > 1 - level) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The regularised incomplete beta function I_x(a, b), 0 to 1. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  const tiny = 1e-300
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1), tiny)
  let fraction = d
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d, tiny)
    c = away(1 + even / c, tiny)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d, tiny)
    c = away(1 + odd / c, tiny)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * fraction
}

function away(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value
}

/** ln gamma(x) for x > 0, by shifting x above 15 and Stirling's series. About 14 digits. */
function logGamma(x: number): number {
  let shifted = x
  let product = 1
  while (shifted < 15) product *= shifted++
  const inverse = 1 / (shifted * shifted)
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680) * inverse) * inverse) * inverse) / shifted
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}
