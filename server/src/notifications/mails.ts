import { site } from '@wtpu/contract/site/name'
import { isSettable, kinds, type NotificationKind } from '@wtpu/contract/notifications/on-demand/kinds'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { findUnread, sentenceOf } from './list.ts'
import { unsubscribeUrls } from './unsubscribe.ts'

export type App = Pick<FastifyInstance, 'db' | 'outbox' | 'config' | 'keys'>

const usefulMinutes = 24 * 60
const maxPerRun = 100
/** A mail lists at most this many. */
const maxListed = 10

interface Due {
  user_id: number
  kind: NotificationKind
}

/** Mails what is due and unread, one mail for each user and kind. @returns whether there may be more. */
export async function sendDueMails(app: App): Promise<boolean> {
  const { rows } = await app.db.execute<Due>(sql`
    select user_id, kind from (select * from notifications where mail_due_at <= now() order by mail_due_at limit 1000) due
    group by user_id, kind order by min(mail_due_at) limit ${maxPerRun}`)
  for (const due of rows) await app.db.transaction((tx) => sendDue(tx, app, due))
  if (rows.length > 0) app.outbox.wake()
  return rows.length === maxPerRun
}

async function sendDue(tx: Db, app: App, { user_id: userId, kind }: Due): Promise<void> {
  // If two servers ask at once, one of them gets the rows.
  const { rows } = await tx.execute<{ id: number }>(sql`
    update notifications set mail_due_at = null
    where user_id = ${userId} and kind = ${kind} and mail_due_at <= now() returning id`)
  const ids = rows.map(({ id }) => id)
  const mail = ids.length > 0 ? await writeMail(tx, app.config, { userId, kind, ids }) : undefined
  if (!mail) return
  const wait = isSettable(kind)
    ? await tryAttempt(tx, `notification mails ${userId}`, accountLimits.notificationMails)
    : undefined
  if (wait !== undefined) {
    await tx.execute(sql`update notifications set mail_due_at = now() + make_interval(secs => ${wait})
      where id = any(${sql.param(ids)}::bigint[])`)
    return
  }
  await app.outbox.enqueue(tx, { ...mail, userId }, { kind: 'notification', usefulMinutes })
}

/** @returns a mail about those of the notifications that are unread and visible now, or undefined if there is nothing to mail. */
export async function writeMail(
  tx: Db,
  config: App['config'],
  about: NonNullable<Mail['notifications']>,
): Promise<Mail | undefined> {
  const to = await findAddress(tx, about.userId, about.kind)
  const unread = to ? await findUnread(tx, about.userId, about.ids) : []
  if (!to || unread.length === 0) return undefined
  return { ...renderNotifications(unread, { ...to, ...about, config }), notifications: about }
}

interface Address {
  email: string
  time_zone: string
}

/** Nothing if the user no longer wants mails of this kind, or the address is not confirmed or rejects mail. */
async function findAddress(tx: Db, userId: number, kind: NotificationKind): Promise<Address | undefined> {
  const isWanted = isSettable(kind)
    ? sql`lower(inbox.refused_email) is distinct from lower(u.email) and coalesce(inbox.ways->>${kind}, 'mail') = 'mail'`
    : sql`true`
  const { rows } = await tx.execute<Address>(sql`
    select u.email, inbox.time_zone from users u join inboxes inbox on inbox.user_id = u.id
    where u.id = ${userId} and u.is_active and u.email_verified_at is not null and ${isWanted}`)
  return rows[0]
}

const moment = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
} as const

/** "Friday, November 27, 2026 at 9:00 PM ET" */
export const timeIn = (timeZone: string, time: string): string =>
  new Intl.DateTimeFormat('en-US', { ...moment, timeZone }).format(new Date(time))

interface To extends Address {
  userId: number
  kind: NotificationKind
  config: App['config']
}

function renderNotifications(unread: Notification[], { email, time_zone: timeZone, userId, kind, config }: To): Mail {
  const [first] = unread
  const title = unread.length === 1 && first ? sentenceOf(first) : `${kinds[kind].name}: ${unread.length} new`
  const unsubscribe = isSettable(kind) ? unsubscribeUrls(config, userId, kind) : undefined
  const body = renderMail({
    publicUrl: config.publicUrl,
    title,
    paragraphs: [
      kind === 'security'
        ? 'If this was you, there is nothing to do. If not, reset your password now.'
        : `This is new on ${site.name}:`,
    ],
    sections: [
      {
        heading: kinds[kind].name,
        items: unread.slice(0, maxListed).map((notification) => ({
          text: sentenceOf(notification),
          note: [notification.excerpt && `“${notification.excerpt}”`, timeIn(timeZone, notification.created_at)]
            .filter(Boolean)
            .join(' · '),
          url: `${config.publicUrl}${notification.url}`,
        })),
      },
    ],
    footnote: `You receive this mail because you have a ${site.name} account.`,
    footerLinks: [
      { label: 'Change what you receive', url: `${config.publicUrl}/profile-settings/notifications` },
      ...(unsubscribe ? [{ label: 'Do not mail me this kind any more', url: unsubscribe.page }] : []),
    ],
  })
  return { to: email, subject: `${site.name}: ${title}`, ...body, unsubscribeUrl: unsubscribe?.oneClick }
}
