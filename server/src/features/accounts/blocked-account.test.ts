import { followUser } from '@wtpu/contract/boiler-room/follows'
import type { Endpoint } from '@wtpu/contract/endpoint'
import * as politicians from '@wtpu/contract/politicians'
import * as polls from '@wtpu/contract/polls/polls'
import * as posts from '@wtpu/contract/boiler-room/posts'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

test('an account that was just blocked can write nothing, although its session is still accepted here', async () => {
  await using t = await startTestApp()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const [poll, politician, post] = [
    await t.make.poll(),
    await t.make.politician(),
    await t.make.post({ author: other, text: 'Hello' }),
  ]
  const comment = (
    await t.as(other).call(politicians.createComment, { body: { politician: politician.id, text: 'Hi' } })
  ).json()
  const like = await t.as(user).call(postLikes.likePost, { params: { id: post.id } })
  expect(like.statusCode).toBe(200)

  // As if staff blocked the account on another server: this one has the session in its cache.
  await t.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.id))
  const writes: [Endpoint, { params?: object; body?: object }][] = [
    [polls.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]?.id } }],
    [polls.createPoll, { body: { question: 'Why?', category: poll.category, options: ['A', 'B'], duration_days: 7 } }],
    [politicians.ratePolitician, { params: { id: politician.id }, body: { type: 'good' } }],
    [politicians.createComment, { body: { politician: politician.id, text: 'Hi' } }],
    [politicians.likeComment, { body: { comment: comment.id } }],
    [politicians.contactOffice, { params: { id: politician.id }, body: { message: 'Hello' } }],
    [postComments.createPostComment, { body: { post: post.id, text: 'Hi' } }],
    [postLikes.likePost, { params: { id: post.id } }],
    [followUser, { params: { user: String(other.id) } }],
  ]
  for (const [endpoint, input] of writes) {
    const response = await t.as(user).call<Endpoint>(endpoint, input)
    expect([endpoint.url, response.statusCode]).toEqual([endpoint.url, endpoint === followUser ? 404 : 401])
  }
  const published = await sendForm(t, user, posts.createPost, { text: { text: 'Hi' }, files: [] })
  expect(published.statusCode).toBe(401)
})
