import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from './client.ts'
import { startTestDatabase } from '#testing/test-database.ts'

/** They refer to users and discussions, which are never deleted, and no query begins with them. */
const withoutIndex = [
  'appeals.decided_by',
  'case_notes.author_id',
  'discussion_visits.discussion_id',
  'hashtag_authors.user_id',
  'moderation_actions.actor_id',
  'post_hashtags.user_id',
  'tags.created_by',
]

async function findKeysWithoutIndex(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
    order by 1`)
  return rows.map(({ name }) => name)
}

test('every foreign key has an index that begins with its columns, so that a deletion or a join reads no whole table', async () => {
  await using t = await startTestDatabase()

  expect(await findKeysWithoutIndex(t.db)).toEqual(withoutIndex)
})

test('neither an index that begins with another column nor the index of the referenced key is enough', async () => {
  await using t = await startTestDatabase()
  await t.db.execute(sql`
    create table drafts (id int primary key, first int references users, second int references users,
      parent int references drafts, lowered int references users);
    create index on drafts (first, second); create index on drafts ((lowered + 0))`)

  const found = await findKeysWithoutIndex(t.db)

  expect(found.filter((name) => name.startsWith('drafts.'))).toEqual([
    'drafts.lowered',
    'drafts.parent',
    'drafts.second',
  ])
})
