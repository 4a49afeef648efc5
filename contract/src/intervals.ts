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

/** The interval of the difference of two shares, by Newcombe's hybrid score method. */
export function newcombe(a: ShareInterval, b: ShareInterval): { difference: number; low: number; high: number } {
  const difference = a.share - b.share
  return {
    difference,
    low: difference - Math.hypot(a.share - a.low, b.high - b.share),
    high: difference + Math.hypot(a.high - a.share, b.share - b.low),
  }
}
