import * as contract from '@wtpu/contract/forums/comments'
import type { ForumComment } from '@wtpu/contract/forums/comments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'

let t: Awaited<ReturnType<typeof startTestApp>>
let author: { id: number }
let discussion: { id: number }

beforeAll(async () => {
  t = await startTestApp()
  discussion = await t.make.discussion({ author: await t.make.user() })
})
afterAll(() => t[Symbol.asyncDispose]())

const write = async (content: string, more = {}) => {
  // A new author each time, so that the rate limit does not apply.
  author = await t.make.user()
  const body = { content, ...more }
  return t.as(author).call(contract.createDiscussionComment, { params: { id: discussion.id }, body })
}

test.each([
  ['HTML', `<script>alert(1)</script> <img src=x onerror="alert('1')"> &amp; %00`],
  ['links with other schemes', '[a](javascript:alert(1)) <data:text/html,x>'],
  ['SQL quotes', `'; drop table comments; -- $1 \\`],
  ['1,000 nested quotes', `${'>'.repeat(1_000)} deep`],
  ['5,000 asterisks', '*'.repeat(5_000)],
  ['5,000 backticks', '`'.repeat(5_000)],
  ['one long word', 'x'.repeat(5_000)],
  ['5,000 astral characters', '\u{1F5FD}'.repeat(5_000)],
  ['many combining marks', `e${'\u0301'.repeat(4_000)}`],
  ['right-to-left text', '\u05E9\u05DC\u05D5\u05DD world'],
  ['code with its indentation', '    if (a)\n\tb()\n\n\n    end  \n> quote'],
])('keeps %s as it is', async (_name, content) => {
  const reply = await write(content)

  expect([reply.statusCode, reply.json<ForumComment>().content]).toEqual([201, content])
  const listed = await t
    .as(author)
    .call(contract.listDiscussionComments, { params: { id: discussion.id }, querystring: { limit: 1 } })
  expect(listed.json().results[0].content).toBe(content)
})

test.each([
  ['blank text', ' \n\t', 400],
  ['invisible text', '\u200B\u2800\u202E\u3164', 400],
  ['NUL', 'a\0b', 400],
  ['an unpaired surrogate', 'a\uD800b', 400],
  ['5,001 characters', 'x'.repeat(5_001), 400],
  ['5,001 astral characters', '\u{1F5FD}'.repeat(5_001), 400],
  ['30,000 characters', 'x'.repeat(30_000), 400],
  ['1 MB', 'x'.repeat(1_000_000), 413],
])('rejects %s with a sentence and stores nothing', async (_name, content, status) => {
  const before = await t.db.$count(comments)

  const reply = await write(content)

  expect([reply.statusCode, reply.json().detail]).toEqual([status, expect.stringMatching(/\w+ \w+/)])
  expect(await t.db.$count(comments)).toBe(before)
})

test('names the invalid field', async () => {
  const message = 'A comment can have at most 5,000 characters.'
  expect((await write('x'.repeat(5_001))).json()).toMatchObject({ detail: message, fields: { content: [message] } })
})

test.each([
  { content: 7 },
  { content: null },
  { content: ['Hello'] },
  { parent: '1' },
  { parent: 0 },
  { parent: -1 },
  { parent: 1.5 },
  { parent: 2_147_483_648 },
  { parent: [1] },
])('rejects a body of the wrong shape: %j', async (body) => {
  expect((await write('Hello', body)).statusCode).toBe(400)
})
