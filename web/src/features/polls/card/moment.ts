import { clearLead } from '@wtpu/contract/disclosure'
import { fullCount } from '@wtpu/contract/full-count'
import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { stateName } from '@wtpu/contract/states'

/** How many chose the same, the voter among them. Nothing while nobody else has answered. */
export function likeMany({ options, total_votes: total }: Poll, optionId: number): string {
  const count = options.find(({ id }) => id === optionId)?.vote_count ?? 0
  return total > 1 && count > 0 ? `, like ${fullCount(count)} of ${fullCount(total)}` : ''
}

/**
 * What is published about the voter's state: how many of its first voters chose the leading option. Nothing where the rules of
 * disclosure publish nothing, or where two options lead.
 */
export function inState(states: PollResults['states'], code: string, poll: Poll, optionId: number): string {
  const state = states.find((one) => one.state === code)
  const leader = poll.options.find(({ id }) => id === state?.leading_option)
  if (!state || !leader) return ''
  const who = leader.id === optionId ? '' : `“${leader.text}”, `
  const share =
    state.leading_votes === null || state.voters === null
      ? clearLead
      : `${fullCount(state.leading_votes)} of the first ${fullCount(state.voters)}`
  return ` In ${stateName(code)}: ${who}${share}.`
}
