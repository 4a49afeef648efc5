import * as forumComments from '@wtpu/contract/forums/comments'
import * as discussions from '@wtpu/contract/forums/discussions'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import * as politicians from '@wtpu/contract/politicians'
import { expect, test } from 'vitest'
import { attempts } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

test('in slow mode, each user comments once a minute on a discussion or a wall', async () => {
  await using t = await startTestApp()
  const [ada, bob, moderator] = [await t.make.user(), await t.make.user(), await t.make.user({ role: 'moderator' })]
  const discussion = await t.make.discussion({ author: ada })
  const official = await t.make.politician()
  let count = 0
  const places = [
    {
      start: discussions.startSlowDiscussion,
      end: discussions.endSlowDiscussion,
      params: { id: discussion.id },
      isSlow: () => t.as(ada).call(discussions.getDiscussion, { params: { id: discussion.id } }),
      comment: (user: typeof ada) =>
        t.as(user).call(forumComments.createDiscussionComment, {
          params: { id: discussion.id },
          body: { content: `Comment ${++count}` },
        }),
    },
    {
      start: politicians.startSlowWall,
      end: politicians.endSlowWall,
      params: { id: official.id },
      isSlow: () => t.as(ada).call(politicians.getPolitician, { params: { id: official.id } }),
      comment: (user: typeof ada) =>
        t.as(user).call(politicians.createComment, { body: { politician: official.id, text: `Comment ${++count}` } }),
    },
  ]
  for (const { start, end, params, isSlow, comment } of places) {
    expect((await t.as(ada).call(start, { params })).statusCode).toBe(403)
    expect((await t.as(moderator).call(start, { params: { id: 4_711 } })).statusCode).toBe(404)
    for (const _ of [1, 2]) expect((await t.as(moderator).call(start, { params })).json()).toEqual({ is_slow: true })
    expect((await isSlow()).json().is_slow).toBe(true)

    const written = await Promise.all([comment(ada), comment(ada), comment(ada)])
    expect(written.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    const rejected = written.find(({ statusCode }) => statusCode === 429)
    expect(rejected?.json().code).toBe('slow_mode')
    // The wait counts from the comment that was faster.
    expect(Number(rejected?.headers['retry-after'])).toBeLessThan(65)
    expect(rejected?.headers['retry-after']).toMatch(/^\d+$/)
    expect((await comment(bob)).statusCode).toBe(201)

    await t.as(moderator).call(end, { params })
    expect((await isSlow()).json().is_slow).toBe(false)
    expect((await comment(ada)).statusCode).toBe(201)
    await t.db.delete(attempts)
  }
  const log = await t.call(listModerationLog, { querystring: {} })
  expect(log.json().results.map(({ kind, action }: { kind: string; action: string }) => [kind, action])).toEqual([
    ['politician', 'unslow'],
    ['politician', 'slow'],
    ['discussion', 'unslow'],
    ['discussion', 'slow'],
  ])
})
