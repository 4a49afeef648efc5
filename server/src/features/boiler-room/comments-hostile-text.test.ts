import * as postComments from '@wtpu/contract/boiler-room/comments'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'

let t: Awaited<ReturnType<typeof startTestApp>>
let author: { id: number }
let post: { id: number }

beforeAll(async () => {
  t = await startTestApp()
  post = await t.make.post({ author: await t.make.user() })
})
afterAll(() => t[Symbol.asyncDispose]())

const write = async (text: string) => {
  // A new author each time, so that the rate limit does not apply.
  author = await t.make.user()
  return t.as(author).call(postComments.createPostComment, { body: { post: post.id, text } })
}

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'

test.each([
  ['markup', `<script>alert(1)</script> <img src=x onerror="alert('1')"> &amp; %00`],
  ['quotes of SQL', `'; drop table comments; -- $1 \\`],
  ['astral characters', `\u{1F5FD} \u{20BB7} ${family}`],
  ['zero-width characters inside', 'a\u200Bb\u200Dc'],
  ['many combining marks', `e${'\u0301'.repeat(400)}`],
  ['text from right to left', '\u05E9\u05DC\u05D5\u05DD world'],
  ['500 astral characters', '\u{1F5FD}'.repeat(500)],
  ['one long word', 'x'.repeat(500)],
])('keeps %s as plain text', async (_name, text) => {
  const reply = await write(text)
  expect([reply.statusCode, reply.json<PostComment>().text]).toEqual([201, text])
  const listed = await t.as(author).call(postComments.listPostComments, { querystring: { post: post.id, limit: 1 } })
  expect(listed.json().results[0].text).toBe(text)
})

test.each([
  ['bidirectional overrides', '\u202Eevil\u202C \u2066text\u2069', 'evil text'],
  ['control characters', 'a\u0007b\u001Bc\u007Fd', 'abcd'],
  ['soft line breaks', 'a\u000Bb\u0085c', 'a\nb\nc'],
  ['invisible characters around the text', '\u200B \uFEFFHello\u2800\n', 'Hello'],
  ['empty lines', 'One\n\n\n\n\u2028Two', 'One\n\nTwo'],
])('removes %s', async (_name, text, stored) => {
  expect((await write(text)).json<PostComment>().text).toBe(stored)
})

test.each([
  ['blank text', ' \n\t', 400],
  ['invisible text', '\u200B\u2800\u202E\u3164', 400],
  ['NUL', 'a\0b', 400],
  ['an unpaired surrogate', 'a\uD800b', 400],
  ['501 characters', 'x'.repeat(501), 400],
  ['501 astral characters', '\u{1F5FD}'.repeat(501), 400],
  ['3,000 characters', 'x'.repeat(3_000), 400],
  ['1 MB', 'x'.repeat(1_000_000), 413],
])('rejects %s with a sentence and stores nothing', async (_name, text, status) => {
  const before = await t.db.$count(comments)
  const reply = await write(text)
  expect([reply.statusCode, reply.json().detail]).toEqual([status, expect.stringMatching(/\w+ \w+/)])
  expect(await t.db.$count(comments)).toBe(before)
})

test.each([{}, { text: 7 }, { text: null }, { text: ['Hello'] }, { text: { a: 1 } }, { post: 'x', text: 'Hello' }])(
  'rejects a body of the wrong shape: %j',
  async (body) => {
    author = await t.make.user()
    const call = { body: { post: post.id, ...body } as never }
    expect((await t.as(author).call(postComments.createPostComment, call)).statusCode).toBe(400)
  },
)
