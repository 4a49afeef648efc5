import { register } from '@wtpu/contract/accounts/accounts'
import { getAccountData } from '@wtpu/contract/accounts/settings'
import { createPostComment, listPostComments } from '@wtpu/contract/boiler-room/comments'
import { followUser, listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import * as contract from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { likePost, likePostComment, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { createPost, editPost, listLatestPosts, listPosts } from '@wtpu/contract/boiler-room/posts'
import type { Endpoint } from '@wtpu/contract/endpoint'
import {
  createDiscussionComment,
  dislikeForumComment,
  editForumComment,
  likeForumComment,
  listDiscussionComments,
} from '@wtpu/contract/forums/comments'
import { createDiscussion, editDiscussion, listDiscussions, likeDiscussion } from '@wtpu/contract/forums/discussions'
import { listMentionable } from '@wtpu/contract/mentions'
import { createComment, likeComment, listComments } from '@wtpu/contract/politicians'
import { searchSite } from '@wtpu/contract/site/search'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { follows, mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { addMissingVoterKeys } from '#db/voters.ts'
import { leave } from '#testing/races.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

type User = Awaited<ReturnType<TestApp['make']['user']>>

const byId = ({ id }: User) => ({ params: { id } })
const follow = (t: TestApp, follower: User, followed: User) =>
  t.as(follower).call(followUser, { params: { user: String(followed.id) } })

async function aliasOf(t: TestApp, { id }: User) {
  const alias = await t.make.user()
  await t.db.execute(
    sql`update users set voter_id = (select voter_id from users where id = ${id}) where id = ${alias.id}`,
  )
  return alias
}

/** Ada and Bob, of whom Bob writes “unicorn” everywhere. Returns where a viewer finds it. */
async function startNeighborhood() {
  const t = await startTestApp()
  const [ada, bob] = [await t.make.user({ username: 'ada' }), await t.make.user({ username: 'bob' })]
  const adas = await t.make.post({ author: ada, text: 'A post by Ada #news' })
  await t.make.post({ author: bob, text: 'unicorn #news' })
  // With Ada and Bob, enough for a trending hashtag.
  await t.make.post({ author: await t.make.user(), text: '#news' })
  await t.as(bob).call(createPostComment, { body: { post: adas.id, text: 'unicorn' } })
  const official = await t.make.politician()
  await t.as(bob).call(createComment, { body: { politician: official.id, text: 'unicorn' } })
  await t.make.discussion({ author: bob, title: 'unicorn' })
  const discussion = await t.make.discussion({ author: ada, title: 'By Ada' })
  const comment = await t.make.forumComment({ discussion, author: bob, text: 'unicorn' })
  await t.make.forumComment({ discussion, author: ada, text: 'A reply', parent: comment })
  await follow(t, ada, bob)
  const thread = { params: { id: discussion.id }, querystring: { limit: 20 } }
  const found = async (viewer: User) => {
    const { call } = t.as(viewer)
    const lists = {
      feed: call(listPosts, { querystring: {} }),
      trending: call(listPosts, { querystring: { filter: 'trending' } }),
      following: call(listPosts, { querystring: { filter: 'following' } }),
      hashtag: call(listPosts, { querystring: { hashtag: 'news' } }),
      posts: call(listPosts, { querystring: { q: 'unicorn' } }),
      latest: call(listLatestPosts, {}),
      comments: call(listPostComments, { querystring: { post: adas.id } }),
      wall: call(listComments, { querystring: { politician: official.id } }),
      discussions: call(listDiscussions, { querystring: {} }),
      'discussions that match': call(listDiscussions, { querystring: { q: 'unicorn' } }),
      thread: call(listDiscussionComments, thread),
      search: call(searchSite, { querystring: { q: 'unicorn' } }),
    }
    const isBy = new RegExp(`unicorn|"user":${bob.id}\\b`)
    const names: string[] = []
    for (const [name, response] of Object.entries(lists)) if (isBy.test((await response).body)) names.push(name)
    return names
  }
  return Object.assign(t, { ada, bob, adas, found, thread })
}

test('a muted user is left out of all lists, for the viewer only, until the mute ends', async () => {
  await using t = await startNeighborhood()
  const { ada, bob } = t
  const other = await t.make.user()
  const everywhere = await t.found(ada)
  expect(everywhere).toHaveLength(12)

  expect((await t.as(ada).call(contract.muteUser, byId(bob))).json()).toEqual({ muted: true, blocked: false })

  expect(await t.found(ada)).toEqual([])
  expect(await t.found(other)).toEqual(everywhere.filter((name) => name !== 'following'))
  const { results } = (await t.as(ada).call(listDiscussionComments, t.thread)).json()
  expect(results).toMatchObject([{ state: 'muted', content: '', author: null, replies: [{ content: 'A reply' }] }])
  // A request for one user's posts returns them.
  expect((await t.as(ada).call(listPosts, { querystring: { user: 'bob' } })).json()).toHaveLength(1)
  expect((await follow(t, bob, ada)).json()).toMatchObject({ following: true })

  expect((await t.as(ada).call(contract.unmuteUser, byId(bob))).json()).toEqual({ muted: false, blocked: false })
  expect(await t.found(ada)).toEqual(everywhere)
})

test('a blocked user is muted, and neither follows the viewer nor comments on their posts', async () => {
  await using t = await startNeighborhood()
  const { ada, bob } = t
  await follow(t, bob, ada)

  expect((await t.as(ada).call(contract.blockUser, byId(bob))).json()).toEqual({ muted: false, blocked: true })

  expect(await t.found(ada)).toEqual([])
  expect(await t.db.$count(follows)).toBe(0)
  expect(await t.db.$count(users, sql`followers_count + following_count <> 0`)).toBe(0)
  expect((await t.as(bob).call(contract.getMuteState, byId(ada))).json()).toEqual({ muted: false, blocked: false })
  const comment = () => t.as(bob).call(createPostComment, { body: { post: t.adas.id, text: 'Hello' } })
  for (const response of [await follow(t, bob, ada), await comment()]) {
    expect([response.statusCode, response.json().code]).toEqual([403, 'blocked_by_person'])
  }
  const suggested = (await t.as(bob).call(listSuggestedUsers, {})).json<{ id: number }[]>()
  expect(suggested.map(({ id }) => id)).not.toContain(ada.id)

  await t.as(ada).call(contract.unblockUser, byId(bob))
  expect((await follow(t, bob, ada)).statusCode).toBe(200)
  expect((await comment()).statusCode).toBe(201)
})

test.each([
  ['a blocked user', (_t: TestApp, user: User) => user],
  ['another account of the mailbox of a blocked user', aliasOf],
])('%s does not address the one who blocked them, in any place', async (_who, whomToBlock) => {
  await using t = await startTestApp()
  const [ada, bob, cleo] = [await t.make.user({ username: 'ada' }), await t.make.user(), await t.make.user()]
  const official = await t.make.politician()
  const [adas, cleos] = [await t.make.discussion({ author: ada }), await t.make.discussion({ author: cleo })]
  const post = await t.make.post({ author: ada })
  const [reply, mine] = [
    await t.make.forumComment({ discussion: cleos, author: ada }),
    await t.make.forumComment({ discussion: adas, author: bob, text: 'Mine' }),
  ]
  const own = await t.make.discussion({ author: bob })
  const ownPost = await t.make.post({ author: bob })
  const wall = (await t.as(ada).call(createComment, { body: { politician: official.id, text: 'Hi' } })).json()
  const onPost = (await t.as(ada).call(createPostComment, { body: { post: ownPost.id, text: 'Hi' } })).json()
  await t.as(bob).call(likePost, { params: post })
  await t.as(ada).call(contract.blockUser, byId(await whomToBlock(t, bob)))
  const content = 'Hello @ada'
  const calls: [Endpoint, { params?: object; body?: object }][] = [
    [createDiscussionComment, { params: adas, body: { content: 'Hello' } }],
    [createDiscussionComment, { params: cleos, body: { content: 'Hello', parent: reply.id } }],
    [editForumComment, { params: mine, body: { content: 'Changed' } }],
    [likeForumComment, { params: reply }],
    [dislikeForumComment, { params: reply }],
    [likeDiscussion, { params: adas }],
    [likePostComment, { params: { id: onPost.id } }],
    [likeComment, { body: { comment: wall.id } }],
    [createDiscussionComment, { params: cleos, body: { content } }],
    [createPostComment, { body: { post: ownPost.id, text: content } }],
    [createComment, { body: { politician: official.id, text: content } }],
    [createDiscussion, { body: { title: 'Hello', description: content, category: 'General' } }],
    [editDiscussion, { params: own, body: { description: content } }],
    [editPost, { params: ownPost, body: { text: content } }],
    [followUser, { params: { user: 'ada' } }],
  ]
  for (const [endpoint, input] of calls) {
    const response = await t.as(bob).call<Endpoint>(endpoint, input)
    expect([endpoint.url, response.json().code]).toEqual([endpoint.url, 'blocked_by_person'])
  }
  const published = await sendForm(t, bob, createPost, { text: { text: content }, files: [] })
  expect(published.json().code).toBe('blocked_by_person')
  for (const endpoint of [listSuggestedUsers, listMentionable]) {
    const offered = await t.as(bob).call<Endpoint>(endpoint, { querystring: { q: 'ada' } })
    expect([offered.statusCode, offered.body]).toEqual([200, expect.not.stringContaining('"ada"')])
  }
  // Bob can take back what he did before, and can still write to others.
  expect((await t.as(bob).call(unlikePost, { params: post })).json()).toMatchObject({ likes_count: 0 })
  expect((await t.as(bob).call(likePost, { params: post })).statusCode).toBe(403)
  expect((await t.as(bob).call(createDiscussionComment, { params: cleos, body: { content: 'Hi' } })).statusCode).toBe(
    201,
  )
  expect((await t.as(cleo).call(likeForumComment, { params: reply })).statusCode).toBe(200)
})

test('a block shows nothing of other accounts, and one of an alias that is not confirmed does not reach its owner', async () => {
  await using t = await startNeighborhood()
  const { ada, bob } = t
  const everywhere = await t.found(ada)
  await t.as(ada).call(contract.blockUser, byId(await aliasOf(t, bob)))
  expect(await t.found(ada)).toEqual(everywhere)
  expect((await t.as(ada).call(contract.getMuteState, byId(bob))).json()).toEqual({ muted: false, blocked: false })
  expect((await follow(t, bob, ada)).statusCode).toBe(403)

  await t.db.execute(sql`update users set email_verified_at = now() where id = ${bob.id}`)
  expect((await follow(t, bob, ada)).statusCode).toBe(200)
})

test('a block outlasts the account: it reaches the mailbox when it is registered again, until the viewer ends it', async () => {
  await using t = await startTestApp()
  const [ada, cleo] = [await t.make.user(), await t.make.user()]
  const before = await t.make.user({ email: 'b.o@gmail.com', email_verified_at: new Date() })
  await addMissingVoterKeys(t.db, t.app.keys)
  await t.as(ada).call(contract.muteUser, byId(before))
  await t.as(ada).call(contract.blockUser, byId(before))
  await t.as(before).call(contract.blockUser, byId(cleo))

  await leave(t, t.db, before)()

  const name = { first_name: 'Bo', last_name: 'L', state: 'NY' }
  const body = {
    ...name,
    email: 'bo+again@gmail.com',
    password: 'difference engine',
    confirm_password: 'difference engine',
  }
  const again = (await t.call(register, { body })).json()
  expect((await follow(t, again, ada)).json().code).toBe('blocked_by_person')
  expect((await t.as(ada).call(contract.listMuted, { querystring: {} })).json().results).toEqual([])
  const { results } = (await t.as(ada).call(contract.listBlocked, { querystring: {} })).json()
  expect(results).toEqual([{ id: before.id, username: '', name: 'Anonymous', avatar: null }])
  expect((await t.as(ada).call(getAccountData, {})).json().muted_and_blocked).toMatchObject([{ username: '' }])
  expect(await t.db.$count(mutesAndBlocks)).toBe(1)

  await t.as(ada).call(contract.unblockUser, byId(before))
  expect((await follow(t, again, ada)).statusCode).toBe(200)
})

test('lists muted and blocked people to the viewer only, in pages', async () => {
  await using t = await startTestApp()
  const [ada, ...others] = await Promise.all(Array.from({ length: 4 }, () => t.make.user()))
  const blocked = others[0]!
  for (const other of others) await t.as(ada!).call(contract.muteUser, byId(other))
  await t.as(ada!).call(contract.blockUser, byId(blocked))
  const ids = (response: { json(): { results: User[] } }) => response.json().results.map(({ id }) => id)
  const newestFirst = others.map(({ id }) => id).toReversed()

  const first = await t.as(ada!).call(contract.listMuted, { querystring: { limit: 2 } })
  expect(ids(first)).toEqual(newestFirst.slice(0, 2))
  const cursor = first.json().next
  expect(ids(await t.as(ada!).call(contract.listMuted, { querystring: { cursor } }))).toEqual(newestFirst.slice(2))
  expect(ids(await t.as(ada!).call(contract.listBlocked, { querystring: {} }))).toEqual([blocked.id])
  expect((await t.as(ada!).call(contract.getMuteState, byId(blocked))).json()).toEqual({ muted: true, blocked: true })
  expect(ids(await t.as(blocked).call(contract.listBlocked, { querystring: {} }))).toEqual([])
})

test('nobody mutes themselves, unknown people, or more people than the limit', async () => {
  await using t = await startTestApp()
  const [ada, bob] = [await t.make.user(), await t.make.user()]
  const mute = (id: number) => t.as(ada).call(contract.muteUser, { params: { id } })

  expect((await mute(ada.id)).json().code).toBe('mute_oneself')
  expect((await mute(4_711)).statusCode).toBe(404)
  await t.db.execute(sql`insert into users (email, username, first_name)
    select n || '@muted.example', 'muted' || n, 'Muted'
    from generate_series(1, ${contract.maxMuted}) n`)
  await t.db.execute(sql`insert into mutes_and_blocks (user_id, other_id, kind)
    select ${ada.id}, id, 'mute' from users where first_name = 'Muted'`)
  expect((await mute(bob.id)).json().code).toBe('too_many_muted')
  expect(await t.db.$count(mutesAndBlocks)).toBe(contract.maxMuted)
})

test('of blocks and follows at the same time, none leaves a follow or a wrong counter', async () => {
  await using t = await startTestApp()
  const people = await Promise.all(Array.from({ length: 4 }, () => t.make.user()))
  const pairs = people.flatMap((user) => people.filter((peer) => peer !== user).map((peer) => [user, peer] as const))

  const responses = await Promise.all(
    pairs.flatMap(([user, peer]) => [follow(t, user, peer), t.as(user).call(contract.blockUser, byId(peer))]),
  )

  expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(await t.db.$count(mutesAndBlocks)).toBe(12)
  expect(await t.db.$count(follows)).toBe(0)
  expect(await t.db.$count(users, sql`followers_count + following_count <> 0`)).toBe(0)
})
