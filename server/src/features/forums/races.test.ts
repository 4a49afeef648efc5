import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { toggleReaction } from '#community/reactions.ts'
import { discussions, tags } from '#db/schema/forums.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { ignoreMissing, leave, makePeople, race, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { decideContent } from '#features/moderation/decisions.ts'
import { deleteDiscussion, editDiscussion, unlockDiscussion } from './discussions/commands.ts'
import { createDiscussion } from './discussions/create-discussion.ts'
import { visitWriter } from './discussions/visits.ts'
import { createTag } from './create-tag.ts'
import { mergeTags } from './tags.ts'

type Row = { id: number }

const rounds = 25

function commands(t: TestApp) {
  const db = withoutRetry(t)
  const { config, outbox, sessionCache } = t.app
  const on = ({ id }: Row, user: Row) => ({ discussionId: id, userId: user.id })
  return {
    like:
      (user: Row, { id }: Row) =>
      () =>
        toggleReaction(db, { to: { kind: 'discussion', id }, userId: user.id, value: 1 }),
    start: (user: Row, title: string, tag_ids: number[]) => () =>
      createDiscussion(db, { userId: user.id, confirmedOnly: false, title, description: 'Text', category: 8, tag_ids }),
    edit: (user: Row, discussion: Row, input: { title?: string; category?: number; tag_ids?: number[] }) => () =>
      editDiscussion(db, { ...on(discussion, user), ...input }),
    delete: (user: Row, discussion: Row) => () => deleteDiscussion(db, on(discussion, user)),
    remove:
      ({ id }: Row) =>
      () =>
        removeContent(
          { config, outbox, sessionCache, db },
          { kind: 'discussion', id: id },
          { actor: 'Grace', reason: 'spam' },
        ).catch(ignoreMissing),
    lock:
      (user: Row, { id }: Row) =>
      () =>
        decideContent(
          { config, outbox, sessionCache, db },
          { kind: 'discussion', id, action: 'lock', rule: 7, sentence: 'x', moderatorId: user.id },
        ),
    unlock:
      (user: Row, { id }: Row) =>
      () =>
        unlockDiscussion(db, { discussionId: id, moderatorId: user.id }),
    merge: (user: Row, tagId: number, into: number) => () => mergeTags(db, { tagId, into, moderatorId: user.id }),
    tag: (user: Row, name: string) => () =>
      createTag(db, { userId: user.id, staffId: user.id, confirmedOnly: false, name }),
    visit:
      (user: Row, { id }: Row) =>
      () =>
        visitWriter.enqueue(db, { discussionId: id, userId: user.id, isAuthor: false }),
    deleteAccount: (user: Row & { email: string }) => leave(t, db, user),
    settle: () => visitWriter.flush(db),
  }
}

test('likes, edits, locks and deletion of one discussion', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [ada, grace] = [await t.make.user(), await t.make.user({ role: 'moderator' })]
  const people = await makePeople(t, 5)
  const [first, second, third] = await t.make.tags('one', 'two', 'three')
  for (let round = 0; round < rounds; round++) {
    const discussion = await t.make.discussion({ author: ada })
    await t.make.forumComment({ discussion, author: ada })
    await race([
      ...people.flatMap((user) => [
        run.like(user, discussion),
        run.like(user, discussion),
        run.visit(user, discussion),
      ]),
      run.edit(ada, discussion, { title: `Round ${round}`, category: 1, tag_ids: [first, second] }),
      run.edit(ada, discussion, { title: `Other ${round}`, category: 3, tag_ids: [third, second] }),
      run.lock(grace, discussion),
      run.unlock(grace, discussion),
      ...(round % 3 === 0 ? [run.delete(ada, discussion)] : []),
      ...(round % 3 === 1 ? [run.remove(discussion), run.delete(ada, discussion)] : []),
    ])
  }
  await run.settle()
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('merges of tags against each other and against discussions that use them', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const [ada, bob, grace, lin] = [
    await t.make.user(),
    await t.make.user(),
    await t.make.user({ role: 'moderator' }),
    await t.make.user({ role: 'admin' }),
  ]
  for (let round = 0; round < rounds; round++) {
    await t.db.execute(sql`delete from attempts`)
    const [a, b, c] = await t.make.tags(`a-${round}`, `b-${round}`, `c-${round}`)
    const [discussion, other] = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: bob })]
    await run.edit(ada, discussion, { tag_ids: [a, b] })()
    await race([
      run.merge(grace, a, b),
      run.merge(lin, b, a),
      run.merge(lin, b, c),
      run.merge(grace, c, a),
      run.start(ada, 'Water pipes', [c, a]),
      run.start(bob, 'Pipes of water', [a, b, c]),
      run.edit(ada, discussion, { tag_ids: [b, c] }),
      run.edit(bob, other, { tag_ids: [c, b, a] }),
      run.delete(ada, discussion),
      run.tag(grace, `A ${round}`),
      run.tag(lin, `new ${round}`),
      run.tag(grace, `New-${round}`),
    ])
  }
  expect(await findWrongCounters(t.db)).toEqual([])
  expect(await t.db.$count(tags)).toBe(4 * rounds)
})

test('visits against likes, deletion of the discussion and of accounts', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const ada = await t.make.user()
  for (let round = 0; round < rounds; round++) {
    const made = await Promise.all(Array.from({ length: 3 }, () => t.make.discussion({ author: ada })))
    const people = await makePeople(t, 4)
    await race([
      ...made.flatMap((row) => people.flatMap((user) => [run.visit(user, row), run.like(user, row)])),
      ...people.slice(0, 2).map((user) => run.deleteAccount(user)),
      run.delete(ada, made[0]!),
    ])
    await run.settle()
  }
  const { rows: left } = await t.db.execute(sql`
    select 1 from discussion_visits v join users u on u.id = v.user_id where u.deleted_at is not null`)
  expect(left).toEqual([])
  const { rows: wrong } = await t.db.execute(sql`
    select id from discussions d where
      view_count < (select count(*) from discussion_visits where discussion_id = d.id and counted_at is not null)
      or like_count <> (select count(*) from reactions where discussion_id = d.id)`)
  expect(wrong).toEqual([])
})

test('discussions that share new words in their titles', slow, async () => {
  await using t = await startTestApp()
  const run = commands(t)
  const people = await makePeople(t, 8)
  for (let round = 0; round < 10; round++) {
    const words = Array.from({ length: 12 }, (_one, index) => `word${round}x${index}`)
    await race(people.map((user, index) => run.start(user, (index % 2 ? words : words.toReversed()).join(' '), [])))
  }
  expect(await t.db.$count(discussions)).toBe(80)
})
