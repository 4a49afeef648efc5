import { site } from '@wtpu/contract/site/name'
import { and, eq, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { renderMail } from '#mail/layout.ts'

/** Commands only enqueue mails. */
export interface MailingApp {
  config: Pick<FastifyInstance['config'], 'publicUrl'>
  outbox: Pick<FastifyInstance['outbox'], 'enqueue'>
}

interface Warning {
  title: string
  paragraphs: string[]
  /** The account that it is about, which gets no such mail. */
  about: number
}

const usefulMinutes = 7 * 24 * 60

/**
 * Mails all admins about an act that an attacker with the account of one of them would do. Nobody can turn this mail off. Call
 * `outbox.wake` after the commit.
 */
export async function mailAdmins(
  tx: Db,
  { config: { publicUrl }, outbox }: MailingApp,
  { title, paragraphs, about }: Warning,
): Promise<void> {
  const admins = await tx
    .select({ userId: users.id, to: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), users.isActive, ne(users.id, about)))
  const body = renderMail({
    publicUrl,
    title,
    paragraphs: [
      ...paragraphs,
      'If this is not right, end the role in the list of staff, and make sure that the accounts of all admins are safe.',
    ],
    action: { label: 'See all staff', url: `${publicUrl}/admin` },
    footnote: `All admins of ${site.name} get a mail about new staff, and about accounts that an admin exports or deletes.`,
  })
  for (const { userId, to } of admins) {
    if (to) await outbox.enqueue(tx, { to, userId, subject: title, ...body }, { kind: 'decision', usefulMinutes })
  }
}
