import { deletePost, listLatestPosts, getPost, getPostState, listPosts } from '@wtpu/contract/boiler-room/posts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, openPage } from '#testing/fake-api.tsx'
import { fakeBoilerRoom, viewerId } from '#testing/fake-boiler-room.ts'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { latestOf, makePost } from '#features/boiler-room/fixtures.ts'
import { postDeleted } from '#features/boiler-room/messages.ts'
import { latestPostsQuery, postQuery } from '../feed-api.ts'

const shownTexts = () => screen.queryAllByText(/^Text of post/).map((text) => text.textContent)
const findTexts = (...ids: number[]) =>
  waitFor(() => expect(shownTexts()).toEqual(ids.map((id) => `Text of post ${id}`)))
const tab = (name: string) => screen.findByRole('tab', { name })
const never = () => new Promise<Response>(() => undefined)

test('shows the fixed figures, the composer, the four tabs and the posts', async () => {
  fakeBoilerRoom({ posts: [makePost({ id: 2 }), makePost({ id: 1 })] })
  openPage('/boiler-room')

  expect(await screen.findByRole('heading', { name: 'Boiler Room', level: 1 })).toBeTruthy()
  const figures = screen.getByRole('region', { name: 'The Boiler Room in figures' }).textContent
  for (const text of [
    '250K+',
    'members',
    '1.2M+',
    'comments',
    '50K+',
    'daily discussions',
    '95%',
    'positive engagement',
  ])
    expect(figures).toContain(text)
  expect(screen.getByRole('textbox', { name: 'Write a post' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Your Feed',
    'Trending',
    'Followings',
    'Search',
  ])
  expect((await tab('Your Feed')).getAttribute('aria-selected')).toBe('true')
  await findTexts(2, 1)
})

test('shows a skeleton while posts load', async () => {
  const fake = fakeBoilerRoom()
  fake.respondRaw(listPosts, never)
  openPage('/boiler-room')
  expect(await screen.findByText('Loading posts...')).toBeTruthy()
})

test('shows an error with Try Again', async () => {
  const fake = fakeBoilerRoom()
  fake.respondError(listPosts, { status: 500 })
  openPage('/boiler-room')
  expect(await screen.findByText('Failed to load posts. Please try again later.')).toBeTruthy()

  fake.respond(listPosts, { results: [makePost()], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await findTexts(1)
})

test('offers to create the first post', async () => {
  fakeBoilerRoom()
  openPage('/boiler-room')
  expect(await screen.findByText('No posts yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create First Post' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a post' }))
})

test('leads from the empty list of followed people to the suggestions', async () => {
  fakeBoilerRoom()
  openPage('/boiler-room?tab=followings')
  await userEvent.click(await screen.findByRole('button', { name: 'Find People to Follow' }))
  const heading = await screen.findByRole('heading', { name: 'Suggested Connections' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // The section can be closed again.
  await userEvent.click(screen.getByRole('button', { name: 'Topics and people to follow' }))
  expect(screen.queryByRole('heading', { name: 'Suggested Connections' })).toBeNull()
})

test.each([
  ['Trending', 'trending', 'trending', 'No trending posts yet'],
  ['Followings', 'followings', 'following', 'No posts from people you follow'],
])('the tab %s has its own URL, filter and empty state', async (name, param, filter, empty) => {
  const fake = fakeBoilerRoom()
  const { router } = openPage('/boiler-room')
  await userEvent.click(await tab(name))

  expect(await screen.findByText(empty)).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: param })
  expect(fake.callsOf(listPosts).at(-1)?.search.get('filter')).toBe(filter)
  await userEvent.click(await tab('Your Feed'))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('No posts yet')).toBeTruthy()
})

test('opens the tab and the search of the URL', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost()] })
  openPage('/boiler-room?tab=search&q=water')
  expect((await tab('Search')).getAttribute('aria-selected')).toBe('true')
  await findTexts(1)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('water')
  expect(fake.callsOf(listPosts).map(({ search }) => search.get('q'))).toEqual(['water'])
})

