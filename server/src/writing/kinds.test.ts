import { deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { kindName } from '@wtpu/contract/moderation/on-demand/names'
import { type Kind, type KindThat, kinds, kindsThat } from '@wtpu/contract/writing/kinds'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { toggleReaction } from '#community/reactions.ts'
import { contents } from '#db/schema/contents.ts'
import { politicianMessages } from '#db/schema/politicians.ts'
import { reasons } from '#db/schema/reasons.ts'
import { notificationsOf } from '#testing/notifications.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { hideContent, restoreContent } from './hide.ts'
import { stored } from './kinds.ts'
import { findRevisions, revise } from './revise.ts'

const text = 'Lighthouse keepers'

/** Stores such a text of the author. */
const write: Record<Kind, (t: TestApp, author: { id: number }) => Promise<{ id: number } | undefined>> = {
  post: (t, author) => t.make.post({ author, text }),
  async comment(t, author) {
    const discussion = await t.make.discussion({ author: await t.make.user() })
    return t.make.forumComment({ discussion, author, text })
  },
  discussion: (t, author) => t.make.discussion({ author, title: 'Coasts', description: text }),
  poll: (t, author) => t.make.poll({ question: 'Coasts?', options: [text, 'Nobody'], creator: author.id }),
  async reason(t, author) {
    const poll = await t.make.poll()
    await t.make.vote({ poll, user: author })
    const [reason] = await t.db
      .insert(reasons)
      .values({
        id: 7,
        pollId: poll.id,
        userId: author.id,
        optionId: poll.options[0]!.id,
        text,
        textHash: Buffer.alloc(32),
        isNamed: true,
        shownAt: sql`now()`,
      })
      .returning({ id: reasons.id })
    return reason
  },
  async user(t, { id }) {
    await t.db.update(users).set({ bio: text }).where(eq(users.id, id))
    return { id }
  },
  async letter(t, { id: userId }) {
    const { id: politicianId } = await t.make.politician()
    const letter = { politicianId, userId, name: '', email: '', subject: '', message: text }
    await t.db.insert(politicianMessages).values(letter)
    return undefined
  },
}

async function start(kind: Kind) {
  const t = await startTestApp()
  const author = await t.make.user()
  const written = await write[kind](t, author)
  return { t, author, id: written?.id ?? 0 }
}

test.each(kindsThat('export'))('the export has what somebody wrote of the kind %s', async (kind) => {
  const { t, author } = await start(kind)
  await using _ = t
  const table = kind === 'letter' ? politicianMessages : stored[kind].table
  await t.db.execute(sql`update ${table} set ${sql.raw(kind === 'user' ? 'bio_lang' : 'lang')} = 'tlh'`)

  const { body } = await t.as(author).call(getAccountData, {})

  expect(body).toContain(text)
  expect(body).toContain('"tlh"')
})

test.each(kindsThat('report'))('the view of all contents has the kind %s', async (kind) => {
  const { t, author, id } = await start(kind)
  await using _ = t

  const found = await t.db.select().from(contents).where(eq(contents.kind, kind))

  expect(found.filter((row) => row.id === id)).toEqual([
    expect.objectContaining({
      authorId: author.id,
      text: expect.stringContaining(text),
      path: expect.stringMatching(/^\/[a-z]/),
      isVisible: true,
      isDeleted: false,
    }),
  ])
})

test.each(kindsThat('report'))('staff read the noun of the kind %s', (kind) => {
  expect(kindName(kind).toLowerCase()).toBe(kinds[kind].noun)
})

test.each(kindsThat('remove'))('the kind %s is removed and shown again, once', async (kind) => {
  const { t, id } = await start(kind)
  await using _ = t
  const { table, isShown } = stored[kind]
  const shown = () => t.db.select({ id: table.id }).from(table).where(isShown)
  const hide = () => t.db.transaction((tx) => hideContent(tx, { kind, id }, 'Spam'))
  const restore = () => t.db.transaction((tx) => restoreContent(tx, { kind, id }))
  const before = await shown()
  expect(before).toContainEqual({ id })

  expect([await hide(), await hide()]).toEqual([true, false])
  expect(await shown()).not.toContainEqual({ id })

  expect([await restore(), await restore()]).toEqual([true, false])
  expect(await shown()).toEqual(before)
})

test.each(kindsThat('react'))('a like of the kind %s counts, and leads its author to its page', async (kind) => {
  const { t, author, id } = await start(kind)
  await using _ = t
  const to = kind === 'comment' ? ({ kind, id, on: 'discussion' } as const) : { kind, id }
  const { id: userId } = await t.make.user()

  expect(await toggleReaction(t.db, { to, userId, value: 1 })).toMatchObject({ value: 1, likeCount: 1 })

  const [news] = await notificationsOf(t, author)
  const { page } = kinds[kind === 'comment' ? 'discussion' : kind]
  expect(news).toMatchObject({ kind: 'like', url: expect.stringContaining(page) })
})

/** Whether others still read it, without a name, once its author has deleted the account. */
const staysWithoutAuthor: Record<KindThat<'report'>, boolean> = {
  post: false,
  comment: true,
  discussion: true,
  poll: true,
  reason: true,
  user: false,
}

test.each(kindsThat('report'))('of the kind %s, the deletion of an account leaves what is decided', async (kind) => {
  const { t, author, id } = await start(kind)
  await using _ = t
  const { table, isShown } = stored[kind]
  const shown = () =>
    t.db
      .select({ id: table.id })
      .from(table)
      .where(sql`${isShown}`)
  expect(await shown()).toContainEqual({ id })

  const { email } = author
  expect((await t.as(author).call(deleteAccount, { body: { email } })).statusCode).toBe(200)

  expect((await shown()).some((row) => row.id === id)).toBe(staysWithoutAuthor[kind])
})

test.each(kindsThat('edit'))('an edit of the kind %s keeps the earlier text', async (kind) => {
  const { t, author, id } = await start(kind)
  await using _ = t
  const title = 'title' in kinds[kind].fields ? { before: { title: 'Coasts' }, after: { title: 'Shores' } } : {}
  const edit = {
    id,
    userId: author.id,
    markdown: false,
    before: { ...title.before, text },
    after: { ...title.after, text: 'Other words' },
  }
  await t.db.transaction((tx) => revise(tx, kind, edit))

  expect(await findRevisions(t.db, { kind, id })).toMatchObject([{ ...title.before, text }])
})
