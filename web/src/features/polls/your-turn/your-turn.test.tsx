import { listNotifications } from '@wtpu/contract/notifications/notifications'
import { listMyPoliticians } from '@wtpu/contract/my-politicians'
import { castVote, listFeaturedPolls, listMyVotes, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { ballot, fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'

function openHome(polls: Poll[], votes: { poll: number; option: number }[] = [], featured: Poll[] = []) {
  const fake = fakePolls({ polls, votes })
  fake.respond(listFeaturedPolls, featured)
  fake.respond(listNotifications, { results: [], next: null })
  fake.respond(listMyPoliticians, { state: null, district: null, needs_district: false, results: [], source: null })
  openPage('/')
  return fake
}

const turn = async () => within(await screen.findByRole('region', { name: 'Your turn' }))
const waiting = async () => within(await screen.findByRole('region', { name: 'Waiting for you' }))
const question = async () => (await (await turn()).findByRole('heading', { level: 3 })).textContent

test('shows one open poll after another without those that were answered, and moves the focus along', async () => {
  const polls = [1, 2, 3, 4].map((id) => makePoll({ id, is_closed: id === 3 }))
  openHome(polls, [{ poll: 1, option: 11 }])

  expect(await question()).toBe('Question 2?')
  expect((await turn()).getByRole('link', { name: '1 more to answer' }).getAttribute('href')).toBe('/polls')
  await userEvent.click((await turn()).getByRole('button', { name: 'Skip this poll' }))
  expect(await question()).toBe('Question 4?')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Question 4?'))
  await userEvent.click((await turn()).getByRole('button', { name: 'Skip this poll' }))
  expect(await question()).toBe('Question 2?')
})

test('keeps the poll after the vote, until Next question shows the next one', async () => {
  const fake = openHome([makePoll(), makePoll({ id: 2 })])
  fake.respond(castVote, () => {
    fake.respond(listMyVotes, [{ poll: 1, option: 11, ballot }])
    return { ...makePoll(), undo_until: null }
  })

  await userEvent.click(await (await turn()).findByRole('button', { name: 'Vote for Yes' }))
  const next = await (await turn()).findByRole('button', { name: /^Next question after / })
  expect(await question()).toBe('Question 1?')
  expect((await turn()).queryByRole('button', { name: 'Skip this poll' })).toBeNull()
  await userEvent.click(next)
  expect(await question()).toBe('Question 2?')
})

test('Home of members begins with what they can do, and has other links at its end', async () => {
  openHome([makePoll()])

  await turn()
  const closing = await screen.findByRole('region', { name: /^The country is having a conversation/ })
  const links = within(closing).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Vote Now /polls',
    'Join Discussion /boiler-room',
  ])
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(sections.slice(0, 4)).toEqual(['Your turn', 'Your representatives', 'Waiting for you', 'The foundation'])
})

test('puts the polls that are shown below last', async () => {
  openHome(
    [1, 2, 3].map((id) => makePoll({ id })),
    [],
    [makePoll({ id: 1 }), makePoll({ id: 2 })],
  )

  expect(await question()).toBe('Question 3?')
})

test('goes on with the next page of the list when all polls of the first are answered', async () => {
  const fake = openHome([makePoll()], [{ poll: 1, option: 11 }])
  fake.respond(listPolls, ({ search }) =>
    search.get('cursor') === 'c2'
      ? { results: [makePoll({ id: 2 })], next: null }
      : { results: [makePoll()], next: 'c2' },
  )

  expect(await question()).toBe('Question 2?')
})

test('says when all are answered, and that nothing waits', async () => {
  openHome([makePoll()], [{ poll: 1, option: 11 }])

  expect(await (await turn()).findByText('That was all for today')).toBeTruthy()
  expect((await turn()).getByText(/^You answered \d+\. New questions come here\.$/)).toBeTruthy()
  expect((await turn()).getByRole('link', { name: 'See all polls' })).toBeTruthy()
  expect((await waiting()).getByText(/^You have read all notifications/)).toBeTruthy()
})

test('names the poll without an answer that closes within a day', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString()
  openHome(
    [
      makePoll({ id: 1, closes_at: inHours(5) }),
      makePoll({ id: 2, closes_at: inHours(3) }),
      makePoll({ id: 3, closes_at: inHours(30) }),
    ],
    [{ poll: 2, option: 21 }],
  )

  const link = await (await waiting()).findByRole('link', { name: /^Closes in 5h 0m, and you have not voted/ })
  expect(link.getAttribute('href')).toBe('/polls/1')
})
