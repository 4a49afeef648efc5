import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

/** Creates a database and applies only the first migrations, as in an earlier release. */
async function startOldDatabase(migrations: number) {
  const name = `test_old_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'wtpu-migrations-'))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, migrations) }))
  await applyMigrations(drizzle(client), { migrationsFolder: folder })
  await rm(folder, { recursive: true })
  return {
    url,
    client,
    async [Symbol.asyncDispose]() {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

test('keeps wall comments and likes of earlier releases with their ids', async () => {
  await using old = await startOldDatabase(7)
  await old.client.query(`
    insert into users (id, username, email) overriding system value values (1, 'ada', 'ada@wtpu.example');
    insert into politicians (id, source, external_id, name, party, office, state, sort_name, search_text)
      overriding system value values (5, 'sample', 'x', 'Jordan Official', 'I', 'Sen', 'NY', 'official', 'official');
    insert into politician_comments (id, politician_id, user_id, text, like_count, created_at, removed_at, removal_reason)
      overriding system value values
        (7, 5, 1, 'Hello', 1, '2026-01-02', null, null), (9, 5, 1, 'Buy now', 0, '2026-01-03', '2026-01-04', 'advertising');
    insert into politician_comment_likes (id, comment_id, user_id, created_at)
      overriding system value values (11, 7, 1, '2026-01-05')`)

  await migrate(old.url)

  await old.client.query(`insert into comments (politician_id, user_id, text) values (5, 1, 'New')`)
  const { rows: comments } = await old.client.query(`
    select id, politician_id, user_id, text, like_count, created_at::date::text as day, removal_reason
    from comments order by id`)
  expect(comments).toEqual([
    { id: 7, politician_id: 5, user_id: 1, text: 'Hello', like_count: 1, day: '2026-01-02', removal_reason: null },
    {
      id: 9,
      politician_id: 5,
      user_id: 1,
      text: 'Buy now',
      like_count: 0,
      day: '2026-01-03',
      removal_reason: 'advertising',
    },
    { id: 10, politician_id: 5, user_id: 1, text: 'New', like_count: 0, day: expect.any(String), removal_reason: null },
  ])
  const { rows: reactions } = await old.client.query('select id, comment_id, user_id, value from reactions')
  expect(reactions).toEqual([{ id: 11, comment_id: 7, user_id: 1, value: 1 }])
})
