import { updateProfile } from '@wtpu/contract/accounts/settings'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { createPost, editPost } from '@wtpu/contract/boiler-room/posts'
import { createDiscussionComment, editForumComment } from '@wtpu/contract/forums/comments'
import { createDiscussion, editDiscussion } from '@wtpu/contract/forums/discussions'
import { newcomerLimits } from '@wtpu/contract/limits'
import { decideCase, getCase, listCases } from '@wtpu/contract/moderation/cases'
import { createComment } from '@wtpu/contract/politicians'
import { createPoll, listPolls } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attempts, users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { ago, established } from '#testing/ago.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

type User = Awaited<ReturnType<TestApp['make']['user']>>

async function startSite() {
  const t = await startTestApp()
  const post = await t.make.post({ author: await t.make.user() })
  const comment = async (user: User, text: string) =>
    (await t.as(user).call(createPostComment, { body: { post: post.id, text } })).json()
  const publish = async (user: User, text: string) => (await sendForm(t, user, createPost, { text: { text } })).json()
  const start = async (user: User, title: string) =>
    (await t.as(user).call(createDiscussion, { body: { title, description: 'Now, all of it.', category: 1 } })).json()
  const ask = async (user: User, question: string) =>
    (await t.as(user).call(createPoll, { body: { question, options: ['Yes', 'No'], category: 1 } })).json()
  const outcomes = (list: { code?: string }[]) => list.map(({ code }) => code ?? 'written')
  return Object.assign(t, { post, comment, publish, start, ask, outcomes })
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a new account writes five posts or discussions and twenty comments a day, with two links in each comment', async () => {
  await using t = await startSite()
  const first = await t.make.user({ email_verified_at: ago('1 hour') })
  const unconfirmed = await t.make.user({ created_at: ago('1 year') })
  const links = 'https://a.example b.com [c](http://c.example)'
  const messages = {
    posts: `New accounts can publish at most ${newcomerLimits.posts} posts and discussions in 24 hours.`,
    comments: `New accounts can write at most ${newcomerLimits.comments} comments in 24 hours.`,
  }
  for (const user of [first, unconfirmed]) {
    expect((await t.comment(user, links)).code).toBe('too_many_links')
    expect((await t.comment(user, '[a](http://a.example)[b](http://b.example)a-1.com')).code).toBe('too_many_links')
    expect(await t.comment(user, links.slice(0, 25))).toMatchObject({ user: user.id })
    expect((await t.start(user, 'A discussion')).title).toBe('A discussion')
    for (const n of times(newcomerLimits.posts - 1)) expect((await t.publish(user, `${n}`)).user).toBe(user.id)
    for (const write of [t.publish, t.start]) expect((await write(user, 'One more')).detail).toBe(messages.posts)
    for (const n of times(newcomerLimits.comments - 1)) expect((await t.comment(user, `${n}`)).user).toBe(user.id)
    expect((await t.comment(user, 'One more')).detail).toBe(messages.comments)
  }
  expect(await t.db.$count(posts, sql`user_id = ${first.id}`)).toBe(newcomerLimits.posts - 1)

  await t.db.update(users).set({ createdAt: ago('25 hours') })
  expect(await t.comment(first, `${links} again`)).toMatchObject({ user: first.id })
  expect((await t.comment(unconfirmed, 'Again')).code).toBe('daily_limit')
})

test('a new account writes two links at most in a text of any kind, also when it is changed', async () => {
  await using t = await startSite()
  const [user, older] = [
    await t.make.user(),
    await t.make.user({ email_verified_at: new Date(), created_at: ago('2 days') }),
  ]
  const links = 'https://a.example b.com c.org'
  const official = await t.make.politician()
  const [post, discussion] = [await t.make.post({ author: user }), await t.make.discussion({ author: user })]
  const poll = {
    question: 'b.com?',
    description: 'a.com',
    options: ['c.com', 'd.com'],
    category: 'General',
    duration_days: 7,
  }
  const codes = async (by: User) => {
    const { call } = t.as(by)
    const responses = [
      sendForm(t, by, createPost, { text: { text: links } }),
      call(editPost, { params: post, body: { text: links } }),
      call(createDiscussion, { body: { title: 'a.com b.com', description: 'Now: c.com', category: 1 } }),
      call(editDiscussion, { params: discussion, body: { title: 'a.com b.com', description: 'Now: c.com' } }),
      call(createPoll, { body: poll }),
      call(createComment, { body: { politician: official.id, text: links } }),
      sendForm(t, by, updateProfile, { text: { bio: links } }),
    ]
    return (await Promise.all(responses)).map((response) => response.json<{ code?: string }>().code ?? 'written')
  }
  expect(await codes(user)).toEqual(Array<string>(7).fill('too_many_links'))
  const others = ['written', 'not_found', 'written', 'not_found', 'written', 'written', 'written']
  expect(await codes(older)).toEqual(others)
})

