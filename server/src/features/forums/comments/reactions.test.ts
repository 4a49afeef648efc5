import * as contract from '@wtpu/contract/forums/comments'
import type { ForumComment, ReactionState } from '@wtpu/contract/forums/comments'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toggleReaction } from '#community/reactions.ts'
import { removeContent } from '#features/moderation/on-server.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

const like = async (t: TestApp, user: Row, { id }: Row) =>
  (await t.as(user).call(contract.likeForumComment, { params: { id } })).json<ReactionState>()
const dislike = async (t: TestApp, user: Row, { id }: Row) =>
  (await t.as(user).call(contract.dislikeForumComment, { params: { id } })).json<ReactionState>()
const mine = (t: TestApp, user: Row, ids: string) =>
  t.as(user).call(contract.listMyReactions, { querystring: { comments: ids } })

async function startWithComment() {
  const t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const discussion = await t.make.discussion({ author: ada })
  const comment = await t.make.forumComment({ discussion, author: ada })
  return { t, ada, bob, discussion, comment, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('likes and dislikes exclude each other, and a repeated reaction is taken back', async () => {
  await using site = await startWithComment()
  const { t, ada, bob, comment } = site
  const state = (value: -1 | 0 | 1, likes: number, dislikes: number): ReactionState => ({
    value,
    liked: value === 1,
    disliked: value === -1,
    like_count: likes,
    dislike_count: dislikes,
  })

  expect(await like(t, bob, comment)).toEqual(state(1, 1, 0))
  expect(await dislike(t, bob, comment)).toEqual(state(-1, 0, 1))
  expect(await like(t, ada, comment)).toEqual(state(1, 1, 1))
  expect(await dislike(t, bob, comment)).toEqual(state(0, 1, 0))
  expect(await dislike(t, bob, comment)).toEqual(state(-1, 1, 1))
  expect(await like(t, bob, comment)).toEqual(state(1, 2, 0))
  expect(await like(t, bob, comment)).toEqual(state(0, 1, 0))
  expect(await t.db.select().from(reactions)).toMatchObject([{ userId: ada.id, value: 1, commentId: comment.id }])
  expect(await t.db.select().from(comments)).toMatchObject([{ likeCount: 1, dislikeCount: 0 }])
})

test('parallel clicks of one user end in a state that one of their possible orders explains', async () => {
  await using site = await startWithComment()
  const { t, bob, comment } = site

  const states = await Promise.all([like, like, like, dislike, dislike].map((click) => click(t, bob, comment)))

  const [row] = await t.db.select().from(comments)
  const rows = await t.db.select({ value: reactions.value }).from(reactions)
  expect(rows.length).toBeLessThanOrEqual(1)
  expect([row?.likeCount, row?.dislikeCount]).toEqual([
    rows.filter((candidate) => candidate.value === 1).length,
    rows.filter((candidate) => candidate.value === -1).length,
  ])
  for (const state of states) {
    expect([state.like_count, state.dislike_count]).toEqual([Number(state.liked), Number(state.disliked)])
  }
})

test('lists the viewer’s own reactions to these comments', async () => {
  await using site = await startWithComment()
  const { t, ada, bob, discussion, comment } = site
  const [second, third] = [
    await t.make.forumComment({ discussion, author: ada }),
    await t.make.forumComment({ discussion, author: ada }),
  ]
  await like(t, bob, comment)
  await dislike(t, bob, second)
  await like(t, ada, third)
  await like(t, bob, third)
  const ids = [comment, second, third].map(({ id }) => id)

  expect((await mine(t, bob, `${ids.join(',')},${ids.join(',')},0,9999999999`)).json()).toHaveLength(3)
  expect((await mine(t, bob, `${comment.id},${second.id}`)).json()).toEqual(
    expect.arrayContaining([
      { comment: comment.id, value: 1 },
      { comment: second.id, value: -1 },
    ]),
  )
  expect((await mine(t, ada, ids.join(','))).json()).toEqual([{ comment: third.id, value: 1 }])
  expect((await mine(t, ada, Array.from({ length: 200 }, (_, at) => at + 1_000).join(','))).json()).toEqual([])
})

test('rejects lists that are not 1 to 200 ids', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const tooMany = Array.from({ length: 201 }, () => '1').join(',')

  for (const ids of ['', ',', '1,', '1,,2', 'x', '-1', '1.5', '99999999999', tooMany]) {
    expect([ids, (await mine(t, user, ids)).statusCode]).toEqual([ids, 400])
  }
})

test.each([contract.likeForumComment, contract.dislikeForumComment])(
  '$url requires a comment on a discussion',
  async (endpoint) => {
    await using site = await startWithComment()
    const { t, ada, comment } = site

    expect((await t.as(ada).call(endpoint, { params: { id: 4711 } })).statusCode).toBe(404)
    await t.as(ada).call(contract.deleteForumComment, { params: { id: comment.id } })
    expect((await t.as(ada).call(endpoint, { params: { id: comment.id } })).statusCode).toBe(404)
  },
)

test('a reaction of an account that was just blocked or deleted is rejected', async () => {
  await using site = await startWithComment()
  const { t, bob, comment } = site
  const to = { kind: 'comment', id: comment.id, on: 'discussion' } as const
  await t.db
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(eq(users.id, bob.id))

  await expect(toggleReaction(t.db, { to, userId: bob.id, value: 1 })).rejects.toMatchObject({ status: 401 })
  expect(await t.db.$count(reactions)).toBe(0)
})

test('only comments on discussions can be disliked', async () => {
  await using site = await startWithComment()
  const { t, bob, discussion } = site
  const post = await t.make.post({ author: bob })
  const toDiscussion = { kind: 'discussion', id: discussion.id } as const

  for (const to of [toDiscussion, { kind: 'post', id: post.id } as const]) {
    await expect(toggleReaction(t.db, { to, userId: bob.id, value: -1 })).rejects.toMatchObject({ status: 400 })
  }
  const liked = await toggleReaction(t.db, { to: toDiscussion, userId: bob.id, value: 1 })
  expect(liked).toEqual({ value: 1, likeCount: 1, dislikeCount: 0 })
  expect(await t.db.select({ likes: discussions.likeCount }).from(discussions)).toEqual([{ likes: 1 }])
  expect(await toggleReaction(t.db, { to: toDiscussion, userId: bob.id, value: 1 })).toMatchObject({ likeCount: 0 })
})

test('shared lists contain a client’s own writes at once', async () => {
  await using site = await startWithComment()
  const { t, ada, bob, discussion, comment } = site
  const moderator = await t.make.user({ role: 'moderator' })
  const params = { id: comment.id }
  const list = async () =>
    (
      await t.as(bob).call(contract.listDiscussionComments, {
        params: { id: discussion.id },
        querystring: { sort: 'oldest' },
      })
    ).json<ForumComment[]>()
  const steps: [() => Promise<unknown>, Partial<ForumComment>][] = [
    [() => like(t, bob, comment), { like_count: 1 }],
    [() => dislike(t, bob, comment), { like_count: 0, dislike_count: 1 }],
    [
      () => t.as(ada).call(contract.editForumComment, { params, body: { content: 'Edited' } }),
      { content: 'Edited', edited_at: expect.any(String) },
    ],
    [() => t.as(moderator).call(contract.pinForumComment, { params }), { isPinned: true }],
    [() => t.as(moderator).call(contract.unpinForumComment, { params }), { isPinned: false }],
    [
      () =>
        t.as(bob).call(contract.createDiscussionComment, {
          params: { id: discussion.id },
          body: { content: 'Reply', parent: comment.id },
        }),
      { reply_count: 1 },
    ],
    [() => t.as(ada).call(contract.deleteForumComment, { params }), { state: 'deleted' }],
  ]

  expect(await list()).toHaveLength(1)
  for (const [act, expected] of steps) {
    await act()
    expect((await list())[0]).toMatchObject(expected)
  }
  const [place] = await list()
  const { id } = place!.replies[0]!
  await removeContent(t.app, { kind: 'comment', id }, { actor: 'Grace', reason: 'spam' })
  expect(await list()).toEqual([])
})
