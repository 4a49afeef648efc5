import { createToken } from '@wtpu/contract/accounts/accounts'
import { followUser } from '@wtpu/contract/boiler-room/follows'
import { createDiscussionComment } from '@wtpu/contract/forums/comments'
import { castVote } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runAdminCommand } from '#cli/admin-commands.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { startTestApp } from '#testing/test-app.ts'
import { addDemoData } from './add-demo-data.ts'
import { demoEmail } from '#db/demo-accounts.ts'

test('removes the people and content of the demo, and nothing of real people', async () => {
  await using t = await startTestApp()
  await addDemoData({ db: t.db, files: t.app.files, jwtSecret: t.config.jwtSecret, log: () => undefined })
  await runCommonGround(t.db)
  const [demo] = await t.db.select().from(users).where(eq(users.email, demoEmail))
  const [demoDiscussion] = await t.db.select().from(discussions).limit(1)
  const ada = await t.make.user({ username: 'ada' })
  const official = await t.make.politician({ source: 'congress' })
  const poll = await t.make.poll({ creator: ada.id, politician: official.id })
  const discussion = await t.make.discussion({ author: ada })
  await t.make.post({ author: ada, text: '#budget' })
  const vote = (user: { id: number }) =>
    t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const comment = (user: { id: number }, id: number) =>
    t.as(user).call(createDiscussionComment, { params: { id }, body: { content: 'Agreed.' } })
  const [portrait] = await t.db.select({ photo: politicians.photo }).from(politicians).limit(1)
  const served = () => t.app.inject(portrait?.photo ?? '')
  expect((await served()).statusCode).toBe(200)
  const done = [
    await vote(ada),
    await vote(demo!),
    await comment(ada, discussion.id),
    await comment(demo!, discussion.id),
    await comment(ada, demoDiscussion!.id),
    await t.as(ada).call(followUser, { params: { user: 'demo' } }),
  ]
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 201, 201, 200])

  const { config, db } = t
  const output = await runAdminCommand(['demo', 'remove'], async () => ({ db, config, files: t.app.files }))

  expect(output).toMatch(/Removed: 640 users, 201 politicians, \d+ polls, \d+ posts, \d+ discussions, \d+ comments\./)
  const { rows } = await t.db.execute(sql`select
    (select array_agg(username order by id) from users) as users, (select count(*)::int from politicians) as officials,
    (select count(*)::int from posts) as posts, (select count(*)::int from comments) as comments,
    (select sum(comments)::int from forum_counters) as counted, (select count(*)::int from moderation_actions) as actions,
    (select count(*)::int from roll_calls) as roll_calls, (select value from counters) as participants,
    (select count(*)::int from tags) as tags,
    (select following_count from users where username = 'ada') as following`)
  // The account behind the vote and the comment at real content is a deleted one.
  expect(rows).toEqual([
    {
      users: [null, 'ada'],
      officials: 1,
      posts: 1,
      comments: 2,
      counted: 2,
      actions: 0,
      roll_calls: 0,
      participants: 2,
      tags: 0,
      following: 0,
    },
  ])
  expect(await t.db.select({ id: polls.id }).from(polls)).toEqual([{ id: poll.id }])
  expect((await served()).statusCode).toBe(404)
  const signIn = await t.call(createToken, { body: { username: demoEmail, password: 'citizen-demo' } })
  expect(signIn.statusCode).toBe(401)
  await expect(t.db.execute(sql`delete from moderation_actions`)).rejects.toThrow()
  expect(await runAdminCommand(['demo', 'remove'], async () => ({ db, config, files: t.app.files }))).toContain(
    '0 users',
  )
})