test('loads the next page', async () => {
  const fake = fakeBoilerRoom()
  fake.respond(listPosts, ({ search }) =>
    search.get('cursor')
      ? { results: [makePost({ id: 2 }), makePost({ id: 1 })], next: null }
      : { results: [makePost({ id: 3 }), makePost({ id: 2 })], next: 'c2' },
  )
  openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await findTexts(3, 2, 1)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a search waits for the end of typing, counts its matches and can be cleared', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  const { router } = openPage('/boiler-room?tab=search')
  expect(await screen.findByText('Start Searching')).toBeTruthy()
  const box = screen.getByPlaceholderText<HTMLInputElement>('Search posts, hashtags, or users...')

  await userEvent.type(box, 'water')

  await findTexts(1)
  expect(screen.getByText('Showing 1 of 59 posts')).toBeTruthy()
  expect(fake.callsOf(listPosts).map(({ search }) => search.get('q'))).toEqual(['water'])
  expect(router.state.location.search).toEqual({ tab: 'search', q: 'water' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
  expect(await screen.findByText('Start Searching')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'search' })
})

test('a search without matches names the query, and one with too many shows "100+"', async () => {
  const fake = fakeBoilerRoom()
  openPage('/boiler-room?tab=search&q=zebra')
  expect(await screen.findByText('No posts found for "zebra"')).toBeTruthy()
  expect(screen.getByText('Showing 0 of 59 posts')).toBeTruthy()

  fake.respond(listPosts, { results: [makePost()], next: null, count: 100, total: 1234567 })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'a' } })
  fireEvent.submit(screen.getByRole('searchbox'))
  expect(await screen.findByText('Showing 100+ of 1,234,567 posts')).toBeTruthy()
})

async function receiveLatest({ queryClient }: ReturnType<typeof openPage>) {
  await act(() => queryClient.invalidateQueries({ queryKey: latestPostsQuery().queryKey }))
}

test('new posts wait behind a pill, which loads them', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  const page = openPage('/boiler-room')
  await findTexts(1)
  fake.setPosts([makePost({ id: 3 }), makePost({ id: 2 }), makePost({ id: 1 })])
  await receiveLatest(page)

  const pill = await screen.findByRole('button', { name: '2 new posts' })
  expect(shownTexts()).toEqual(['Text of post 1'])
  await userEvent.click(pill)
  await findTexts(3, 2, 1)
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  expect(scroll).toHaveBeenCalled()
})

test('keeps the posts and says so when the new ones fail to load', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  const page = openPage('/boiler-room')
  await findTexts(1)
  fake.respond(listLatestPosts, [latestOf(makePost({ id: 2 })), latestOf(makePost({ id: 1 }))])
  await receiveLatest(page)
  fake.respondError(listPosts, { status: 400 })
  await userEvent.click(await screen.findByRole('button', { name: '1 new post' }))

  expect(await screen.findByText('Failed to load posts. Please try again later.')).toBeTruthy()
  expect(shownTexts()).toEqual(['Text of post 1'])
  expect(screen.getByRole('button', { name: '1 new post' })).toBeTruthy()
})

const grace = { id: 8, username: 'grace', name: 'Grace Hopper', avatar: null }

test.each([
  ['trending', '1 new post'],
  ['followings', '2 new posts'],
])('the tab %s counts only its own new posts', async (param, count) => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })], followed: [grace] })
  const page = openPage(`/boiler-room?tab=${param}`)
  await findTexts(1)
  fake.respond(
    listLatestPosts,
    [
      makePost({ id: 5, user: 99, user_name: 'Stranger' }),
      makePost({ id: 4, user: viewerId, user_name: 'Ada' }),
      makePost({ id: 3, is_trending: true }),
      makePost({ id: 1 }),
    ].map(latestOf),
  )
  await receiveLatest(page)
  expect(await screen.findByRole('button', { name: count })).toBeTruthy()
})

