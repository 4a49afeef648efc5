import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import { resultText } from '@wtpu/contract/polls/on-demand/shares'
import type { kinds, NotificationKind } from '@wtpu/contract/notifications/on-demand/kinds'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { cacheRead } from '#db/read-cache.ts'
import { type WordingKeys, wordingOf } from '#db/site-keys.ts'
import { areResultsHidden, isFirstWording, isOpenPoll, isVisible, isListedPoll } from '#db/visibility.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { unreadOf } from './open-parts.ts'
import { type App, timeIn } from './mails.ts'
import { nextDigest } from './settings.ts'
import { unsubscribeUrls } from './unsubscribe.ts'

const maxPerRun = 50
const maxListed = 5
const usefulMinutes = 2 * 24 * 60

type Site = Pick<App, 'db' | 'config' | 'keys'>

interface Reader {
  user_id: number
  voter_id: number
  email: string
  state: string | null
  time_zone: string
  unread: number
}

interface Item {
  id: number
  text: string
  /** If the question has two wordings: the poll with the second one. `answered`: the second, not the first; null for neither. */
  second?: { id: number; text: string; answered: boolean | null } | null
  time: string | null
  options?: { text: string; votes: number }[]
  count: number
  answered_by_mail?: boolean
}

interface Section {
  items: Item[]
  noteOf(item: Item): string | undefined
  page: string
}

/** Those of kinds of notifications, and two that are about none. */
type DigestHeading =
  | NonNullable<(typeof kinds)[NotificationKind]['digest']>
  | 'Polls that close soon'
  | 'Most discussed'

/** Sends the weekly digests that are due, one transaction each. @returns whether there may be more. */
export async function sendDueDigests(app: App): Promise<boolean> {
  let sent = 0
  while (sent < maxPerRun && (await app.db.transaction((tx) => sendNext(tx, app)))) sent++
  if (sent > 0) app.outbox.wake()
  return sent === maxPerRun
}

