import { site } from '@wtpu/contract/site/name'
import { emailPattern } from '@wtpu/contract/accounts/on-demand/credentials'
import { displayName } from '@wtpu/contract/accounts/names'
import { lengthProblem } from '@wtpu/contract/lengths'
import { contactLimits } from '@wtpu/contract/politicians'
import { toLetter, toSingleLine, type Written, writtenOf } from '@wtpu/contract/schemas'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianMessages, politicians } from '#db/schema/politicians.ts'
import { isWriter, participationError, type Writer } from '#http/auth.ts'
import { ApiError, assertFields, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { renderMail } from '#mail/layout.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { Mail } from '#mail/transport.ts'

interface Message extends Writer, Written {
  politicianId: number
  publicUrl: string
  /** Whether SMTP is configured. */
  canMail: boolean
  name?: string
  email?: string
  subject?: string
  message?: string
}

const usefulMinutes = 3 * 24 * 60

/**
 * Stores the message, and mails it if the office publishes an email address. Most offices publish a contact
 * form instead, which the profile page links to. A blank message is not stored.
 */
export async function contactOffice(
  db: Db,
  outbox: Outbox,
  input: Message,
): Promise<{ stored: boolean; mailed: boolean }> {
  const line = (text = '') => toSingleLine(text)
  const [name, email, subject] = [line(input.name), line(input.email), line(input.subject)]
  const message = toLetter(input.message ?? '')
  const [politician] = await db
    .select({ name: politicians.name, email: politicians.email, retiredAt: politicians.retiredAt })
    .from(politicians)
    .where(eq(politicians.id, input.politicianId))
  if (!politician) throw notFound('Politician')
  if (!message) return { stored: false, mailed: false }
  assertShort({ name, subject, message })
  if (politician.retiredAt) throw new ApiError('retired')
  const isAddress = emailPattern.test(politician.email) && !politician.email.includes('/')
  const to = input.canMail && isAddress ? politician.email : undefined
  const mailed = to !== undefined
  await db.transaction(async (tx) => {
    const sender = await findSender(tx, input)
    // Messages are counted for each voter, so that a new account of the same person does not reset the limits.
    const { voterId } = sender
    await countAttempt(tx, `message of ${voterId} to ${input.politicianId}`, accountLimits.messagesToOneOffice)
    await countAttempt(tx, `message of ${voterId}`, accountLimits.messages)
    await countAttempt(tx, `message to ${input.politicianId}`, accountLimits.messagesOfOffice)
    await tx.insert(politicianMessages).values({
      politicianId: input.politicianId,
      userId: input.userId,
      name,
      email,
      subject,
      message,
      ...writtenOf(input),
      mailedAt: mailed ? new Date() : null,
    })
    if (to === undefined) return
    const { publicUrl } = input
    const mail = mailTo(politician.name, { subject, message, ...writtenOf(input), sender, publicUrl })
    const about = { letterOf: input.userId, politicianId: input.politicianId }
    await outbox.enqueue(tx, { to, ...mail, about }, { kind: 'message', usefulMinutes })
  })
  if (mailed) outbox.wake()
  return { stored: true, mailed }
}

/** @throws ApiError 400 */
function assertShort(texts: Record<'name' | 'subject' | 'message', string>): void {
  for (const field of ['name', 'subject', 'message'] as const) {
    assertFields({ [field]: lengthProblem(`The ${field}`, texts[field], contactLimits[field]) })
  }
}

/** Locks the sender's row, so that a concurrent deletion of the account waits and then deletes this message too. */
async function findSender(tx: Db, writer: Writer) {
  const [sender] = await tx
    .select({
      voterId: users.voterId,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      first_name: users.firstName,
      last_name: users.lastName,
      username: users.username,
    })
    .from(users)
    .where(isWriter(writer))
    .for('share')
  if (!sender) throw await participationError(tx, writer.userId)
  const { first_name, last_name, username } = sender
  return {
    voterId: sender.voterId,
    name: displayName({ first_name, last_name, username }),
    confirmedEmail: (sender.verifiedAt && sender.email) ?? undefined,
  }
}

interface MailText extends Written {
  publicUrl: string
  subject: string
  message: string
  sender: { name: string; confirmedEmail: string | undefined }
}

/** The mail omits the name and email from the form, because they are not verified. */
function mailTo(office: string, { publicUrl, subject, message, sender, ...writing }: MailText): Omit<Mail, 'to'> {
  const title = subject || `A message to ${office}`
  const reply = sender.confirmedEmail
    ? 'A reply to this mail goes to the sender.'
    : 'The sender has not confirmed an email address, so a reply to this mail does not reach them.'
  const text = renderMail({
    publicUrl,
    title,
    paragraphs: message.split(/\n{2,}/),
    writing,
    footnote:
      `Written by the ${site.name} account "${sender.name}" to the office of ${office}. ` +
      `${site.name} has not verified who the sender is and does not vouch for this message. ${reply}`,
  })
  return {
    subject: `Message through ${site.name}: ${title.replaceAll(/[\r\n]+/g, ' ')}`,
    replyTo: sender.confirmedEmail,
    ...text,
  }
}
