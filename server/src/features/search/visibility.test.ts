import { searchKinds, searchSite, type SearchResponse } from '@wtpu/contract/site/search'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

/** A site on which each kind of content matches "zebra" once. `counts` returns the numbers of matches by kind. */
async function startSite() {
  const t = await startTestApp()
  const viewer = await t.make.user()
  const author = await t.make.user({ first_name: 'Zebra', email: 'secret@wtpu.example', email_verified_at: new Date() })
  const official = await t.make.politician({ name: 'Max Zebra' })
  const poll = await t.make.poll({ question: 'Zebra?' })
  const discussion = await t.make.discussion({ author, title: 'Zebra' })
  const post = await t.make.post({ author, text: 'zebra' })
  const comment = await t.make.forumComment({ discussion, author, text: 'zebra' })
  const found = async (q = 'zebra'): Promise<SearchResponse> => {
    t.app.cache.invalidate('/')
    return (await t.as(viewer).call(searchSite, { querystring: { q } })).json()
  }
  const counts = async (q?: string) => {
    const response = await found(q)
    return Object.fromEntries(searchKinds.map((kind) => [kind, response[kind]?.count]))
  }
  const ids = { viewer, author, official, poll, discussion, post, comment }
  return { t, ...ids, counts, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('finds nothing of people who are blocked, also not their comments', async () => {
  await using site = await startSite()
  const { t, counts, author } = site
  await t.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, author.id))

  expect(await counts()).toEqual({ officials: 1, polls: 1, discussions: 0, posts: 0, comments: 0, people: 0 })
})

test('finds no people who have not confirmed their address', async () => {
  await using site = await startSite()
  const { t, counts, author } = site
  await t.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, author.id))
  expect((await counts()).people).toBe(0)
  // Also not by a typo, which is another query.
  expect((await counts('zebbra')).people).toBe(0)

  await t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, author.id))
  expect((await counts('zebbra')).people).toBe(1)
})

test('email addresses are not searched, even if their owner shows them', async () => {
  await using site = await startSite()
  const { t, counts, author } = site
  await t.db.update(users).set({ showEmail: true }).where(eq(users.id, author.id))
  const none = { officials: 0, polls: 0, discussions: 0, posts: 0, comments: 0, people: 0 }

  for (const q of ['secret', 'secret@wtpu.example', 'wtpu.example']) expect(await counts(q), q).toEqual(none)
})

test('a deleted post disappears from cached searches at once', async () => {
  await using site = await startSite()
  const { t, author, viewer, post } = site
  const search = () => t.as(viewer).call(searchSite, { querystring: { q: 'zebra', kind: 'posts' } })
  expect((await search()).json().posts.count).toBe(1)
  const authorization = await t.as(author).authorization()

  await t.app.inject({ method: 'DELETE', url: `/api/boilerroom/posts/${post.id}/`, headers: { authorization } })

  expect((await search()).json().posts.count).toBe(0)
})
