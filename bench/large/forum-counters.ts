import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  discussions,
  discussionTags,
  discussionVisits,
  forumCounters,
  forumSlots,
  tags,
  titleWords,
} from '#server/db/schema/forums.ts'
import { polls } from '#server/db/schema/polls.ts'
import { randomOf, zipfOf } from './random-sql.ts'
import type { Scale } from './scale.ts'

/** Visits are kept for some weeks only, so only the newest discussions have any. */
const visitedShare = 0.2
const maxVisits = 10
/** Numbers from 1 to `count`, in order of time. Discussion n has the id `before + n`. */
export interface Range {
  before: number
  from: number
  to: number
}

export async function insertTags(db: Db, scale: Scale, firstTag: number): Promise<void> {
  await db.execute(sql`
    insert into ${tags} (id, name, slug, created_by) overriding system value
    select ${firstTag}::int + n, initcap(word), word, (select id from seed_people where n = 0)
    from seed_words where n < ${scale.tags}::int order by n`)
}

export async function insertDiscussionTags(db: Db, scale: Scale, range: Range, firstTag: number): Promise<void> {
  const { before, from, to } = range
  await db.execute(sql`
    insert into ${discussionTags} (discussion_id, tag_id, position)
    select id, tag, row_number() over (partition by id order by tag) - 1
    from (select distinct ${before}::int + discussion.n as id, ${firstTag}::int + ${zipfOf(sql`discussion.n * 8::bigint + k`, 29, scale.tags)} as tag
      from generate_series(${from}::int, ${to}::int) as discussion (n)
      cross join lateral generate_series(1, (array[0, 1, 1, 2, 2, 3, 4, 5])[1 + discussion.n % 8]) k) used
    order by id, tag`)
}

export async function insertVisits(
  db: Db,
  { people, discussions: count }: Scale,
  before: number,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz - interval '1 hour' * (1 + ${randomOf(sql`d.id * 16::bigint + k`, 30)} * 240)`
  await db.execute(sql`
    insert into ${discussionVisits} (discussion_id, user_id, counted_at, visited_at)
    select d.id, member.id, visit.at, visit.at
    from ${discussions} d cross join lateral generate_series(1, least(d.view_count, ${maxVisits}::int)) k
    cross join lateral (select greatest(d.created_at, ${at}) as at) visit
    join seed_people member on member.n = (d.id * 61::bigint + k * 7919) % ${people}::int
    where d.id > ${before + Math.round(count * (1 - visitedShare))}::int and member.id <> d.user_id`)
}

export async function insertCounters(db: Db, before: number): Promise<void> {
  await db.execute(sql`
    insert into ${forumCounters} (category_id, slot, discussions, comments)
    select category_id, id % ${sql.raw(String(forumSlots))}, count(*), sum(comment_count) from ${discussions}
    where id > ${before}::int group by 1, 2
    on conflict (category_id, slot) do update set discussions = forum_counters.discussions + excluded.discussions,
      comments = forum_counters.comments + excluded.comments`)
  await db.execute(sql`
    update ${tags} set discussion_count = used.count
    from (select tag_id, count(*) as count from ${discussionTags} group by tag_id) used where used.tag_id = ${tags.id}`)
  await db.execute(sql`
    insert into ${titleWords} select distinct word from ${discussions} d,
      regexp_split_to_table(lower(d.title), '[^a-z0-9]+') word
    where d.id > ${before}::int and length(word) between 3 and 40 on conflict do nothing`)
  await db.execute(sql`
    insert into ${titleWords} select distinct word from ${polls}, regexp_split_to_table(lower(question), '[^a-z0-9]+') word
    where length(word) between 3 and 40 on conflict do nothing`)
}
