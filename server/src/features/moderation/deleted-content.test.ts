import { deletePost } from '@wtpu/contract/boiler-room/posts'
import { deleteDiscussion } from '@wtpu/contract/forums/discussions'
import { deleteForumComment } from '@wtpu/contract/forums/comments'
import { decideCase, listCases } from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyTexts } from '#writing/empty-texts.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { makeReporter, report as reportFrom, type Reported, type Row } from '#testing/moderated-site.ts'
import { leave, race } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

type Kind = 'post' | 'comment' | 'discussion'

async function startSite() {
  const t = await startTestApp({ trustedProxies: 1 })
  const ada = await t.make.user({ role: 'moderator' })
  const author = await t.make.user()
  const report = (content: Reported, reporter: Row) =>
    reportFrom(t, reporter, content, { reason: 'illegal', note: 'My note' })
  const made = {
    post: async () => (await t.make.post({ author, text: 'My post #roads' })).id,
    comment: async () =>
      (await t.make.forumComment({ discussion: await t.make.discussion({ author: ada }), author })).id,
    discussion: async () => (await t.make.discussion({ author })).id,
  }
  return {
    t,
    ada,
    author,
    report,
    hide: async (kind: Kind) => {
      const content = { kind, id: await made[kind]() }
      for (let n = 0; n < 3; n++) await report(content, await makeReporter(t))
      const [found] = await t.db
        .select()
        .from(moderationCases)
        .where(sql`content_id = ${content.id} and kind = ${kind}`)
      expect(found?.hidden).toBe(true)
      return { ...content, caseId: found!.id }
    },
    erase: (kind: Kind, id: number) =>
      t.as(author).call({ post: deletePost, comment: deleteForumComment, discussion: deleteDiscussion }[kind], {
        params: { id },
      }),
    keep: (id: number) =>
      t.as(ada).call(decideCase, { params: { id }, body: { action: 'keep', sentence: 'It is fine.' } }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

const isVisible = async (t: TestApp, kind: Kind, id: number) =>
  (await t.db.execute(sql`select from ${sql.identifier(`${kind}s`)} where id = ${id} and is_visible`)).rowCount === 1

test.each(['post', 'comment', 'discussion'] as const)(
  'a %s under review is deleted by its author, which closes the case',
  async (kind) => {
    await using site = await startSite()
    const { t, ada, author, hide, erase, keep } = site
    const { id, caseId } = await hide(kind)

    expect((await erase(kind, id)).json()).toEqual({ deleted: true })
    expect((await erase(kind, id)).json()).toEqual({ deleted: false })

    expect((await t.as(ada).call(listCases, { querystring: {} })).json().results).toEqual([])
    expect((await keep(caseId)).json().code).toBe('already_decided')
    expect(await isVisible(t, kind, id)).toBe(false)
    expect((await t.as(author).call(listOwnDecisions, {})).json().held).toEqual([])
    const reporter = await t.db.execute<Row>(sql`select reporter_id as id from reports limit 1`)
    expect((await t.as(reporter.rows[0]!).call(listOwnDecisions, {})).json().reports).toMatchObject([
      { outcome: 'deleted' },
    ])
  },
)

test('content under review goes with the account, and a later decision does not bring it back', async () => {
  await using site = await startSite()
  const { t, author, hide, keep } = site
  const held = [await hide('post'), await hide('comment'), await hide('discussion')]
  await leave(t, t.db, author)()
  for (const { kind, id, caseId } of held) {
    expect((await keep(caseId)).statusCode).toBe(409)
    expect(await isVisible(t, kind, id)).toBe(false)
  }
})

test('of a deletion and a decision at the same time, one wins, and the content stays deleted if its author was told so', async () => {
  await using site = await startSite()
  const { t, hide, erase, keep } = site
  for (let round = 0; round < 6; round++) {
    const { id, caseId } = await hide('comment')
    let deleted = false
    await race([
      () => keep(caseId),
      async () => {
        deleted = (await erase('comment', id)).json<{ deleted: boolean }>().deleted
      },
    ])
    expect(deleted).toBe(true)
    expect(await isVisible(t, 'comment', id)).toBe(false)
  }
})

test('hidden texts of a deleted account are emptied once nobody can appeal', async () => {
  await using site = await startSite()
  const { t, ada, author, report } = site
  const post = await t.make.post({ author, text: 'A secret #roads' })
  const discussion = await t.make.discussion({ author: ada })
  const [gone, shown] = [
    await t.make.forumComment({ discussion, author, text: 'A secret' }),
    await t.make.forumComment({ discussion, author, text: 'A shown text' }),
  ]
  await t.as(author).call(deleteForumComment, { params: { id: gone.id } })
  await t.db.execute(sql`insert into revisions (post_id, text, written_at) values (${post.id}, 'A secret', now())`)
  await report({ kind: 'discussion', id: discussion.id }, author)
  await t.db.execute(sql`
    with action as (insert into moderation_actions (actor, action, subject_kind, subject_id, reason, user_id)
      values ('ada', 'warn', 'post', ${post.id}, 'No.', ${author.id}) returning id)
    insert into appeals (action_id, user_id, text) select id, ${author.id}, 'A secret' from action`)
  await leave(t, t.db, author)()
  const secrets = async () => {
    const { rows } = await t.db.execute<{ secret: string }>(sql`
      select text as secret from posts union all select text from comments union all select text from revisions
      union all select note from reports union all select text from appeals`)
    return rows.filter(({ secret }) => /secret|note/i.test(secret)).length
  }
  expect(await secrets()).toBe(5)
  await emptyTexts(t.db)
  await t.db.execute(sql`update users set deleted_at = now() - interval '32 days' where id = ${author.id}`)
  await emptyTexts(t.db)
  expect(await secrets()).toBe(5)
  await t.db.execute(
    sql`update appeals set decided_at = now(), decided_by = ${ada.id}, granted = false, answer = 'No.'`,
  )

  expect(await emptyTexts(t.db)).toBe(false)

  expect(await secrets()).toBe(0)
  const { rows } = await t.db.execute(sql`select text from comments where id = ${shown.id}`)
  expect(rows).toEqual([{ text: 'A shown text' }])
})
