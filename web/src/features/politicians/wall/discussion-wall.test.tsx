import { getAccount, getUser } from '@wtpu/contract/accounts/accounts'
import {
  createComment,
  endSlowWall,
  getPolitician,
  likeComment,
  listComments,
  listMyRatings,
  startSlowWall,
  unlikeComment,
  type PoliticianComment,
} from '@wtpu/contract/politicians'
import { getVotingSummary } from '@wtpu/contract/roll-calls'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'
import { noRecords } from '#testing/fake-roll-calls.ts'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { account } from '#features/accounts/fixtures.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { wallCommentsQuery } from './wall-api.ts'
import { unchosen } from '#testing/written.ts'

const me = 7

function comment(id: number, over: Partial<PoliticianComment> = {}): PoliticianComment {
  return {
    id,
    politician: 3,
    user: 8,
    user_name: 'Grace Hopper',
    user_avatar: null,
    text: `Comment ${id}`,
    created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
    like_id: null,
    like_count: 0,
    ...over,
  }
}

const page = (...results: PoliticianComment[]) => ({ results, next: null })

async function openWall(...comments: PoliticianComment[]) {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe' }))
  fake.respond(listMyRatings, [])
  fake.respond(listComments, page(...comments))
  fake.respond(getVotingSummary, noRecords)
  signedIn({ userId: me })
  const opened = openPage('/politicians/3')
  await screen.findByRole('tab', { name: 'Discussion Wall', selected: true })
  return { fake, ...opened }
}

const showComments = async () => userEvent.click(screen.getByRole('button', { name: /^Show Comments/ }))
const textBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment on Pat Doe’s work' })
const postButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post to Wall' })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Comments on Pat Doe' })).findAllByRole('listitem')
const texts = async () => (await rows()).map((row) => [...row.querySelectorAll('p')].at(-1)?.textContent)

test('neither requests nor shows comments until Show Comments', async () => {
  const { fake } = await openWall(comment(1))
  expect(fake.callsOf(listComments)).toEqual([])

  await showComments()
  expect(await screen.findByText('Comment 1')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Hide Comments' }))
  expect(screen.queryByText('Comment 1')).toBeNull()
})

test.each([
  [0, '(0)'],
  [12, '(12)'],
  [1_000, '(1,000+)'],
])('says before they are shown that there are %d comments', async (comments_count, text) => {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe', comments_count }))
  fake.respond(listMyRatings, [])
  fake.respond(getVotingSummary, noRecords)
  signedIn({ userId: me })
  openPage('/politicians/3')

  expect(await screen.findByRole('button', { name: `Show Comments ${text}` })).toBeTruthy()
})

test('shows each comment with a link to its author and its relative time', async () => {
  await openWall(comment(1))
  await showComments()

  const author = await screen.findByRole('link', { name: 'Grace Hopper' })
  expect(author.getAttribute('href')).toBe('/user/8')
  expect(screen.getByText('5m ago').getAttribute('datetime')).toMatch(/^20/)
})

test('lets moderators start and end slow mode, which everyone reads about', async () => {
  const { fake } = await openWall()
  expect(screen.queryByRole('button', { name: 'Start slow mode' })).toBeNull()
  cleanup()
  fake.respond(getAccount, { ...account, role: 'moderator' })
  fake.respond(startSlowWall, { is_slow: true })
  fake.respondError(endSlowWall, { status: 429, body: { code: 'too_many_attempts', detail: 'Not so fast.' } })
  openPage('/politicians/3')

  await userEvent.click(await screen.findByRole('button', { name: 'Start slow mode' }))
  expect(await screen.findByText('Slow mode is on: you can comment once a minute.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End slow mode' }))
  expect(await screen.findByText('Not so fast.')).toBeTruthy()
})

test('has a menu for the comments of others', async () => {
  await openWall(comment(2), comment(1, { user: me }))
  await showComments()

  const [others, own] = await rows()
  expect(within(others!).getByRole('button', { name: /^More options for Grace Hopper’s comment/ })).toBeTruthy()
  expect(within(own!).queryByRole('button', { name: /^More options/ })).toBeNull()
})

test('shows an error with Try Again, then the empty state', async () => {
  const { fake } = await openWall()
  fake.respondError(listComments, { status: 503 })
  await showComments()
  expect(await screen.findByText('Comments could not be loaded')).toBeTruthy()

  fake.respond(listComments, page())
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('No comments yet')).toBeTruthy()
})

test('shows a skeleton while comments load', async () => {
  const { fake } = await openWall()
  fake.respondRaw(listComments, () => new Promise(() => undefined))
  await showComments()

  expect(await screen.findByText('Loading comments...')).toBeTruthy()
})

test('limits a comment to 2,000 characters', async () => {
  await openWall()
  await userEvent.click(textBox())
  await userEvent.paste('x'.repeat(2001))

  expect(screen.getByText('2001/2000')).toBeTruthy()
  expect(postButton().ariaDisabled).toBe('true')
})

test('shows a new comment at the top at once and clears the text box', async () => {
  const { fake } = await openWall(comment(1))
  await showComments()
  await rows()
  fake.respond(createComment, comment(2, { user: me, user_name: 'Ada Lovelace', text: 'Mine' }))
  // The refetch never resolves: the new comment must show without it.
  fake.respondRaw(listComments, () => new Promise(() => undefined))
  await userEvent.type(textBox(), '  Mine ')
  await userEvent.click(postButton())

  await waitFor(async () => expect(await texts()).toEqual(['Mine', 'Comment 1']))
  expect(fake.callsOf(createComment)[0]?.body).toEqual({
    ...unchosen,
    politician: 3,
    text: 'Mine',
    idempotency_key: expect.any(String),
  })
  expect(textBox().value).toBe('')
  expect(document.activeElement).toBe(textBox())
})

