import { getPollGroups } from '@wtpu/contract/common-ground'
import { castVote, getPoll, getPollResults, type Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getMyWording } from '@wtpu/contract/polls/wording'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, openPage, signedIn } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll, makeResults, makeTotals } from '#features/polls/fixtures.ts'

const wordings = [1, 2].map((id) => {
  const { question, description, options, total_votes: n } = makePoll({ id })
  return { poll: id, question, description, options, n, version: n }
})
const [first, second] = [1, 2].map((id) => makePoll({ id, wordings, visitor_wording: 0 })) as [Poll, Poll]

function fakeTwo(votes: { poll: number; option: number }[] = []) {
  const fake = fakePolls({ polls: [first], votes, linked: () => json(second) })
  signedIn()
  fake.respond(getMyWording, { poll: 2, wording: 1, voter: 7, key_hash: '' })
  return fake
}

test('a member sees and answers the wording that is drawn for them, and no other one', async () => {
  const fake = fakeTwo()
  fake.respond(castVote, { ...second, undo_until: null })
  openPage('/polls')

  const card = await screen.findByRole('article', { name: 'Question 2?' })

  expect(screen.queryByText('Question 1?')).toBeNull()
  await userEvent.click(within(card).getByRole('button', { name: 'Vote for Yes' }))
  await waitFor(() =>
    expect(fake.callsOf(castVote)).toMatchObject([{ path: '/api/polls/2/vote/', body: { option_id: 21 } }]),
  )
})

test('who has answered a wording keeps seeing it', async () => {
  const fake = fakeTwo([{ poll: 1, option: 11 }])
  openPage('/polls')

  await screen.findByRole('article', { name: 'Question 1?' })
  expect(fake.callsOf(getPoll).map(({ path }) => path)).not.toContain('/api/polls/2/')
})

test('neither wording is shown while it is not known which one is drawn', async () => {
  const fake = fakeTwo()
  fake.respondError(getMyWording, { status: 503 })
  openPage('/polls')

  await screen.findByText('This poll could not be loaded', {}, { timeout: 10_000 })
  expect(screen.queryByText(/Question [12]\?/)).toBeNull()
})

test.each([
  { of: 'who can still answer', votes: [], isShown: false },
  { of: 'who has answered', votes: [{ poll: 2, option: 21 }], isShown: true },
])('how the poll was taken tells the other wording only to who cannot answer any more: $of', async (given) => {
  const { votes, isShown } = given
  const fake = fakeTwo(votes)
  fake.respond(getPollResults, makeResults(second))
  const other = { poll: 1, ...first, n: 8, options: [], is_second: false, words: 'The other question.', effect: null }
  fake.respond(getPollTotals, makeTotals({ other_wording: other }))
  fake.respondError(getPollGroups, { status: 503 })
  openPage('/results/2')

  expect(await screen.findByText('Asked by')).toBeTruthy()
  expect(screen.queryAllByText('The other question.')).toHaveLength(isShown ? 1 : 0)
})
