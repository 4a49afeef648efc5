import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { comments, reactions } from '#server/db/schema/community.ts'
import { discussions, tags } from '#server/db/schema/forums.ts'
import { categories } from '#server/db/schema/polls.ts'
import { insertCounters, insertDiscussionTags, insertTags, insertVisits, type Range } from './forum-counters.ts'
import { longTailOf, longTailRank, skewedOf, zipfOf } from './random-sql.ts'
import type { Scale } from './scale.ts'
import { createThreads } from './threads.ts'

const chunk = 20_000
/** One in this many comments has a like, or a dislike. */
const [likedComments, dislikedComments] = [6, 15]
const days = 730
const activeDays = 60

const sentences = [
  'I have read the whole budget, and the line to look at is',
  'The school board heard two views last week, and neither mentioned',
  'What would change your mind about',
  'In our county the vote was close because of',
  'That is a fair point, but it leaves out',
  'Who pays for it, and for how long? I would start with',
  'We tried this ten years ago with',
  'Thank you, I did not know that about',
]

/** Discussions over two years with threads of all sizes, and tags, likes and visits with a long tail. */
export async function insertForums(db: Db, scale: Scale, now: Date, log: (line: string) => void): Promise<void> {
  const threads = await createThreads(db, scale.deepThread)
  const before = await maxIdOf(db, discussions)
  const firstTag = (await maxIdOf(db, tags)) + 1
  await insertTags(db, scale, firstTag)
  for (let from = 1; from <= scale.discussions; from += chunk) {
    const range = { before, from, to: Math.min(from + chunk - 1, scale.discussions) }
    await insertDiscussions(db, scale, range, now)
    const firstComment = await insertComments(db, scale, range, { now, usualLength: threads.usual })
    await insertReactions(db, scale, range, firstComment)
    await insertDiscussionTags(db, scale, range, firstTag)
    log(`${range.to.toLocaleString('en-US')} discussions with comments`)
  }
  await insertVisits(db, scale, before, now)
  await insertCounters(db, before)
  await db.execute(sql`drop table seed_threads`)
  for (const table of ['discussions', 'comments', 'tags']) {
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.identifier(table)}`)
  }
}

async function maxIdOf(db: Db, table: typeof discussions | typeof comments | typeof tags): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from ${table}`)
  return rows[0]?.id ?? 0
}

const deepThreadRank = 0
const rankOf = (scale: Scale) => longTailRank(sql`discussion.n`, scale.discussions)

async function insertDiscussions(db: Db, scale: Scale, { before, from, to }: Range, now: Date): Promise<void> {
  const { people, discussions: count } = scale
  const age = sql`(interval '1 day' * ${days}::int * ((${count}::int - discussion.n) / ${count}::float8) + interval '1 minute')`
  const shareOf = (total: number, max: number) => longTailOf(sql`discussion.n`, { total, count, max })
  const words = (salt: number, number: number) => sql`(select string_agg(word, ' ' order by k)
    from generate_series(1, ${number}::int) k
    join seed_words w on w.n = ${zipfOf(sql`discussion.n * 16::bigint + k`, salt, scale.hashtags)})`
  await db.execute(sql`
    insert into ${discussions} (id, user_id, title, description, category_id, like_count, comment_count, view_count,
      created_at, updated_at, keywords)
    overriding system value
    select ${before}::int + discussion.n, author.id, written.title, written.text,
      ${skewedOf(sql`discussion.n`, 21, 8)} + 1, ${shareOf(scale.discussionLikes, people)}, numbers.comments,
      ${shareOf(scale.views, people)}, numbers.at,
      numbers.at + ${lastActivity(sql`numbers.at`, sql`numbers.comments`, now)},
      (select name from ${categories} where id = ${skewedOf(sql`discussion.n`, 21, 8)} + 1)
    from generate_series(${from}::int, ${to}::int) as discussion (n)
    cross join lateral (select ${now.toISOString()}::timestamptz - ${age} as at,
      case when ${rankOf(scale)} = ${deepThreadRank} then ${scale.deepThread}::int
        else ${shareOf(scale.forumComments, scale.deepThread)} end as comments) numbers
    cross join lateral (select
      (${sql.param(sentences)}::text[])[1 + discussion.n % ${sentences.length}] || ' ' || ${words(22, 3)} as title,
      repeat(concat_ws(' ', (${sql.param(sentences)}::text[])[1 + discussion.n / 8 % ${sentences.length}], ${words(23, 5)} || '.',
        (${sql.param(sentences)}::text[])[1 + discussion.n / 64 % ${sentences.length}], ${words(24, 7)} || E'.\n\n'),
        case when discussion.n % 500 = 0 then 40 else 1 end) as text) written
    join seed_people author on author.n = ${skewedOf(sql`discussion.n`, 25, people)}
    order by discussion.n`)
}