/** @returns false if no digest is due. */
async function sendNext(tx: Db, app: App): Promise<boolean> {
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    with due as (
      select user_id from inboxes where digest_due_at <= now() order by digest_due_at limit 1 for no key update skip locked
    )
    update inboxes set digest_due_at = ${nextDigest} where user_id = (select user_id from due) returning user_id`)
  const [due] = rows
  if (!due) return false
  const mail = await writeDigest(tx, app, due.user_id)
  if (mail) await app.outbox.enqueue(tx, { ...mail, userId: due.user_id }, { kind: 'notification', usefulMinutes })
  return true
}

/** @returns the digest as things are now, or undefined if it has nothing to say or the user does not want it. */
export async function writeDigest(tx: Db, app: Site, userId: number): Promise<Mail | undefined> {
  const { rows } = await tx.execute<Reader>(sql`
    select u.id as user_id, u.voter_id, u.email, u.state, inboxes.time_zone, ${unreadOf(sql`u.id`)} as unread
    from users u join inboxes on inboxes.user_id = u.id
    where u.id = ${userId} and u.is_active and u.newsletter and u.email_verified_at is not null
      and lower(inboxes.refused_email) is distinct from lower(u.email)`)
  const [reader] = rows
  return reader && renderDigest(tx, app, reader)
}

async function renderDigest(tx: Db, { db, config, keys }: Site, reader: Reader): Promise<Mail | undefined> {
  const link = (path: string) => `${config.publicUrl}${path}`
  const until = ({ time }: Item) => (time ? `Closes ${timeIn(reader.time_zone, time)}` : undefined)
  const commentsOf = ({ count }: Item) => `${count} ${count === 1 ? 'comment' : 'comments'} this week`
  const headings: Record<DigestHeading, Section> = {
    'Polls that close soon': {
      items: inSeenWording(await closingPolls(tx, reader), keys, reader),
      noteOf: until,
      page: '/polls',
    },
    'Results of your polls': {
      items: await results(tx, reader),
      noteOf: (item) => resultOf(item, reader.time_zone),
      page: '/polls',
    },
    'Officials you follow': {
      items: isOn('officials') ? inSeenWording(await officialPolls(tx, reader), keys, reader) : [],
      noteOf: until,
      page: '/polls',
    },
    'Most discussed': { items: isOn('forums') ? await discussed(tx, db) : [], noteOf: commentsOf, page: '/forums' },
  }
  const sections = Object.entries(headings)
    .filter(([, { items }]) => items.length > 0)
    .map(([heading, { items, noteOf, page }]) => ({
      heading,
      items: items.map((item) => ({
        text: item.text,
        note: noteOf(item),
        url: link(`${page}/${item.id}${page === '/polls' ? '#notice' : ''}`),
      })),
    }))
  const { unread } = reader
  if (sections.length === 0 && unread === 0) return undefined
  const unsubscribe = unsubscribeUrls(config, reader.user_id, 'digest')
  const title = `Your week on ${site.name}`
  const body = renderMail({
    publicUrl: config.publicUrl,
    title,
    paragraphs: [
      unread === 0
        ? 'This is what happened, and what is open for your vote.'
        : `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}.`,
    ],
    action: { label: 'See your notifications', url: link('/notifications') },
    sections,
    footnote: 'You receive this mail once a week because you asked for it.',
    footerLinks: [
      { label: 'Change what you receive', url: link('/profile-settings/notifications') },
      { label: 'Do not send me the weekly digest any more', url: unsubscribe.page },
    ],
  })
  return { to: reader.email, subject: title, ...body, unsubscribeUrl: unsubscribe.oneClick, digestOf: reader.user_id }
}

function resultOf({ options = [], time: at, answered_by_mail: answeredByMail }: Item, timeZone: string): string {
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const shares = options.map(({ text, votes }) => `${text} ${resultText(votes, total)}`)
  return `${shares.join(', ')}. ${sampleSentence({ votes: total, at: at ?? '', isClosed: true, answeredByMail, timeZone })}`
}

/** SQL: of a poll with the first of two wordings, the one with the second. */
const secondWording = (
  userId: number,
) => sql`(select json_build_object('id', twin.id, 'text', twin.question, 'answered',
    (select own.poll_id = twin.id from poll_votes own where own.poll_id in (poll.id, twin.id) and own.user_id = ${userId}))
  from polls twin where twin.id = poll.twin_id) as second`

/** Each poll in the wording that its page shows the reader: the one that they have answered, else the one that is drawn for them. */
const inSeenWording = (items: Item[], keys: WordingKeys, { voter_id: voterId }: Reader): Item[] =>
  items.map(({ second, ...item }) =>
    second && (second.answered ?? wordingOf(keys, item.id, voterId) === 1)
      ? { ...item, id: second.id, text: second.text }
      : item,
  )

/** Open polls that the reader has not voted in. Polls about officials of the reader's state come first. */
async function closingPolls(tx: Db, { user_id: userId, state }: Reader): Promise<Item[]> {
  const { rows } = await tx.execute<Item>(sql`
    select poll.id, poll.question as text, ${secondWording(userId)}, ${isoTime('poll.closes_at')} as time
    from polls poll left join politicians official on official.id = poll.politician_id
    where poll.closes_at <= now() + interval '7 days' and ${isOpenPoll('poll')} and ${isListedPoll('poll')} and ${isFirstWording('poll')}
      and not exists (select from poll_votes own where own.poll_id in (poll.id, poll.twin_id) and own.user_id = ${userId})
    order by official.state is not distinct from ${state}::text desc, poll.closes_at, poll.id limit ${maxListed}`)
  return rows
}

async function results(tx: Db, { user_id: userId }: Reader): Promise<Item[]> {
  const { rows } = await tx.execute<Item>(sql`
    select poll.id, poll.question as text, ${isoTime('poll.closes_at')} as time, poll.answered_by_mail, (
      select json_agg(json_build_object('text', o.text, 'votes', o.vote_count) order by o.vote_count desc, o.position)
        from poll_options o where o.poll_id = poll.id) as options
    from polls poll join poll_votes own on own.poll_id = poll.id and own.user_id = ${userId}
    where poll.closes_at between now() - interval '7 days' and now() and ${isListedPoll('poll')} and not ${areResultsHidden('poll')}
    order by poll.closes_at desc, poll.id limit ${maxListed}`)
  return rows
}

async function officialPolls(tx: Db, { user_id: userId }: Reader): Promise<Item[]> {
  const { rows } = await tx.execute<Item>(sql`
    select poll.id, poll.question as text, ${secondWording(userId)}, ${isoTime('poll.closes_at')} as time
    from politician_follows followed join polls poll on poll.politician_id = followed.politician_id
    where followed.user_id = ${userId} and poll.published_at between now() - interval '7 days' and now() and ${isListedPoll('poll')} and ${isFirstWording('poll')}
    order by poll.published_at desc, poll.id limit ${maxListed}`)
  return rows
}

/** Every reader gets the same discussions, so they are cached, and only looked at again. */
async function discussed(tx: Db, db: Db): Promise<Item[]> {
  const { rows } = await tx.execute<Item>(sql`
    select d.id, d.title as text, busy.count
    from json_to_recordset(${JSON.stringify(await findBusyDiscussions(db))}) as busy (id int, count int)
      join discussions d on d.id = busy.id
    where ${isVisible('d')} order by busy.count desc, d.id limit ${maxListed}`)
  return rows
}

const findBusyDiscussions = cacheRead(10 * 60_000, async (db) => {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select discussion_id as id, count(*)::int as count from comments c
    where c.discussion_id is not null and c.is_visible and c.created_at > now() - interval '7 days'
    group by discussion_id order by count(*) desc, discussion_id limit ${2 * maxListed}`)
  return rows
})
