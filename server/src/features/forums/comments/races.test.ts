import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createComment } from '#writing/comments.ts'
import { deleteComment } from '#writing/delete-comments.ts'
import { removeContent } from '#features/moderation/on-server.ts'
import { hideDiscussion } from '#writing/delete-discussions.ts'
import { toggleReaction } from '#community/reactions.ts'
import type { Db } from '#db/client.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { ignoreMissing, makePeople, race, runDuring, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { decideContent } from '#features/moderation/decisions.ts'
import { editForumComment, setPinned } from './commands.ts'

type Row = { id: number }

const rounds = 25

function commands(t: TestApp) {
  const db = withoutRetry(t)
  const { config, outbox, sessionCache } = t.app
  const to = ({ id }: Row) => ({ kind: 'comment', id, on: 'discussion' }) as const
  return {
    like: (user: Row, comment: Row) => () => toggleReaction(db, { to: to(comment), userId: user.id, value: 1 }),
    dislike: (user: Row, comment: Row) => () => toggleReaction(db, { to: to(comment), userId: user.id, value: -1 }),
    reply: (user: Row, on: Row, parent?: Row) => () =>
      createComment(db, {
        on: { kind: 'discussion', id: on.id },
        parentId: parent?.id,
        userId: user.id,
        text: 'Hello',
        confirmedOnly: false,
      }),
    edit:
      (user: Row, { id }: Row, text: string) =>
      () =>
        editForumComment(db, { commentId: id, userId: user.id, text }),
    erase:
      (user: Row, { id }: Row) =>
      () =>
        deleteComment(db, { commentId: id, on: 'discussion', userId: user.id }),
    remove:
      (moderator: Row, { id }: Row) =>
      () =>
        decideContent(
          { config, outbox, sessionCache, db },
          { kind: 'comment', id, action: 'remove', rule: 7, sentence: 'spam', moderatorId: moderator.id },
        ),
    removeOnServer:
      ({ id }: Row) =>
      () =>
        removeContent(
          { config, outbox, sessionCache, db },
          { kind: 'comment', id: id },
          { actor: 'Grace', reason: 'spam' },
        ).catch(ignoreMissing),
    pin: (moderator: Row, { id }: Row) => setPinnedOf(db, moderator, id, true),
    unpin: (moderator: Row, { id }: Row) => setPinnedOf(db, moderator, id, false),
    lock:
      ({ id }: Row) =>
      () =>
        db
          .update(discussions)
          .set({ lockedAt: sql`now()` })
          .where(sql`id = ${id}`),
    hide:
      ({ id }: Row) =>
      () =>
        db.transaction((tx) => hideDiscussion(tx, id, { deletedAt: sql`now()` })),
  }
}

const setPinnedOf = (db: Db, moderator: Row, commentId: number, isPinned: boolean) => () =>
  setPinned(db, { commentId, userId: moderator.id, isPinned })

/** Compares every counter with its rows, and the threads with their rules. */
async function findWrong(t: TestApp): Promise<unknown[]> {
  const shown = sql`is_visible`
  const { rows } = await t.db.execute(sql`
    select 'path' as wrong, id from comments c where parent_id is not null and path is distinct from (
      select path || id from comments where id = c.parent_id)
    union all select 'lost reply', id from comments c where ((${shown}) or reply_count > 0) and exists (
      select from comments where id = c.parent_id and not ((${shown}) or reply_count > 0))
    union all select 'hidden pin', id from comments where pinned_at is not null and not (${shown})
    union all select 'too many pins', discussion_id from comments where pinned_at is not null
      group by discussion_id having count(*) > 3
    union all select 'order', c.id from comments c join comments later on later.discussion_id = c.discussion_id
      where later.id > c.id and later.created_at < c.created_at
    union all select 'activity', id from discussions d where updated_at <>
      coalesce((select max(created_at) from comments where discussion_id = d.id), created_at)`)
  return [...rows, ...(await findWrongCounters(t.db))]
}

test('likes against dislikes against the deletion of their comment', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [author, ...people] = await makePeople(t, 5)
  const moderator = await t.make.user({ role: 'moderator' })
  const discussion = await t.make.discussion({ author: author! })

  for (let round = 0; round < rounds; round++) {
    const comment = await t.make.forumComment({ discussion, author: author! })
    const clicks = people.flatMap((user) => [
      run.like(user, comment),
      run.dislike(user, comment),
      run.like(user, comment),
      run.dislike(user, comment),
    ])
    const hide = round % 2 ? run.erase(author!, comment) : run.remove(moderator, comment)
    await race(round % 3 ? [...clicks.slice(0, 9), hide, ...clicks.slice(9)] : clicks)
    expect(await findWrong(t)).toEqual([])
  }
  expect(await t.db.$count(reactions)).toBeGreaterThan(0)
})

