import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getUser, refreshToken } from '@wtpu/contract/accounts/accounts'
import { updateAccount } from '@wtpu/contract/accounts/settings'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { followUser } from '@wtpu/contract/boiler-room/follows'
import { likePost, likePostComment } from '@wtpu/contract/boiler-room/likes'
import { muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { createPost } from '@wtpu/contract/boiler-room/posts'
import type { Endpoint } from '@wtpu/contract/endpoint'
import {
  createDiscussionComment,
  editForumComment,
  type ForumComment,
  likeForumComment,
} from '@wtpu/contract/forums/comments'
import { createDiscussion, likeDiscussion } from '@wtpu/contract/forums/discussions'
import { createReport } from '@wtpu/contract/moderation/reports'
import { followPolitician, watchDiscussion } from '@wtpu/contract/notifications/notifications'
import { updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import {
  createComment,
  getPolitician,
  likeComment,
  listComments,
  listMyRatings,
  ratePolitician,
} from '@wtpu/contract/politicians'
import { castVote, undoVote } from '@wtpu/contract/polls/polls'
import { getVotingSummary } from '@wtpu/contract/roll-calls'
import { undoRating } from '@wtpu/contract/undo-rating'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useMute } from '#community/menu/mute-api.ts'
import { ReportDialog } from '#community/menu/report-dialog.tsx'
import { useWatchDiscussion } from '#community/watch-api.ts'
import { useUpdateAccount } from '#features/accounts/settings/profile-api.ts'
import { sessionExpired } from '#features/accounts/messages.ts'
import { useFollow } from '#features/boiler-room/api.ts'
import { useCreatePostComment, useLikePostComment } from '#features/boiler-room/card/post-comments.tsx'
import { useLikePost } from '#features/boiler-room/card/post-api.ts'
import { useCreatePost } from '#features/boiler-room/composer/create-post-api.ts'
import { makePostComment } from '#features/boiler-room/fixtures.ts'
import { useLikeDiscussion } from '#features/forums/discussion/discussion-api.ts'
import { useCreateDiscussion } from '#features/forums/start/start-api.ts'
import { newReactionStore } from '#features/forums/thread/reaction-store.ts'
import { editComment, postComment, react } from '#features/forums/thread/thread-api.ts'
import { useUpdateSettings } from '#features/notifications/small/api.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { FollowPolitician } from '#features/politicians/profile/follow-politician.tsx'
import { useMyRating } from '#features/politicians/rating-api.ts'
import { RatingUndo } from '#features/politicians/rating-undo.tsx'
import { useCreateComment, useLikeComment } from '#features/politicians/wall/wall-api.ts'
import { useCastVote, useUndoVote } from '#features/polls/card/vote-api.ts'
import { startSession } from '#lib/session/session.ts'
import { newRouter } from '#router.tsx'
import { accessToken, fakeApi, newTestQueryClient, openPage, signedIn } from '#testing/fake-api.tsx'
import { noRecords } from '#testing/fake-roll-calls.ts'
import { toast, Toaster } from '#ui/toast/toast.tsx'
import '#ui/after-page/toast-view.tsx'

interface Mutation {
  mutateAsync: (input: never) => Promise<unknown>
}
type Act = [write: Endpoint, use: () => Mutation, input: unknown]

const person = { id: 7, name: 'Ada', username: 'ada', avatar: null }
const wallComment = { id: 4, politician: 1 }
const forumComment = { id: 7, discussion: 1 } as ForumComment
const nothing = () => undefined
const written = { text: 'Look', language: null }

/** A write of the forums that is no mutation. */
function useWrite(write: (client: ReturnType<typeof useQueryClient>) => Promise<unknown>): Mutation {
  const client = useQueryClient()
  return { mutateAsync: () => write(client) }
}
const comment = { discussionId: 1, sort: undefined, content: 'Look', written: {}, idempotencyKey: undefined }

function useRate(): Mutation {
  const { rate } = useMyRating(1)
  return { mutateAsync: (type) => new Promise(() => rate(type)) }
}

const acts: Act[] = [
  [castVote, useCastVote, { pollId: 1, optionId: 2 }],
  [undoVote, useUndoVote, 1],
  [ratePolitician, useRate, 'good'],
  [likePost, () => useLikePost(1), true],
  [likePostComment, () => useLikePostComment(makePostComment()), true],
  [likeComment, () => useLikeComment(wallComment), true],
  [likeDiscussion, () => useLikeDiscussion(1), true],
  [likeForumComment, () => useWrite((client) => react(client, newReactionStore(), forumComment, 1)), undefined],
  [followUser, () => useFollow(person), true],
  [watchDiscussion, () => useWatchDiscussion(1), 'mute'],
  [muteUser, () => useMute(person), 'mute'],
  [createPost, () => useCreatePost(nothing), { ...written, media: [] }],
  [createPostComment, () => useCreatePostComment(1), written],
  [createComment, () => useCreateComment(1), written],
  [createDiscussion, () => useCreateDiscussion(() => false), { title: 'Look', tag_ids: [] }],
  [createDiscussionComment, () => useWrite((client) => postComment(client, comment)), undefined],
  [editForumComment, () => useWrite((client) => editComment(client, forumComment, { content: 'Look', ...written })), 0],
  [updateAccount, useUpdateAccount, { show_email: true }],
  [updateNotificationSettings, useUpdateSettings, { ways: {} }],
]

/** A member whose session ended by time, which the server says at the next write. */
function endedSession(write: Endpoint) {
  signedIn()
  // Uploads replace a token that has expired before they send anything. They do not use `fetch`.
  localStorage.setItem('access', accessToken({ lifeSeconds: write === createPost ? -1 : 60 }))
  const fake = fakeApi()
  fake.respondError(write, { status: 401 })
  fake.respondError(refreshToken, { status: 401 })
  fake.respond(listMyRatings, [])
  return fake
}

const toasts = () =>
  [...document.querySelectorAll('li[data-state], [role="alert"]')].map(({ textContent: text }) => text)
/** Loads what shows toasts, so that the next one would be there at once. */
async function sayBefore() {
  act(() => toast({ title: 'Before' }))
  await screen.findByText('Before')
}
const ended = () => waitFor(() => expect(localStorage.getItem('access')).toBeNull())
/** Longer than a failure needs to be said. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

test.each(acts.map((row) => [`${row[0].method} ${row[0].url}`, ...row] as const))(
  'nothing on the screen adds to the end of a session that the write failed: %s',
  async (_name, write, use, input) => {
    const fake = endedSession(write)
    const client = newTestQueryClient()
    const router = newRouter(client, createMemoryHistory())
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <Toaster />
          {children}
        </RouterContextProvider>
      </QueryClientProvider>
    )
    const { result } = renderHook(use, { wrapper })
    let outcome = 'pending'
    const say = (next: string) => () => void (outcome = next)
    await sayBefore()
    act(() => void result.current.mutateAsync(input as never).then(say('done'), say('failed')))
    await ended()
    await settle()
    expect(fake.callsOf(write)).toHaveLength(write === createPost ? 0 : 1)
    expect(outcome).toBe('pending')
    expect(toasts()).toEqual(['Before'])
  },
)

const until = new Date(Date.now() + 60_000).toISOString()
const official = makePolitician()

test.each([
  [
    'a report',
    createReport,
    () => <ReportDialog content={{ kind: 'post', id: 1 }} noun="post" open onOpenChange={nothing} />,
    'Report',
  ],
  [
    'an undo of a rating',
    undoRating,
    () => <RatingUndo politician={official} until={until} inTicker={false} onEnd={nothing} />,
    /^Undo/,
  ],
  ['following an official', followPolitician, () => <FollowPolitician politician={official} />, /^Follow/],
] as const)('nor does a button or a dialog: %s', async (_name, write, Shown, name) => {
  const fake = endedSession(write)
  render(
    <QueryClientProvider client={newTestQueryClient()}>
      <Toaster />
      <Shown />
    </QueryClientProvider>,
  )
  await sayBefore()
  if (write === createReport) await userEvent.click(await screen.findByRole('radio', { name: /Spam/ }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  await userEvent.click(screen.getByRole('button', { name }))
  await ended()
  await settle()
  expect(fake.callsOf(write)).toHaveLength(1)
  expect(toasts()).toEqual(['Before'])
})

test('the viewer is asked to sign in, once, and what was typed is kept', async () => {
  const fake = endedSession(createComment)
  fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe' }))
  fake.respond(listComments, { results: [], next: null })
  fake.respond(getVotingSummary, noRecords)
  fake.respondError(getUser, { status: 404 })
  const { router } = openPage('/politicians/3')
  const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Your comment on/ })
  await userEvent.type(await box(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Post to Wall' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
  await settle()
  expect(screen.getAllByText(sessionExpired)).toHaveLength(1)
  expect(toasts()).toEqual([])

  act(() => startSession({ access: accessToken(), refresh: 'refresh' }))

  await waitFor(async () => expect((await box()).value).toBe('Look'))
  expect(router.state.location.href).toBe('/politicians/3')
})
