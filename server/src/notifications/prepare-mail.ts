import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isDeleted, isSanctioned } from '#db/visibility.ts'
import { recordDeliveries } from '#mail/deliveries.ts'
import type { Mail, OutgoingMail } from '#mail/transport.ts'
import { writeDigest } from './digest.ts'
import { notifyOfFailedLetter } from './events.ts'
import { type App, writeMail } from './mails.ts'

/**
 * Mails may wait for days. Letters are not sent while their sender is suspended or blocked, and never once the account is
 * deleted. Warnings about accounts without activity are for those that nobody has used since. Mails about notifications and digests leave out what has been hidden, whose author has left, and what has been read.
 */
export async function prepareMail(
  tx: Db,
  app: Pick<App, 'db' | 'config' | 'keys'>,
  mail: Mail & Pick<OutgoingMail, 'kind'>,
): Promise<Mail | 'later' | undefined> {
  if (mail.about) {
    const { rows } = await tx.execute<{ is_sanctioned: boolean; is_deleted: boolean }>(sql`
      select ${isSanctioned()} as is_sanctioned, ${isDeleted()} as is_deleted from users where id = ${mail.about.letterOf}`)
    const [sender] = rows
    if (!sender || sender.is_deleted) return undefined
    return sender.is_sanctioned ? 'later' : mail
  }
  if (mail.kind === 'retention') {
    const { rows } = await tx.execute(sql`select from retention_warnings join users on users.id = user_id
      where user_id = ${mail.userId} and is_active and last_seen_on = seen_on`)
    return rows.length > 0 ? mail : undefined
  }
  if (mail.notifications) return writeMail(tx, app.config, mail.notifications)
  if (mail.digestOf !== undefined) return writeDigest(tx, app, mail.digestOf)
  return mail
}

/** A letter to an office, or a mail to a user: after that, they get no more at this address. */
export async function handleUndelivered(
  tx: Db,
  mail: OutgoingMail,
  { outcome, rejectsAddress }: { outcome: 'rejected' | 'expired'; rejectsAddress: boolean },
): Promise<void> {
  const { about, to, unsubscribeUrl: isToUser } = mail
  await recordDeliveries(tx, [mail], outcome)
  if (about) await notifyOfFailedLetter(tx, { userId: about.letterOf, politicianId: about.politicianId })
  else if (rejectsAddress && isToUser !== undefined) {
    await tx.execute(sql`update inboxes set refused_email = users.email from users
      where users.id = inboxes.user_id and lower(users.email) = lower(${to})`)
  }
}
