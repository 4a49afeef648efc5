import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { encodeCursor } from '#server/http/cursor.ts'

/** The rows of one database that the calls of the forums are measured with. */
interface ForumSamples {
  /** Ids of discussions: with the most comments, with about fifty, and the middle one by age. */
  largest: number
  usual: number
  middle: number
  /** Sort keys of the middle discussion. */
  middleTime: string
  middleReplies: number
  popularTag: number
  rareTag: number
  /** In the largest discussion, the comment with the most replies, and one at the last level. */
  repliedComment: number
  deepComment: number
  /** Ids of comments on it. */
  someComments: string
  /** A word of few titles. */
  uncommonWord: string
}

export async function findForumSamples(db: Db): Promise<ForumSamples> {
  const { rows } = await db.execute<{ largest: number; middle: number }>(sql`select
    (select id from discussions order by comment_count desc, id limit 1) as largest,
    (select id from discussions order by id offset (select count(*) / 2 from discussions) limit 1) as middle`)
  const { largest = 0, middle = 0 } = rows[0] ?? {}
  if (middle === 0) throw new Error('the database has no discussions')
  const ofLargest = sql`from comments where discussion_id = ${largest}`
  const { rows: found } = await db.execute<ForumSamples>(sql`select
    ${largest}::int as largest, ${middle}::int as middle,
    (select id from discussions where comment_count > 0 order by abs(comment_count - 50), id limit 1) as usual,
    (select to_json(updated_at)#>>'{}' from discussions where id = ${middle}) as "middleTime",
    (select comment_count from discussions where id = ${middle}) as "middleReplies",
    (select id from tags order by discussion_count desc, id limit 1) as "popularTag",
    (select id from tags where discussion_count > 0 order by discussion_count, id limit 1) as "rareTag",
    (select id ${ofLargest} order by reply_count desc, id limit 1) as "repliedComment",
    (select id ${ofLargest} order by depth desc, id limit 1) as "deepComment",
    (select string_agg(id::text, ',') from (select id ${ofLargest} order by id desc limit 100) newest) as "someComments",
    (select word from (select regexp_split_to_table(lower(title), '[^a-z]+') as word from discussions order by id desc limit 2000) words
      where length(word) >= 6 group by word order by count(*), word limit 1) as "uncommonWord"`)
  const [samples] = found
  if (!samples) throw new Error('the database has no discussions')
  return samples
}

interface ForumCall {
  name: string
  url: (samples: ForumSamples) => string
}

const list = (query: string) => `/api/forums/discussions/?limit=20&${query}`
const comments = (id: number, query: string) => `/api/forums/discussions/${id}/comments/?limit=20&${query}`
const sorts = ['latest', 'popular', 'replies', 'views', 'oldest']

const lists: ForumCall[] = sorts.flatMap((sort) => [
  { name: `list, ${sort}`, url: () => list(`sort=${sort}`) },
  { name: `list of a category, ${sort}`, url: () => list(`category=2&sort=${sort}`) },
  { name: `list of a popular tag, ${sort}`, url: ({ popularTag }) => list(`tag=${popularTag}&sort=${sort}`) },
  { name: `list of a rare tag, ${sort}`, url: ({ rareTag }) => list(`tag=${rareTag}&sort=${sort}`) },
  {
    name: `list of a category and a popular tag, ${sort}`,
    url: ({ popularTag }) => list(`category=2&tag=${popularTag}&sort=${sort}`),
  },
])

const otherLists: ForumCall[] = [
  {
    name: 'list, latest, deep cursor',
    url: ({ middle, middleTime }) => list(`cursor=${encodeCursor([middleTime, middle])}`),
  },
  {
    name: 'list, replies, deep cursor',
    url: ({ middle, middleReplies }) => list(`sort=replies&cursor=${encodeCursor([middleReplies, middle])}`),
  },
  { name: 'list, trending', url: () => list('filter=trending') },
  { name: 'list without parameters', url: () => '/api/forums/discussions/' },
  { name: 'categories', url: () => '/api/forums/categories/' },
  { name: 'statistics', url: () => '/api/forums/stats/' },
  { name: 'tags', url: () => '/api/forums/tags/' },
  { name: 'tags that start with a letter', url: () => '/api/forums/tags/?q=b' },
]

const search = (name: string, query: string): ForumCall => ({ name: `search, ${name}`, url: () => list(`q=${query}`) })
const searches: ForumCall[] = [
  search('common word', 'school'),
  search('common word, deep cursor', `school&cursor=${encodeCursor([20])}`),
  search('two common words', 'county+school'),
  search('phrase', '%22school+board%22'),
  search('common word and excluded word', 'school+-board'),
  search('only an excluded word', '-school'),
  search('alternatives', 'school+or+budget'),
  search('stop words', 'the+of+and+'),
  search('one letter', 's'),
  search('start of a word', 'sch'),
  search('typo', 'shcool'),
  search('no match', 'zzyzxq'),
  search('category', 'defense'),
  search('category and common word', 'healthcare+school'),
  search('in a category', 'school&category=2'),
  search('in trending', 'school&filter=trending'),
  ...sorts.map((sort) => search(`common word, ${sort}`, `school&sort=${sort}`)),
  { name: 'search, uncommon word', url: ({ uncommonWord }) => list(`q=${uncommonWord}`) },
  { name: 'search, uncommon word, oldest', url: ({ uncommonWord }) => list(`q=${uncommonWord}&sort=oldest`) },
  { name: 'search, common and uncommon word', url: ({ uncommonWord }) => list(`q=school+${uncommonWord}`) },
  { name: 'search, in a popular tag', url: ({ popularTag }) => list(`q=school&tag=${popularTag}`) },
  { name: 'search, in a rare tag', url: ({ rareTag }) => list(`q=school&tag=${rareTag}`) },
]

const threads: ForumCall[] = [
  { name: 'discussion', url: ({ largest }) => `/api/forums/discussions/${largest}/` },
  { name: 'state of a discussion', url: ({ largest }) => `/api/forums/discussions/${largest}/state/` },
  { name: 'revisions of a discussion', url: ({ largest }) => `/api/forums/discussions/${largest}/revisions/` },
  ...['newest', 'oldest', 'popular'].map((sort): ForumCall => ({
    name: `thread, ${sort}`,
    url: ({ largest }) => comments(largest, `sort=${sort}`),
  })),
  { name: 'thread of about fifty comments', url: ({ usual }) => comments(usual, '') },
  { name: 'replies to a comment', url: (samples) => comments(samples.largest, `parent=${samples.repliedComment}`) },
  { name: 'ancestors of a comment', url: ({ deepComment }) => `/api/forums/comments/${deepComment}/ancestors/` },
  { name: 'revisions of a comment', url: ({ deepComment }) => `/api/forums/comments/${deepComment}/revisions/` },
  { name: 'my reactions', url: ({ someComments }) => `/api/forums/my-reactions/?comments=${someComments}` },
]

/** All calls of the forums that read. */
export const forumCalls: ForumCall[] = [...lists, ...otherLists, ...searches, ...threads]
