import { getUser } from '@wtpu/contract/accounts/accounts'
import {
  getPoll,
  getPollResults,
  getPollSummary,
  listMyVotes,
  listPollCategories,
  listPolls,
} from '@wtpu/contract/polls/polls'
import { listOwnUnanswered, listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeApi, json, signedIn } from './fake-api.tsx'
import { makePoll, makeResults } from '#features/polls/fixtures.ts'

/** The number of every ballot of the viewer. */
export const ballot = '0123456789abcdef0123456789abcdef'

/** Fakes the endpoints of the polls screen for a signed-in user. Every list returns `polls`. */
export function fakePolls({
  polls = [makePoll()],
  votes = [] as { poll: number; option: number }[],
  /** The response to `GET /api/polls/{id}/`. */
  linked = () => json({ code: 'not_found', detail: 'Not found.' }, 404),
} = {}) {
  const fake = fakeApi()
  // First, because its `:id` also matches the endpoints below, and later fakes take precedence.
  fake.respondRaw(getPoll, linked)
  fake.respondError(getUser, { status: 404 })
  fake.respond(listPolls, { results: polls, next: null })
  fake.respond(getPollResults, ({ path }) =>
    makeResults(polls.find(({ id }) => path === `/api/polls/${id}/results/`) ?? polls[0]),
  )
  fake.respond(getPollSummary, {
    active_polls: 34,
    active_votes: 9_400,
    total_participants: 18_340,
    trending_topic: 'Environment',
    polls_ending_soon: 5,
    votes_today: 810,
  })
  fake.respond(listPollCategories, [{ id: 1, name: 'Environment' }])
  fake.respond(listScheduledPolls, [])
  fake.respond(listOwnUnanswered, [])
  fake.respond(
    listMyVotes,
    votes.map((vote) => ({ ...vote, ballot })),
  )
  signedIn()
  return fake
}

export const findPollMenu = () => screen.findByRole('button', { name: 'More about polls' })

/** Chooses an item of the menu of the polls page. */
export async function chooseInPollMenu(name: 'Results Dashboard' | 'Live Poll Results'): Promise<void> {
  await userEvent.click(await findPollMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
}
