import { isSettable, type NotificationKind, notificationKinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { oneClickPath, unsubscribePage } from '@wtpu/contract/notifications/settings'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { circleMembers } from '#db/schema/circles.ts'
import { inboxes, usedUnsubscribeLinks } from '#db/schema/notifications.ts'
import { ApiError } from '#http/errors.ts'
import { isKeyedHash, keyedHash } from '#http/keyed-hash.ts'
import { openInbox, planDigest } from './settings.ts'

/** `ballots`: reminders of a list, whose row has the number instead of a user. */
type Mailed = NotificationKind | 'digest' | 'ballots'

const validDays = 90
const day = 24 * 60 * 60_000

interface Site {
  jwtSecret: string
  publicUrl: string
}

/** How mails of this kind to this user are ended: `page` for people, `oneClick` for mail programs. Each can do nothing else, and works once. */
export function unsubscribeUrls({ jwtSecret, publicUrl }: Site, userId: number, kind: Mailed, now = Date.now()) {
  const claims = `${userId}.${kind}.${now.toString(36)}`
  const token = `${claims}.${keyedHash(jwtSecret, purpose, claims)}`
  return { page: `${publicUrl}${unsubscribePage(token)}`, oneClick: `${publicUrl}${oneClickPath(token)}` }
}

const purpose = 'unsubscribe links'

/** @throws ApiError 400 if the link is not valid, has expired or was used. */
export async function unsubscribe(
  db: Db,
  { token, secret, now = Date.now() }: { token: string; secret: string; now?: number },
): Promise<{ kind: Mailed }> {
  const invalid = new ApiError('unsubscribe_link')
  const [, claims = '', id = '', kindName = '', time = '', signature = ''] =
    /^((\d{1,10})\.(\w+)\.([a-z0-9]{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (!isKeyedHash(signature, secret, purpose, claims)) throw invalid
  if (now - Number.parseInt(time, 36) > validDays * day) throw invalid
  const kind = [...notificationKinds, 'digest' as const, 'ballots' as const].find((candidate) => candidate === kindName)
  const userId = Number(id)
  if (!kind || (kind !== 'digest' && kind !== 'ballots' && !isSettable(kind))) throw invalid
  await db.transaction(async (tx) => {
    const used = await tx
      .insert(usedUnsubscribeLinks)
      .values({ signature: Buffer.from(signature) })
      .onConflictDoNothing()
      .returning()
    if (used.length === 0) throw invalid
    if (kind === 'ballots') await stopReminders(tx, userId)
    else await (kind === 'digest' ? stopDigest(tx, userId) : stopMails(tx, userId, kind))
  })
  return { kind }
}

async function stopMails(tx: Db, userId: number, kind: NotificationKind): Promise<void> {
  const way = JSON.stringify({ [kind]: 'site' })
  await openInbox(tx, userId)
  await tx
    .update(inboxes)
    .set({ ways: sql`${inboxes.ways} || ${way}::jsonb` })
    .where(eq(inboxes.userId, userId))
}

async function stopReminders(tx: Db, memberId: number): Promise<void> {
  await tx
    .update(circleMembers)
    .set({ remindersStoppedAt: sql`now()` })
    .where(eq(circleMembers.id, memberId))
}

async function stopDigest(tx: Db, userId: number): Promise<void> {
  await tx.update(users).set({ newsletter: false }).where(eq(users.id, userId))
  await planDigest(tx, userId)
}

/** Links that have expired need not be remembered. */
export async function sweepUsedLinks(db: Db): Promise<void> {
  await db.delete(usedUnsubscribeLinks).where(lt(usedUnsubscribeLinks.usedAt, sql`now() - interval '91 days'`))
}
