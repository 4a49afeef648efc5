import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { ApiError } from '#http/errors.ts'
import { withoutRetry } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'
import { react, removeReaction, toggleReaction } from './reactions.ts'

async function startWithComment(people: number) {
  const t = await startTestApp()
  const readers = await Promise.all(Array.from({ length: people }, () => t.make.user()))
  const [author] = readers
  const discussion = await t.make.discussion({ author: author ?? { id: 0 } })
  const comment = await t.make.forumComment({ discussion, author: author ?? { id: 0 } })
  return {
    t,
    readers,
    to: { kind: 'comment', id: comment.id, on: 'discussion' } as const,
    stored: async () => {
      const [row] = await t.db
        .select({ likes: comments.likeCount, dislikes: comments.dislikeCount })
        .from(comments)
        .where(eq(comments.id, comment.id))
      const { rows } = await t.db.execute<{ likes: number; dislikes: number }>(sql`select
        count(*) filter (where value = 1) as likes, count(*) filter (where value = -1) as dislikes from reactions`)
      expect(row).toEqual(rows[0])
      return row
    },
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

/** Results, and the error codes of those that failed. An error that is not an ApiError would be a 500. */
async function settle<T>(calls: Promise<T>[]): Promise<(T | string)[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value
      : outcome.reason instanceof ApiError
        ? outcome.reason.code
        : String(outcome.reason),
  )
}

test('reactions of one batch get the counts as if they were written one after another', async () => {
  await using site = await startWithComment(5)
  const { t, readers, to } = site
  const results = await Promise.all(
    readers.map(({ id }, index) => toggleReaction(t.db, { to, userId: id, value: index % 2 === 0 ? 1 : -1 })),
  )

  expect(results.map(({ likeCount, dislikeCount }) => [likeCount, dislikeCount])).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
  ])
  expect(await site.stored()).toEqual({ likes: 3, dislikes: 2 })
})

test('two clicks by one user in the same batch take effect one after the other', async () => {
  await using site = await startWithComment(3)
  const { t, readers, to } = site
  // The first reaction is written alone. The others wait for it and form one batch.
  const clicks = [readers[0], readers[1], readers[1], readers[2], readers[2], readers[2]]
  const results = await Promise.all(clicks.map((user) => toggleReaction(t.db, { to, userId: user?.id ?? 0, value: 1 })))

  expect(results.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1, 1, 1])
  expect(await site.stored()).toEqual({ likes: 2, dislikes: 0 })
})

test('a dislike replaces a like, and liking twice or removing by an outdated id changes nothing', async () => {
  await using site = await startWithComment(2)
  const { t, readers, to } = site
  const [ada, bob] = readers.map(({ id }) => id)
  const liked = await react(t.db, { to, userId: ada ?? 0, value: 1 })
  await Promise.all([
    toggleReaction(t.db, { to, userId: bob ?? 0, value: -1 }),
    react(t.db, { to, userId: ada ?? 0, value: 1 }).then((again) => expect(again.id).toBe(liked.id)),
  ])
  expect(await site.stored()).toEqual({ likes: 1, dislikes: 1 })
  expect(await removeReaction(t.db, { to, userId: ada ?? 0, id: liked.id + 1_000 })).toMatchObject({ removed: false })

  await toggleReaction(t.db, { to, userId: bob ?? 0, value: 1 })
  expect(await site.stored()).toEqual({ likes: 2, dislikes: 0 })
})

test('a rejected reaction does not affect the others of its batch', async () => {
  await using site = await startWithComment(4)
  const { t, readers, to } = site
  await t.db
    .update(users)
    .set({ blockedAt: new Date() })
    .where(inArray(users.id, [readers[2]?.id ?? 0]))
  const results = await settle(readers.map(({ id }) => react(t.db, { to, userId: id, value: 1 })))

  expect(results.map((result) => (typeof result === 'string' ? result : result.likeCount))).toEqual([
    1,
    2,
    'not_signed_in',
    3,
  ])
  expect(await site.stored()).toEqual({ likes: 3, dislikes: 0 })
})

test('likes of two servers while the comment is deleted: each is counted or gets 404', async () => {
  await using site = await startWithComment(20)
  const { t, readers, to } = site
  const servers = [withoutRetry(t), withoutRetry(t)]
  const likes = readers.map(({ id }, index) =>
    react(servers[index % 2] ?? t.db, { to, userId: id, value: 1 }).then(() => 'liked'),
  )
  await t.db.update(comments).set({ deletedAt: new Date() }).where(eq(comments.id, to.id))
  const results = await settle(likes)

  expect(results.filter((result) => result !== 'liked' && result !== 'not_found')).toEqual([])
  const liked = results.filter((result) => result === 'liked').length
  expect(await site.stored()).toEqual({ likes: liked, dislikes: 0 })
  expect(await t.db.$count(reactions)).toBe(liked)
})
