import { listDiscussions } from '@wtpu/contract/forums/discussions'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeForums } from '#testing/fake-forums.ts'
import { discussionPagesQuery } from './api.ts'
import { makeDiscussion } from './fixtures.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Discussions by last activity' })).getAllByRole('listitem')

test('shows all discussions by last activity, whose age each row says in words', async () => {
  const ages = [0.5, 23, 30, 167, 400]
  const fake = fakeForums({
    discussions: ages.map((age, index) => makeDiscussion({ id: index + 1, updated_at: hoursAgo(age) })),
  })
  openPage('/forums/activity')

  expect(await screen.findByRole('heading', { name: 'Recent Activity', level: 1 })).toBeTruthy()
  const shown = await rows()
  expect(shown.map((row) => /^(.*): Discussion/.exec(row.textContent)?.[1])).toEqual([
    'Active in the last hour',
    'Active in the last 24 hours',
    'Active in the last 7 days',
    'Active in the last 7 days',
    'Active more than 7 days ago',
  ])
  expect(shown.slice(0, 4).map((row) => row.querySelector('time')?.textContent)).toEqual([
    'Just now',
    '23h ago',
    '1 day ago',
    '6 days ago',
  ])
  expect(within(shown[0]!).getByRole('link').getAttribute('href')).toBe('/forums/1')
  expect(fake.callsOf(listDiscussions).map(({ search }) => search.get('filter'))).toEqual([null])
  const legend = within(screen.getByRole('list', { name: 'Colors of the dots' })).getAllByRole('listitem')
  expect(legend).toHaveLength(4)
  // Each color of the legend is the color of the rows of that age.
  const colorOf = (category: HTMLElement) => category.querySelector('.rounded-full')?.className
  expect([0, 1, 2, 4].map((index) => colorOf(shown[index]!))).toEqual(legend.map(colorOf))
  expect(new Set(legend.map(colorOf)).size).toBe(4)
})

test('a refetch moves no row, not even below a deleted discussion', async () => {
  const fake = fakeForums({ discussions: [2, 1].map((id) => makeDiscussion({ id })) })
  const { queryClient } = openPage('/forums/activity')
  expect(await rows()).toHaveLength(2)
  fake.setDiscussions([makeDiscussion({ id: 1 })])
  await act(() => queryClient.invalidateQueries({ queryKey: discussionPagesQuery({}).queryKey }))
  expect((await rows()).map((row) => /Discussion \d/.exec(row.textContent)?.[0])).toEqual([
    'Discussion 2',
    'Discussion 1',
  ])
})

test('moves focus to the list when new discussions are shown', async () => {
  const fake = fakeForums({ discussions: [makeDiscussion({ id: 1 })] })
  const { queryClient } = openPage('/forums/activity')
  expect(await rows()).toHaveLength(1)
  fake.setDiscussions([2, 1].map((id) => makeDiscussion({ id })))
  await act(() => queryClient.invalidateQueries({ queryKey: discussionPagesQuery({}).queryKey }))
  await userEvent.click(await screen.findByRole('button', { name: '1 new discussion' }))
  expect(await rows()).toHaveLength(2)
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains((await rows())[0]!)).toBe(true)
})

test('shows a skeleton while loading', async () => {
  const fake = fakeForums()
  fake.respondRaw(listDiscussions, () => new Promise<Response>(() => undefined))
  openPage('/forums/activity')
  expect(await screen.findByText('Loading recent activity...')).toBeTruthy()
})

test('shows an error with Try Again', async () => {
  const fake = fakeForums()
  fake.respondError(listDiscussions, { status: 500 })
  openPage('/forums/activity')
  expect(await screen.findByText('Unable to Load Forums')).toBeTruthy()
  fake.respond(listDiscussions, { results: [makeDiscussion()], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})

test('leads to the forums when there is no activity yet', async () => {
  fakeForums()
  openPage('/forums/activity')
  expect(await screen.findByText('No discussions yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the Forums' }).getAttribute('href')).toBe('/forums')
})

test('loads the next page', async () => {
  const fake = fakeForums()
  fake.respond(listDiscussions, ({ search }) => ({
    results: [makeDiscussion({ id: search.has('cursor') ? 1 : 2 })],
    next: search.has('cursor') ? null : 'c2',
  }))
  openPage('/forums/activity')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Discussion 1' })).toBeTruthy()
  expect(await rows()).toHaveLength(2)
})
