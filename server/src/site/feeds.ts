import { iconPath } from '@wtpu/contract/site/logo'
import { site } from '@wtpu/contract/site/name'
import { whenShown } from '@wtpu/contract/polls/on-demand/hidden-results'
import { sampleReminder, sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import { resultText } from '@wtpu/contract/polls/on-demand/shares'
import type { LogEntry } from '@wtpu/contract/moderation/cases'
import { appealName, decisionName, kindName, ruleName } from '@wtpu/contract/moderation/on-demand/names'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { appeals, isInPublicLog, moderationActions, subjectKindOf, undid } from '#db/schema/moderation.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, pollOptions, polls } from '#db/schema/polls.ts'
import { areResultsHidden, isClosedPoll, isVisible, isListedPoll } from '#db/visibility.ts'
import { escapeMarkup } from './escape.ts'
import type { HeadElement } from '@wtpu/contract/site/head'
import { parseId } from '@wtpu/contract/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ResponseCache } from '#http/cache/response-cache.ts'
import { notFound } from '#http/errors.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

const maxEntries = 50

/** The newest polls. */
async function findPollFeed(db: Db, timeZone: string): Promise<Feed> {
  const title = `Polls on ${site.name}`
  return { path: '/feeds/polls.atom', page: '/polls', title, entries: await findPolls(db, isListedPoll(), timeZone) }
}

/** The newest polls about an official, or undefined if there is no such official. */
async function findPoliticianFeed(db: Db, id: number, timeZone: string): Promise<Feed | undefined> {
  const [[politician], entries] = await Promise.all([
    db
      .select({ name: politicians.name, listedSince: isoTime(politicians.createdAt) })
      .from(politicians)
      .where(eq(politicians.id, id)),
    findPolls(db, sql`${polls.politicianId} = ${id} and ${isListedPoll()}`, timeZone),
  ])
  const title = `Polls about ${politician?.name} on ${site.name}`
  const since = politician?.listedSince
  return politician && { path: `/feeds/politicians/${id}.atom`, page: `/politicians/${id}`, title, entries, since }
}

/** A closed poll was updated when it closed, when its result became final. */
async function findPolls(db: Db, where: ReturnType<typeof sql>, timeZone: string): Promise<Entry[]> {
  const rows = await db
    .select({
      id: polls.id,
      title: polls.question,
      category: categories.name,
      published: isoTime(polls.publishedAt),
      updated: isoTime(
        sql`case when ${isClosedPoll()} then coalesce(${polls.revealedAt}, ${polls.closesAt}) else ${polls.publishedAt} end`,
      ),
      isClosed: isClosedPoll(),
      closed: isoTime(sql`coalesce(${polls.closesAt}, ${polls.publishedAt})`),
      reveal: polls.reveal,
      isHidden: areResultsHidden(),
      isSample: polls.isSample,
      answeredByMail: polls.answeredByMail,
      options: sql<
        Option[]
      >`(select json_agg(json_build_object('text', o.text, 'votes', o.vote_count) order by o.position)
        from ${pollOptions} o where o.poll_id = "polls"."id")`,
    })
    .from(polls)
    .innerJoin(categories, eq(categories.id, polls.categoryId))
    .where(where)
    .orderBy(desc(polls.publishedAt), desc(polls.id))
    .limit(maxEntries)
  return rows.map(({ id, options, isClosed, isHidden, isSample, ...row }) => {
    const hidden = whenShown({ reveal: row.reveal, is_closed: isClosed, results_hidden: isHidden })
    const state = `${isClosed ? 'Closed' : 'Open'} poll`
    const summary = hidden
      ? `${state}: ${texts(options)}. ${hidden}`
      : isClosed
        ? resultSummary(row, options, timeZone)
        : `Open poll: ${texts(options)}. ${sampleReminder()}`
    return { ...row, path: `/results/${id}`, summary: isSample ? `Made up for this demo. ${summary}` : summary }
  })
}

interface Option {
  text: string
  votes: number
}

const texts = (options: Option[]) => options.map(({ text }) => text).join(' / ')

function resultSummary(
  { closed: at, answeredByMail }: { closed: string; answeredByMail: boolean },
  options: Option[],
  timeZone: string,
): string {
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const results = options.map(({ text, votes }) => `${text}: ${resultText(votes, total)}`)
  return `Closed poll. ${results.join(', ')}. ${sampleSentence({ votes: total, at, isClosed: true, answeredByMail, timeZone })}`
}

/** The newest discussions: only titles and categories. Texts and authors are for members. */
async function findDiscussionFeed(db: Db): Promise<Feed> {
  const rows = await db
    .select({
      id: discussions.id,
      title: discussions.title,
      category: categories.name,
      published: isoTime(discussions.createdAt),
      updated: isoTime(sql`coalesce(${discussions.editedAt}, ${discussions.createdAt})`),
    })
    .from(discussions)
    .innerJoin(categories, eq(categories.id, discussions.categoryId))
    .where(isVisible('discussions'))
    .orderBy(desc(discussions.id))
    .limit(maxEntries)
  const entries = rows.map(({ id, ...row }) => ({
    ...row,
    path: `/forums/${id}`,
    summary: `A discussion in ${row.category}, open to members of ${site.name}.`,
  }))
  return { path: '/feeds/discussions.atom', page: '/forums', title: `Discussions on ${site.name}`, entries }
}

/** What moderators decided, without the content, its author and who reported it. */
async function findModerationFeed(db: Db): Promise<Feed> {
  const { rows } = await db.execute<Omit<LogEntry, 'day' | 'undoes'> & { published: string; updated: string }>(sql`
    select action.id, action, days, text_action, rule, reason as sentence, ${undid}, ${isoTime('action.created_at')} as published,
      ${isoTime('coalesce(decided_at, appeal.created_at, action.created_at)')} as updated,
      ${subjectKindOf('action')} as kind,
      case when appeal.id is null then null when granted is null then 'open' when granted then 'granted' else 'rejected' end as appeal,
      coalesce(decided_by = actor_id, false) as appeal_by_same
    from ${moderationActions} action left join ${appeals} appeal on action_id = action.id
    where ${isInPublicLog} order by action.created_at desc, action.id desc limit ${maxEntries}`)
  const entries = rows.map(({ id, published, updated, ...row }) => ({
    path: `/moderation/log#decision-${id}`,
    title: `${decisionName(row)} (${kindName(row.kind).toLowerCase()})`,
    summary: [row.sentence, ruleName(row.rule), appealName(row)].filter(Boolean).join(' / '),
    category: kindName(row.kind),
    published,
    updated,
  }))
  return {
    path: '/feeds/moderation.atom',
    page: '/moderation/log',
    title: `Decisions of moderators on ${site.name}`,
    entries,
  }
}

interface Feed {
  /** The path of the feed itself. */
  path: string
  /** The path of the page with the same content. */
  page: string
  title: string
  entries: Entry[]
  /** The date of a feed without entries. ISO 8601. */
  since?: string
}

interface Entry {
  path: string
  title: string
  summary: string
  category: string
  /** ISO 8601. */
  published: string
  updated: string
}

/** An Atom feed (RFC 4287). Ids are URLs, which stay the same as long as the site keeps its address. */
function atomOf({ path, page, title, entries, since }: Feed, origin: string): string {
  const updated = entries.map((entry) => entry.updated).toSorted()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `  <id>${escapeMarkup(origin + path)}</id>`,
    `  <title>${escapeMarkup(title)}</title>`,
    // A feed must have a date, even before it has an entry. One that changes once a day keeps its version for a day.
    `  <updated>${updated.at(-1) ?? since ?? `${new Date().toISOString().slice(0, 10)}T00:00:00Z`}</updated>`,
    `  <author><name>${escapeMarkup(site.name)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + path)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeMarkup(origin + page)}"/>`,
    `  <icon>${escapeMarkup(origin + iconPath('/favicon.svg'))}</icon>`,
    ...entries.flatMap((entry) => entryLines(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function entryLines(entry: Entry, origin: string): string[] {
  const url = escapeMarkup(origin + entry.path)
  return [
    '  <entry>',
    `    <id>${url}</id>`,
    `    <title>${escapeMarkup(entry.title)}</title>`,
    `    <published>${entry.published}</published>`,
    `    <updated>${entry.updated}</updated>`,
    `    <link rel="alternate" type="text/html" href="${url}"/>`,
    `    <category term="${escapeMarkup(entry.category)}"/>`,
    `    <summary>${escapeMarkup(entry.summary)}</summary>`,
    '  </entry>',
  ]
}

/** Tells feed readers which feed a page has. */
export function feedLinks(page: string, { politicianId = '' }: Record<string, string>): HeadElement[] {
  if (page.startsWith('/polls') || page === '/results/$pollId')
    return [linkTo('/feeds/polls.atom', `Polls on ${site.name}`)]
  if (page.startsWith('/forums')) return [linkTo('/feeds/discussions.atom', `Discussions on ${site.name}`)]
  if (page.startsWith('/moderation/'))
    return [linkTo('/feeds/moderation.atom', `Decisions of moderators on ${site.name}`)]
  const id = page === '/politicians/$politicianId' ? parseId(politicianId) : undefined
  return id === undefined ? [] : [linkTo(`/feeds/politicians/${id}.atom`, 'Polls about this official')]
}

function linkTo(href: string, title: string): HeadElement {
  return { tag: 'link', attributes: { rel: 'alternate', type: 'application/atom+xml', title, href } }
}

const cacheSeconds = 300

/** What each feed shows. Feeds of officials have the polls about them. */
const sources = [
  { feeds: '/feeds/polls.atom', path: '/api/polls/' },
  { feeds: '/feeds/politicians/', path: '/api/polls/' },
  { feeds: '/feeds/discussions.atom', path: '/api/forums/discussions/' },
]

/** Drops the feeds of lists that are invalidated, so that hidden content leaves them at once. Reactions and counts drop none. */
export function invalidateFeeds(cache: ResponseCache, path: string): void {
  for (const source of sources) if (source.path.startsWith(path)) cache.invalidate(source.feeds)
}

/** /feeds/polls.atom, /feeds/discussions.atom, /feeds/moderation.atom and /feeds/politicians/{id}.atom, for feed readers and newsrooms. */
export function feedRoutes(app: FastifyInstance): void {
  const { config, cache } = app
  const onRequest = limitTo(app, limits.publicFilesPerAddress)
  const options = { schema: { hide: true }, config: { open: true } as const, onRequest }
  const send = async (reply: FastifyReply, path: string, find: (db: Db) => Promise<Feed | undefined>) => {
    const entry = await cache.getOrCompute(path, { seconds: cacheSeconds, isSearch: false }, async (db) => {
      const feed = await find(db)
      if (!feed) throw notFound('Feed')
      return atomOf(feed, config.publicUrl)
    })
    return sendEntry(entry, reply.request, reply.type('application/atom+xml; charset=utf-8'))
  }

  const feeds = {
    '/feeds/polls.atom': (db: Db) => findPollFeed(db, config.siteTimeZone),
    '/feeds/discussions.atom': findDiscussionFeed,
    '/feeds/moderation.atom': findModerationFeed,
  }
  for (const [path, find] of Object.entries(feeds)) app.get(path, options, (_request, reply) => send(reply, path, find))
  app.get<{ Params: { file: string } }>('/feeds/politicians/:file', options, async ({ params }, reply) => {
    const [, digits = ''] = /^(\d+)\.atom$/.exec(params.file) ?? []
    const id = parseId(digits)
    if (id === undefined) throw notFound('Feed')
    // Its one key, however the id and the address are written.
    return send(reply, `/feeds/politicians/${id}.atom`, (db) => findPoliticianFeed(db, id, config.siteTimeZone))
  })
}
