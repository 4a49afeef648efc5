import { pollMethod } from '@wtpu/contract/polls/totals'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, pollOptions, polls } from '#db/schema/polls.ts'
import { isVisible, isVisiblePoll } from '#db/visibility.ts'
import type { Entry, Feed } from './atom.ts'

const maxEntries = 50

/** The newest polls. */
export async function findPollFeed(db: Db): Promise<Feed> {
  const title = 'Polls on WTPU'
  return { path: '/feeds/polls.atom', page: '/polls', title, entries: await findPolls(db, isVisiblePoll()) }
}

/** The newest polls about an official, or undefined if there is no such official. */
export async function findPoliticianFeed(db: Db, id: number): Promise<Feed | undefined> {
  const [[politician], entries] = await Promise.all([
    db.select({ name: politicians.name }).from(politicians).where(eq(politicians.id, id)),
    findPolls(db, sql`${polls.politicianId} = ${id} and ${isVisiblePoll()}`),
  ])
  const title = `Polls about ${politician?.name} on WTPU`
  return politician && { path: `/feeds/politicians/${id}.atom`, page: `/politicians/${id}`, title, entries }
}

/** A closed poll was updated when it closed, when its result became final. */
async function findPolls(db: Db, where: ReturnType<typeof sql>): Promise<Entry[]> {
  const isClosed = sql<boolean>`coalesce(${polls.closesAt} <= now(), false)`
  const rows = await db
    .select({
      id: polls.id,
      title: polls.question,
      category: categories.name,
      published: instant(polls.publishedAt),
      updated: instant(sql`case when ${isClosed} then ${polls.closesAt} else ${polls.publishedAt} end`),
      isClosed,
      options: sql<string[]>`(select array_agg(o.text order by o.position) from ${pollOptions} o
        where o.poll_id = "polls"."id")`,
    })
    .from(polls)
    .innerJoin(categories, eq(categories.id, polls.categoryId))
    .where(where)
    .orderBy(desc(polls.publishedAt), desc(polls.id))
    .limit(maxEntries)
  return rows.map(({ id, options, isClosed: closed, ...row }) => ({
    ...row,
    path: `/polls/${id}`,
    summary: `${closed ? 'Closed' : 'Open'} poll: ${options.join(' / ')}. ${pollMethod}`,
  }))
}

/** The newest discussions: only titles and categories. Texts and authors are for members. */
export async function findDiscussionFeed(db: Db): Promise<Feed> {
  const rows = await db
    .select({
      id: discussions.id,
      title: discussions.title,
      category: categories.name,
      published: instant(discussions.createdAt),
      updated: instant(sql`coalesce(${discussions.editedAt}, ${discussions.createdAt})`),
    })
    .from(discussions)
    .innerJoin(categories, eq(categories.id, discussions.categoryId))
    .where(isVisible('discussions'))
    .orderBy(desc(discussions.id))
    .limit(maxEntries)
  const entries = rows.map(({ id, ...row }) => ({
    ...row,
    path: `/forums/${id}`,
    summary: `A discussion in ${row.category}, open to members of WTPU.`,
  }))
  return { path: '/feeds/discussions.atom', page: '/forums', title: 'Discussions on WTPU', entries }
}

const instant = (value: Parameters<typeof sql>[1]) => sql<string>`to_json(${value})#>>'{}'`
