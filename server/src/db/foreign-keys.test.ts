import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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

test('every foreign key has an index that begins with its columns, so that a deletion or a join reads no whole table', async () => {
  await using t = await startTestDatabase()

  const { rows } = await t.db.execute<{ name: string }>(sql`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
    order by 1`)

  expect(rows.map(({ name }) => name)).toEqual(withoutIndex)
})
