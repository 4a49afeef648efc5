import { expect, test } from 'vitest'
import { makePoll, makeResults } from '#features/polls/fixtures.ts'
import { inState, likeMany } from './moment.ts'

const [yes, no] = [11, 12]
const poll = makePoll()
const ohio = { ...makeResults().states[0], state: 'OH', leading_option: yes, leading_votes: 24, voters: 40 }
type State = Parameters<typeof inState>[0][number]

test.each<[string, Partial<State>, number, string]>([
  ['one’s own answer leads', {}, yes, ' In Ohio: 24 of the first 40.'],
  ['another answer leads', {}, no, ' In Ohio: “Yes”, 24 of the first 40.'],
  ['an answer leads clearly', { leading_votes: null, voters: null }, yes, ' In Ohio: leads clearly, more than 80%.'],
  ['two answers lead', { leading_option: null }, yes, ''],
  ['nothing of the state is published', { state: 'TX' }, yes, ''],
])('says of the voter’s state what is published: %s', (_, state, option, says) => {
  expect(inState([{ ...ohio, ...state } as State], 'OH', poll, option)).toBe(says)
})

test('says how many chose the same once others have answered', () => {
  const options = poll.options.map((option) => ({ ...option, vote_count: option.id === yes ? 213 : 177 }))
  expect(likeMany({ ...poll, options, total_votes: 390 }, yes)).toBe(', like 213 of 390')
  expect(likeMany({ ...poll, options, total_votes: 1 }, yes)).toBe('')
})