/** The time from the start of a discussion to comment number `k`, which is \`share\` of all of its time. */
function lastActivity(at: SQL, k: SQL, now: Date, count = k): SQL {
  return sql`least(interval '1 day' * ${activeDays}::int, ${now.toISOString()}::timestamptz - ${at}) * (${k} / (${count} + 1.0)::float8)`
}

interface ThreadTimes {
  now: Date
  usualLength: number
}

/** The ids of a discussion's comments follow each other, so that parents and paths are known beforehand. */
async function insertComments(db: Db, scale: Scale, range: Range, { now, usualLength }: ThreadTimes): Promise<number> {
  const { before, from, to } = range
  const firstId = (await maxIdOf(db, comments)) + 1
  const word = (alias: string, salt: number) =>
    sql`join seed_words ${sql.raw(alias)} on ${sql.raw(alias)}.n = ${zipfOf(sql`placed.id`, salt, scale.hashtags)}`
  await db.execute(sql`
    insert into ${comments} (id, discussion_id, parent_id, path, reply_count, user_id, text, like_count, dislike_count,
      created_at)
    overriding system value
    select placed.id, placed.discussion, placed.start + thread.above[cardinality(thread.above)],
      array(select placed.start + place from unnest(thread.above) place),
      (select count(*) from unnest(thread.replies) reply where placed.start + reply < placed.first_id + placed.count),
      author.id, concat_ws(' ', (${sql.param(sentences)}::text[])[1 + placed.id % ${sentences.length}], a.word, b.word, c.word),
      (placed.id % ${likedComments} = 0)::int, (placed.id % ${dislikedComments} = 1)::int,
      placed.at + ${lastActivity(sql`placed.at`, sql`(placed.k + 1)`, now, sql`placed.count`)}
    from (
      select d.id as discussion, d.created_at as at, d.count, d.first_id, k, d.first_id + k as id, d.is_deep,
        d.first_id + k / d.length * d.length as start, k % d.length as place
      from (
        select id, created_at, comment_count as count, is_deep,
          case when is_deep then ${scale.deepThread}::int else ${usualLength}::int end as length,
          (${firstId}::int + sum(comment_count) over (order by id) - comment_count)::int as first_id
        from (select d.*, ${rankOf(scale)} = ${deepThreadRank} as is_deep
          from ${discussions} d cross join lateral (select d.id - ${before}::int as n) discussion
          where d.id between ${before + from}::int and ${before + to}::int) d
      ) d cross join lateral generate_series(0, d.count - 1) k
    ) placed
    join seed_threads thread on thread.is_deep = placed.is_deep and thread.place = placed.place
    ${word('a', 26)} ${word('b', 27)} ${word('c', 28)}
    join seed_people author on author.n = (placed.id * 4099::bigint + placed.discussion) % ${scale.people}::int
    order by placed.id`)
  return firstId
}

async function insertReactions(db: Db, { people }: Scale, { before, from, to }: Range, firstComment: number) {
  await db.execute(sql`
    insert into ${reactions} (discussion_id, user_id, value, created_at)
    select d.id, member.id, 1, d.created_at
    from ${discussions} d cross join lateral generate_series(1, d.like_count) k
    join seed_people member on member.n = (d.id * 127::bigint + k * 7919) % ${people}::int
    where d.id between ${before + from}::int and ${before + to}::int`)
  // The two may be of one comment, but are never of one member.
  for (const [value, column, step] of [
    [1, sql`like_count`, 1],
    [-1, sql`dislike_count`, 2],
  ] as const) {
    await db.execute(sql`
      insert into ${reactions} (comment_id, user_id, value, created_at)
      select c.id, member.id, ${value}::int, c.created_at
      from ${comments} c join seed_people member on member.n = (c.id * 31::bigint + ${step}::int) % ${people}::int
      where c.id >= ${firstComment}::int and c.${column} = 1`)
  }
}
