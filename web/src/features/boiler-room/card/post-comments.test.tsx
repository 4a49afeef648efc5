import { getPostState, listPosts, type Post } from '@wtpu/contract/boiler-room/posts'
import {
  createPostComment,
  deletePostComment,
  listPostComments,
  type PostComment,
} from '@wtpu/contract/boiler-room/comments'
import { likePostComment } from '@wtpu/contract/boiler-room/likes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { infiniteQuery, urlKey } from '#lib/api/api.ts'
import { fakeApi, json, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePost, makePostComment as comment } from '#features/boiler-room/fixtures.ts'
import { PostCard } from './post-card.tsx'
import { unchosen } from '#testing/written.ts'

const me = 7
const feedQuery = infiniteQuery(listPosts, { querystring: { limit: 20 } })

function Feed({ alone }: { alone: boolean }) {
  const { data } = useInfiniteQuery(feedQuery)
  return data?.pages
    .flatMap(({ results }) => results)
    .map((post) => <PostCard key={post.id} post={post} alone={alone} />)
}

const twoPosts = [
  makePost({ id: 12, text: 'First', comments_count: 1 }),
  makePost({ id: 13, text: 'Second', user_name: 'Ida Wells' }),
]

async function openFeed({ posts = twoPosts, comments = [comment()], alone = false } = {}) {
  const fake = fakeApi()
  signedIn({ userId: me })
  fake.respond(listPosts, { results: posts, next: null })
  fake.respond(getPostState, ({ path }) => stateIn(posts, path))
  fake.respond(listPostComments, page(...comments))
  const opened = renderComponent(<Feed alone={alone} />)
  await screen.findAllByRole('article')
  return { fake, ...opened }
}

function stateIn(posts: Post[], path: string) {
  const { id, text, hashtag_list, edited_at, likes_count, comments_count } =
    posts.find((post) => path.includes(`/${post.id}/`)) ?? twoPosts[0]!
  return { id, text, hashtag_list, edited_at, likes_count, comments_count }
}

const page = (...results: PostComment[]) => ({ results, next: null })
const commentsButton = (author = 'Grace Hopper') =>
  screen.getByRole('button', { name: new RegExp(`^Comments on ${author}’s post`) })
const count = () => within(commentsButton()).getByText(/comment.?\)/).textContent
const rows = async (author = 'Grace Hopper') =>
  within(await screen.findByRole('list', { name: `Comments on ${author}’s post` })).findAllByRole('listitem')
const texts = async () => (await rows()).map((row) => row.querySelector('p + p, div + p')?.textContent)
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment on Grace Hopper’s post' })
const mine = (over: Partial<PostComment> = {}) =>
  comment({ id: 2, user: me, user_name: 'Ada Lovelace', text: 'Mine', ...over })

