import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/accounts.ts'
import { hashtagAuthors, hashtags, postHashtags, postMedia, posts } from '#server/db/schema/boiler-room.ts'
import { comments, reactions } from '#server/db/schema/community.ts'
import { longTailOf, skewedOf, zipfOf } from './random-sql.ts'
import type { Scale } from './scale.ts'

const chunk = 50_000
/** Comments on one post with a like: one of this many. */
const likedComments = 6

const sentences = [
  'Has anyone been to the meeting about',
  'The school board talks tonight about',
  'A question to the neighbors about',
  'I wrote to our representative about',
  'Here is what the county says about',
  'Thank you to everyone who helped with',
  'Two hours at the town hall, and still nothing on',
  'Good news on',
]

/** Numbers from 1 to `count`, in order of time. Post n has the id `before + n`. */
interface Range {
  before: number
  from: number
  to: number
}

/** Posts over two years with a few popular ones, their comments and likes, and hashtags with a long tail. */
export async function insertFeed(db: Db, scale: Scale, now: Date, log: (line: string) => void): Promise<void> {
  const { rows } = await db.execute<{ before: number }>(sql`select coalesce(max(id), 0) as before from ${posts}`)
  const before = rows[0]?.before ?? 0
  for (let from = 1; from <= scale.posts; from += chunk) {
    const range = { before, from, to: Math.min(from + chunk - 1, scale.posts) }
    await insertPosts(db, scale, range, now)
    await insertComments(db, scale, range, now)
    await insertLikes(db, scale, range)
    await insertMedia(db, range)
    log(`${range.to.toLocaleString('en-US')} posts with comments and likes`)
  }
  await insertHashtags(db, before, now)
  await db.execute(sql`select setval(pg_get_serial_sequence('posts', 'id'), max(id)) from ${posts}`)
  await db.execute(sql`
    update ${users} set posts_count = counted.posts
    from (select user_id, count(*) as posts from ${posts} where id > ${before} group by user_id) as counted
    where ${users.id} = counted.user_id`)
}

async function insertPosts(db: Db, scale: Scale, { before, from, to }: Range, now: Date): Promise<void> {
  const age = sql`interval '730 days' * ((${scale.posts}::int - post.n) / ${scale.posts}::float8) + interval '1 minute'`
  await db.execute(sql`
    insert into ${posts} (id, user_id, text, hashtags, keywords, like_count, comment_count, created_at)
    overriding system value
    select ${before}::int + post.n, author.id, written.text, tags.names,
      array_to_string(tags.names, ' '),
      ${shareOf(scale.likes * (1 - likesOfComments(scale)), scale)}, ${shareOf(scale.postComments, scale)},
      ${now.toISOString()}::timestamptz - ${age}
    from generate_series(${from}::int, ${to}::int) as post (n)
    cross join lateral (select array(
      select distinct initcap(word) from generate_series(1, (array[0, 0, 1, 1, 1, 2, 2, 3])[1 + post.n / 8 % 8]) k
      join seed_words w on w.n = ${zipfOf(sql`post.n * 4::bigint + k`, 3, scale.hashtags)}) as names) tags
    cross join lateral (select concat_ws(' ', (${sql.param(sentences)}::text[])[1 + post.n % ${sentences.length}], (
      select string_agg(word, ' ') from generate_series(1, 4) k
      join seed_words w on w.n = ${zipfOf(sql`post.n * 4::bigint + k`, 4, scale.hashtags)}),
      (select string_agg('#' || name, ' ') from unnest(tags.names) name)) as text) written
    join seed_people author on author.n = ${skewedOf(sql`post.n`, 5, scale.people)}
    order by post.n`)
}

const likesOfComments = ({ likes, postComments }: Scale) => postComments / likedComments / likes

/** Post n's share of `total` likes or comments. Posts keep their place in the long tail for both. */
function shareOf(total: number, { posts: count, people }: Scale): SQL {
  return longTailOf(sql`post.n`, { total, count, max: people })
}

async function insertComments(db: Db, { people }: Scale, { before, from, to }: Range, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${comments} (post_id, user_id, text, like_count, created_at)
    select p.id, author.id, 'Comment ' || k || ' on this post', ((p.id + k) % ${likedComments} = 0)::int,
      p.created_at + least(interval '3 days', ${now.toISOString()}::timestamptz - p.created_at) * (k / (p.comment_count + 1.0))
    from ${posts} p cross join lateral generate_series(1, p.comment_count) k
    join seed_people author on author.n = (p.id * 31::bigint + k * 4099) % ${people}::int
    where p.id between ${before + from}::int and ${before + to}::int
    order by p.id, k`)
}

async function insertLikes(db: Db, { people }: Scale, { before, from, to }: Range): Promise<void> {
  await db.execute(sql`
    insert into ${reactions} (post_id, user_id, value, created_at)
    select p.id, member.id, 1, p.created_at
    from ${posts} p cross join lateral generate_series(1, p.like_count) k
    join seed_people member on member.n = (p.id * 127::bigint + k * 7919) % ${people}::int
    where p.id between ${before + from}::int and ${before + to}::int`)
}

/** An image for every tenth post. Its file does not exist. */
async function insertMedia(db: Db, { before, from, to }: Range): Promise<void> {
  await db.execute(sql`
    insert into ${postMedia} (post_id, position, kind, file, width, height)
    select id, 0, 'image', '/media/large-' || id || '.jpg', 1200, 800
    from ${posts} where id between ${before + from}::int and ${before + to}::int and id % 10 = 0`)
}

/** Likes of comments, then the hashtags of all posts with their counters. */
async function insertHashtags(db: Db, before: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${reactions} (comment_id, user_id, value, created_at)
    select c.id, c.user_id, 1, c.created_at from ${comments} c where c.post_id > ${before} and c.like_count = 1`)
  await db.execute(sql`
    insert into ${hashtags} (key, name) select word, initcap(word) from seed_words order by n on conflict do nothing`)
  await db.execute(sql`
    insert into ${postHashtags} (hashtag_id, post_id, user_id, created_at, recent)
    select h.id, p.id, p.user_id, p.created_at, p.created_at > ${now.toISOString()}::timestamptz - interval '7 days'
    from ${posts} p cross join lateral unnest(p.hashtags) as tag (name) join ${hashtags} h on h.key = lower(tag.name)
    where p.id > ${before} order by p.id`)
  await db.execute(sql`
    insert into ${hashtagAuthors} (hashtag_id, user_id, recent_uses)
    select hashtag_id, user_id, count(*) from ${postHashtags} where recent and post_id > ${before} group by 1, 2`)
  await db.execute(sql`
    update ${hashtags} h set use_count = u.uses, recent_uses = u.recent, recent_authors = u.authors
    from (select hashtag_id, count(*) as uses, count(*) filter (where recent) as recent,
        count(distinct user_id) filter (where recent) as authors
      from ${postHashtags} group by 1) u
    where u.hashtag_id = h.id`)
}
