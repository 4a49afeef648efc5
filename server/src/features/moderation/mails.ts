import { appealDays } from '@wtpu/contract/limits'
import type { DecisionAction } from '@wtpu/contract/moderation/cases'
import { type ReportKind, rules } from '@wtpu/contract/moderation/reports'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { wantsMail } from '#notifications/settings.ts'
import { renderMail } from '#mail/layout.ts'

type App = Pick<FastifyInstance, 'outbox' | 'config'>

const usefulMinutes = 7 * 24 * 60
const footnote = 'You receive this mail because you have a WTPU account.'
const kindNames: Record<ReportKind, string> = {
  post: 'post',
  comment: 'comment',
  discussion: 'discussion',
  poll: 'poll',
  user: 'profile',
}

interface DecisionNews {
  userId: number | null
  action: DecisionAction
  rule: number | null | undefined
  days: number | null | undefined
  sentence: string
  kind: ReportKind
}

function titleOf({ action, days, kind }: DecisionNews): string {
  const what = kindNames[kind]
  return {
    keep: `Your ${what} was reported and stays`,
    remove: `Your ${what} was removed`,
    warn: `A warning about your ${what}`,
    suspend: `Your account is suspended for ${days === 1 ? 'one day' : `${days} days`}`,
    block: 'Your account is blocked',
    lock: `Your ${what} was locked`,
  }[action]
}

/** Tells the author of a decision. Call `outbox.wake` after the commit. */
export async function addDecisionMail(tx: Db, app: App, news: DecisionNews): Promise<void> {
  const rule = news.rule ? rules[news.rule - 1]?.[0] : undefined
  const canAppeal = news.action !== 'keep' && news.action !== 'block'
  await addMail(
    tx,
    app,
    news.userId,
    titleOf(news),
    [
      `A moderator wrote: ${news.sentence}`,
      ...(rule ? [`It is about this guideline: ${rule}`] : []),
      ...(canAppeal ? [`If you think that this is wrong, you can appeal within ${appealDays} days.`] : []),
      ...(news.action === 'block' ? ['If you think that this is wrong, please contact support.'] : []),
    ],
    news.action === 'block',
  )
}

export async function addUndoMail(tx: Db, app: App, { userId, sentence }: { userId: number | null; sentence: string }) {
  await addMail(tx, app, userId, 'A decision about you was undone', [`A moderator wrote: ${sentence}`])
}

export async function addAppealMail(
  tx: Db,
  app: App,
  { userId, granted, answer }: { userId: number; granted: boolean; answer: string },
): Promise<void> {
  const title = granted ? 'Your appeal was granted' : 'Your appeal was not granted'
  await addMail(tx, app, userId, title, [`A moderator wrote: ${answer}`])
}

async function addMail(
  tx: Db,
  { outbox, config }: App,
  userId: number | null,
  title: string,
  paragraphs: string[],
  isRequired = false,
) {
  // Who is blocked cannot read it on the site.
  if (userId === null || !(isRequired || (await wantsMail(tx, userId, 'moderation')))) return
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user?.email) return
  const action = { label: 'See the decision', url: `${config.publicUrl}/profile-settings` }
  const body = renderMail({ title, paragraphs, action, footnote })
  await outbox.add(tx, { to: user.email, subject: title, ...body }, { kind: 'decision', usefulMinutes })
}
