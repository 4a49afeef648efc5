import { getForumStats, listDiscussions, listForumCategories } from '@wtpu/contract/forums/discussions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeForums } from '#testing/fake-forums.ts'
import { makeDiscussion } from '#features/forums/fixtures.ts'
import { discussionPagesQuery } from '#features/forums/api.ts'

const cards = () => screen.queryAllByRole('article')
const titles = () => cards().map((card) => within(card).getByRole('heading').textContent)
const findTitles = (...ids: number[]) => waitFor(() => expect(titles()).toEqual(ids.map((id) => `Discussion ${id}`)))
const card = (id: number) => screen.findByRole('article', { name: `Discussion ${id}` })
const section = (name: string) => screen.findByRole('region', { name })
const never = () => new Promise<Response>(() => undefined)
const lastSearch = (fake: ReturnType<typeof fakeForums>) =>
  Object.fromEntries(fake.callsOf(listDiscussions).findLast(({ search }) => !search.has('filter'))?.search ?? [])

test('shows the header counts, the tabs with their counts and the sidebar', async () => {
  fakeForums({ discussions: [makeDiscussion({ id: 2, trending: true }), makeDiscussion({ id: 1 })] })
  openPage('/forums')

  expect(await screen.findByRole('heading', { name: 'Political Forums', level: 1 })).toBeTruthy()
  await findTitles(2, 1)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All Discussions (2)', 'Trending (1)'])
  const header = screen.getByText('Active Members').closest('dl')
  await waitFor(() => expect(header?.textContent).toBe('Active Members12.3KDiscussions40Today3'))
  expect((await section('Forum Statistics')).querySelector('dl')?.textContent).toBe(
    'Members12.3KDiscussions40Posts262Today3',
  )
  const categories = within(await section('Popular Categories')).getAllByRole('link')
  expect(categories.map((link) => link.textContent)).toEqual([
    'Healthcare 31 discussions',
    'Environment 7 discussions',
    'General 1 discussion',
  ])
  expect(categories[0]?.getAttribute('href')).toBe('/forums?category=2')
  const guidelines = within(await section('Community Guidelines')).getByRole('link')
  expect(guidelines.getAttribute('href')).toBe('/guidelines')
})

test('the sidebar shows the three latest discussions, whatever the list shows', async () => {
  fakeForums({ discussions: [5, 4, 3, 2].map((id) => makeDiscussion({ id })) })
  openPage('/forums?sort=oldest')
  const recent = await section('Recent Activity')
  const links = await waitFor(() => {
    const found = within(recent).getAllByRole('link')
    expect(found).toHaveLength(4)
    return found
  })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/forums/5',
    '/forums/4',
    '/forums/3',
    '/forums/activity',
  ])
})

