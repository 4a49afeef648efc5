import { emailPattern } from '@wtpu/contract/accounts'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianMessages, politicians } from '#db/schema/politicians.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Outbox } from '#mail/outbox.ts'

interface Message {
  politicianId: number
  userId: number
  /** Without SMTP nothing reaches an office. */
  canMail: boolean
  name?: string
  email?: string
  subject?: string
  message?: string
}

const usefulMinutes = 3 * 24 * 60

/**
 * Decision 72: kept, and sent where the office publishes an address; most publish a contact form instead, which the screen
 * links to. A blank message is no message.
 */
export async function contactOffice(
  db: Db,
  outbox: Outbox,
  given: Message,
): Promise<{ stored: boolean; mailed: boolean }> {
  const [name, email, subject, message] = [given.name, given.email, given.subject, given.message].map(
    (text) => text?.trim() ?? '',
  )
  const [politician] = await db
    .select({ name: politicians.name, email: politicians.email, retiredAt: politicians.retiredAt })
    .from(politicians)
    .where(eq(politicians.id, given.politicianId))
  if (!politician) throw notFound('Politician')
  if (!message) return { stored: false, mailed: false }
  if (politician.retiredAt) throw new ApiError(409, 'retired', 'This politician is no longer in office.')
  const to = emailPattern.test(politician.email) && !politician.email.includes('/') ? politician.email : undefined
  const mailed = given.canMail && to !== undefined
  await db.transaction(async (tx) => {
    // Held: who deletes the account meanwhile deletes this letter too.
    const [sender] = await tx.select({ id: users.id }).from(users).where(isAccount(given.userId)).for('share')
    if (!sender) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
    await tx.insert(politicianMessages).values({
      politicianId: given.politicianId,
      userId: given.userId,
      name,
      email,
      subject,
      message,
      mailedAt: mailed ? new Date() : null,
    })
    if (!mailed) return
    const letter = renderMail({
      title: subject || `A message to ${politician.name}`,
      paragraphs: message.split(/\n{2,}/),
      footnote: `Sent by ${name || 'a citizen'} through WTPU to the office of ${politician.name}. An answer goes to the sender.`,
    })
    const replyTo = email && emailPattern.test(email) ? email : undefined
    await outbox.add(
      tx,
      { to, subject: (subject || `A message to ${politician.name}`).replaceAll(/[\r\n]+/g, ' '), replyTo, ...letter },
      { usefulMinutes },
    )
  })
  if (mailed) outbox.wake()
  return { stored: true, mailed }
}
