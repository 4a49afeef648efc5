import { toSingleLine } from '@wtpu/contract/schemas'
import { site as siteName } from '@wtpu/contract/site/name'
import type { TestMail } from '@wtpu/contract/site/on-demand/setup'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { users } from '#db/schema/accounts.ts'
import { site } from '#db/schema/site.ts'
import { accountGone, invalidInput } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import { answerOf } from '#mail/transport.ts'

/** Sends a test mail and remembers that the mail server took it. @throws ApiError 400 or 401 */
export async function sendTestMail(app: FastifyInstance, userId: number): Promise<TestMail> {
  const test = await tryMailServer(app, userId)
  if (test.is_sent && test.is_accepted) {
    const change = { mailTestedAt: sql`now()` }
    await app.db.insert(site).values(change).onConflictDoUpdate({ target: site.isOnly, set: change })
  }
  return test
}

/** Sends a mail to the admin at once, because the queue would hide what the mail server answers. @throws ApiError 400 or 401 */
export async function tryMailServer(
  {
    db,
    config,
    outbox,
  }: Pick<FastifyInstance, 'db' | 'config'> & { outbox: Pick<FastifyInstance['outbox'], 'sendNow'> },
  userId: number,
): Promise<TestMail> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw accountGone()
  const to = user.email
  if (to === null) throw invalidInput({}, 'Your account has no email address.')
  const content = renderMail({
    publicUrl: config.publicUrl,
    title: 'This is a test',
    paragraphs: [`If you can read this, ${siteName.name} can send mail to you.`],
    footnote: 'You get this mail because you asked for it in Administration.',
  })
  const isSent = config.smtpUrl !== undefined
  try {
    const answer = await outbox.sendNow({ to, subject: `Test mail of ${siteName.name}`, ...content })
    return { to, is_accepted: true, is_sent: isSent, answer: toSingleLine(answer) }
  } catch (error) {
    return { to, is_accepted: false, is_sent: isSent, answer: toSingleLine(answerOf(error)) }
  }
}
