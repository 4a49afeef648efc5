import { forumCommentMaxLength, maxDepth } from '@wtpu/contract/forums/comments'
import { maxPinned } from '@wtpu/contract/limits'
import { descriptionMaxLength, titleMaxLength } from '@wtpu/contract/forums/lengths'
import { tagMaxLength, tagSlug, tagsPerDiscussion } from '@wtpu/contract/forums/tags'
import { toParagraphs, toSingleLine } from '@wtpu/contract/schemas'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleWordsOf } from '#search/words.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { readContent, type SampleComment, type SampleDiscussion } from './content.ts'
import { seedDemo } from './demo.ts'
import { linesOf, timesOf } from './threads.ts'

/** Shared by the tests that only read. */
let site: TestDatabase
let sampleDiscussions: SampleDiscussion[]
beforeAll(async () => {
  sampleDiscussions = (await readContent()).discussions
  site = await startTestDatabase()
  await seedDemo(site.db)
})
afterAll(() => site[Symbol.asyncDispose]())

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await site.db.execute(sql.raw(query))
  return rows
}

test('has 40 discussions in all eight categories, each with a reply, and more than 200 comments', async () => {
  const [counts] = await rowsOf(
    `select count(*)::int as discussions, count(distinct title)::int as titles, min(comment_count) > 0 as answered,
       min(view_count) > 0 as visited, sum(comment_count) > 200 as comments, count(*) filter (where locked_at is not null)::int as locked,
       count(*) filter (where edited_at is not null)::int as edited from discussions`,
  )
  expect(counts).toEqual({
    discussions: 40,
    titles: 40,
    answered: true,
    visited: true,
    comments: true,
    locked: 1,
    edited: 2,
  })
  const byCategory = await rowsOf(
    `select c.name, count(d.id)::int as discussions from categories c left join discussions d on d.category_id = c.id group by 1 order by 2`,
  )
  expect(byCategory.map((row) => row['discussions'])).toEqual([3, 3, 4, 4, 5, 6, 7, 8])
})

test('replies have the path of their parent, and threads are six levels deep or more', async () => {
  const wrong = await rowsOf(
    `select c.id from comments c left join comments p on p.id = c.parent_id
     where c.discussion_id is not null and (c.path <> case when p.id is null then '{}' else p.path || p.id end or p.discussion_id <> c.discussion_id)`,
  )
  expect(wrong).toEqual([])
  const [depth] = await rowsOf(
    `select max(depth) as deepest, count(distinct discussion_id) filter (where depth >= 5)::int as deep_threads from comments`,
  )
  expect(Number(depth?.['deepest'])).toBeGreaterThanOrEqual(6)
  expect(Number(depth?.['deepest'])).toBeLessThan(maxDepth)
  expect(depth?.['deep_threads']).toBeGreaterThanOrEqual(6)
})

test('ids follow times, and nothing is earlier than its subject or in the future', async () => {
  const wrong = await rowsOf(
    `select 'discussion' from discussions d join users u on u.id = d.user_id
       where d.created_at not between greatest(u.created_at, now() - interval '30 days') and now()
         or edited_at not between d.created_at and now() or locked_at not between updated_at and now()
     union all select 'order of discussions' from
       (select created_at < lag(created_at) over (order by id) as wrong from discussions) d where wrong
     union all select 'comment' from comments c join discussions d on d.id = c.discussion_id
       left join comments p on p.id = c.parent_id
       where c.created_at not between greatest(d.created_at, p.created_at) and now()
         or least(p.deleted_at, p.removed_at) < c.created_at
         or c.edited_at not between c.created_at and now() or c.pinned_at not between c.created_at and now()
     union all select 'order of comments' from
       (select created_at < lag(created_at) over (order by id) as wrong from comments where discussion_id is not null) c where wrong
     union all select 'reaction' from reactions r left join comments c on c.id = r.comment_id
       join discussions d on d.id = coalesce(r.discussion_id, c.discussion_id)
       where r.created_at not between coalesce(c.created_at, d.created_at) and now()
         or r.user_id = coalesce(c.user_id, d.user_id) or (r.discussion_id is not null and r.value <> 1)
     union all select 'visit' from discussion_visits v join discussions d on d.id = v.discussion_id
       where v.counted_at < d.created_at or v.visited_at not between v.counted_at and now() or v.user_id = d.user_id
     union all select 'comment without a visit' from comments c join discussions d on d.id = c.discussion_id
       where c.user_id <> d.user_id and not exists (
         select from discussion_visits v where v.discussion_id = d.id and v.user_id = c.user_id and v.visited_at >= c.created_at)
     union all select 'tag' from discussion_tags dt join tags t on t.id = dt.tag_id join discussions d on d.id = dt.discussion_id
       where t.created_at > d.created_at
     union all select 'revision' from revisions r where r.created_at not between r.written_at and now()`,
  )
  expect(wrong).toEqual([])
})

