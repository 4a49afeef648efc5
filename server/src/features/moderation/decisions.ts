import { lengthProblem } from '@wtpu/contract/lengths'
import { type ContentDecision, type NewDecision, sentenceMaxLength } from '@wtpu/contract/moderation/cases'
import { defaultTextAction, type TextAction } from '@wtpu/contract/moderation/decided'
import type { ReportKind } from '@wtpu/contract/moderation/reports'
import { toSingleLine } from '@wtpu/contract/schemas'
import { kinds } from '@wtpu/contract/writing/kinds'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import {
  endSanctions,
  findAccountsOf,
  findStaffReached,
  invalidateBlocked,
  lockMailboxOf,
  setBlocked,
  suspend,
} from '#community/block-users.ts'
import { invalidateContent } from '#writing/content.ts'
import { type Decision, recordModeration, requireModerator } from '#community/moderation.ts'
import { hideContent, invalidateRemoval, restoreContent } from '#writing/hide.ts'
import { kindsWithoutAuthor } from '#writing/kinds.ts'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { discussions } from '#db/schema/forums.ts'
import { appeals, isAction, moderationActions, moderationCases, reports, textActionOf } from '#db/schema/moderation.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { notifyOfDecision } from '#notifications/events.ts'
import { addDecisionMail, addUndoMail, type MailContext } from './mails.ts'
import { findStaff, obstacleOf } from './other-staff.ts'
import { findReportable, lockCase, removableOf, type Subject } from './reports.ts'

export type App = Pick<FastifyInstance, 'db' | 'config' | 'outbox' | 'sessionCache'>
export type Action = typeof moderationActions.$inferSelect
type Case = typeof moderationCases.$inferSelect

/** A sentence for a person, on one line. @throws ApiError 400 if it is empty or too long */
export function toSentence(field: string, text: string, maxLength = sentenceMaxLength): string {
  const sentence = toSingleLine(text)
  assertFields({
    [field]: sentence === '' ? 'Please write a sentence.' : lengthProblem('This', sentence, maxLength),
  })
  return sentence
}

/** Locks the people of a case before anything else, in order, so that two moderators cannot wait for each other. */
export async function startDeciding(
  tx: Db,
  { moderatorId, about, reason }: { moderatorId: number; about: number | null; reason: string },
): Promise<Decision & { actorId: number }> {
  if (about !== null) await lockMailboxOf(tx, about)
  await lockPeople(tx, [moderatorId, ...(about === null ? [] : await findAccountsOf(tx, about))])
  const decision = await requireModerator(tx, moderatorId, reason)
  if (about !== null && (await findStaffReached(tx, about)).includes(moderatorId)) throw new ApiError('own_case')
  return decision
}

interface ByModerator {
  moderatorId: number
}

/** Decides about an open case. @throws ApiError 409 if somebody else was faster */
export async function decideCase(
  app: App,
  { caseId, ...input }: NewDecision & ByModerator & { caseId: number },
): Promise<{ action_id: number }> {
  const [found] = await app.db.select().from(moderationCases).where(eq(moderationCases.id, caseId))
  if (!found) throw notFound('Case')
  const { kind, contentId, authorId } = found
  return decide(app, { kind, contentId, authorId }, input, (_tx, { closedAt }) => closedAt !== null)
}

/** Decides about visible content, also without a report. @throws ApiError 409 if somebody else was faster */
export async function decideContent(
  app: App,
  { kind, id: contentId, ...input }: ContentDecision & ByModerator,
): Promise<{ action_id: number }> {
  const found = await findReportable(app.db, kind, contentId)
  if (!found?.isShown) throw notFound(kinds[kind].name)
  return decide(app, { kind, contentId, authorId: found.authorId }, input, async (tx) => {
    const current = await findReportable(tx, kind, contentId)
    return !current?.isShown || (input.action === 'lock' && current.isLocked)
  })
}

/** Decides about the case of some content, closes it and tells the author. */
export async function decide(
  app: App,
  found: Subject & Pick<Case, 'authorId'>,
  input: NewDecision & ByModerator,
  isDecided: (tx: Db, current: Case) => boolean | Promise<boolean>,
): Promise<{ action_id: number }> {
  const { authorId: about } = found
  const sentence = toSentence('sentence', input.sentence)
  assertPossible(found, input)
  const actionId = await app.db.transaction(async (tx) => {
    const decision = await startDeciding(tx, { moderatorId: input.moderatorId, about, reason: sentence })
    if (input.action === 'suspend' || input.action === 'block') await assertNotStaff(tx, about ?? 0)
    const current = await lockCase(tx, found)
    if (await isDecided(tx, current)) throw new ApiError('already_decided')
    if (obstacleOf(await findStaff(tx, found), input.moderatorId) !== null) throw new ApiError('own_case')
    await applyDecision(tx, current, { ...input, sentence })
    return completeDecision(tx, app, current, { ...input, sentence }, decision)
  })
  app.outbox.wake()
  await finish(app, found, input.action)
  return { action_id: actionId }
}

