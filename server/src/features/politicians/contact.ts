import { emailPattern } from '@wtpu/contract/accounts'
import { displayName } from '@wtpu/contract/people'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianMessages, politicians } from '#db/schema/politicians.ts'
import { confirmEmailFirst, mayParticipate } from '#http/confirmed-email.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { Mail } from '#mail/transport.ts'
import { refuseOverLimit } from './letter-limits.ts'

interface Message {
  politicianId: number
  userId: number
  confirmedOnly: boolean
  /** Without SMTP nothing reaches an office. */
  canMail: boolean
  name?: string
  email?: string
  subject?: string
  message?: string
}

const usefulMinutes = 3 * 24 * 60

/**
 * Stores the message, and mails it where the office publishes an address (decision 72); most publish a contact form instead,
 * which the screen links to. A blank message is not stored.
 */
export async function contactOffice(
  db: Db,
  outbox: Outbox,
  given: Message,
): Promise<{ stored: boolean; mailed: boolean }> {
  const trimmed = (text = '') => text.trim()
  const [name, email] = [trimmed(given.name), trimmed(given.email)]
  const [subject, message] = [trimmed(given.subject), trimmed(given.message)]
  const [politician] = await db
    .select({ name: politicians.name, email: politicians.email, retiredAt: politicians.retiredAt })
    .from(politicians)
    .where(eq(politicians.id, given.politicianId))
  if (!politician) throw notFound('Politician')
  if (!message) return { stored: false, mailed: false }
  if (politician.retiredAt) throw new ApiError(409, 'retired', 'This politician is no longer in office.')
  const isAddress = emailPattern.test(politician.email) && !politician.email.includes('/')
  const to = given.canMail && isAddress ? politician.email : undefined
  const mailed = to !== undefined
  await db.transaction(async (tx) => {
    const sender = await findSender(tx, given)
    await refuseOverLimit(tx, { voterId: sender.voterId, politicianId: given.politicianId })
    await tx.insert(politicianMessages).values({
      politicianId: given.politicianId,
      userId: given.userId,
      name,
      email,
      subject,
      message,
      mailedAt: mailed ? new Date() : null,
    })
    if (to === undefined) return
    const letter = letterTo(politician.name, { subject, message, sender })
    await outbox.add(tx, { to, ...letter }, { kind: 'letter', usefulMinutes })
  })
  if (mailed) outbox.wake()
  return { stored: true, mailed }
}

/** Locks the sender's row: an account that is deleted at the same time waits and then erases this letter too. */
async function findSender(tx: Db, { userId, confirmedOnly }: Message) {
  const [sender] = await tx
    .select({
      voterId: users.voterId,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      first_name: users.firstName,
      last_name: users.lastName,
      username: users.username,
      mayWrite: sql<boolean>`${mayParticipate(confirmedOnly)}`,
    })
    .from(users)
    .where(isAccount(userId))
    .for('share')
  if (!sender) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (!sender.mayWrite) throw confirmEmailFirst(sender.email)
  const { first_name, last_name, username } = sender
  return {
    voterId: sender.voterId,
    name: displayName({ first_name, last_name, username }),
    confirmedEmail: (sender.verifiedAt && sender.email) ?? undefined,
  }
}

interface Letter {
  subject: string
  message: string
  sender: { name: string; confirmedEmail: string | undefined }
}

/** The name and the email typed into the form stay out of the letter: nobody has checked that they are the sender's. */
function letterTo(office: string, { subject, message, sender }: Letter): Omit<Mail, 'to'> {
  const title = subject || `A message to ${office}`
  const reply = sender.confirmedEmail
    ? 'A reply to this mail goes to the sender.'
    : 'The sender has not confirmed an email address, so a reply to this mail does not reach them.'
  const text = renderMail({
    title,
    paragraphs: message.split(/\n{2,}/),
    footnote:
      `Written by the WTPU account "${sender.name}" to the office of ${office}. ` +
      `WTPU has not verified who the sender is and does not vouch for this message. ${reply}`,
  })
  return { subject: title.replaceAll(/[\r\n]+/g, ' '), replyTo: sender.confirmedEmail, ...text }
}
