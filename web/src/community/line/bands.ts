import type { LinePoll } from '@wtpu/contract/common-ground'
import { wilson } from '@wtpu/contract/intervals'

export interface Step {
  percent: number
  voters: number
  /** The interval of chance among those who answered, in percent. */
  low: number
  high: number
}

/** The share of an option in each step, or with too few answers for steps in each third. */
export function stepsOf({ steps, thirds }: LinePoll, option: number): Step[] {
  return (steps ?? thirds).map(({ voters, percents }) => {
    const percent = percents[option] ?? 0
    const { low, high } = wilson((voters * percent) / 100, voters)
    return { percent, voters, low: Math.round(100 * low), high: Math.round(100 * high) }
  })
}

/** All of ten steps stay within this many standard errors in 95 % of cases. */
const zOfTenSteps = 2.81

/** Where the curve would lie if the position did not matter, in percent. */
export function flatBand(steps: readonly Step[]): { low: number; high: number } {
  const all = steps.reduce((sum, { voters }) => sum + voters, 0)
  const share = steps.reduce((sum, { percent, voters }) => sum + percent * voters, 0) / all / 100
  const ofStep = all / steps.length
  const error = Math.sqrt(((share * (1 - share)) / ofStep) * ((all - ofStep) / (all - 1)))
  return {
    low: 100 * Math.max(0, share - zOfTenSteps * error),
    high: 100 * Math.min(1, share + zOfTenSteps * error),
  }
}