/** Records a decision that has been applied, closes the case and tells the author. Call `outbox.wake` after the commit. */
export async function completeDecision(
  tx: Db,
  app: MailContext,
  { id: caseId, kind, contentId, authorId: userId, hidden }: Case,
  { action, text_action, rule, days, sentence }: NewDecision,
  decision: Decision,
): Promise<number> {
  const subject = { subjectKind: kind, subjectId: contentId, userId } as const
  const suspension = action === 'suspend' ? days : null
  // Said only if it is not what the action does anyway.
  const textAction = text_action === defaultTextAction(action) ? undefined : text_action
  const actionId = await recordModeration(tx, { action, textAction, ...subject, rule, days: suspension }, decision)
  await closeCase(tx, caseId, { isKept: outcomeOf({ action, text_action }) !== 'remove', actionId })
  if (action === 'keep' && !hidden) return actionId
  if (action === 'keep' && userId !== null) await notifyOfDecision(tx, { userId, actionId, detail: action })
  const news = { actionId, userId, action, textAction, rule, days: suspension, sentence, kind, contentId }
  await addDecisionMail(tx, app, news)
  return actionId
}

const outcomeOf = ({ action, text_action }: Pick<NewDecision, 'action' | 'text_action'>): TextAction =>
  text_action ?? defaultTextAction(action)

function assertPossible(
  { kind, authorId }: Pick<Case, 'kind' | 'authorId'>,
  { action, text_action: text, rule, days }: NewDecision,
): void {
  const hasAuthor = authorId !== null && !kindsWithoutAuthor.includes(kind)
  if (action !== 'keep' && !rule) throw invalidInput({ rule: ['Please choose a guideline.'] })
  if (action === 'suspend' && days === undefined) throw invalidInput({ days: ['Please choose for how long.'] })
  const isPossible = {
    keep: true,
    remove: kind !== 'user',
    warn: hasAuthor,
    suspend: hasAuthor,
    block: hasAuthor,
    lock: kind === 'discussion',
  }[action]
  if (!isPossible) throw invalidInput({ action: ['This is not possible here.'] })
  if (text === undefined) return
  const isAboutPerson = action === 'warn' || action === 'suspend' || action === 'block'
  if (kind === 'user' || !isAboutPerson || (text === 'lock' && kind !== 'discussion')) {
    throw invalidInput({ text_action: ['This is not possible here.'] })
  }
}

/** Only the command line ends the work of staff. @throws ApiError 403 */
async function assertNotStaff(tx: Db, userId: number): Promise<void> {
  if ((await findStaffReached(tx, userId)).length > 0) {
    throw new ApiError('forbidden', { detail: 'Staff can be suspended or blocked on the server only.' })
  }
}

/** @returns whether this hid the content or blocked its author */
export async function applyDecision(
  tx: Db,
  found: Case,
  { action, text_action, days, sentence }: NewDecision,
): Promise<boolean> {
  const content = removableOf(found)
  // When it is hidden again, the author reads this sentence instead of the one about the review.
  if (content && found.hidden) await restoreContent(tx, content)
  const outcome = outcomeOf({ action, text_action })
  const hides = content !== undefined && outcome === 'remove' && (await hideContent(tx, content, sentence))
  if (outcome === 'lock') await setLocked(tx, found.contentId, true)
  if (found.authorId === null) return hides
  const blocks = action === 'block' && (await setBlocked(tx, found.authorId, true))
  if (action === 'suspend') await suspend(tx, found.authorId, days ?? 0)
  return hides || blocks
}

async function setLocked(tx: Db, discussionId: number, isLocked: boolean): Promise<void> {
  await tx
    .update(discussions)
    .set({ lockedAt: isLocked ? sql`now()` : null })
    .where(eq(discussions.id, discussionId))
}

async function closeCase(tx: Db, id: number, { isKept, actionId }: { isKept: boolean; actionId: number }) {
  await tx
    .update(moderationCases)
    .set({ closedAt: sql`now()`, hidden: false, keptAt: isKept ? sql`now()` : null })
    .where(eq(moderationCases.id, id))
  await tx
    .update(reports)
    .set({ decidedBy: actionId })
    .where(and(eq(reports.caseId, id), isNull(reports.decidedBy)))
}

interface Undo extends ByModerator {
  actionId: number
  reason: string
}

