import { site as identity } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import type { HeadInput } from '@wtpu/contract/site/head'
import type { Page } from '@wtpu/contract/site/on-demand/page'
import { checkHead, pollHead, discussionHead, politicianHead } from '@wtpu/contract/site/on-demand/public-heads'
import { rollCallHead } from '@wtpu/contract/site/on-demand/roll-call-head'
import { parseId } from '@wtpu/contract/schemas'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { hasUsername } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, polls } from '#db/schema/polls.ts'
import { rollCalls } from '#db/schema/roll-calls.ts'
import { yesAndNo } from '#db/yes-or-no.ts'
import { areResultsHidden, isVisible, isShownPoll, isListedPoll } from '#db/visibility.ts'
import {
  describeImage,
  findPoliticianImage,
  findPollImage,
  findRollCallImage,
  shareImagePath,
  type ShareImage,
  type SiteImage,
  type Site,
} from './share/find-share-image.ts'

type FindHead = (db: Db, site: Site, value: string) => Promise<HeadInput | undefined>

/**
 * The head of a page about one thing, such as a poll's question or an official's name, also where the page requires login.
 * @returns 'missing' if there is no such thing, and 'unknown' if the database does not answer
 */
export async function findPublicHead(
  { reads, config, log }: FastifyInstance,
  { page, params }: { page: Page; params: Record<string, string> },
  query: URLSearchParams,
): Promise<HeadInput | 'missing' | 'unknown'> {
  const post = page.path === '/boiler-room' ? query.get('post') : null
  const value = post ?? Object.values(params)[0] ?? ''
  if (page.path === '/boiler-room/hashtag/$tag') return hashtagHead(value)
  const find = post === null ? finders[page.path] : findPostHead
  if (!find) return {}
  try {
    return (await reads.run((db) => find(db, config, value))) ?? 'missing'
  } catch (error) {
    log.warn({ err: error }, 'page head without its public data')
    return 'unknown'
  }
}

/** Only members see who wrote what, so these pages are not for search engines, and their titles name nobody here. */
const membersOnly = { robots: 'noindex' }

function hashtagHead(tag: string): HeadInput {
  const name = `#${decodeURIComponent(tag)}`
  return { ...membersOnly, title: name, description: `Posts by citizens about ${name} on ${identity.name}.` }
}

/** What exists has one canonical address, also if its id is written with zeros before it. */
const byId =
  (path: string, find: (db: Db, site: Site, id: number) => Promise<HeadInput | undefined>): FindHead =>
  async (db, site, value) => {
    const id = parseId(value)
    const head = id === undefined ? undefined : await find(db, site, id)
    return head && { ...head, url: `${site.publicUrl}${path.replace('$', String(id))}` }
  }

const finders: Partial<Record<string, FindHead>> = {
  // Everyone can read the result, so search engines and other sites are sent there.
  '/polls/$pollId': byId('/results/$', findPollHead),
  '/results/$pollId': byId('/results/$', findPollHead),
  '/polls/$pollId/check': byId('/polls/$/check', findCheckHead),
  '/politicians/$politicianId': byId('/politicians/$', findPoliticianHead),
  '/forums/$discussionId': byId('/forums/$', findDiscussionHead),
  '/roll-calls/$rollCallId': byId('/roll-calls/$', findRollCallHead),
  '/user/$userId': findUserHead,
}

async function findPostHead(db: Db, site: Site, value: string): Promise<HeadInput | undefined> {
  const id = parseId(value)
  if (id === undefined) return undefined
  const [post] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, id), isVisible('posts')))
  return post && { ...membersOnly, title: 'Post', url: `${site.publicUrl}/boiler-room?post=${id}` }
}

const imageOf = (id: number, image: Exclude<ShareImage, SiteImage>) => ({
  image: shareImagePath(id, image),
  imageAlt: describeImage(image),
})

async function findPollHead(db: Db, site: Site, id: number): Promise<HeadInput | undefined> {
  const [[poll], image] = await Promise.all([
    db
      .select({
        published_at: isoTime(polls.publishedAt),
        closes_at: isoTime(polls.closesAt),
        imported_from: polls.importedFrom,
        answered_by_mail: polls.answeredByMail,
        eligible: polls.eligible,
        results_hidden: areResultsHidden(),
      })
      .from(polls)
      .where(and(eq(polls.id, id), isShownPoll())),
    findPollImage(db, id, site),
  ])
  if (!poll || !image) return undefined
  const options = image.options.map(({ text, votes }) => ({ text, vote_count: votes }))
  const shown = {
    ...poll,
    question: image.question,
    is_closed: image.closed,
    total_votes: image.totalVotes,
    options,
    timeZone: site.siteTimeZone,
  }
  return { ...pollHead(shown), ...imageOf(id, image) }
}

async function findCheckHead(db: Db, _site: Site, id: number): Promise<HeadInput | undefined> {
  const [poll] = await db
    .select({ question: polls.question })
    .from(polls)
    .where(and(eq(polls.id, id), isListedPoll()))
  return poll && checkHead(poll)
}

async function findPoliticianHead(db: Db, site: Site, id: number): Promise<HeadInput | undefined> {
  const { name, party, office, state } = politicians
  const [[politician], image] = await Promise.all([
    db.select({ name, party, office, state }).from(politicians).where(eq(politicians.id, id)),
    findPoliticianImage(db, id, site),
  ])
  // The image shows ratings.
  return politician && image && { ...politicianHead(politician), ...(isOn('ratings') && imageOf(id, image)) }
}

async function findRollCallHead(db: Db, site: Site, id: number): Promise<HeadInput | undefined> {
  const { title, bill, chamber, congress, number, question, result, date, category } = rollCalls
  const shown = { title, bill, chamber, congress, number, question, result, ...yesAndNo, date, category }
  const [[rollCall], image] = await Promise.all([
    db.select(shown).from(rollCalls).where(eq(rollCalls.id, id)),
    findRollCallImage(db, id, site),
  ])
  return rollCall && image && { ...rollCallHead(rollCall), ...imageOf(id, image) }
}

async function findDiscussionHead(db: Db, _site: Site, id: number): Promise<HeadInput | undefined> {
  const [discussion] = await db
    .select({
      title: discussions.title,
      category: categories.name,
      created_at: isoTime(discussions.createdAt),
    })
    .from(discussions)
    .innerJoin(categories, eq(categories.id, discussions.categoryId))
    .where(and(eq(discussions.id, id), isVisible('discussions')))
  return discussion && discussionHead(discussion)
}

/** The canonical URL of a profile contains the id, even if the requested one contains the username. */
async function findUserHead(db: Db, site: Site, wanted: string): Promise<HeadInput | undefined> {
  const id = parseId(wanted)
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(id === undefined ? hasUsername(decodeURIComponent(wanted)) : eq(users.id, id), users.isActive))
  return user && { ...membersOnly, url: `${site.publicUrl}/user/${user.id}` }
}
