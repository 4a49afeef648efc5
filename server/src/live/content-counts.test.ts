import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { likePost, likePostComment, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { createDiscussionComment, dislikeForumComment } from '@wtpu/contract/forums/comments'
import { likeDiscussion } from '@wtpu/contract/forums/discussions'
import type { MemberCounts } from '@wtpu/contract/live'
import { createComment } from '@wtpu/contract/politicians'
import { expect, test, vi } from 'vitest'
import { established } from '#testing/ago.ts'
import { identify, openStreamWithTicket } from '#testing/live-stream.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { collectContent, type ContentIds } from './content-counts.ts'

async function openStream(t: TestApp) {
  const stream = await openStreamWithTicket(t)
  return {
    ...stream,
    ticket: stream.tickets()[0],
    /** The newest value of each row that events have carried. */
    counts: () => {
      const newest = new Map<string, object>()
      for (const [, text = '{}'] of stream.received().matchAll(/event: counts\ndata: (.*)\n\n/g)) {
        const counts: Record<string, ({ id: number } | number)[]> = JSON.parse(text)
        for (const [kind, rows] of Object.entries(counts))
          for (const row of rows) newest.set(`${kind} ${typeof row === 'number' ? row : row.id}`, Object(row))
      }
      return Object.fromEntries(newest)
    },
  }
}

test('reactions and comments send counts to the streams of users, without who reacted, and nothing to visitors', async () => {
  await using t = await startTestApp()
  const [reader, writer] = [await t.make.user(established), await t.make.user(established)]
  const [post, discussion] = [await t.make.post({ author: reader }), await t.make.discussion({ author: reader })]
  const official = await t.make.politician()
  using stream = await openStream(t)
  using visitor = await openStream(t)
  await identify(t, reader, stream.ticket)
  const as = t.as(writer)
  const params = { id: post.id }

  await as.call(likePost, { params })
  const onPost = (await as.call(createPostComment, { body: { post: post.id, text: 'Hello' } })).json()
  await as.call(likePostComment, { params: onPost })
  await as.call(likeDiscussion, { params: { id: discussion.id } })
  const onDiscussion = (
    await as.call(createDiscussionComment, { params: { id: discussion.id }, body: { content: 'So' } })
  ).json()
  await as.call(dislikeForumComment, { params: onDiscussion })
  await as.call(createComment, { body: { politician: official.id, text: 'Well' } })

  await expect.poll(stream.counts).toEqual({
    [`posts ${post.id}`]: { id: post.id, likes_count: 1, comments_count: 1 },
    [`discussions ${discussion.id}`]: { id: discussion.id, like_count: 1, num_comments: 1 },
    [`comments ${onPost.id}`]: { id: onPost.id, like_count: 1, dislike_count: 0 },
    [`comments ${onDiscussion.id}`]: { id: onDiscussion.id, like_count: 0, dislike_count: 1 },
    [`walls ${official.id}`]: Object(official.id),
  })
  // Browsers fetch nothing.
  expect(stream.received()).not.toContain('data: /api/boilerroom/posts/')
  expect(stream.received()).not.toContain('data: /api/forums/discussions/')
  expect(visitor.received()).not.toContain('event: counts')

  await as.call(unlikePost, { params })
  await expect.poll(stream.counts).toMatchObject({ [`posts ${post.id}`]: { likes_count: 0 } })
})

test('a stream that belongs to a user a moment after it was opened gets the counts it has missed', async () => {
  await using t = await startTestApp()
  const [reader, writer] = [await t.make.user(established), await t.make.user(established)]
  const post = await t.make.post({ author: reader })
  using stream = await openStream(t)
  await t.as(writer).call(likePost, { params: { id: post.id } })

  await identify(t, reader, stream.ticket)

  await expect.poll(stream.counts).toHaveProperty([`posts ${post.id}`, 'likes_count'], 1)
})

/** A collector without a database, which reads the ids only. */
function collect() {
  const sent: string[] = []
  const read = vi.fn(async ({ posts }: ContentIds): Promise<MemberCounts> => ({
    posts: posts.map((id) => ({ id, likes_count: 1, comments_count: 0 })),
    discussions: [],
    comments: [],
    walls: [],
  }))
  let now = 0
  const content = collectContent({ read, send: (text) => sent.push(text), now: () => now })
  const idsRead = () => read.mock.calls.map(([{ posts }]) => posts)
  return { content, read, sent, idsRead, pass: (milliseconds: number) => (now += milliseconds) }
}

test('reads at most 200 at once, each once, and the rest with the next read', async () => {
  const { content, sent, idsRead } = collect()
  for (let id = 1; id <= 250; id++) content.add('posts', id)
  content.add('posts', 7)

  await content.flush()
  await content.flush()
  await content.flush()

  expect(idsRead().map(({ length }) => length)).toEqual([200, 50])
  expect([sent.length, content.isEmpty()]).toEqual([2, true])
})

test('what could not be read is read again', async () => {
  const { content, read, sent, idsRead } = collect()
  read.mockRejectedValueOnce(new Error('no database'))
  content.add('posts', 7)

  await content.flush()
  expect([sent.length, content.isEmpty()]).toEqual([0, false])
  await content.flush()
  expect([sent.length, idsRead()]).toEqual([1, [[7], [7]]])
})

test('repeats what happened within five seconds, and no more', async () => {
  const { content, idsRead, pass } = collect()
  content.add('posts', 7)
  await content.flush()
  pass(3_000)
  content.add('posts', 8)
  await content.flush()
  pass(3_000)

  content.repeat()
  await content.flush()
  pass(3_000)
  content.repeat()
  await content.flush()

  expect(idsRead()).toEqual([[7], [8], [8]])
})
