import { lengthProblem } from '@wtpu/contract/lengths'
import { appealDays } from '@wtpu/contract/limits'
import { sentenceMaxLength } from '@wtpu/contract/moderation/cases'
import type { HeldContent, OwnDecision, OwnReport } from '@wtpu/contract/moderation/own-decisions'
import { appealMaxLength } from '@wtpu/contract/moderation/appeals'
import { toParagraphs } from '@wtpu/contract/schemas'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { lockPeople } from '#db/people.ts'
import { appeals, moderationActions, moderationCases, reports, subjectKindOf } from '#db/schema/moderation.ts'
import { ApiError, assertFields, notFound } from '#http/errors.ts'
import { actionFields } from './cases.ts'
import { excerptOf, writtenOfContent } from '#writing/excerpt.ts'
import { type App, findAction, finish, startDeciding, subjectOf, toSentence, undoInTransaction } from './decisions.ts'
import { notifyOfDecision } from '#notifications/events.ts'
import { addAppealMail } from './mails.ts'
import { findStaff, obstacleOf } from './other-staff.ts'
import { lockCase } from './reports.ts'

interface NewAppeal {
  actionId: number
  userId: number
  text: string
}

/** Once for each decision, by whom it is about. @throws ApiError 403, 404 or 409 */
export async function createAppeal(db: Db, { actionId, userId, text: rawText }: NewAppeal): Promise<{ id: number }> {
  const text = toParagraphs(rawText)
  assertFields({ text: text === '' ? 'Please say why.' : lengthProblem('An appeal', text, appealMaxLength) })
  return db.transaction(async (tx) => {
    // Undoing the decision takes this lock too.
    await lockPeople(tx, [userId])
    const action = await findAction(tx, actionId)
    if (action.userId !== userId || action.action === 'keep') throw notFound('Decision')
    const [state] = await tx
      .select({
        isLate: sql<boolean>`${moderationActions.createdAt} < now() - make_interval(days => ${appealDays})`,
        isUndone: sql<boolean>`exists (select from ${moderationActions} undo where undo.undoes = ${actionId})`,
      })
      .from(moderationActions)
      .where(eq(moderationActions.id, actionId))
    if (state?.isUndone) throw new ApiError('already_undone')
    if (state?.isLate) throw new ApiError('appeal_too_late')
    // What staff decided on the server has no case yet.
    const { kind } = subjectOf(action)
    const found = await lockCase(tx, { kind, contentId: action.subjectId, authorId: userId })
    if (found.reportCount === 0 && found.closedAt === null) {
      await tx
        .update(moderationCases)
        .set({ closedAt: sql`now()` })
        .where(eq(moderationCases.id, found.id))
    }
    const [appeal] = await tx
      .insert(appeals)
      .values({ actionId, userId, text })
      .onConflictDoNothing()
      .returning({ id: appeals.id })
    if (!appeal) throw new ApiError('already_appealed')
    return appeal
  })
}

interface AppealDecision {
  appealId: number
  moderatorId: number
  granted: boolean
  answer: string
}

/** A granted appeal undoes the decision. The moderator who made the decision may judge the appeal only if there is no other. @throws ApiError 403, 404 or 409 */
export async function decideAppeal(
  app: App,
  { appealId, moderatorId, granted, answer: rawAnswer }: AppealDecision,
): Promise<{ granted: boolean }> {
  const [asked] = await app.db.select().from(appeals).where(eq(appeals.id, appealId))
  if (!asked) throw notFound('Appeal')
  const action = await findAction(app.db, asked.actionId)
  const subject = subjectOf(action)
  const isOwn = action.actorId === moderatorId
  const note = isOwn ? ' (Decided by the same moderator, because there is no other.)' : ''
  const answer = toSentence('answer', rawAnswer, sentenceMaxLength - note.length)
  await app.db.transaction(async (tx) => {
    const decision = await startDeciding(tx, { moderatorId, about: asked.userId, reason: answer })
    const staff = await findStaff(tx, { ...subject, authorId: asked.userId })
    if (obstacleOf(staff, moderatorId, action.actorId) !== null) throw new ApiError('own_case')
    const [appeal] = await tx.select().from(appeals).where(eq(appeals.id, appealId)).for('no key update')
    if (!appeal || appeal.decidedAt !== null) throw new ApiError('already_decided')
    const reason = answer + note
    if (granted) await undoInTransaction(tx, action, { ...decision, reason })
    await tx
      .update(appeals)
      .set({ decidedAt: sql`now()`, decidedBy: moderatorId, granted, answer: reason })
      .where(eq(appeals.id, appealId))
    const detail = granted ? 'appeal_granted' : 'appeal_rejected'
    await notifyOfDecision(tx, { userId: asked.userId, actionId: action.id, detail })
    const { userId, text } = asked
    await addAppealMail(tx, app, { userId, granted, text, answer, isBlock: action.action === 'block' })
  })
  app.outbox.wake()
  if (granted) await finish(app, subject, action.action)
  return { granted }
}

const maxListed = 100
/** More than any text has, except the longest discussions. */
const heldLength = 10_000

/** What a user sees: decisions about them, and what became of their reports. */
export async function findOwnDecisions(
  db: Db,
  userId: number,
): Promise<{ held: HeldContent[]; decisions: OwnDecision[]; reports: OwnReport[] }> {
  const held = await db.execute<HeldContent>(sql`
    select kind, content_id, ${excerptOf(sql`held.kind`, sql`held.content_id`, heldLength)} as text,
      ${writtenOfContent(sql`held.kind`, sql`held.content_id`)},
      ${isoTime('opened_at')} as created_at
    from ${moderationCases} held where author_id = ${userId} and hidden order by id desc limit ${maxListed}`)
  const decisions = await db.execute<OwnDecision>(sql`
    select ${actionFields('action')}, ${kindOfSubject} as kind, action.subject_id as content_id,
      ${excerptOf(kindOfSubject, sql`action.subject_id`)} as excerpt,
      ${writtenOfContent(kindOfSubject, sql`action.subject_id`)},
      case when action.action <> 'keep' and appeal.id is null
        and not exists (select from ${moderationActions} undo where undo.undoes = action.id)
        and action.created_at > now() - make_interval(days => ${appealDays})
        then ${isoTime(sql`action.created_at + make_interval(days => ${appealDays})`)} end as appeal_until
    from ${moderationActions} action left join ${appeals} appeal on appeal.action_id = action.id
    where action.user_id = ${userId} and action.action in ('keep', 'remove', 'warn', 'suspend', 'block', 'lock')
    order by action.id desc limit ${maxListed}`)
  const own = await db.execute<OwnReport>(sql`
    select report.id, found.kind, found.content_id, report.reason, ${isoTime('report.created_at')} as created_at,
      case when report.decided_by is null and found.closed_at is not null then 'deleted' when report.decided_by is null then 'open'
        when action.action = 'keep' or exists (select from ${moderationActions} undo where undo.undoes = action.id) then 'kept'
        else 'acted' end as outcome
    from ${reports} report join ${moderationCases} found on found.id = report.case_id
      left join ${moderationActions} action on action.id = report.decided_by
    where report.reporter_id = ${userId} order by report.id desc limit ${maxListed}`)
  return { held: held.rows, decisions: decisions.rows, reports: own.rows }
}

const kindOfSubject = subjectKindOf('action')
