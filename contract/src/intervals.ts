/** A share of people, and the interval in which it would lie apart from chance. */
export interface ShareInterval {
  share: number
  low: number
  high: number
}

/** Quantiles for a two-sided and for a one-sided interval of 95 %. */
export const zOfInterval = 1.96
export const zOfBound = 1.6449

/** Wilson's score interval, which stays within 0 and 1 also for few people. `of` is not 0. */
export function wilson(chosen: number, of: number, z = zOfInterval): ShareInterval {
  const share = chosen / of
  const middle = share + z ** 2 / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const scale = 1 + z ** 2 / of
  return { share, low: (middle - spread) / scale, high: (middle + spread) / scale }
}

/** At most this share of what is said of several comparisons is false (Benjamini and Hochberg 1995). */
const falseDiscoveryRate = 0.05

/** Says which probabilities are small enough when all of them are tested together. */
export function belowRate(chances: readonly number[], rate = falseDiscoveryRate): boolean[] {
  const sorted = chances.toSorted((a, b) => a - b)
  const limit = sorted.findLast((chance, index) => chance <= (rate * (index + 1)) / chances.length) ?? -1
  return chances.map((chance) => chance <= limit)
}

/** The probability that two shares differ as much if they are equal but for chance. Counts as arguments of `wilson`. */
export function chanceOfDifference(a: readonly [chosen: number, of: number], b: readonly [number, number]): number {
  const pooled = (a[0] + b[0]) / (a[1] + b[1])
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a[1] + 1 / b[1]))
  return error > 0 ? 2 * upperTail(Math.abs(a[0] / a[1] - b[0] / b[1]) / error) : 1
}

/** The probability that a standard normal value is above `z`, to 7 digits (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** The interval of the difference of two shares, by Newcombe's hybrid score method. */
export function newcombe(a: ShareInterval, b: ShareInterval): { difference: number; low: number; high: number } {
  const difference = a.share - b.share
  return {
    difference,
    low: difference - Math.hypot(a.share - a.low, b.high - b.share),
    high: difference + Math.hypot(a.high - a.share, b.share - b.low),
  }
}