test('shows the comments after posting', async () => {
  const { fake } = await openWall(comment(2, { user: me, text: 'Mine' }))
  fake.respond(createComment, comment(2, { user: me, text: 'Mine' }))
  await userEvent.type(textBox(), 'Mine')
  await userEvent.click(postButton())

  expect(await texts()).toEqual(['Mine'])
})

test('shows the reason and keeps the text when posting fails', async () => {
  const { fake } = await openWall()
  fake.respondError(createComment, { status: 500 })
  await userEvent.type(textBox(), 'Mine')
  await userEvent.click(postButton())

  expect(await screen.findByText('Comment failed')).toBeTruthy()
  expect(screen.getByText('Unable to post comment')).toBeTruthy()
  expect(textBox().value).toBe('Mine')
})

test('keeps the draft while another tab is open', async () => {
  await openWall()
  await userEvent.type(textBox(), 'Half a thought')
  await userEvent.click(screen.getByRole('tab', { name: 'Voting Records' }))
  await screen.findByText('Made up for this demo')
  await userEvent.click(screen.getByRole('tab', { name: 'Discussion Wall' }))

  expect(textBox().value).toBe('Half a thought')
})

test('clears the draft when posting finishes while another tab is open', async () => {
  const { fake } = await openWall()
  let answer: (reply: Response) => void = () => undefined
  fake.respondRaw(createComment, () => new Promise((resolve) => (answer = resolve)))
  await userEvent.type(textBox(), 'Mine')
  await userEvent.click(postButton())
  await userEvent.click(screen.getByRole('tab', { name: 'Voting Records' }))
  answer(json(comment(2, { user: me, text: 'Mine' }), 201))
  await userEvent.click(screen.getByRole('tab', { name: 'Discussion Wall' }))

  await waitFor(() => expect(textBox().value).toBe(''))
  expect(fake.callsOf(createComment)).toHaveLength(1)
})

test('puts new comments by others behind a pill and updates like counts in place', async () => {
  const { fake, queryClient } = await openWall(comment(1))
  await showComments()
  await rows()
  fake.respond(listComments, page(comment(3), comment(2, { user: me, text: 'Mine' }), comment(1, { like_count: 4 })))
  await act(() => queryClient.invalidateQueries({ queryKey: wallCommentsQuery(3).queryKey }))

  const pill = await screen.findByRole('button', { name: '1 new comment' })
  expect(await texts()).toEqual(['Mine', 'Comment 1'])
  expect(screen.getByText('(4 likes)')).toBeTruthy()
  await userEvent.click(pill)

  expect(await texts()).toEqual(['Comment 3', 'Mine', 'Comment 1'])
  expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull()
})

test('refetches comments every minute while the live stream is disconnected', async () => {
  startSteadyClock()
  const { fake } = await openWall(comment(1))
  fireEvent.click(screen.getByRole('button', { name: /^Show Comments/ }))
  await rows()
  await act(() => vi.advanceTimersByTimeAsync(50_000))
  expect(fake.callsOf(listComments)).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(11_000))

  expect(fake.callsOf(listComments)).toHaveLength(2)
})

test('loads the next page with Load more', async () => {
  const { fake } = await openWall()
  fake.respond(listComments, ({ search }) =>
    search.get('cursor') === 'older' ? page(comment(1)) : { results: [comment(2)], next: 'older' },
  )
  await showComments()
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))

  await waitFor(async () => expect(await texts()).toEqual(['Comment 2', 'Comment 1']))
})

const likeButton = () => screen.findByRole('button', { name: /^Like Grace Hopper’s comment: Comment 1/ })

test('shows a like at once and removes it by the id from the server', async () => {
  const { fake } = await openWall(comment(1, { like_count: 2 }))
  let answer: (reply: Response) => void = () => undefined
  fake.respondRaw(likeComment, () => new Promise((resolve) => (answer = resolve)))
  fake.respond(unlikeComment, { removed: true })
  await showComments()

  await userEvent.click(await likeButton())
  expect((await likeButton()).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('(3 likes)')).toBeTruthy()

  fake.respond(listComments, page(comment(1, { like_id: 99, like_count: 3 })))
  answer(json({ id: 99, comment: 1, like_count: 3 }))
  await waitFor(() => expect(fake.callsOf(listComments)).toHaveLength(2))
  fake.respond(listComments, page(comment(1, { like_count: 2 })))
  await userEvent.click(await likeButton())

  await waitFor(() => expect(fake.callsOf(unlikeComment).map(({ path }) => path)).toEqual(['/api/comment-likes/99/']))
  expect((await likeButton()).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByText('(2 likes)')).toBeTruthy()
})

test('rolls back a like that fails and shows an error', async () => {
  const { fake } = await openWall(comment(1, { like_count: 2 }))
  fake.respondError(likeComment, { status: 500 })
  await showComments()
  await userEvent.click(await likeButton())

  expect(await screen.findByText('Like failed')).toBeTruthy()
  expect((await likeButton()).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByText('(2 likes)')).toBeTruthy()
})