test('asks once about posts that a refetched list no longer contains, and says which were deleted', async () => {
  startSteadyClock()
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 3 }), makePost({ id: 2 }), makePost({ id: 1 })] })
  fake.respondError(getPostState, { status: 404 })
  openPage('/boiler-room')
  await findTexts(3, 2, 1)
  fake.setPosts([makePost({ id: 3 }), makePost({ id: 1 })])
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(fake.callsOf(listPosts)).toHaveLength(2)

  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(await screen.findByText(postDeleted)).toBeTruthy()
  expect(shownTexts()).toEqual(['Text of post 3', 'Text of post 1'])
  expect(screen.getAllByRole('listitem')).toHaveLength(cards.length)
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(fake.callsOf(listPosts).length).toBeGreaterThan(3)
  expect(fake.callsOf(getPostState).map(({ path }) => path)).toEqual(['/api/boilerroom/posts/2/state/'])
})

test('refetches posts every 5 seconds while the live stream is disconnected', async () => {
  startSteadyClock()
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  openPage('/boiler-room')
  await findTexts(1)
  fake.setPosts([makePost({ id: 2 }), makePost({ id: 1 })])
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(fake.callsOf(listPosts)).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(fake.callsOf(listPosts)).toHaveLength(2)
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy()
})

test('the age of a post leads to the post alone, and Back to the feed', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 12 }), makePost({ id: 1 })] })
  fake.respond(getPost, makePost({ id: 12 }))
  const { router } = openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('link', { name: /^5m ago: open .*Text of post 12/ }))
  await findTexts(12)
  expect(router.state.location.search).toEqual({ post: '12' })
  act(() => router.history.back())
  await findTexts(12, 1)
  expect(fake.callsOf(listPosts)).toHaveLength(1)
})

test('a permalink opens one post above a link to the feed', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 12 }), makePost({ id: 1 })] })
  fake.respond(getPost, makePost({ id: 12 }))
  openPage('/boiler-room?post=12')

  expect(await screen.findByRole('article', { name: /Grace Hopper/ })).toBeTruthy()
  expect(fake.callsOf(listPosts)).toEqual([])
  await waitFor(() => expect(document.title).toBe('Post by Grace Hopper | WTPU'))
  await userEvent.click(screen.getByRole('link', { name: 'All posts' }))
  await findTexts(12, 1)
})

test('says that the post of a permalink was deleted while it was shown', async () => {
  const fake = fakeBoilerRoom()
  fake.respond(getPost, makePost({ id: 12 }))
  const { queryClient } = openPage('/boiler-room?post=12')
  await findTexts(12)
  fake.respondError(getPost, { status: 404 })
  await act(() => queryClient.invalidateQueries({ queryKey: postQuery(12).queryKey, exact: true }))

  expect(await screen.findByText(postDeleted, { selector: 'p' })).toBeTruthy()
  expect(screen.queryByText('Post not found')).toBeNull()
})

test('says that a post is hidden during a review, without anything to do', async () => {
  const fake = fakeBoilerRoom()
  fake.respond(getPost, { ...makePost({ id: 12 }), under_review: true })
  openPage('/boiler-room?post=12')
  expect(await screen.findByText('Hidden during review')).toBeTruthy()
  expect(screen.queryByRole('article', { name: /Grace Hopper/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('lets the author delete a post that is hidden during a review', async () => {
  const fake = fakeBoilerRoom()
  fake.respond(getPost, { ...makePost({ id: 12, user: viewerId }), under_review: true })
  fake.respond(deletePost, { deleted: true })
  openPage('/boiler-room?post=12')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('This post was deleted.')).toBeTruthy()
  expect(fake.callsOf(deletePost)[0]?.path).toBe('/api/boilerroom/posts/12/')
})

test.each(['/boiler-room?post=404', '/boiler-room?post=abc'])('%s says that the post was not found', async (path) => {
  const fake = fakeBoilerRoom()
  fake.respondError(getPost, { status: 404 })
  openPage(path)
  expect(await screen.findByText('Post not found', { selector: 'p' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/boiler-room')
})

test('retries a permalink that failed to load', async () => {
  const fake = fakeBoilerRoom()
  fake.respondRaw(getPost, () => json({ code: 'internal', detail: '' }, 500))
  openPage('/boiler-room?post=12')
  const alert = await screen.findByRole('alert')
  fake.respond(getPost, makePost({ id: 12 }))
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await findTexts(12)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})