/** Shows and counts again what a decision hid, and allows what it forbade. @throws ApiError 409 if that was done already */
export async function undoAction(app: App, { actionId, moderatorId, reason }: Undo): Promise<{ action_id: number }> {
  const sentence = toSentence('reason', reason)
  const action = await findAction(app.db, actionId)
  const id = await app.db.transaction(async (tx) => {
    const decision = await startDeciding(tx, { moderatorId, about: action.userId, reason: sentence })
    const undone = await undoInTransaction(tx, action, decision)
    // The appeal has been answered by that.
    await tx
      .update(appeals)
      .set({ decidedAt: sql`now()`, decidedBy: moderatorId, granted: true, answer: sentence })
      .where(and(eq(appeals.actionId, actionId), isNull(appeals.decidedAt)))
    await addUndoMail(tx, app, { userId: action.userId, sentence })
    return undone
  })
  app.outbox.wake()
  await finish(app, subjectOf(action), action.action)
  return { action_id: id }
}

const undoable = new Set<Action['action']>(['keep', 'remove', 'warn', 'suspend', 'block', 'lock'])

/** @throws ApiError 404 */
export async function findAction(db: Db, id: number): Promise<Action> {
  const [action] = await db.select().from(moderationActions).where(eq(moderationActions.id, id))
  if (!action || !undoable.has(action.action)) throw notFound('Decision')
  return action
}

/** Call it with the people locked. @returns the number of the new action. @throws ApiError 409 */
export async function undoInTransaction(tx: Db, action: Action, decision: Decision): Promise<number> {
  const { subjectKind, subjectId, userId } = action
  const content = removableOf(subjectOf(action))
  // Locks the case before the content, like a decision.
  const [found] = await tx
    .select()
    .from(moderationCases)
    .where(and(eq(moderationCases.kind, subjectOf(action).kind), eq(moderationCases.contentId, subjectId)))
    .for('no key update')
  const undo = { action: 'undo', subjectKind, subjectId, userId, rule: action.rule, undoes: action.id } as const
  // A unique key lets only one undo of a decision through.
  const id = await recordModeration(tx, undo, decision)
  const isSubject = isAction('other', { kind: subjectKind, id: subjectId })
  const outcome = action.textAction ?? defaultTextAction(action.action)
  const isEnding =
    outcome !== 'keep' &&
    !(await isRepeated(tx, action.id, sql`${isSubject} and ${textActionOf('other')} = ${outcome}`))
  if (content && isEnding && outcome === 'remove') await restoreContent(tx, content)
  if (isEnding && outcome === 'lock') await setLocked(tx, subjectId, false)
  if (userId !== null && (action.action === 'block' || action.action === 'suspend')) {
    await endSanctions(tx, userId, action.action)
  }
  if (found && action.action === 'keep' && found.closedAt !== null) {
    await tx
      .update(moderationCases)
      .set({ closedAt: null, openedAt: sql`now()`, keptAt: null, claimedBy: null, claimedAt: null })
      .where(eq(moderationCases.id, found.id))
    // Somebody decides about these reports again.
    await tx.update(reports).set({ decidedBy: null }).where(eq(reports.decidedBy, action.id))
  }
  return id
}

/** Whether another decision that matches is still in force: it was not undone, and no later unlock or unblock has ended it. */
async function isRepeated(tx: Db, actionId: number, matches: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${moderationActions} other where other.id <> ${actionId} and ${matches}
      and not exists (select from ${moderationActions} later where later.undoes = other.id or later.id > other.id and (
        later.action = 'unblock' and other.action = 'block' and later.user_id = other.user_id
        or later.action = 'unlock' and ${textActionOf('other')} = 'lock' and later.subject_id = other.subject_id)) limit 1`)
  return rows.length > 0
}

export function subjectOf({ subjectKind, subjectId, userId }: Action) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- cases have these kinds; nothing else is undone
  return { kind: subjectKind as ReportKind, contentId: subjectId, authorId: userId }
}

/** After the commit: browsers and other servers hear of it. */
export async function finish(
  app: Pick<App, 'db' | 'sessionCache'>,
  subject: Pick<Case, 'kind' | 'contentId' | 'authorId'>,
  action: Action['action'],
): Promise<void> {
  const content = removableOf(subject)
  if (content) await invalidateRemoval(app.db, content)
  if (subject.kind === 'discussion') invalidateContent(app.db, { kind: 'discussion', id: subject.contentId })
  if (subject.authorId === null) return
  if (action !== 'suspend' && action !== 'block') return
  const accounts = await findAccountsOf(app.db, subject.authorId)
  for (const id of accounts) app.sessionCache.end(id)
  await invalidateBlocked(app.db, accounts)
}
