import type { HeadInput } from '@wtpu/contract/site/head'
import type { Page } from '@wtpu/contract/site/pages'
import { checkHead, pollHead, discussionHead, politicianHead, rollCallHead } from '@wtpu/contract/site/public-heads'
import { parseId } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { hasUsername } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, polls } from '#db/schema/polls.ts'
import { rollCalls } from '#db/schema/roll-calls.ts'
import { isVisible, isVisiblePoll } from '#db/visibility.ts'
import { findPoliticianImage, findPollImage, findRollCallImage, shareImagePath } from './share/find-share-image.ts'

type FindHead = (db: Db, origin: string, id: number) => Promise<HeadInput | undefined>

/** Public data for the head of pages that require login: a poll's question, an official's name. */
export async function findPublicHead(
  { reads, config, log }: FastifyInstance,
  { page, params }: { page: Page; params: Record<string, string> },
): Promise<HeadInput | undefined> {
  const find = finders[page.path]
  const [value] = Object.values(params)
  if (value === undefined) return undefined
  try {
    const id = parseId(value)
    return await reads.run(async (db) => {
      if (page.path === '/user/$userId') return userHead(db, config.publicUrl, value)
      return id === undefined ? undefined : find?.(db, config.publicUrl, id)
    })
  } catch (error) {
    // Without the database, send the page with its default title.
    log.warn({ err: error }, 'page head without its public data')
    return undefined
  }
}

const finders: Partial<Record<string, FindHead>> = {
  '/polls/$pollId': findPollHead,
  '/polls/$pollId/check': findCheckHead,
  '/politicians/$politicianId': findPoliticianHead,
  '/forums/$discussionId': findDiscussionHead,
  '/roll-calls/$rollCallId': findRollCallHead,
}

async function findPollHead(db: Db, origin: string, id: number): Promise<HeadInput | undefined> {
  const [[poll], image] = await Promise.all([
    db
      .select({ published_at: sql<string>`to_json(${polls.publishedAt})#>>'{}'` })
      .from(polls)
      .where(and(eq(polls.id, id), isVisiblePoll())),
    findPollImage(db, id, origin),
  ])
  return poll && image && { ...pollHead({ ...poll, ...image }), image: shareImagePath(id, image) }
}

async function findCheckHead(db: Db, _origin: string, id: number): Promise<HeadInput | undefined> {
  const [poll] = await db
    .select({ question: polls.question })
    .from(polls)
    .where(and(eq(polls.id, id), isVisiblePoll()))
  return poll && checkHead(poll)
}

async function findPoliticianHead(db: Db, origin: string, id: number): Promise<HeadInput | undefined> {
  const { name, party, office, state } = politicians
  const [[politician], image] = await Promise.all([
    db.select({ name, party, office, state }).from(politicians).where(eq(politicians.id, id)),
    findPoliticianImage(db, id, origin),
  ])
  return politician && image && { ...politicianHead(politician), image: shareImagePath(id, image) }
}

async function findRollCallHead(db: Db, origin: string, id: number): Promise<HeadInput | undefined> {
  const { title, chamber, congress, number, question, result, yeas, nays, date, category } = rollCalls
  const shown = { title, chamber, congress, number, question, result, yeas, nays, date, category }
  const [[rollCall], image] = await Promise.all([
    db.select(shown).from(rollCalls).where(eq(rollCalls.id, id)),
    findRollCallImage(db, id, origin),
  ])
  return rollCall && image && { ...rollCallHead(rollCall), image: shareImagePath(id, image) }
}

async function findDiscussionHead(db: Db, _origin: string, id: number): Promise<HeadInput | undefined> {
  const [discussion] = await db
    .select({
      title: discussions.title,
      category: categories.name,
      created_at: sql<string>`to_json(${discussions.createdAt})#>>'{}'`,
    })
    .from(discussions)
    .innerJoin(categories, eq(categories.id, discussions.categoryId))
    .where(and(eq(discussions.id, id), isVisible('discussions')))
  return discussion && discussionHead(discussion)
}

/** The canonical URL of a profile contains the id, even if the requested one contains the username. */
async function userHead(db: Db, origin: string, wanted: string): Promise<HeadInput | undefined> {
  if (/^\d+$/.test(wanted)) return undefined
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasUsername(wanted), users.isActive))
  return user && { url: `${origin}/user/${user.id}` }
}