test('replies against deletions and removals of the comments above them', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [author, ...people] = await makePeople(t, 4)
  const moderator = await t.make.user({ role: 'moderator' })
  const discussion = await t.make.discussion({ author: author! })

  for (let round = 0; round < rounds; round++) {
    const chain: Row[] = []
    for (let depth = 0; depth < 4; depth++) {
      chain.push(await t.make.forumComment({ discussion, author: author!, parent: chain.at(-1) }))
    }
    const [top, , middle, last] = chain
    // In some rounds the chain is already hidden, up to its last reply.
    if (round % 2) for (const comment of chain.slice(0, 3)) await run.erase(author!, comment)()
    await race([
      run.reply(people[0]!, discussion, last),
      run.erase(author!, last!),
      run.reply(people[1]!, discussion, middle),
      run.remove(moderator, last!),
      run.erase(author!, middle!),
      run.removeOnServer(middle!),
      run.reply(people[2]!, discussion, last),
      run.edit(author!, last!, `edited ${round}`),
      run.like(people[0]!, last!),
      run.pin(moderator, top!),
      run.erase(author!, top!),
      run.unpin(moderator, top!),
      run.reply(people[0]!, discussion, top),
    ])
    expect(await findWrong(t)).toEqual([])
  }
})

test('pins against pins, unpins and removals', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const author = await t.make.user()
  const [grace, ada] = [await t.make.user({ role: 'moderator' }), await t.make.user({ role: 'admin' })]

  for (let round = 0; round < rounds; round++) {
    const discussion = await t.make.discussion({ author })
    const made: Row[] = []
    for (let count = 0; count < 5; count++) made.push(await t.make.forumComment({ discussion, author }))
    await race([
      ...made.map((row, at) => run.pin(at % 2 ? grace : ada, row)),
      run.unpin(grace, made[0]!),
      run.remove(ada, made[1]!),
      run.erase(author, made[2]!),
      ...made.map((row, at) => run.pin(at % 2 ? ada : grace, row)),
    ])
    expect(await findWrong(t)).toEqual([])
  }
})

test('comments against the lock and the deletion of their discussion', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [author, ...people] = await makePeople(t, 4)
  const moderator = await t.make.user({ role: 'moderator' })

  for (let round = 0; round < rounds; round++) {
    const discussion = await t.make.discussion({ author: author! })
    const comment = await t.make.forumComment({ discussion, author: author! })
    await race([
      ...people.map((user) => run.reply(user, discussion, comment)),
      run.edit(author!, comment, 'Edited'),
      round % 2 ? run.lock(discussion) : run.hide(discussion),
      run.erase(author!, comment),
      ...people.map((user) => run.reply(user, discussion)),
      run.remove(moderator, comment),
      run.like(people[0]!, comment),
    ])
    expect(await findWrong(t)).toEqual([])
  }
})

describe('waits, and is then rejected', () => {
  const winners = {
    'the lock of the discussion': (tx: Db, { discussion }: Site) =>
      tx
        .update(discussions)
        .set({ lockedAt: sql`now()` })
        .where(sql`id = ${discussion.id}`),
    'the deletion of the discussion': (tx: Db, { discussion }: Site) =>
      hideDiscussion(tx, discussion.id, { deletedAt: sql`now()` }),
    'the deletion of the comment': (tx: Db, { author, comment }: Site) =>
      deleteComment(tx, { commentId: comment.id, on: 'discussion', userId: author.id }),
    'the loss of the role': (tx: Db, { moderator }: Site) =>
      tx.execute(sql`update users set role = 'user' where id = ${moderator.id}`),
  }
  const reply = (site: Site) => site.run.reply(site.reader, site.discussion, site.comment)

  test.each([
    ['a reply', 'the lock of the discussion', 409, reply],
    ['a reply', 'the deletion of the discussion', 404, reply],
    ['a reply', 'the deletion of the comment', 409, reply],
    ['an edit', 'the lock of the discussion', 409, (site: Site) => site.run.edit(site.author, site.comment, 'Late')],
    ['an edit', 'the deletion of the comment', 404, (site: Site) => site.run.edit(site.author, site.comment, 'Late')],
    ['a dislike', 'the deletion of the comment', 404, (site: Site) => site.run.dislike(site.reader, site.comment)],
    ['a pin', 'the deletion of the comment', 404, (site: Site) => site.run.pin(site.moderator, site.comment)],
    ['a pin', 'the loss of the role', 403, (site: Site) => site.run.pin(site.moderator, site.comment)],
    ['a removal', 'the loss of the role', 403, (site: Site) => site.run.remove(site.moderator, site.comment)],
  ] as const)('%s during %s', async (_name, winner, status, action) => {
    await using t = await startTestApp()
    const site = await makeSite(t)
    const outcome = await runDuring(t, (tx) => winners[winner](tx, site), action(site))

    expect(outcome).toMatchObject({ status: 'rejected', reason: { status } })
    expect(await findWrong(t)).toEqual([])
    expect(await t.db.$count(comments)).toBe(1)
  })
})

test('a like of the discussion does not wait for a comment that is being written', async () => {
  await using t = await startTestApp()
  const { run, reader, author, discussion } = await makeSite(t)
  const like = () =>
    toggleReaction(t.db, { to: { kind: 'discussion', id: discussion.id }, userId: author.id, value: 1 })

  const outcome = await runDuring(
    t,
    (tx) => tx.execute(sql`lock table attempts in share mode`),
    run.reply(reader, discussion),
    like,
  )

  expect(outcome).toMatchObject({ status: 'fulfilled' })
  expect(await findWrong(t)).toEqual([])
})

type Site = Awaited<ReturnType<typeof makeSite>>

async function makeSite(t: TestApp) {
  const [author, reader] = [await t.make.user(), await t.make.user()]
  const discussion = await t.make.discussion({ author })
  return {
    run: commands(t),
    author,
    reader,
    moderator: await t.make.user({ role: 'moderator' }),
    discussion,
    comment: await t.make.forumComment({ discussion, author }),
  }
}
