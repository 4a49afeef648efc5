import { createDiscussionComment } from '@wtpu/contract/forums/comments'
import { createComment } from '@wtpu/contract/politicians'
import { createPoll } from '@wtpu/contract/polls/polls'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { createPost } from '@wtpu/contract/boiler-room/posts'
import { createDiscussion } from '@wtpu/contract/forums/discussions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attempts } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import { established } from '#testing/ago.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Person = Awaited<ReturnType<TestApp['make']['user']>>
const idempotency_key = '6f1c2a4e-3b57-4f0d-9a51-2c7d8e9f0a1b'

/** Each place where people comment: posts one comment with the key, on the same content every time. */
const places = {
  wall: async (t: TestApp) => {
    const politician = (await t.make.politician()).id
    return (user: Person) => t.as(user).call(createComment, { body: { politician, text: 'Once', idempotency_key } })
  },
  post: async (t: TestApp) => {
    const post = (await t.make.post({ author: await t.make.user() })).id
    return (user: Person) => t.as(user).call(createPostComment, { body: { post, text: 'Once', idempotency_key } })
  },
  discussion: async (t: TestApp) => {
    const params = { id: (await t.make.discussion({ author: await t.make.user() })).id }
    return (user: Person) =>
      t.as(user).call(createDiscussionComment, { params, body: { content: 'Once', idempotency_key } })
  },
}

test.each(Object.entries(places))('a comment on a %s is posted once, however often it is sent', async (_, open) => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const send = await open(t)

  const responses = await Promise.all(Array.from({ length: 8 }, () => send(ada)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(responses.map((reply) => reply.json<{ id: number }>().id)).size).toBe(1)

  expect((await send(bob)).statusCode).toBe(201)
  expect(await t.db.$count(comments)).toBe(2)
})

const poll = { question: 'Tea?', category: 1, options: ['Yes', 'No'] }
const discussion = { title: 'Tea', description: 'All of it, now.', category: 1 }
/** Kinds of which a person publishes few a day: sends one with the key. */
const kinds = {
  poll: [polls, (t: TestApp, user: Person) => t.as(user).call(createPoll, { body: { ...poll, idempotency_key } })],
  discussion: [
    discussions,
    (t: TestApp, user: Person) => t.as(user).call(createDiscussion, { body: { ...discussion, idempotency_key } }),
  ],
  post: [
    posts,
    (t: TestApp, user: Person) => sendForm(t, user, createPost, { text: { text: 'Tea', idempotency_key } }),
  ],
} as const

test.each(Object.entries(kinds))(
  'a %s is created once, however often it is sent, and counts once',
  async (kind, [table, send]) => {
    await using t = await startTestApp()
    const user = await t.make.user()

    const responses = await Promise.all(Array.from({ length: 4 }, () => send(t, user)))

    const created = responses.map((response) => `${response.statusCode} ${response.json<{ id: number }>().id}`)
    expect(new Set(created).size).toBe(1)
    expect(await t.db.$count(table)).toBe(1)
    const counted = t.db
      .select()
      .from(attempts)
      .where(eq(attempts.key, `${kind} ${user.id}`))
    expect((await counted)[0]?.times).toHaveLength(1)
  },
)

test('a key that belongs to another comment of its author is rejected', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  expect((await (await places.wall(t))(ada)).statusCode).toBe(201)

  for (const open of [places.wall, places.post, places.discussion]) {
    const rejected = await (await open(t))(ada)
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_used'])
  }
  expect(await t.db.$count(comments)).toBe(1)
})

test('what is held for a moderator is held again, however often it is sent', async () => {
  await using t = await startTestApp()
  const user = await t.make.user(established)
  const politician = (await t.make.politician()).id
  const calls = [
    (key: object) => t.as(user).call(createComment, { body: { politician, text: 'Buy', ...key } }),
    (key: object) => sendForm(t, user, createPost, { text: { text: 'Buy this', ...key } }),
    (key: object) => t.as(user).call(createDiscussion, { body: { ...discussion, ...key } }),
    (key: object) =>
      t.as(user).call(createPoll, { body: { question: 'Buy?', options: ['Yes', 'No'], category: 1, ...key } }),
  ]
  for (const send of calls) {
    for (const _ of [1, 2]) expect((await send({})).statusCode).toBe(201)
    const codes = []
    for (const _ of [1, 2, 3]) codes.push((await send({ idempotency_key })).json<{ code?: string }>().code)
    expect(codes).toEqual(['held_for_review', 'held_for_review', 'held_for_review'])
  }
})
