import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { createPost } from '#features/boiler-room/posts/create-post.ts'
import { deletePost, editPost } from '#features/boiler-room/posts/commands.ts'
import { toggleFollow } from '#features/boiler-room/follows.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { ignoreMissing, leave, makePeople, race, runDuring, slow, withoutRetry } from '#testing/races.ts'
import { nextNumber } from '#testing/make-row.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { createComment } from './comments.ts'
import { deleteComment } from './delete-comments.ts'
import { removeContent } from '#features/moderation/on-server.ts'
import { deletePosts } from './delete-posts.ts'
import { react, removeReaction } from '#community/reactions.ts'

type Row = { id: number }

const rounds = 50

function commands(t: TestApp) {
  const db = withoutRetry(t)
  const { config, outbox, sessionCache } = t.app
  const post = ({ id }: Row) => ({ kind: 'post', id }) as const
  const comment = ({ id }: Row) => ({ kind: 'comment', id, on: 'post' }) as const
  return {
    likePost: (user: Row, to: Row) => () => react(db, { to: post(to), userId: user.id, value: 1 }),
    unlikePost: (user: Row, to: Row) => () => removeReaction(db, { to: post(to), userId: user.id }),
    likeComment: (user: Row, to: Row) => () => react(db, { to: comment(to), userId: user.id, value: 1 }),
    unlikeComment: (user: Row, to: Row) => () => removeReaction(db, { to: comment(to), userId: user.id }),
    comment: (user: Row, on: Row) => () =>
      createComment(db, {
        on: post(on),
        userId: user.id,
        text: `${nextNumber()}`,
        confirmedOnly: false,
      }),
    deleteComment:
      (user: Row, { id }: Row) =>
      () =>
        deleteComment(db, { commentId: id, on: 'post', userId: user.id }),
    removeComment:
      ({ id }: Row) =>
      () =>
        removeContent(
          { config, outbox, sessionCache, db },
          { kind: 'comment', id: id },
          { actor: 'Grace', reason: 'spam' },
        ).catch(ignoreMissing),
    post: (author: Row, text: string) => () =>
      createPost(db, t.app, { userId: author.id, confirmedOnly: false, text: `${text} ${nextNumber()}`, files: [] }),
    editPost:
      (author: Row, { id }: Row, text: string) =>
      () =>
        editPost(db, { postId: id, userId: author.id, text }),
    deletePost:
      (author: Row, { id }: Row) =>
      () =>
        deletePost({ db, files: t.app.files }, { postId: id, userId: author.id }),
    deleteAccount: (user: Row & { email: string }) => leave(t, db, user),
    follow: (user: Row, other: Row) => () => toggleFollow(db, { userId: user.id, wanted: String(other.id) }),
  }
}

test('concurrent likes and unlikes of a post and a comment neither deadlock nor miscount', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const people = await makePeople(t, 5)
  const post = await t.make.post({ author: people[0]! })
  const comment = await run.comment(people[0]!, post)()

  for (let round = 0; round < rounds; round++) {
    await race(
      people.flatMap((user) => [
        run.likePost(user, post),
        run.likeComment(user, comment),
        run.unlikePost(user, post),
        run.likePost(user, post),
        run.unlikeComment(user, comment),
        run.likeComment(user, comment),
      ]),
    )
    expect(await findWrongCounters(t.db)).toEqual([])
  }
})

test('comments and deletions of comments and their post neither deadlock nor miscount', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [author, ...people] = await makePeople(t, 4)

  for (let round = 0; round < rounds; round++) {
    const post = await t.make.post({ author: author!, text: 'Roads #roads #council' })
    const written = await Promise.all(people.map((user) => run.comment(user, post)()))
    const deletions = people.flatMap((user, index) => [
      run.comment(user, post),
      run.likeComment(user, written[0]!),
      run.deleteComment(user, written[index]!),
      run.removeComment(written[index]!),
    ])
    await race([...deletions.slice(0, 6), run.deletePost(author!, post), ...deletions.slice(6)])
    expect(await findWrongCounters(t.db)).toEqual([])
  }
})

test('deletions of posts and accounts neither deadlock nor miscount with other actions', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const people = await makePeople(t, 3)

  for (let round = 0; round < rounds; round++) {
    const leaving = await t.make.user()
    const own = await Promise.all(
      ['#roads #council', '#council #sewers', '#sewers #roads'].map((text) => t.make.post({ author: leaving, text })),
    )
    const post = await t.make.post({ author: people[0]!, text: '#sewers #council #roads' })
    const comment = await run.comment(leaving, post)()
    const actions = people.flatMap((user) => [
      run.likePost(user, own[0]!),
      run.comment(user, own[1]!),
      run.likeComment(user, comment),
      run.follow(user, leaving),
      run.post(user, 'More #roads #sewers #council'),
    ])
    await race([
      run.deletePost(people[0]!, post),
      ...actions.slice(0, 7),
      run.deletePost(leaving, own[2]!),
      run.deleteAccount(leaving),
      run.deletePost(leaving, own[0]!),
      run.editPost(leaving, own[1]!, 'Less #roads #council #sewers'),
      run.post(leaving, 'Last #council #sewers #roads'),
      run.likePost(leaving, post),
      run.follow(leaving, people[1]!),
      run.deleteComment(leaving, comment),
      ...actions.slice(7),
    ])
    expect(await findWrongCounters(t.db)).toEqual([])
    expect(await t.db.$count(posts, sql`${posts.userId} = ${leaving.id} and ${posts.deletedAt} is null`)).toBe(0)
  }
})

describe('waits for a deletion, and is then rejected', () => {
  const deletions = {
    post: (tx: Db, { author }: Site) => deletePosts(tx, { authorId: author.id }),
    comment: (tx: Db, { author, comment }: Site) =>
      deleteComment(tx, { commentId: comment.id, on: 'post', userId: author.id }),
  }

  test.each([
    ['a comment', 'post', (site: Site) => site.run.comment(site.reader, site.post)],
    ['a like', 'post', (site: Site) => site.run.likePost(site.reader, site.post)],
    ['an unlike', 'post', (site: Site) => site.run.unlikePost(site.reader, site.post)],
    ['a like', 'comment', (site: Site) => site.run.likeComment(site.reader, site.comment)],
    ['an unlike', 'comment', (site: Site) => site.run.unlikeComment(site.reader, site.comment)],
  ] as const)('%s during the deletion of the %s', async (_name, deleted, action) => {
    await using t = await startTestApp()
    const site = await makeSite(t)
    const outcome = await runDuring(t, (tx) => deletions[deleted](tx, site), action(site))

    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 404 } })
    expect(await findWrongCounters(t.db)).toEqual([])
  })
})

type Site = Awaited<ReturnType<typeof makeSite>>

async function makeSite(t: TestApp) {
  const run = commands(t)
  const [author, reader] = [await t.make.user(), await t.make.user()]
  const post = await t.make.post({ author })
  return { run, author, reader, post, comment: await run.comment(author, post)() }
}
