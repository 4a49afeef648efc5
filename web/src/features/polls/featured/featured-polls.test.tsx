import { givePendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { listFeaturedPolls, listMyVotes } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { urlKey } from '#lib/api/api.ts'
import { keepAnswer, readPendingAnswer } from '#lib/session/pending-answer.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makePoll } from '#features/polls/fixtures.ts'

function openHome(arrange: (fake: ReturnType<typeof fakeApi>) => void) {
  const fake = fakeApi()
  arrange(fake)
  return { fake, ...openPage('/') }
}

const liveVotingSection = async () => within(await screen.findByRole('region', { name: 'Live voting' }))

test('shows two polls with their results, and Vote Now links to each', async () => {
  openHome((fake) => fake.respond(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 }), makePoll({ id: 3 })]))

  const polls = await (await liveVotingSection()).findAllByRole('article')
  expect(polls).toHaveLength(2)
  const poll = within(polls[0]!)
  expect(poll.getByRole('heading', { level: 3, name: 'Question 1?' })).toBeTruthy()
  expect(poll.getByText('75%')).toBeTruthy()
  expect(poll.getByText('75%, 6 votes')).toBeTruthy()
  expect(poll.getByText('25%, 2 votes')).toBeTruthy()
  expect(poll.getByRole('link', { name: 'Vote Now on: Question 1?' }).getAttribute('href')).toBe('/polls/1')
  expect((await liveVotingSection()).getByRole('link', { name: 'See all polls' }).getAttribute('href')).toBe('/polls')
})

test('takes the answer of a visitor, who signs up for it in the same card', async () => {
  openHome((fake) => {
    fake.respond(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 }), makePoll({ id: 3 })])
    fake.respondError(getPollTotals, { status: 503 })
  })
  const [, card] = await (await liveVotingSection()).findAllByRole('article')
  const poll = within(card!)

  await userEvent.click(poll.getByRole('button', { name: /^Vote for No/ }))

  expect(await poll.findByText(/Not counted yet/)).toBeTruthy()
  expect(await poll.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  expect(readPendingAnswer()).toMatchObject({ pollId: 2, optionId: 22 })
  expect(screen.getAllByText(/Not counted yet/)).toHaveLength(1)
})

test('a new member finds the poll that they have answered at the top of Home', async () => {
  signedIn()
  keepAnswer({ pollId: 2, optionId: 21, question: 'Question 2?', option: 'Yes' })
  openHome((fake) => {
    fake.respond(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 }), makePoll({ id: 3 })])
    fake.respondError(givePendingAnswer, { status: 503 })
  })

  expect(await screen.findByRole('heading', { level: 2, name: 'Question 2?' })).toBeTruthy()
  const polls = await (await liveVotingSection()).findAllByRole('article')
  for (const poll of polls) expect(within(poll).queryByRole('button')).toBeNull()
})

test('shows "You voted" on a poll the viewer voted in and links to its results', async () => {
  signedIn()
  openHome((fake) => {
    fake.respond(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 })])
    fake.respond(listMyVotes, [{ poll: 2, option: 21, ballot: '' }])
  })

  const home = await liveVotingSection()
  const results = await home.findByRole('link', { name: 'See Results of: Question 2?' })
  expect(results.getAttribute('href')).toBe('/polls/2')
  expect(within(results.closest('article')!).getByText('You voted')).toBeTruthy()
  expect(home.getAllByText('You voted')).toHaveLength(1)
  expect(home.getByRole('link', { name: 'Vote Now on: Question 1?' })).toBeTruthy()
})

test('offers Vote Now to a visitor despite votes stored in this browser, without requesting votes', async () => {
  localStorage.setItem('userVotes', JSON.stringify([{ pollId: 1, optionId: 11 }]))
  const { fake } = openHome((api) => api.respond(listFeaturedPolls, [makePoll({ id: 1 })]))

  expect(await (await liveVotingSection()).findByRole('link', { name: 'Vote Now on: Question 1?' })).toBeTruthy()
  await waitFor(() => expect(fake.callsOf(listFeaturedPolls)).toHaveLength(1))
  expect(fake.callsOf(listMyVotes)).toHaveLength(0)
})

test('updates the bars after an invalidation for polls', async () => {
  const { fake, queryClient } = openHome((api) => api.respond(listFeaturedPolls, [makePoll()]))
  await (await liveVotingSection()).findByText('75%, 6 votes')
  fake.respond(listFeaturedPolls, [
    makePoll({
      options: [
        { id: 11, text: 'Yes', vote_count: 6 },
        { id: 12, text: 'No', vote_count: 14 },
      ],
    }),
  ])

  await act(() => queryClient.invalidateQueries({ queryKey: urlKey('/api/polls/') }))

  expect(await (await liveVotingSection()).findByText('70%, 14 votes, leading')).toBeTruthy()
})

test('shows a skeleton while loading', async () => {
  openHome((fake) => fake.respondRaw(listFeaturedPolls, () => new Promise(() => undefined)))

  expect(await (await liveVotingSection()).findByText('Loading polls...')).toBeTruthy()
})

test('shows an empty state without polls', async () => {
  openHome((fake) => fake.respond(listFeaturedPolls, []))

  expect(await (await liveVotingSection()).findByText('No polls available')).toBeTruthy()
})

test('retries after a failure', async () => {
  const { fake } = openHome((api) => api.respondError(listFeaturedPolls, { status: 503 }))
  const home = await liveVotingSection()
  expect(await home.findByText('Polls could not be loaded')).toBeTruthy()

  fake.respond(listFeaturedPolls, [makePoll()])
  await userEvent.click(home.getByRole('button', { name: 'Try Again' }))

  expect(await home.findByRole('heading', { name: 'Question 1?' })).toBeTruthy()
})
