import { votesForPercent, type PollResults } from '@wtpu/contract/polls/polls'
import { stateName } from '@wtpu/contract/states'
import { clockTime, longDate, shortDate } from '#lib/dates.ts'

type Timeline = PollResults['timeline']
type StateResult = PollResults['states'][number]

const mantissas = [1, 1.2, 1.4, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The maximum of a chart axis: a round number, at least `count`, and even because the midpoint is labeled too. */
export function axisMaximum(count: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(count, 1)))
  const candidates = mantissas.map((mantissa) => Math.round(mantissa * scale))
  return candidates.find((maximum) => maximum >= count && maximum % 2 === 0) ?? 2
}

/** An SVG path in a 100 by 100 box. The first value is at the left edge, the last at the right edge. */
export function svgLinePath(values: readonly number[], maximum: number): string {
  const step = 100 / Math.max(values.length - 1, 1)
  const points = values.map((value, index) => `${round(index * step)} ${round(100 - (100 * value) / maximum)}`)
  return points.length > 0 ? `M${points.join('L')}` : ''
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Moves labels apart so that centers are at least `gap` apart and none is below `bottom`. Keeps their order. */
export function avoidLabelOverlap(centers: readonly number[], gap: number, bottom: number): number[] {
  const order = centers.map((_, index) => index).toSorted((a, b) => (centers[a] ?? 0) - (centers[b] ?? 0) || a - b)
  const placed = [...centers]
  let above = -Infinity
  for (const index of order) above = placed[index] = Math.max(centers[index] ?? 0, above + gap)
  let below = bottom + gap
  for (const index of order.toReversed()) below = placed[index] = Math.min(placed[index] ?? 0, below - gap)
  return placed
}

/** At most `count` evenly spaced points of the timeline, including the first and the last. */
export function sampleTimeline(timeline: Timeline, count: number): Timeline {
  if (timeline.length <= count) return timeline
  const step = (timeline.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => timeline[Math.round(index * step)]).filter((point) => !!point)
}

/** The shares of the options in percent, from the first step with enough votes for percentages. */
export function shareTimeline(timeline: Timeline): (Timeline[number] & { shares: number[] })[] {
  return timeline.flatMap((step) => {
    const total = step.votes.reduce((sum, votes) => sum + votes, 0)
    return total < votesForPercent ? [] : [{ ...step, shares: step.votes.map((votes) => (100 * votes) / total) }]
  })
}

const twoDays = 48 * 60 * 60_000

/** For example "Mar 7, 2026, 4:05 PM ET". */
export function formatDateTime(at: string): string {
  const date = new Date(at)
  return `${shortDate(date)}, ${clockTime(date)}`
}

/** Labels for the start, middle and end of the time axis: days, or weekday and time for spans up to two days. */
export function timeAxisTicks(timeline: Timeline): { at: string; text: string }[] {
  const ticks = sampleTimeline(timeline, 3)
  const span = Date.parse(ticks.at(-1)?.at ?? '') - Date.parse(ticks.at(0)?.at ?? '')
  return ticks.map(({ at }) => {
    const date = new Date(at)
    return {
      at,
      text: span > twoDays ? shortDate(date).replace(/,.*/, '') : `${longDate(date).slice(0, 3)} ${clockTime(date)}`,
    }
  })
}

/** The position in the poll of the option that leads in a state, or `'tie'`. */
export function leaderInState(state: StateResult, options: readonly { id: number }[]): number | 'tie' {
  const position = options.findIndex(({ id }) => id === state.leading_option)
  return position === -1 ? 'tie' : position
}

/** Sorts by name. The server sorts by code, which puts Alaska (AK) before Alabama (AL). */
export function sortStatesByName(states: readonly StateResult[]): (StateResult & { name: string })[] {
  return states
    .map((state) => ({ ...state, name: stateName(state.state) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
