import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { updateProfile } from '@wtpu/contract/accounts/settings'
import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { listPolls } from '@wtpu/contract/polls/polls'
import { searchSite } from '@wtpu/contract/site/search'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrationsFolder } from '#db/open.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { politicians } from '#db/schema/politicians.ts'
import { importOfficials } from '#imports/officials.ts'
import { legislator, now } from '#testing/officials-files.ts'
import { sendForm } from '#testing/send-form.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The ids of posts or polls that their list finds, which the search of the site also has to find. */
async function find(t: TestApp, viewer: { id: number }, kind: 'posts' | 'polls', q: string): Promise<number[]> {
  t.app.cache.invalidate('/')
  const list = kind === 'posts' ? listPosts : listPolls
  const inList = await t.as(viewer).call(list, { querystring: { q, limit: 50 } })
  const onSite = await t.as(viewer).call(searchSite, { querystring: { q, kind } })
  const [ids, found] = [inList.json(), onSite.json()[kind]].map(({ results }: { results: { id: number }[] }) =>
    results.map(({ id }) => id).toSorted((a, b) => a - b),
  )
  expect(found, q).toEqual(ids)
  return ids ?? []
}

test('posts are found by the names that their author has now', async () => {
  await using t = await startTestApp()
  const author = await t.make.user({ first_name: 'Zelda', last_name: 'Oldname', username: 'robin.q' })
  const { id } = await t.make.post({ author, text: 'Bus 12 is late #MainStreet' })
  const other = await t.make.post({ author: await t.make.user(), text: 'Bus 12 is early' })
  expect(await find(t, author, 'posts', 'oldname')).toEqual([id])

  await sendForm(t, author, updateProfile, { text: { first_name: 'Núria', last_name: 'Bridges' } })

  for (const q of [
    'nuria',
    'Bridges',
    'bridge',
    'brid',
    'robin.q',
    '"nuria bridges"',
    'bridges bus',
    'late nuria street',
  ]) {
    expect(await find(t, author, 'posts', q), q).toEqual([id])
  }
  for (const q of ['bridges street or zebra', 'zebra or nuria late'])
    expect(await find(t, author, 'posts', q), q).toEqual([id])
  expect(await find(t, author, 'posts', 'bus or nuria')).toEqual([id, other.id])
  for (const q of ['bus -bridges', '12 -nuria']) expect(await find(t, author, 'posts', q), q).toEqual([other.id])
  for (const q of ['oldname', 'zelda', 'nuria early', 'bridges -bus'])
    expect(await find(t, author, 'posts', q), q).toEqual([])
})

test('a new username finds the posts, and a deleted account nothing', async () => {
  await using t = await startTestApp()
  const [viewer, author] = [await t.make.user(), await t.make.user({ username: 'heron' })]
  const { id } = await t.make.post({ author, text: 'Bus 12 is late' })

  await t.db.update(users).set({ username: 'kingfisher' }).where(eq(users.id, author.id))

  expect(await find(t, viewer, 'posts', 'kingf')).toEqual([id])
  expect(await find(t, viewer, 'posts', 'heron')).toEqual([])
  await t.db
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(eq(users.id, author.id))
  expect(await find(t, viewer, 'posts', 'kingfisher')).toEqual([])
})

test('finds every post of a name that has few, however many others there are', async () => {
  await using t = await startTestApp()
  const [common, rare] = [await t.make.user({ last_name: 'Smith' }), await t.make.user({ last_name: 'Quist' })]
  await t.db.execute(sql`insert into ${posts} (user_id, text)
    select case when n in (1, 7000) then ${rare.id}::int else ${common.id}::int end, 'Street ' || n from generate_series(1, 7000) n`)
  await t.db.execute(sql`analyze ${posts}`)
  await t.db.execute(sql`analyze ${users}`)
  const count = async (q: string) => {
    const response = await t.as(rare).call(searchSite, { querystring: { q, kind: 'posts' } })
    return response.json().posts.count
  }

  expect(await count('quist')).toBe(2)
  expect(await count('quist street')).toBe(2)
  expect(await count('smith 1500')).toBe(1)
})

test('polls are found by the name that their official has since the last import', async () => {
  await using t = await startTestApp()
  const folder = temporaryFolder({ 'congress.json': JSON.stringify([legislator('A000001', 'Ada Ashgrove')]) })
  const run = () => importOfficials(t.db, { congress: folder.at('congress.json') }, { now })
  await run()
  const [ada] = await t.db.select().from(politicians).where(eq(politicians.externalId, 'A000001'))
  const viewer = await t.make.user()
  const about = await t.make.poll({ question: 'Is she right?', politician: ada?.id, category: 'Economy' })
  const other = await t.make.poll({ question: 'Is the economy right?', category: 'Economy' })
  expect(await find(t, viewer, 'polls', 'ashgrove')).toEqual([about.id])

  folder.write('congress.json', JSON.stringify([legislator('A000001', 'Ada Đặng-Birchmere')]))
  await run()

  for (const q of ['birchmere', 'dang', 'birch', 'ada economy', '"right" birchmere', 'birchmere or zebra']) {
    expect(await find(t, viewer, 'polls', q), q).toEqual([about.id])
  }
  expect(await find(t, viewer, 'polls', 'economy')).toEqual([about.id, other.id])
  expect(await find(t, viewer, 'polls', 'economy -birchmere')).toEqual([other.id])
  for (const q of ['ashgrove', 'birchmere zebra', 'ohio', 'birchmere -economy'])
    expect(await find(t, viewer, 'polls', q), q).toEqual([])
})

test('the migration leaves the name of the author and of the official out of what is stored', async () => {
  await using t = await startTestApp()
  const author = await t.make.user()
  const official = await t.make.politician()
  const post = await t.make.post({ author, text: '#MainStreet #ÉcoleÉté #Main #bus' })
  const { id } = await t.make.poll({ politician: official.id, category: 'Economy' })
  await t.db.execute(sql`update posts set keywords = 'Main Street École Été bus Zelda Oldname zelda'`)
  await t.db.execute(sql`update polls set keywords = 'Economy Ada Ashgrove'`)

  const file = await readFile(path.join(migrationsFolder, '0023_names_are_not_copied_and_captions.sql'), 'utf8')
  for (const statement of file.split('--> statement-breakpoint').filter((part) => /^\s*UPDATE/m.test(part))) {
    await t.db.execute(sql.raw(statement))
  }

  for (const q of ['street', 'ete', 'main bus']) expect(await find(t, author, 'posts', q), q).toEqual([post.id])
  for (const q of ['oldname', 'zelda']) expect(await find(t, author, 'posts', q), q).toEqual([])
  expect(await find(t, author, 'polls', 'economy')).toEqual([id])
  expect(await find(t, author, 'polls', 'ashgrove')).toEqual([])
})
