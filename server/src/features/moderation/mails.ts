import { site } from '@wtpu/contract/site/name'
import { appealDays } from '@wtpu/contract/limits'
import type { DecisionAction, TextAction } from '@wtpu/contract/moderation/decided'
import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import type { ReportKind } from '@wtpu/contract/moderation/reports'
import { kinds } from '@wtpu/contract/writing/kinds'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { wantsMail } from '#notifications/settings.ts'
import { renderMail } from '#mail/layout.ts'
import { excerptOf } from '#writing/excerpt.ts'
import type { Outbox } from '#mail/outbox.ts'
import { appealUrl } from './appeal-link.ts'

export interface MailContext {
  config: FastifyInstance['config']
  outbox: Pick<Outbox, 'enqueue'>
}

const usefulMinutes = 7 * 24 * 60
const footnote = () => `You receive this mail because you have a ${site.name} account.`

interface DecisionNews {
  actionId: number
  userId: number | null
  action: DecisionAction
  /** If it is not what the action does by itself. */
  textAction?: TextAction | null | undefined
  rule: number | null | undefined
  days: number | null | undefined
  sentence: string
  kind: ReportKind
  contentId: number
}

function titleOf({ action, days, kind }: DecisionNews): string {
  const what = kinds[kind].noun
  return {
    keep: `Your ${what} was reported and stays`,
    remove: `Your ${what} was removed`,
    warn: `A warning about your ${what}`,
    suspend: `Your account is suspended for ${days === 1 ? 'one day' : `${days} days`}`,
    block: 'Your account is blocked',
    lock: `Your ${what} was locked`,
  }[action]
}

const outcomes: Record<TextAction, string> = { keep: 'stays', lock: 'was locked', remove: 'was removed' }

/** Tells an author what staff has decided about their text. Call `outbox.wake` after the commit. */
export async function addDecisionMail(tx: Db, app: MailContext, news: DecisionNews): Promise<void> {
  const rule = news.rule ? rules[news.rule - 1]?.[0] : undefined
  const isBlock = news.action === 'block'
  await addMail(
    tx,
    app,
    news.userId,
    titleOf(news),
    [
      ...(news.textAction ? [`Your ${kinds[news.kind].noun} ${outcomes[news.textAction]}.`] : []),
      `A moderator wrote: ${news.sentence}`,
      ...(await quoteOf(tx, news)),
      ...(rule ? [`It is about this guideline: ${rule}`] : []),
      ...(news.action === 'keep'
        ? []
        : [
            `If you think that this is wrong, you can appeal within ${appealDays} days${isBlock ? ', without signing in' : ': the button is below the decision'}.`,
          ]),
    ],
    isBlock && news.userId !== null
      ? { label: 'Appeal', url: appealUrl(app.config, { actionId: news.actionId, userId: news.userId }) }
      : undefined,
  )
}

/** What it is about. A profile is known to its owner. */
async function quoteOf(tx: Db, { kind, contentId }: DecisionNews): Promise<string[]> {
  if (kind === 'user') return []
  const { rows } = await tx.execute<{ text: string }>(sql`select ${excerptOf(sql`${kind}`, sql`${contentId}`)} as text`)
  return rows.flatMap(({ text }) => (text === '' ? [] : [`Your ${kinds[kind].noun}: “${text}”`]))
}

export async function addUndoMail(
  tx: Db,
  app: MailContext,
  { userId, sentence }: { userId: number | null; sentence: string },
) {
  await addMail(tx, app, userId, 'A decision about you was undone', [`A moderator wrote: ${sentence}`])
}

export async function addAppealMail(
  tx: Db,
  app: MailContext,
  {
    userId,
    granted,
    text,
    answer,
    isBlock,
  }: { userId: number; granted: boolean; text: string; answer: string; isBlock: boolean },
): Promise<void> {
  const title = granted ? 'Your appeal was granted' : 'Your appeal was not granted'
  const toLog = { label: 'See the public log', url: `${app.config.publicUrl}/moderation/log` }
  await addMail(
    tx,
    app,
    userId,
    title,
    [`A moderator wrote: ${answer}`, `Your appeal: “${text}”`],
    isBlock ? toLog : undefined,
  )
}

async function addMail(
  tx: Db,
  { outbox, config }: MailContext,
  userId: number | null,
  title: string,
  paragraphs: string[],
  /** For a blocked user, who cannot read it on the site. */
  blockedAction?: { label: string; url: string },
) {
  if (userId === null || !(blockedAction || (await wantsMail(tx, userId, 'moderation')))) return
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user?.email) return
  const action = blockedAction ?? { label: 'See the decision', url: `${config.publicUrl}/profile-settings#decisions` }
  const body = renderMail({ publicUrl: config.publicUrl, title, paragraphs, action, footnote: footnote() })
  await outbox.enqueue(tx, { to: user.email, userId, subject: title, ...body }, { kind: 'decision', usefulMinutes })
}