test('the third time in ten minutes, the same text is held until a moderator shows it', async () => {
  await using t = await startSite()
  const [user, moderator] = [await t.make.user(established), await t.make.user({ role: 'moderator' })]
  const written = [
    await t.comment(user, 'Buy  now!'),
    await t.comment(user, 'buy now!'),
    await t.comment(user, 'BU\u200BY now!'),
  ]
  expect(t.outcomes(written)).toEqual(['written', 'written', 'held_for_review'])
  const commentCount = async () => (await t.db.select().from(posts))[0]?.commentCount
  expect(await commentCount()).toBe(2)
  // Other people may write the same.
  expect((await t.comment(await t.make.user(), 'Buy now!')).code).toBeUndefined()

  const open = await t.as(moderator).call(listCases, { querystring: { status: 'open' } })
  const [held] = open.json().results
  expect(held).toMatchObject({ kind: 'comment', report_count: 0, reasons: [], hidden: true })
  const shown = await t.as(moderator).call(getCase, { params: held })
  expect(shown.json()).toMatchObject({ reports: [], content: { text: 'BU\u200BY now!' } })
  const decision = { action: 'keep', rule: 7, sentence: 'It is fine.' } as const
  expect((await t.as(moderator).call(decideCase, { params: held, body: decision })).statusCode).toBe(200)
  expect(await commentCount()).toBe(4)

  await t.db.update(attempts).set({ times: sql`array[now() - interval '11 minutes', now() - interval '11 minutes']` })
  expect((await t.comment(user, 'Buy now!')).code).toBeUndefined()
})

test('holds posts, discussions and polls too, and at most five texts of one account a day', async () => {
  await using t = await startSite()
  const user = await t.make.user(established)
  for (const write of [t.publish, t.start, t.ask]) {
    const texts = []
    for (const _ of times(3)) texts.push(await write(user, 'Buy this?'))
    expect(t.outcomes(texts)).toEqual(['written', 'written', 'held_for_review'])
  }
  const listed = (await t.call(listPolls, { querystring: {} })).json()
  expect(listed.map(({ question }: { question: string }) => question)).toEqual(['Buy this?', 'Buy this?'])
  const written = await Promise.all(times(8).map(() => t.comment(user, 'Buy that')))

  const counts = Object.groupBy(t.outcomes(written), (code) => code)
  expect([counts['written']?.length, counts['held_for_review']?.length, counts['daily_limit']?.length]).toEqual([
    2, 2, 4,
  ])
  expect(await t.db.$count(comments, sql`is_visible`)).toBe(2)
  const [post] = await t.db.select().from(posts).orderBy(posts.id)
  expect(post?.commentCount).toBe(2)
})

test('an edit has the limits of a new text, and a rejected one changes nothing', async () => {
  await using t = await startSite()
  const [newcomer, user] = [await t.make.user(), await t.make.user(established)]
  const { id } = await t.make.discussion({ author: user })
  const write = async (author: User, content: string) =>
    (await t.as(author).call(createDiscussionComment, { params: { id }, body: { content } })).json()
  const edit = async (author: User, comment: { id: number }, content: string) =>
    (await t.as(author).call(editForumComment, { params: comment, body: { content } })).json()

  const clean = await write(newcomer, 'a.c\u200Bom b.com c.com')
  expect((await edit(newcomer, clean, 'a.com b.com c.com')).code).toBe('too_many_links')
  expect((await edit(newcomer, clean, 'a.com b.com')).content).toBe('a.com b.com')

  const written = [await write(user, 'One'), await write(user, 'Two'), await write(user, 'Three')]
  const edited = []
  for (const comment of written) edited.push(await edit(user, comment, 'Buy now'))
  expect(t.outcomes(edited)).toEqual(['written', 'written', 'repeated_text'])
  expect(await t.db.$count(comments, sql`text = 'Three'`)).toBe(1)
  expect((await edit(user, written[0], 'Buy  NOW')).content).toBe('Buy  NOW')

  const post = await t.publish(user, 'Four')
  const postEdit = await t.as(user).call(editPost, { params: post, body: { text: 'Buy now' } })
  expect([postEdit.json().code, Number(postEdit.headers['retry-after']) > 0]).toEqual(['repeated_text', true])
  await write(user, 'Buy now, all')
  await write(user, 'Buy now, all')
  const body = { title: 'Buy', description: 'now, all' }
  expect((await t.as(user).call(editDiscussion, { params: { id }, body })).json().code).toBe('repeated_text')
})