test('some discussions are trending, and some are active within an hour, a day and a week', async () => {
  const [counts] = await rowsOf(
    `select count(*) filter (where updated_at > now() - interval '1 hour')::int as hour,
       count(*) filter (where updated_at between now() - interval '24 hours' and now() - interval '1 hour')::int as day,
       count(*) filter (where updated_at between now() - interval '168 hours' and now() - interval '24 hours')::int as week,
       count(*) filter (where updated_at < now() - interval '168 hours')::int as older from discussions`,
  )
  for (const count of Object.values(counts ?? {})) expect(count).toBeGreaterThanOrEqual(4)
  const trending = await rowsOf(
    `select d.id from discussions d
     where 2 * (select count(*) from comments c where c.discussion_id = d.id and c.created_at > now() - interval '48 hours')
       + (select count(*) from reactions r where r.discussion_id = d.id and r.created_at > now() - interval '48 hours') >= 30`,
  )
  expect(trending.length).toBeGreaterThanOrEqual(5)
})

test('shows what moderators and authors do: pins, a lock, a removal, a deletion and edits', async () => {
  const [counts] = await rowsOf(
    `select count(pinned_at)::int as pinned, count(c.deleted_at)::int as deleted, count(removed_at)::int as removed,
       count(edited_at)::int as edited, count(*) filter (where role = 'moderator')::int > 1 as moderator,
       count(*) filter (where coalesce(c.deleted_at, removed_at) is not null and reply_count > 0)::int as tombstones,
       sum(dislike_count) > 10 as disliked
     from comments c join users u on u.id = c.user_id where discussion_id is not null`,
  )
  expect(counts).toMatchObject({ pinned: 2, deleted: 1, removed: 1, edited: 1, moderator: true, tombstones: 2 })
  expect(counts).toMatchObject({ disliked: true })
  expect(maxPinned).toBeGreaterThanOrEqual(2)
  const actions = await rowsOf(
    `select action, subject_kind, u.role, coalesce(c.removal_reason, '') in (reason, '') as same_reason
     from moderation_actions m join users u on u.id = m.actor_id and u.username = m.actor
     left join comments c on c.id = m.subject_id and m.subject_kind = 'comment'
     where u.role = 'moderator' and (c.id is null or c.discussion_id is not null) order by action`,
  )
  const byModerator = { role: 'moderator', same_reason: true }
  expect(actions).toEqual([
    { action: 'lock', subject_kind: 'discussion', ...byModerator },
    { action: 'pin', subject_kind: 'comment', ...byModerator },
    { action: 'pin', subject_kind: 'comment', ...byModerator },
    { action: 'remove', subject_kind: 'comment', ...byModerator },
  ])
  const unrevised = await rowsOf(
    `select 1 from discussions d where edited_at is not null
       and not exists (select from revisions r where r.discussion_id = d.id and r.created_at = d.edited_at and r.text <> d.description)
     union all select 1 from comments c where edited_at is not null and discussion_id is not null
       and not exists (select from revisions r where r.comment_id = c.id and r.created_at = c.edited_at and r.text <> c.text)`,
  )
  expect(unrevised).toEqual([])
})

test('the demo account returns to discussions with new comments, and has written and liked nothing', async () => {
  const unread = await rowsOf(
    `select v.discussion_id from discussion_visits v join users u on u.id = v.user_id
     where u.username = 'demo' and exists (
       select from comments c where c.discussion_id = v.discussion_id and c.created_at > v.visited_at)`,
  )
  expect(unread.length).toBeGreaterThanOrEqual(4)
  const own = await rowsOf(
    `select 1 from users u where u.username = 'demo' and (
       exists (select from discussions where user_id = u.id) or exists (select from comments where user_id = u.id)
       or exists (select from reactions where user_id = u.id))`,
  )
  expect(own).toEqual([])
})

test('texts could have been written in the form: normalized, within the limits, with known words in titles', async () => {
  for (const { title, description, comments, tags } of sampleDiscussions) {
    expect(toSingleLine(title)).toBe(title)
    expect(toParagraphs(description)).toBe(description)
    expect(title.length).toBeLessThanOrEqual(titleMaxLength)
    expect(description.length).toBeLessThanOrEqual(descriptionMaxLength)
    expect(tags.length).toBeLessThanOrEqual(tagsPerDiscussion)
    for (const tag of tags) expect(tagSlug(tag) !== '' && tag.length <= tagMaxLength).toBe(true)
    for (const { comment } of linesOf(comments)) {
      const { text } = comment
      expect(toParagraphs(text)).toBe(text)
      expect(text.length).toBeLessThanOrEqual(forumCommentMaxLength)
    }
  }
  const known = new Set((await rowsOf('select word from title_words')).map((row) => row['word']))
  const words = sampleDiscussions.flatMap(({ title }) => titleWordsOf(title))
  expect(words.filter((word) => !known.has(word))).toEqual([])
})

test('one description is an essay, and no two comments are the same', async () => {
  const lengths = sampleDiscussions.map(({ description }) => description.length)
  expect(Math.max(...lengths)).toBeGreaterThan(2_500)
  const texts = sampleDiscussions.flatMap(({ comments }) => linesOf(comments).map(({ comment }) => comment.text))
  expect(new Set(texts).size).toBe(texts.length)
})

test('the last line of a thread is its last comment', () => {
  const write = (text: string, replies: SampleComment[] = []) => ({ by: 'a', text, replies })
  const lines = linesOf([write('One', [write('Two', [write('Three')])]), write('Four')])
  const random = { next: () => 0.5, between: () => 0, pick: () => expect.unreachable(), sample: () => [] }

  const times = timesOf(lines, { start: 1_000, end: 9_000 }, random).map((time) => time.getTime())

  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBe(9_000)
  expect(times[0]).toBeGreaterThan(1_000)
})
