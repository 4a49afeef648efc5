import { profileTextNames } from '@wtpu/contract/accounts/on-demand/fields'
import { kinds } from '@wtpu/contract/writing/kinds'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgView, text } from 'drizzle-orm/pg-core'
import { bioColumns, instant, writtenColumns } from './columns.ts'

const { post, discussion, poll, user } = kinds

/** SQL: the names of a profile in one line. Moderators see them, and a report keeps them. */
const profileName = "concat_ws(' ', nullif(trim(first_name || ' ' || last_name), ''), '@' || username)"
export const nameOfProfile = sql.raw(profileName)

/** SQL: what a user wrote about themselves. */
const profileText = profileTextNames.join(" || E'\\n' || ")
export const textOfProfile = sql.raw(profileText)

/** SQL: what the comment in this row is on. */
export const placeOfComment = (row: string) => ({
  kind: sql.raw(`case when ${row}.post_id is not null then 'post' when ${row}.discussion_id is not null then 'discussion'
    else 'politician' end`),
  id: sql.raw(`coalesce(${row}.post_id, ${row}.discussion_id, ${row}.politician_id)`),
})

const written = Object.keys(writtenColumns).join(', ')
const writtenOfBio = Object.keys(bioColumns).join(', ')

/**
 * Each text that others read, in the same columns, to look one up by its kind and id. With a known kind that is one index look-up.
 * Lists read their own tables.
 */
export const contents = pgView('contents', {
  kind: text().notNull(),
  id: integer().notNull(),
  authorId: integer('author_id'),
  title: text().notNull(),
  text: text().notNull(),
  ...writtenColumns,
  /** The address of the page that shows it. */
  path: text().notNull(),
  createdAt: instant('created_at').notNull(),
  /** The row itself is visible. Its author may be blocked, and what it is on may be hidden. */
  isVisible: boolean('is_visible').notNull(),
  isDeleted: boolean('is_deleted').notNull(),
}).as(
  sql.raw(`
  select 'post' as kind, id, user_id as author_id, '' as title, text, ${written}, '${post.page}' || id as path, created_at, is_visible,
    deleted_at is not null as is_deleted from posts
  union all
  select 'comment', id, user_id, '', text, ${written},
    case when discussion_id is not null then '${discussion.page}' || discussion_id || '?comment=' || id
      when post_id is not null then '${post.page}' || post_id else '/politicians/' || politician_id end,
    created_at, is_visible, deleted_at is not null from comments
  union all
  select 'discussion', id, user_id, title, description, ${written}, '${discussion.page}' || id, created_at, is_visible,
    deleted_at is not null from discussions
  union all
  select 'poll', id, creator_id, question, description || E'\\n' || coalesce((select string_agg('- ' || poll_options.text, E'\\n'
      order by position) from poll_options where poll_id = polls.id), ''), ${written}, '${poll.page}' || id, created_at, is_visible,
    false from polls
  union all
  select 'reason', id, user_id, '', text, ${written}, '${poll.page}' || poll_id, created_at, is_visible, deleted_at is not null from reasons
  union all
  select 'user', id, id, ${profileName}, ${profileText}, ${writtenOfBio},
    '${user.page}' || id, created_at, is_active, deleted_at is not null from users`),
)
