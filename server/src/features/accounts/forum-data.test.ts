import * as settings from '@wtpu/contract/accounts/settings'
import * as comments from '@wtpu/contract/forums/comments'
import * as forums from '@wtpu/contract/forums/discussions'
import { createTag } from '@wtpu/contract/forums/tags'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discussionVisits } from '#db/schema/forums.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Two people who each used everything in the forums. */
async function startForum() {
  const t = await startTestApp()
  const created_at = ago('2 days')
  const ada = await t.make.user({ first_name: 'Ada', last_name: 'Moss', created_at })
  const bob = await t.make.user({ created_at })
  for (const user of [ada, bob]) await takePart(t, user)
  return { ...t, ada, bob, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

async function takePart(t: TestApp, user: { id: number }): Promise<void> {
  const as = t.as(user)
  const tag = (await as.call(createTag, { body: { name: `Tag ${user.id}` } })).json()
  const body = { title: 'Trains', description: `First ${user.id}`, category: 'Economy', tag_ids: [tag.id] }
  const { id } = (await as.call(forums.createDiscussion, { body })).json()
  const params = { id }
  await as.call(forums.editDiscussion, { params, body: { description: `Second ${user.id}` } })
  await as.call(forums.likeDiscussion, { params })
  const comment = await as.call(comments.createDiscussionComment, { params, body: { content: `Comment ${user.id}` } })
  await as.call(comments.editForumComment, {
    params: { id: comment.json().id },
    body: { content: `Better comment ${user.id}` },
  })
  await as.call(comments.dislikeForumComment, { params: { id: comment.json().id } })
  await t.db.insert(discussionVisits).values({ discussionId: id, userId: user.id })
}

test('exports what a user did in the forums, and nothing that others did', async () => {
  await using t = await startForum()

  const reply = await t.as(t.ada).call(settings.getAccountData, {})

  const { id } = t.ada
  expect(reply.json()).toMatchObject({
    discussions: [
      {
        title: 'Trains',
        description: `Second ${id}`,
        category: 'Economy',
        tags: [`Tag ${id}`],
        edited_at: expect.any(String),
        deleted_at: null,
        earlier_texts: [{ title: 'Trains', description: `First ${id}` }],
      },
    ],
    discussion_comments: [{ parent: null, text: `Better comment ${id}`, earlier_texts: [`Comment ${id}`] }],
    discussion_likes: [{ discussion: expect.any(Number) }],
    discussion_visits: [{ visited_at: expect.any(String) }],
    comment_likes: [{ value: -1 }],
    tags: [{ name: `Tag ${id}` }],
  })
})

test('a deleted account keeps its discussions and comments without a name, and no visits', async () => {
  await using t = await startForum()
  const [discussion] = (await t.db.execute<{ id: number }>(sql`select id from discussions where user_id = ${t.ada.id}`))
    .rows

  const deleted = await t.as(t.ada).call(settings.deleteAccount, { body: { email: t.ada.email } })

  expect(deleted.statusCode).toBe(200)
  const reply = await t.as(t.bob).call(forums.getDiscussion, { params: { id: discussion!.id } })
  expect(reply.json()).toMatchObject({
    user_name: 'Anonymous',
    user_avatar: null,
    author: { id: t.ada.id, name: 'Anonymous', username: '' },
    num_comments: 1,
  })
  const rows = await t.db.select({ userId: discussionVisits.userId }).from(discussionVisits)
  expect(rows).not.toContainEqual({ userId: t.ada.id })
})
