import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { seedDemo } from './demo.ts'
import { mediaFolder, openFolderStore } from '#media/file-store.ts'
import { addDemoData } from './add-demo-data.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'

const dataDir = path.join(tmpdir(), `wtpu-${randomBytes(6).toString('hex')}`)

/** Shared by the tests that only read. */
let site: TestDatabase
let lines: string[]
beforeAll(async () => {
  site = await startTestDatabase()
  lines = []
  await addDemoData({
    db: site.db,
    files: openFolderStore(mediaFolder(dataDir)),
    jwtSecret: 'of a test',
    log: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

async function rowsOf(db: Db, query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(sql.raw(query))
  return rows
}

test('has 60 posts of the last two weeks by the named people, the newest a few minutes old', async () => {
  const [counts] = await rowsOf(
    site.db,
    `select count(*)::int as posts, count(distinct text)::int as texts, count(distinct user_id)::int as authors,
       min(created_at) > now() - interval '14 days' as recent,
       max(created_at) between now() - interval '20 minutes' and now() - interval '5 minutes' as fresh,
       count(*) filter (where comment_count >= 10)::int as discussions
     from posts`,
  )
  expect(counts).toEqual({ posts: 60, texts: 60, authors: 39, recent: true, fresh: true, discussions: 4 })
  const [comments] = await rowsOf(
    site.db,
    'select count(*)::int as comments, count(distinct text)::int as texts from comments where post_id is not null',
  )
  expect(comments?.['comments']).toBeGreaterThan(150)
  expect(comments?.['texts']).toBe(comments?.['comments'])
})

test('ids of posts and comments follow their times, and nothing is earlier than its subject or in the future', async () => {
  const wrong = await rowsOf(
    site.db,
    `select 'post' from posts p join users u on u.id = p.user_id where p.created_at not between u.created_at and now()
     union all select 'order of posts' from (select created_at < lag(created_at) over (order by id) as wrong from posts) p where wrong
     union all select 'comment' from comments c join posts p on p.id = c.post_id where c.created_at not between p.created_at and now()
     union all select 'order of comments' from
       (select created_at < lag(created_at) over (order by id) as wrong from comments where post_id is not null) c where wrong
     union all select 'like of a post' from reactions r join posts p on p.id = r.post_id
       where r.created_at not between p.created_at and now() or r.user_id = p.user_id
     union all select 'like of a comment' from reactions r join comments c on c.id = r.comment_id
       where c.post_id is not null and r.created_at not between c.created_at and now()
     union all select 'follow' from follows f join users u on u.id in (f.follower_id, f.followed_id)
       where f.created_at not between u.created_at and now()`,
  )
  expect(wrong).toEqual([])
})

test('Trending Topics has at least eight hashtags, and the demo account has suggestions with mutual follows', async () => {
  const [topics] = await rowsOf(site.db, 'select count(*)::int as trending from hashtags where recent_authors >= 3')
  expect(topics?.['trending']).toBeGreaterThanOrEqual(8)
  const [mutuals] = await rowsOf(
    site.db,
    `select count(distinct theirs.followed_id)::int as people from users u
     join follows mine on mine.follower_id = u.id join follows theirs on theirs.follower_id = mine.followed_id
     where u.username = 'demo'`,
  )
  expect(mutuals?.['people']).toBeGreaterThanOrEqual(20)
})

test('stores the images of eight posts in all variants, each with a description', async () => {
  const media = await rowsOf(site.db, 'select file, width, height, alt from post_media')
  expect(media).toHaveLength(8)
  expect(media.every((image) => String(image['alt']).length > 40 && Number(image['height']) > 400)).toBe(true)
  const stored = await readdir(path.join(dataDir, 'media/posts'))
  for (const { file, width } of media) {
    const key = path.basename(String(file)).replace(`-${String(width)}.webp`, '')
    expect(stored.filter((name) => name.startsWith(key)).length).toBeGreaterThanOrEqual(8)
    expect(stored).toContain(path.basename(String(file)))
  }
  expect(await site.db.select().from(unusedMedia)).toEqual([])
  expect(lines).toEqual([])
})

test('stores a portrait of every official, each in both formats and different from the others', async () => {
  const officials = await rowsOf(site.db, 'select photo from politicians')
  expect(officials).toHaveLength(201)
  const stored = await readdir(path.join(dataDir, 'media/officials'))
  const names = officials.map(({ photo }) => path.basename(String(photo)))
  expect(stored.toSorted()).toEqual(names.flatMap((name) => [name, name.replace('webp', 'jpg')]).toSorted())
  const images = names.map((name) => readFileSync(path.join(dataDir, 'media/officials', name)))
  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(201)
})

test('adds posts and officials without images if they cannot be stored', async () => {
  await using t = await startTestDatabase()
  const said: string[] = []
  const saveDrawing = () => Promise.reject(new Error('EACCES'))

  const result = await seedDemo(t.db, { saveDrawing, log: (line) => said.push(line) })

  expect(result).toEqual({ seeded: true })
  expect(said).toEqual([
    'Some officials of the demo are added without their images: EACCES',
    'Some posts of the demo are added without their images: EACCES',
  ])
  const [counts] = await rowsOf(
    t.db,
    `select (select count(*)::int from posts) as posts, (select count(*)::int from post_media) as media,
       (select count(photo)::int from politicians) as portraits`,
  )
  expect(counts).toEqual({ posts: 60, media: 0, portraits: 0 })
})
