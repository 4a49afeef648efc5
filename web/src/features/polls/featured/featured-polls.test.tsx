import { listFeaturedPolls, listMyVotes } from '@wtpu/contract/polls'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { keyOf } from '#lib/api/api.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makePoll } from '#features/polls/fixtures.ts'

function openHome(arrange: (fake: ReturnType<typeof fakeApi>) => void) {
  const fake = fakeApi()
  arrange(fake)
  return { fake, ...openPage('/') }
}

const section = async () => within(await screen.findByRole('region', { name: 'Live voting' }))

test('Home shows two polls as they stand; Vote Now leads to each', async () => {
  openHome((fake) => fake.reply(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 }), makePoll({ id: 3 })]))

  const polls = await (await section()).findAllByRole('article')
  expect(polls).toHaveLength(2)
  const poll = within(polls[0]!)
  expect(poll.getByRole('heading', { level: 3, name: 'Question 1?' })).toBeTruthy()
  expect(poll.getByText('75%')).toBeTruthy()
  expect(poll.getByText('75%, 6 votes, leading')).toBeTruthy()
  expect(poll.getByText('25%, 2 votes')).toBeTruthy()
  expect(poll.getByRole('link', { name: 'Vote Now on: Question 1?' }).getAttribute('href')).toBe('/polls/1')
  expect((await section()).getByRole('link', { name: 'See all polls' }).getAttribute('href')).toBe('/polls')
})

test('a poll the viewer voted in says so and links to its results', async () => {
  signedIn()
  openHome((fake) => {
    fake.reply(listFeaturedPolls, [makePoll({ id: 1 }), makePoll({ id: 2 })])
    fake.reply(listMyVotes, [{ poll: 2, option: 21 }])
  })

  const home = await section()
  const results = await home.findByRole('link', { name: 'See Results of: Question 2?' })
  expect(results.getAttribute('href')).toBe('/polls/2')
  expect(within(results.closest('article')!).getByText('You voted')).toBeTruthy()
  expect(home.getAllByText('You voted')).toHaveLength(1)
  expect(home.getByRole('link', { name: 'Vote Now on: Question 1?' })).toBeTruthy()
})

test('a visitor is offered the vote, whatever this browser remembers, and asks for no votes', async () => {
  localStorage.setItem('userVotes', JSON.stringify([{ pollId: 1, optionId: 11 }]))
  const { fake } = openHome((api) => api.reply(listFeaturedPolls, [makePoll({ id: 1 })]))

  expect(await (await section()).findByRole('link', { name: 'Vote Now on: Question 1?' })).toBeTruthy()
  await waitFor(() => expect(fake.callsOf(listFeaturedPolls)).toHaveLength(1))
  expect(fake.callsOf(listMyVotes)).toHaveLength(0)
})

test('a hint that polls changed moves the bars', async () => {
  const { fake, queryClient } = openHome((api) => api.reply(listFeaturedPolls, [makePoll()]))
  await (await section()).findByText('75%, 6 votes, leading')
  fake.reply(listFeaturedPolls, [
    makePoll({
      options: [
        { id: 11, text: 'Yes', vote_count: 6 },
        { id: 12, text: 'No', vote_count: 14 },
      ],
    }),
  ])

  await act(() => queryClient.invalidateQueries({ queryKey: keyOf('/api/polls/') }))

  expect(await (await section()).findByText('70%, 14 votes, leading')).toBeTruthy()
})

test('a skeleton stands in while loading', async () => {
  openHome((fake) => fake.answer(listFeaturedPolls, () => new Promise(() => undefined)))

  expect(await (await section()).findByText('Loading polls...')).toBeTruthy()
})

test('without polls there is a word about it', async () => {
  openHome((fake) => fake.reply(listFeaturedPolls, []))

  expect(await (await section()).findByText('No polls available')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  const { fake } = openHome((api) => api.refuse(listFeaturedPolls, { status: 503 }))
  const home = await section()
  expect(await home.findByText('Polls could not be loaded')).toBeTruthy()

  fake.reply(listFeaturedPolls, [makePoll()])
  await userEvent.click(home.getByRole('button', { name: 'Try Again' }))

  expect(await home.findByRole('heading', { name: 'Question 1?' })).toBeTruthy()
})
