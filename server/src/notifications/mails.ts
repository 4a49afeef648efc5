import { kindNames, type NotificationKind } from '@wtpu/contract/notifications/kinds'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isDeleted, isSanctioned } from '#db/visibility.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { notifyOfFailedLetter } from './events.ts'
import { findUnread, sentenceOf } from './list.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export type App = Pick<FastifyInstance, 'db' | 'outbox' | 'config'>

const usefulMinutes = 24 * 60
const maxPerRun = 100
/** A mail lists at most so many. */
const maxListed = 10

interface Due extends Record<string, unknown> {
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
  // Of two servers, one gets the rows.
  const { rows } = await tx.execute<{ id: number }>(sql`
    update notifications set mail_due_at = null
    where user_id = ${userId} and kind = ${kind} and mail_due_at <= now() returning id`)
  const ids = rows.map(({ id }) => id)
  const to = ids.length > 0 ? await findAddress(tx, userId, kind) : undefined
  if (!to) return
  const unread = await findUnread(tx, userId, ids)
  if (unread.length === 0) return
  const wait =
    kind === 'security'
      ? undefined
      : await tryAttempt(tx, `notification mails ${userId}`, accountLimits.notificationMails)
  if (wait !== undefined) {
    await tx.execute(sql`update notifications set mail_due_at = now() + make_interval(secs => ${wait})
      where id = any(${sql.param(ids)}::bigint[])`)
    return
  }
  const mail = renderNotifications(unread, { ...to, userId, kind, config: app.config })
  await app.outbox.add(tx, { ...mail, notifications: { userId, kind, ids } }, { kind: 'notification', usefulMinutes })
}

interface Address extends Record<string, unknown> {
  email: string
  time_zone: string
}

/** Nothing if the user no longer wants mails of this kind, or the address is not confirmed or refuses mail. */
async function findAddress(tx: Db, userId: number, kind: NotificationKind): Promise<Address | undefined> {
  const isWanted =
    kind === 'security'
      ? sql`true`
      : sql`lower(inbox.refused_email) is distinct from lower(u.email)
          and coalesce(inbox.ways->>${kind}, 'mail') = 'mail'`
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
  const title = unread.length === 1 && first ? sentenceOf(first) : `${kindNames[kind]}: ${unread.length} new`
  const isSecurity = kind === 'security'
  const unsubscribe = isSecurity ? undefined : unsubscribeUrl(config, userId, kind)
  const body = renderMail({
    publicUrl: config.publicUrl,
    title,
    paragraphs: [
      isSecurity ? 'If this was you, there is nothing to do. If not, reset your password now.' : 'This is new on WTPU:',
    ],
    sections: [
      {
        heading: kindNames[kind],
        items: unread.slice(0, maxListed).map((notification) => ({
          text: sentenceOf(notification),
          note: [notification.excerpt && `“${notification.excerpt}”`, timeIn(timeZone, notification.created_at)]
            .filter(Boolean)
            .join(' · '),
          url: `${config.publicUrl}${notification.url}`,
        })),
      },
    ],
    footnote: 'You receive this mail because you have a WTPU account.',
    footerLinks: [
      { label: 'Change what you receive', url: `${config.publicUrl}/profile-settings/notifications` },
      ...(unsubscribe ? [{ label: 'Do not mail me this kind any more', url: unsubscribe }] : []),
    ],
  })
  return { to: email, subject: `WTPU: ${title}`, ...body, unsubscribeUrl: unsubscribe }
}

/**
 * Mails may wait for days. Letters are not sent while their sender is suspended or blocked, and never once the account is
 * deleted. Mails about notifications leave out what has been hidden, whose author has left, and what has been read.
 */
export async function prepareMail(tx: Db, config: App['config'], mail: Mail): Promise<Mail | 'later' | undefined> {
  if (mail.about) {
    const { rows } = await tx.execute<{ is_sanctioned: boolean; is_deleted: boolean }>(sql`
      select ${isSanctioned()} as is_sanctioned, ${isDeleted()} as is_deleted from users where id = ${mail.about.letterOf}`)
    const [sender] = rows
    if (!sender || sender.is_deleted) return undefined
    return sender.is_sanctioned ? 'later' : mail
  }
  if (!mail.notifications) return mail
  const { userId, kind, ids } = mail.notifications
  const to = await findAddress(tx, userId, kind)
  const unread = to ? await findUnread(tx, userId, ids) : []
  return to && unread.length > 0 ? renderNotifications(unread, { ...to, userId, kind, config }) : undefined
}

/** A letter to an office, or a mail to a user: after that, they get no more at this address. */
export async function handleUndelivered(
  tx: Db,
  { about, to, unsubscribeUrl: isToUser }: Mail,
  { refusesAddress }: { refusesAddress: boolean },
): Promise<void> {
  if (about) await notifyOfFailedLetter(tx, { userId: about.letterOf, politicianId: about.politicianId })
  else if (refusesAddress && isToUser !== undefined) {
    await tx.execute(sql`update inboxes set refused_email = users.email from users
      where users.id = inboxes.user_id and lower(users.email) = lower(${to})`)
  }
}