test('a card shows its badges, its text without Markdown marks, two tags and its figures in words', async () => {
  const tags = ['water', 'cities', 'taxes', 'rivers'].map((name, index) => ({ id: index + 1, name }))
  const description = '**Clean** water is a > right\n\n> quoted\n\n[a link](https://www.congress.gov)'
  fakeForums({
    discussions: [makeDiscussion({ description, tags, trending: true, is_locked: true, num_comments: 1, views: 1200 })],
  })
  openPage('/forums')

  const shown = within(await card(1))
  expect(shown.getByRole('link', { name: 'Discussion 1' }).getAttribute('href')).toBe('/forums/1')
  expect(shown.getByText('Clean water is a > right quoted a link')).toBeTruthy()
  for (const badge of ['Environment', 'Trending', 'Locked']) expect(shown.getByText(badge)).toBeTruthy()
  expect(
    within(shown.getByRole('list', { name: 'Tags' }))
      .getAllByRole('listitem')
      .map((tag) => tag.textContent),
  ).toEqual(['#water', '#cities', '+2 more: taxes, rivers'])
  expect(shown.getByRole('link', { name: '#cities' }).getAttribute('href')).toBe('/forums?tag=2')
  expect(
    within(shown.getByRole('list', { name: 'In figures' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 reply', '1.2K views', '5 likes'])
  expect(shown.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/user/8')
  expect(shown.getByText('2h ago')).toBeTruthy()
})

test('shows a skeleton and placeholders while everything loads', async () => {
  const fake = fakeForums()
  for (const endpoint of [listDiscussions, listForumCategories, getForumStats]) fake.respondRaw(endpoint, never)
  openPage('/forums')
  expect(await screen.findByText('Loading discussions...')).toBeTruthy()
  expect(await screen.findByText('Loading categories...')).toBeTruthy()
  expect(await screen.findByText('Loading recent activity...')).toBeTruthy()
})

test('shows an error whose Try Again reloads everything that failed', async () => {
  const fake = fakeForums()
  for (const endpoint of [listDiscussions, getForumStats]) fake.respondError(endpoint, { status: 500 })
  openPage('/forums')
  const alert = (await screen.findByText('Unable to Load Forums')).closest('[role="alert"]') as HTMLElement
  expect(alert.textContent).toContain('Something went wrong on our side. Please try again.')

  fake.respond(listDiscussions, { results: [makeDiscussion()], next: null, count: 1 })
  fake.respond(getForumStats, { members: 5, discussions: 1, posts: 1, today_discussions: 1 })
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await findTitles(1)
  await waitFor(() => expect(screen.getByText('Active Members').closest('dl')?.textContent).toContain('5'))
})

test('without any discussion, offers to start one, and the sidebar has no empty parts', async () => {
  fakeForums().respond(listForumCategories, [{ id: 1, category: 'General', discussion_count: 0 }])
  openPage('/forums')
  expect(await screen.findByText('No discussions yet')).toBeTruthy()
  expect(await section('Forum Statistics')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Popular Categories' })).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Recent Activity' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Start the First Discussion' }))
  expect(await screen.findByRole('dialog', { name: 'Start New Discussion' })).toBeTruthy()
})

test('without a match, offers to clear the filters and moves focus to the search field', async () => {
  fakeForums()
  const { router } = openPage('/forums?q=zebra&category=2&tab=trending')
  expect(await screen.findByText('No discussions match your search')).toBeTruthy()
  expect(screen.getByText('No discussions found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByText('Nothing is trending right now')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'trending' })
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('')
})

test('the tab Trending has its own URL and list, and Back returns to the other one', async () => {
  fakeForums({ discussions: [makeDiscussion({ id: 2, trending: true }), makeDiscussion({ id: 1 })] })
  const { router } = openPage('/forums')
  await findTitles(2, 1)
  await userEvent.click(screen.getByRole('tab', { name: 'Trending (1)' }))
  await findTitles(2)
  expect(router.state.location.search).toEqual({ tab: 'trending' })
  act(() => router.history.back())
  await findTitles(2, 1)
})

test.each([
  ['Most Popular', 'popular'],
  ['Most Replies', 'replies'],
  ['Most Views', 'views'],
  ['Oldest First', 'oldest'],
])('sorts by %s', async (label, sort) => {
  const fake = fakeForums({ discussions: [makeDiscussion()] })
  const { router } = openPage('/forums')
  const select = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(within(select).getAllByRole('option')[0]?.textContent).toBe('Latest Activity')
  await userEvent.selectOptions(select, label)
  await waitFor(() => expect(router.state.location.search).toEqual({ sort }))
  await waitFor(() => expect(lastSearch(fake)).toMatchObject({ sort }))
})

test('filters by category and by tag, and removes the tag', async () => {
  const tags = [{ id: 4, name: 'water' }]
  const fake = fakeForums({ discussions: [makeDiscussion({ tags })] })
  const { router } = openPage('/forums')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Healthcare')
  await waitFor(() => expect(lastSearch(fake)).toEqual({ category: '2', limit: '20' }))
  await userEvent.click(await screen.findByRole('link', { name: '#water' }))
  await waitFor(() => expect(lastSearch(fake)).toEqual({ tag: '4', limit: '20' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the filter #water' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a category in the URL may be a name', async () => {
  fakeForums({ discussions: [makeDiscussion()] })
  openPage('/forums?category=healthcare')
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' }).value).toBe('2'))
})

test('a search waits for the end of typing, is in the URL, and marks the words that were found', async () => {
  const fake = fakeForums({ discussions: [makeDiscussion()] })
  const { router } = openPage('/forums')
  await findTitles(1)
  fake.respond(listDiscussions, {
    results: [
      makeDiscussion({
        id: 3,
        snippet: [
          { text: 'Clean ', match: false },
          { text: 'water', match: true },
        ],
      }),
      makeDiscussion({ id: 4, snippet: [{ text: 'Waters', match: true }], matched_comment: 34 }),
      makeDiscussion({
        id: 5,
        description: 'Our wells are low.',
        snippet: [
          { text: '…cussion ', match: false },
          { text: '5', match: true },
        ],
      }),
    ],
    next: null,
    count: 100,
    corrected: 'water',
  })
  await userEvent.type(screen.getByRole('searchbox'), 'watr')
  await findTitles(3, 4, 5)

  expect(router.state.location.search).toEqual({ q: 'watr' })
  const searches = fake.callsOf(listDiscussions).map(({ search }) => search.get('q'))
  expect(new Set(searches)).toEqual(new Set([null, 'watr']))
  expect(screen.getByText('Showing results for').textContent).toBe('Showing results for water')
  expect(screen.getByRole('tab', { name: 'All Discussions (100+)' })).toBeTruthy()
  expect((await card(3)).querySelector('mark')?.textContent).toBe('water')
  const reply = within(await card(4)).getByRole('link', { name: 'In a reply: Waters' })
  expect(reply.getAttribute('href')).toBe('/forums/4?comment=34')
  // A match in the title is marked there, and the description stays.
  const heading = within(await card(5)).getByRole('heading', { name: 'Discussion 5' })
  expect(heading.querySelector('mark')?.textContent).toBe('5')
  expect(within(await card(5)).getByText('Our wells are low.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Sort by' }).textContent).toMatch(/^Best MatchLatest Activity/)
})

test('the search follows Back, and opens with the text of the URL', async () => {
  fakeForums({ discussions: [makeDiscussion()] })
  const { router } = openPage('/forums?q=taxes')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  expect(box.value).toBe('taxes')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'General')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'taxes', category: '8' }))
  fireEvent.change(box, { target: { value: 'roads' } })
  fireEvent.submit(box)
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'roads', category: '8' }))
  act(() => router.history.back())
  await waitFor(() => expect(box.value).toBe('taxes'))
})

test('loads the next page once, without repeated rows', async () => {
  const fake = fakeForums()
  fake.respond(listDiscussions, ({ search }) =>
    search.get('cursor')
      ? { results: [makeDiscussion({ id: 2 }), makeDiscussion({ id: 1 })], next: null }
      : { results: [makeDiscussion({ id: 3 }), makeDiscussion({ id: 2 })], next: 'c2', count: 3 },
  )
  openPage('/forums')
  const more = await screen.findByRole('button', { name: 'Load more' })
  const around = more.parentElement
  await userEvent.click(more)
  // Its text is announced from now on.
  expect(around?.getAttribute('aria-live')).toBe('polite')
  await findTitles(3, 2, 1)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a refetch keeps the row of a deleted discussion until the list is opened again', async () => {
  const fake = fakeForums({ discussions: [3, 2, 1].map((id) => makeDiscussion({ id })) })
  const { queryClient, router } = openPage('/forums')
  await findTitles(3, 2, 1)
  fake.setDiscussions([3, 1].map((id) => makeDiscussion({ id })))
  await act(() => queryClient.invalidateQueries({ queryKey: discussionPagesQuery({}).queryKey }))
  expect(titles()).toEqual(['Discussion 3', 'Discussion 2', 'Discussion 1'])
  await act(() => router.navigate({ to: '/about' }))
  await act(() => router.navigate({ to: '/forums' }))
  await findTitles(3, 1)
})

test('a refetch moves no row: new discussions wait behind a pill', async () => {
  const fake = fakeForums({ discussions: [makeDiscussion({ id: 2 }), makeDiscussion({ id: 1 })] })
  const { queryClient } = openPage('/forums')
  await findTitles(2, 1)
  fake.setDiscussions([3, 1, 2].map((id) => makeDiscussion({ id })))
  await act(() => queryClient.invalidateQueries({ queryKey: discussionPagesQuery({}).queryKey }))
  const pill = await screen.findByRole('button', { name: '1 new discussion' })
  expect(titles()).toEqual(['Discussion 2', 'Discussion 1'])
  await userEvent.click(pill)
  await findTitles(3, 1, 2)
})
