import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { deletePost, getPostState, type Post } from '@wtpu/contract/boiler-room/posts'
import { blockUser, getMuteState, unmuteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import type { Endpoint } from '@wtpu/contract/endpoint'
import { deleteForumComment, type ForumComment, listCommentAncestors } from '@wtpu/contract/forums/comments'
import {
  deleteDiscussion,
  endSlowDiscussion,
  getDiscussion,
  getDiscussionState,
  unlockDiscussion,
} from '@wtpu/contract/forums/discussions'
import { createAppeal } from '@wtpu/contract/moderation/appeals'
import { claimCase, createCaseNote, decideContent, getCase } from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { watchDiscussion } from '@wtpu/contract/notifications/notifications'
import { listPendingAnswers, withdrawPendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { getPoll } from '@wtpu/contract/polls/polls'
import { cancelScheduledPoll, listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useMute } from '#community/menu/mute-api.ts'
import { useWatchDiscussion } from '#community/watch-api.ts'
import { useDeletePost } from '#features/boiler-room/card/post-api.ts'
import {
  useDeleteDiscussion,
  useLockDiscussion,
  useSlowDiscussion,
  useUnlockDiscussion,
} from '#features/forums/discussion/discussion-api.ts'
import { deleteComment, removeComment } from '#features/forums/thread/thread-api.ts'
import { useAddNote, useAppeal, useClaim } from '#features/moderation/api.ts'
import { useCancelScheduledPoll } from '#features/polls/create/create-api.ts'
import { useWithdrawAnswer } from '#features/polls/pending/withdraw-answer.ts'
import { fakeApi, json, newTestQueryClient, signedIn } from '#testing/fake-api.tsx'

const gone = 404
const decision = { rule: 4, sentence: 'Spam.' }
const comment = { id: 7, discussion: 1 } as ForumComment
const own = { id: 7, name: 'Ada' }

interface Mutation {
  mutateAsync: (input: never) => Promise<unknown>
}
/** A hook with what it is given, the call that is lost, and what the server has if it was done and if it was not. */
type Case = [write: Endpoint, use: () => Mutation, input: unknown, read: Endpoint, done: unknown, notDone: unknown]

const hooks: Case[] = [
  [blockUser, () => useMute(own), 'block', getMuteState, { blocked: true }, { blocked: false }],
  [unmuteUser, () => useMute(own), 'unmute', getMuteState, { muted: false }, { muted: true }],
  [watchDiscussion, () => useWatchDiscussion(1), 'mute', getDiscussion, { watch: 'mute' }, { watch: 'watch' }],
  [claimCase, useClaim, 1, getCase, { claimed_by: own }, { claimed_by: { id: 8 } }],
  [createCaseNote, () => useAddNote(1), ' Look ', getCase, { notes: [{ author: own, text: 'Look' }] }, { notes: [] }],
  [
    createAppeal,
    () => useAppeal(3),
    'No.',
    listOwnDecisions,
    { decisions: [{ id: 3, appeal: { id: 1 } }] },
    { decisions: [{ id: 3, appeal: null }] },
  ],
  [decideContent, () => useLockDiscussion(1), decision, getDiscussionState, { is_locked: true }, { is_locked: false }],
  [
    unlockDiscussion,
    () => useUnlockDiscussion(1),
    undefined,
    getDiscussionState,
    { is_locked: false },
    { is_locked: true },
  ],
  [endSlowDiscussion, () => useSlowDiscussion(1), false, getDiscussionState, { is_slow: false }, { is_slow: true }],
  [deleteDiscussion, () => useDeleteDiscussion(1, async () => undefined), undefined, getDiscussionState, gone, {}],
  [deletePost, () => useDeletePost({ id: 1 } as Post), undefined, getPostState, gone, {}],
  [
    withdrawPendingAnswer,
    () => useWithdrawAnswer({ onWithdrawn: () => undefined }),
    5,
    listPendingAnswers,
    [],
    [{ poll: 5 }],
  ],
  [cancelScheduledPoll, useCancelScheduledPoll, { id: 5 }, listScheduledPolls, [], [{ id: 5 }]],
]

function startWith(write: Endpoint, read: Endpoint, answer: unknown) {
  signedIn()
  const fake = fakeApi()
  fake.failToConnect(write)
  fake.respondRaw(getPoll, () => json({}, gone))
  fake.respondRaw(read, () => (answer === gone ? json({}, gone) : json(answer)))
  return newTestQueryClient()
}

test.each(hooks.map((row) => [`${row[0].method} ${row[0].url}`, ...row] as const))(
  'a write whose response was lost counts as done if the server has it: %s',
  async (_name, write, use, input, read, done, notDone) => {
    for (const answer of [done, notDone]) {
      const client = startWith(write, read, answer)
      const wrapper = ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      )
      const { result, unmount } = renderHook(use, { wrapper })
      const outcome = await act(() =>
        result.current.mutateAsync(input as never).then(
          () => 'done',
          () => 'failed',
        ),
      )
      expect(outcome).toBe(answer === done ? 'done' : 'failed')
      await waitFor(() => expect(client.isFetching()).toBe(0))
      unmount()
    }
  },
)

test.each([
  ['delete', deleteForumComment, gone, [{ state: 'shown' }]],
  ['delete', deleteForumComment, [{ state: 'shown' }, { state: 'deleted' }], [{ state: 'muted' }]],
  ['remove', decideContent, [{ state: 'removed' }], [{ state: 'shown' }]],
] as const)('so does one about a comment: %s', async (kind, write, done, notDone) => {
  for (const answer of [done, notDone]) {
    const client = startWith(write, listCommentAncestors, answer)
    const sent = kind === 'delete' ? deleteComment(client, comment) : removeComment(client, comment, decision)
    if (answer === done) await expect(sent).resolves.toBeUndefined()
    else await expect(sent).rejects.toThrow()
  }
})
