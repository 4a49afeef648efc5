import { createDiscussionComment } from '@wtpu/contract/forums/comments'
import { createComment } from '@wtpu/contract/politicians'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Person = Awaited<ReturnType<TestApp['make']['user']>>
const request_key = '6f1c2a4e-3b57-4f0d-9a51-2c7d8e9f0a1b'

/** Each place where people comment: posts one comment with the key, on the same content every time. */
const places = {
  wall: async (t: TestApp) => {
    const politician = (await t.make.politician()).id
    return (user: Person) => t.as(user).call(createComment, { body: { politician, text: 'Once', request_key } })
  },
  post: async (t: TestApp) => {
    const post = (await t.make.post({ author: await t.make.user() })).id
    return (user: Person) => t.as(user).call(createPostComment, { body: { post, text: 'Once', request_key } })
  },
  discussion: async (t: TestApp) => {
    const params = { id: (await t.make.discussion({ author: await t.make.user() })).id }
    return (user: Person) =>
      t.as(user).call(createDiscussionComment, { params, body: { content: 'Once', request_key } })
  },
}

test.each(Object.entries(places))('a comment on a %s is posted once, however often it is sent', async (_, open) => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const send = await open(t)

  const replies = await Promise.all(Array.from({ length: 8 }, () => send(ada)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.json<{ id: number }>().id)).size).toBe(1)

  expect((await send(bob)).statusCode).toBe(201)
  expect(await t.db.$count(comments)).toBe(2)
})

test('a key that belongs to another comment of its author is rejected', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  expect((await (await places.wall(t))(ada)).statusCode).toBe(201)

  for (const open of [places.wall, places.post, places.discussion]) {
    const rejected = await (await open(t))(ada)
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([409, 'request_key_used'])
  }
  expect(await t.db.$count(comments)).toBe(1)
})
