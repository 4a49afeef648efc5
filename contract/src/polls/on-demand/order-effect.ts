import { minVotesOfOrder } from '../../disclosure.ts'
import { wilson } from '../../intervals.ts'
import type { PollMethod } from '../totals.ts'

type Effect = NonNullable<PollMethod['order_effect']>

/**
 * How many points more an answer got where it stood first than at another place.
 * Without an effect, what stood first gets half of the votes of a poll with two answers, and a third of one with three. Who saw which order was drawn, so the interval is that of a share (Wilson, 95 %).
 */
export function orderEffect(counts: Record<string, number> | null, options: number | null): Effect | null {
  const { drawn = 0, stood_first: first = 0 } = counts ?? {}
  if (options === null || options < 2 || drawn < minVotesOfOrder) return null
  const { share, low, high } = wilson(first, drawn)
  const points = (part: number) => Math.round((100 * (options * part - 1)) / (options - 1))
  return { points: points(share), low: points(low), high: points(high) }
}

export function orderText({ points, low, high }: Effect): string {
  if (low <= 0 && high >= 0) return 'The order made no difference that can be seen.'
  const [size, from, to] = points > 0 ? [points, low, high] : [-points, -high, -low]
  return `Standing first brought an answer ${size} ${size === 1 ? 'point' : 'points'} ${points > 0 ? 'more' : 'less'} (${from} to ${to}).`
}
