import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { encodeCursor } from '#server/http/cursor.ts'

/** What the calls of the Boiler Room are measured with, on one database. */
export interface FeedSamples {
  /** Ids of people. */
  followsMany: number
  followsFew: number
  author: number
  commentedPost: number
  middlePost: number
  popularTag: string
  rareTag: string
  /** A word of about one in a thousand posts. */
  uncommonWord: string
  rareWord: string
}

/** Without `rareWord`, the uncommon word is searched instead. */
export async function findFeedSamples(db: Db, rareWord?: string): Promise<FeedSamples> {
  const { rows } = await db.execute<Omit<FeedSamples, 'rareWord'>>(sql`select
    (select id from users order by following_count desc, id limit 1) as "followsMany",
    (select id from users where following_count > 0 order by abs(following_count - 3), id limit 1) as "followsFew",
    (select id from users order by posts_count desc, id limit 1) as author,
    (select id from posts order by comment_count desc, id limit 1) as "commentedPost",
    (select id from posts order by id offset (select count(*) / 2 from posts) limit 1) as "middlePost",
    (select name from hashtags order by use_count desc, id limit 1) as "popularTag",
    (select name from hashtags where use_count > 0 order by use_count, id limit 1) as "rareTag",
    (select word from (select regexp_split_to_table(lower(text), ' ') as word from posts order by id desc limit 10000) words
      where word ~ '^[a-z]{7,}$' group by word order by count(*), word limit 1) as "uncommonWord"`)
  const [found] = rows
  if (!found?.middlePost) throw new Error('the database has no posts')
  return { ...found, rareWord: rareWord ?? found.uncommonWord }
}

interface FeedCall {
  name: string
  url: (samples: FeedSamples) => string
  /** Who calls; by default, the demo account. */
  viewer?: 'followsMany' | 'followsFew'
}

const page = (query: string) => `/api/boilerroom/posts/?limit=20&${query}`
const middle = ({ middlePost }: FeedSamples) => `cursor=${encodeCursor([middlePost])}`
const tagged = (tag: string) => page(`hashtag=${encodeURIComponent(tag)}`)

export const feedCalls: FeedCall[] = [
  { name: 'your feed', url: () => page('') },
  { name: 'your feed, deep cursor', url: (samples) => page(middle(samples)) },
  { name: 'trending', url: () => page('filter=trending') },
  { name: 'trending, deep cursor', url: (samples) => page(`filter=trending&${middle(samples)}`) },
  ...(['followsMany', 'followsFew'] as const).flatMap((viewer): FeedCall[] => [
    { name: `followings, ${viewer}`, viewer, url: () => page('filter=following') },
    {
      name: `followings, ${viewer}, deep cursor`,
      viewer,
      url: (samples) => page(`filter=following&${middle(samples)}`),
    },
    { name: `followed people, ${viewer}`, viewer, url: () => '/api/boilerroom/following/?limit=50' },
    { name: `suggested users, ${viewer}`, viewer, url: () => '/api/boilerroom/suggested-users/' },
  ]),
  { name: "a user's posts", url: ({ author }) => page(`user=${author}`) },
  { name: 'popular hashtag', url: ({ popularTag }) => tagged(popularTag) },
  { name: 'rare hashtag', url: ({ rareTag }) => tagged(rareTag) },
  { name: 'search in a popular hashtag', url: ({ popularTag }) => `${tagged(popularTag)}&q=school` },
  { name: 'search, common word', url: () => page('q=school') },
  { name: 'search, common word, deep cursor', url: (samples) => page(`q=school&${middle(samples)}`) },
  { name: 'search, uncommon word', url: ({ uncommonWord }) => page(`q=${uncommonWord}`) },
  { name: 'search, rare word', url: ({ rareWord }) => page(`q=${rareWord}`) },
  { name: 'search, common and rare word', url: ({ rareWord }) => page(`q=school+${rareWord}`) },
  { name: 'search, no match', url: () => page('q=zzyzxq') },
  { name: 'search, one letter', url: () => page('q=q') },
  { name: 'one post', url: ({ commentedPost }) => `/api/boilerroom/posts/${commentedPost}/` },
  { name: 'state of a post', url: ({ commentedPost }) => `/api/boilerroom/posts/${commentedPost}/state/` },
  { name: 'revisions of a post', url: ({ commentedPost }) => `/api/boilerroom/posts/${commentedPost}/revisions/` },
  { name: 'comments', url: ({ commentedPost }) => `/api/boilerroom/post-comments/?limit=20&post=${commentedPost}` },
  { name: 'latest posts', url: () => '/api/boilerroom/latest-posts/' },
  { name: 'trending hashtags', url: () => '/api/boilerroom/trending-hashtags/' },
]
