import { warningDays } from '@wtpu/contract/accounts/retention'
import { site as siteIdentity } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { closeAccount } from '#features/accounts/account.ts'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { retentionWarnings } from '#db/schema/retention.ts'
import { site } from '#db/schema/site.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { isReachable, mayExpire, unusedSince } from './conditions.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'outbox' | 'files' | 'voterKey' | 'sessionCache' | 'log'>

/** The limit of warnings and of deletions in a day. */
const maxPerDay = 1_000
const usefulMinutes = 7 * 24 * 60
/** The days after which a warning is sent again if the mail server has not accepted it. */
const retryDays = 14

/**
 * Warns owners of accounts without activity twice, and deletes the accounts of those who do not come back. One server does it, once a
 * day. Dates count from the warnings that the mail server accepted, so a mail that could not be sent postpones.
 */
export async function expireAccounts(app: App): Promise<void> {
  if (app.config.smtpUrl === undefined) return
  const claimed = await app.db
    .update(site)
    .set({ retentionRanOn: today })
    .where(sql`${site.retentionYears} is not null and ${site.retentionRanOn} is distinct from ${today}`)
    .returning({ years: site.retentionYears })
  const years = claimed[0]?.years
  if (years == null) return
  await forgetWarnings(app.db, years)
  await warn(app, years)
  await deleteWarned(app, years)
}

/** Deletes the warnings of accounts that were used again or may no longer be deleted. */
async function forgetWarnings(db: Db, years: number): Promise<void> {
  await db.execute(sql`delete from ${retentionWarnings} warning using ${users} where ${users.id} = warning.user_id
    and not (${mayExpire} and warning.seen_on = ${users.lastSeenOn} and ${unusedSince(sql`${years}::int`, 'soon')})`)
}

interface Warning {
  id: number
  email: string
  seen_on: string
  is_second: boolean
  /** The first day on which the account may be deleted. */
  deleted_on: string
}

const isNotQueued = sql`coalesce(${retentionWarnings.queuedAt} < now() - make_interval(days => ${retryDays}), true)`

async function warn(app: App, years: number): Promise<void> {
  const { first, second } = warningDays
  const { rows } = await app.db.execute<Warning>(sql`
    select ${users.id}, ${users.email}, ${users.lastSeenOn}::text as seen_on, first_sent_on is not null as is_second,
      (${today} + case when first_sent_on is null then ${first}::int else ${second}::int end)::text as deleted_on
    from ${users} left join ${retentionWarnings} on user_id = ${users.id}
    where ${mayExpire} and ${isReachable} and ${unusedSince(sql`${years}::int`, 'soon')} and second_sent_on is null
      and ${isNotQueued}
      and coalesce(first_sent_on <= ${today} - ${first - second}::int, true)
    order by ${users.lastSeenOn}, ${users.id} limit ${maxPerDay}`)
  for (const warning of rows) {
    await app.db.transaction(async (tx) => {
      const values = { userId: warning.id, seenOn: warning.seen_on, queuedAt: sql`now()` }
      const queued = await tx
        .insert(retentionWarnings)
        .values(values)
        .onConflictDoUpdate({
          target: retentionWarnings.userId,
          set: { queuedAt: values.queuedAt },
          // Another run may have queued it meanwhile, for example around midnight.
          setWhere: sql`${isNotQueued} and (${retentionWarnings.firstSentOn} is not null) = ${warning.is_second}`,
        })
        .returning({ userId: retentionWarnings.userId })
      if (queued.length === 0) return
      const mail = warningMail(warning, { years, publicUrl: app.config.publicUrl })
      await app.outbox.enqueue(tx, { ...mail, userId: warning.id }, { kind: 'retention', usefulMinutes })
    })
  }
  if (rows.length > 0) app.outbox.wake()
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const nameOf = (day: string) => longDay.format(new Date(day))

/** Omits the name, which is free text: anyone may have registered this address. */
function warningMail(
  { email, seen_on: seenOn, is_second: isSecond, deleted_on: deletedOn }: Warning,
  { years, publicUrl }: { years: number; publicUrl: string },
): Mail {
  const { name } = siteIdentity
  const time = years === 1 ? 'a year' : `${years} years`
  const title = `${isSecond ? 'Last reminder: your' : 'Your'} account will be deleted if you do not sign in`
  const body = renderMail({
    publicUrl,
    title,
    paragraphs: [
      `Nobody has used your ${name} account since ${nameOf(seenOn)}. ${name} deletes accounts that nobody uses for ${time}. To keep yours, sign in before ${nameOf(deletedOn)}:`,
      `If you do not want the account any more, there is nothing to do. Your name, email${isOn('boiler-room') ? ', picture and posts' : ' and picture'} are deleted then. Your votes${isOn('ratings') ? ' and ratings' : ''} stay counted${isOn(['boiler-room', 'forums', 'walls']) ? ', and your comments stay under the name “Anonymous”' : ''}.`,
      isSecond ? 'This is the last mail about it.' : `You get one more mail, ${warningDays.second} days before.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    footnote: `You receive this mail because a ${name} account has this address.`,
  })
  return { to: email, subject: `${name}: ${title}`, ...body }
}

class InUse extends Error {}

async function deleteWarned(app: App, years: number): Promise<void> {
  const { first, second } = warningDays
  const isOver = sql`${mayExpire} and ${unusedSince(sql`${years}::int`)} and seen_on = ${users.lastSeenOn}
    and first_sent_on <= ${today} - ${first}::int and second_sent_on <= ${today} - ${second}::int`
  const from = sql`from ${retentionWarnings} join ${users} on ${users.id} = user_id`
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select ${users.id} ${from} where ${isOver} order by second_sent_on, ${users.id} limit ${maxPerDay}`,
  )
  let deleted = 0
  for (const { id } of rows) {
    try {
      await closeAccount(app, id, {
        // With the account locked: the owner may have come back, or the setting may have changed.
        record: async (tx) => {
          const kept = await tx.execute(sql`select ${from} where ${users.id} = ${id} and ${isOver}
            and exists (select from ${site} where ${site.retentionYears} = ${years})
            and not exists (select from ${sessions} where ${sessions.userId} = ${id}
              and (${sessions.rotatedAt} at time zone 'UTC')::date > seen_on)`)
          if (kept.rows.length === 0) throw new InUse()
        },
      })
      app.sessionCache.end(id)
      deleted++
    } catch (error) {
      if (!(error instanceof InUse)) app.log.error({ err: error }, 'an account without activity could not be deleted')
    }
  }
  if (deleted > 0) app.log.info({ accounts: deleted }, 'accounts without activity were deleted')
}