test('loads the comments when they are opened', async () => {
  const { fake } = await openFeed()
  expect(fake.callsOf(listPostComments)).toEqual([])
  expect(commentsButton().getAttribute('aria-expanded')).toBe('false')

  await userEvent.click(commentsButton())
  expect(commentsButton().getAttribute('aria-expanded')).toBe('true')
  expect(await texts()).toEqual(['Comment 1'])
  expect(screen.getByText('2h ago')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alan Turing' }).getAttribute('href')).toBe('/user/9')
})

test('keeps the comments of only one post open', async () => {
  await openFeed()
  await userEvent.click(commentsButton())
  await rows()
  await userEvent.click(commentsButton('Ida Wells'))
  await rows('Ida Wells')

  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  expect(commentsButton().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(commentsButton('Ida Wells'))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows open comments and a heading if the post is alone on its page', async () => {
  await openFeed({ posts: [twoPosts[0]!], alone: true })

  expect(await texts()).toEqual(['Comment 1'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Post by Grace Hopper')
})

test('shows a skeleton, an error with Try Again, and the empty state', async () => {
  const { fake } = await openFeed()
  fake.respondRaw(listPostComments, () => new Promise(() => undefined))
  await userEvent.click(commentsButton())
  expect(await screen.findByText('Loading comments...')).toBeTruthy()
  await userEvent.click(commentsButton())

  fake.respondError(listPostComments, { status: 400 })
  await userEvent.click(commentsButton())
  expect(await screen.findByText('Failed to load comments. Please try again.')).toBeTruthy()

  fake.respond(listPostComments, page())
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^No comments yet/)).toBeTruthy()
})

test('puts a new comment at the front and raises the count at once, then refreshes after 100 ms', async () => {
  startSteadyClock()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const { fake } = await openFeed()
  await user.click(commentsButton())
  await rows()
  let postedAt = 0
  fake.respond(createPostComment, () => {
    postedAt = Date.now()
    return mine()
  })
  const refreshedAt: number[] = []
  let answer: (reply: Response) => void = () => undefined
  fake.respondRaw(getPostState, () => {
    refreshedAt.push(Date.now())
    return new Promise((resolve) => (answer = resolve))
  })
  // No refetch resolves: the new comment must show without it.
  fake.respondRaw(listPostComments, () => new Promise(() => undefined))
  await user.type(box(), ' Mine {Enter}')

  expect(await screen.findByText('Your comment has been posted!')).toBeTruthy()
  expect(await texts()).toEqual(['Mine', 'Comment 1'])
  expect(count()).toBe('(2 comments)')
  expect(box().value).toBe('')
  expect(fake.callsOf(createPostComment)[0]?.body).toEqual({
    ...unchosen,
    post: 12,
    text: 'Mine',
    idempotency_key: expect.any(String),
  })

  await waitFor(() => expect(refreshedAt).toHaveLength(1))
  expect(refreshedAt[0]! - postedAt).toBeGreaterThanOrEqual(100)
  answer(json(stateIn([makePost({ id: 12, text: 'First', comments_count: 6 })], '/12/')))
  await waitFor(() => expect(count()).toBe('(6 comments)'))
})

test('keeps the text when a comment cannot be posted, and says so', async () => {
  const { fake } = await openFeed()
  await userEvent.click(commentsButton())
  await rows()
  fake.respondError(createPostComment, { status: 500 })
  await userEvent.type(box(), 'Mine{Enter}')

  expect(await screen.findByText('Failed to post your comment. Please try again.')).toBeTruthy()
  expect(box().value).toBe('Mine')
  expect(count()).toBe('(1 comment)')
})

test('limits a comment to 500 characters', async () => {
  await openFeed()
  await userEvent.click(commentsButton())
  await rows()
  await userEvent.click(box())
  await userEvent.paste('x'.repeat(501))

  expect(screen.getByText('501/500')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post comment' }).ariaDisabled).toBe('true')
})

test('puts comments of others behind a pill', async () => {
  const { fake, queryClient } = await openFeed()
  await userEvent.click(commentsButton())
  await rows()
  fake.respond(listPostComments, page(comment({ id: 3 }), comment({ likes_count: 5 })))
  await act(() => queryClient.invalidateQueries({ queryKey: urlKey('/api/boilerroom/posts/12/') }))

  const pill = await screen.findByRole('button', { name: '1 new comment' })
  expect(await texts()).toEqual(['Comment 1'])
  expect(screen.getByText('(5 likes)')).toBeTruthy()
  await userEvent.click(pill)
  expect(await texts()).toEqual(['Comment 3', 'Comment 1'])
})

test('refetches every 3 s while the live stream is disconnected', async () => {
  startSteadyClock()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const { fake } = await openFeed()
  await user.click(commentsButton())
  await rows()
  const loads = fake.callsOf(listPostComments).length
  await act(() => vi.advanceTimersByTimeAsync(3100))

  expect(fake.callsOf(listPostComments)).toHaveLength(loads + 1)
})

test('likes a comment at once and rolls back on failure', async () => {
  const { fake } = await openFeed({ comments: [comment({ likes_count: 4 })] })
  await userEvent.click(commentsButton())
  await rows()
  const like = () => screen.getByRole('button', { name: /^Like Alan Turing’s comment: Comment 1/ })
  fake.respondError(likePostComment, { status: 500 })
  await userEvent.click(like())
  expect(await screen.findByText('Failed to update like status. Please try again.')).toBeTruthy()
  expect(like().getAttribute('aria-pressed')).toBe('false')

  fake.respond(listPostComments, page(comment({ likes_count: 5, user_has_liked: true })))
  fake.respond(likePostComment, { user_has_liked: true, likes_count: 5 })
  await userEvent.click(like())
  expect(like().getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(within(like()).getByText('(5 likes)')).toBeTruthy())
})

test('deletes an own comment after the confirmation', async () => {
  const { fake } = await openFeed({ comments: [mine(), comment()] })
  await userEvent.click(commentsButton())
  await rows()
  await userEvent.click(screen.getByRole('button', { name: /^More options for Ada Lovelace’s comment: Mine/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  fake.respond(deletePostComment, { deleted: true })
  fake.respond(listPostComments, page(comment()))
  fake.respond(getPostState, stateIn([makePost({ id: 12, text: 'First', comments_count: 0 })], '/12/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  await waitFor(async () => expect(await texts()).toEqual(['Comment 1']))
  expect(fake.callsOf(deletePostComment).map(({ path }) => path)).toEqual(['/api/boilerroom/post-comments/2/'])
  await waitFor(() => expect(count()).toBe('(0 comments)'))
  await waitFor(() => expect(document.activeElement?.id).toBe('post-12-comments'))
})

test('says that the post was deleted when a comment on it is rejected for that reason', async () => {
  const { fake } = await openFeed()
  await userEvent.click(commentsButton())
  await rows()
  fake.respondError(createPostComment, { status: 404 })
  fake.respondError(listPostComments, { status: 404 })
  fake.respondError(getPostState, { status: 404 })
  await userEvent.type(box(), 'Mine{Enter}')

  expect(await screen.findByText('This post was deleted.')).toBeTruthy()
})
