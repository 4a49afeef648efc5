import { getUser } from '@wtpu/contract/accounts'
import { getPollResults, getPollSummary, listMyVotes, listPollCategories, listPolls } from '@wtpu/contract/polls'
import { makePoll } from '#features/polls/fixtures.ts'
import { makeResults } from '#features/polls/results/fixtures.ts'
import { fakeApi, signedIn } from './fake-api.tsx'

/** The polls screen's server with these polls in every list. */
export function resultsApi({ polls = [makePoll()], votes = [] as { poll: number; option: number }[] } = {}) {
  const fake = fakeApi()
  fake.refuse(getUser, { status: 404 })
  fake.reply(listPolls, { results: polls, next: null })
  fake.reply(getPollResults, ({ path }) =>
    makeResults(polls.find(({ id }) => path === `/api/polls/${id}/results/`) ?? polls[0]),
  )
  fake.reply(getPollSummary, {
    active_polls: 34,
    total_participants: 18_342,
    trending_topic: 'Environment',
    polls_ending_soon: 5,
    votes_today: 812,
  })
  fake.reply(listPollCategories, [{ id: 1, name: 'Environment' }])
  fake.reply(listMyVotes, votes)
  signedIn()
  return fake
}
