import { lengthProblem } from '@wtpu/contract/lengths'
import {
  type NewReport,
  type ReportKind,
  type ReportReason,
  reportNoteMaxLength,
} from '@wtpu/contract/moderation/reports'
import { toParagraphs } from '@wtpu/contract/schemas'
import { kinds } from '@wtpu/contract/writing/kinds'
import { and, eq, or, sql } from 'drizzle-orm'
import { isNewcomer } from '#writing/floods.ts'
import { stored } from '#writing/kinds.ts'
import { hideContent, invalidateRemoval, type Removable } from '#writing/hide.ts'
import type { Db } from '#db/client.ts'
import { isActiveAccount, lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { nameOfProfile, textOfProfile } from '#db/schema/contents.ts'
import { moderationActions, moderationCases, reports, severities } from '#db/schema/moderation.ts'
import { pollTotals } from '#db/schema/polls.ts'
import { accountGone, ApiError, assertFields, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { countIndependent } from './independent.ts'

/** How many established accounts, of different people and networks, hide content within a day. */
const reportsThatHide = 3
/** So that a mob cannot silence a person, or stop a vote. */
const maxHiddenOfAuthor = 10
const maxVotesOfHiddenPoll = 100
/** How old an account must be for its reports to hide content, and to hide a poll, which stops a vote. */
const [daysBefore, daysBeforePolls] = [7, 30]
/** Reporters whose last reports were all found wrong do not count. */
const keptInRow = 10
/** What the author of hidden content reads. */
const hiddenReason = 'Several people reported it. It is hidden until a moderator has looked at it.'

interface Reporter {
  id: number
  /** A keyed hash of their network. */
  network: string
}

/** The same user reports the same content once: `isNew` is false for another report, whose id is that of the first. */
export async function createReport(
  db: Db,
  { kind, id: contentId, reason, note: rawNote = '' }: NewReport,
  reporter: Reporter,
): Promise<{ id: number; isNew: boolean }> {
  const note = toParagraphs(rawNote)
  assertFields({ note: lengthProblem('A note', note, reportNoteMaxLength) })
  const earlier = await findReport(db, { kind, contentId }, reporter.id)
  if (earlier) return { id: earlier, isNew: false }
  const { id, isNew, hidden } = await db.transaction(async (tx) => {
    const content = await findReportable(tx, kind, contentId)
    if (!content) throw notFound(kinds[kind].name)
    if (content.authorId === reporter.id) throw new ApiError('own_content')
    const people = await lockPeople(tx, [reporter.id, ...(content.authorId === null ? [] : [content.authorId])])
    if (!people.some((person) => person.id === reporter.id && person.active)) throw accountGone()
    const opened = await lockCase(tx, { kind, contentId, authorId: content.authorId })
    const established = await isEstablished(tx, reporter.id, kind)
    const [report] = await tx
      .insert(reports)
      .values({
        caseId: opened.id,
        reporterId: reporter.id,
        reason,
        note,
        network: reporter.network,
        established,
        ...(kind === 'user' && {
          profileName: sql`(select ${nameOfProfile} from ${users} where id = ${contentId})`,
          profileBio: sql`(select ${textOfProfile} from ${users} where id = ${contentId})`,
        }),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    if (!report)
      return { id: (await findReport(tx, { kind, contentId }, reporter.id)) ?? 0, isNew: false, hidden: false }
    await countAttempt(tx, `report ${reporter.id}`, accountLimits.reports)
    if (await isNewcomer(tx, reporter.id)) {
      await countAttempt(tx, `newcomer report ${reporter.id}`, accountLimits.newcomerReports)
    }
    await countReport(tx, opened, { reason, established })
    return { id: report.id, isNew: true, hidden: await hideIfReported(tx, { ...opened, kind, contentId, content }) }
  })
  if (hidden && kind !== 'user') await invalidateRemoval(db, { kind, id: contentId })
  return { id, isNew }
}

interface Reportable {
  authorId: number | null
  /** Only polls have votes. Votes that are not shown yet count, too, so that hidden results protect a poll as well as shown ones: see docs/server.md. */
  votes: number
  /** Null also for content that cannot be edited. */
  editedAt: Date | null
  /** Only discussions can be locked. */
  isLocked: boolean
  isShown: boolean
}

/** Content that people can see now, or that reports have hidden a moment ago: a report that was under way still counts. */
export async function findReportable(db: Db, kind: ReportKind, id: number): Promise<Reportable | undefined> {
  const isJustHidden = sql`exists (select from ${moderationCases} held join ${reports} report on report.case_id = held.id
    where held.kind = ${kind} and held.content_id = ${id} and held.hidden and report.created_at > now() - interval '1 minute')`
  const { table, author, isShown } = stored[kind]
  const [found] = await db
    .select({
      authorId: sql<number | null>`${author}`,
      votes:
        kind === 'poll'
          ? sql<number>`(select total_votes + hidden_votes from ${pollTotals} where poll_id = polls.id)`
          : sql<number>`0`,
      editedAt: 'editedAt' in table ? table.editedAt : sql<null>`null`,
      isLocked: sql<boolean>`${'lockedAt' in table ? sql`${table.lockedAt} is not null` : sql`false`}`,
      isShown: sql<boolean>`${isShown}`,
    })
    .from(table)
    .where(and(eq(table.id, id), or(sql`${isShown}`, isJustHidden)))
  return found
}

export interface Subject {
  kind: ReportKind
  contentId: number
}

const isAbout = ({ kind, contentId }: Subject) =>
  and(eq(moderationCases.kind, kind), eq(moderationCases.contentId, contentId))

async function findReport(db: Db, subject: Subject, reporterId: number): Promise<number | undefined> {
  const [found] = await db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
    .where(and(isAbout(subject), eq(reports.reporterId, reporterId)))
  return found?.id
}

/** The case of this content, locked; created or opened again if it is not open. */
export async function lockCase(
  tx: Db,
  subject: Subject & { authorId: number | null },
): Promise<typeof moderationCases.$inferSelect> {
  await tx.insert(moderationCases).values(subject).onConflictDoNothing()
  const [found] = await tx.select().from(moderationCases).where(isAbout(subject)).for('no key update')
  if (!found) throw new Error('the case was not stored')
  return found
}

/** Opens a closed case again, for new reports only. */
async function countReport(
  tx: Db,
  { id, closedAt }: { id: number; closedAt: Date | null },
  { reason, established }: { reason: ReportReason; established: boolean },
): Promise<void> {
  const openValue = (column: unknown) => (closedAt === null ? sql`${column}` : sql`0`)
  await tx
    .update(moderationCases)
    .set({
      ...(closedAt !== null && { closedAt: null, openedAt: sql`now()`, claimedBy: null, claimedAt: null }),
      reportCount: sql`${openValue(moderationCases.reportCount)} + 1`,
      establishedCount: sql`${openValue(moderationCases.establishedCount)} + ${established ? 1 : 0}`,
      // Accounts that anybody can make in a minute do not put a case before others.
      severity: sql`greatest(${openValue(moderationCases.severity)}, ${established ? severities[reason] : 0})`,
    })
    .where(eq(moderationCases.id, id))
}

/** Old enough, with a confirmed email, not suspended, and not always wrong. */
async function isEstablished(tx: Db, userId: number, kind: ReportKind): Promise<boolean> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isActiveAccount(userId),
        sql`${users.emailVerifiedAt} is not null and ${users.createdAt} < now() - ${kind === 'poll' ? daysBeforePolls : daysBefore} * interval '1 day'`,
        sql`coalesce(${users.suspendedUntil} < now(), true)`,
      ),
    )
  if (!person) return false
  const decided = await tx
    .select({ action: moderationActions.action })
    .from(reports)
    .innerJoin(moderationActions, eq(moderationActions.id, reports.decidedBy))
    .where(eq(reports.reporterId, userId))
    .orderBy(sql`${reports.id} desc`)
    .limit(keptInRow)
  return decided.length < keptInRow || decided.some(({ action }) => action !== 'keep')
}

type Opened = typeof moderationCases.$inferSelect & { content: Reportable }

/** Hides what enough people have reported, unless staff has looked at this text before. Profiles are never hidden. */
async function hideIfReported(tx: Db, { content, ...found }: Opened): Promise<boolean> {
  const { id, kind, contentId, authorId, hidden, keptAt } = found
  if (kind === 'user' || hidden || content.votes > maxVotesOfHiddenPoll) return false
  if (keptAt !== null && (content.editedAt === null || content.editedAt < keptAt)) return false
  const isHeld = sql`${authorId === null ? sql`false` : eq(moderationCases.authorId, authorId)} and ${moderationCases.hidden}`
  if ((await tx.$count(moderationCases, isHeld)) >= maxHiddenOfAuthor) return false
  const { rows } = await tx.execute<{ network: string; voter_id: number }>(sql`
    select distinct network, voter_id from ${reports} join ${users} on users.id = reporter_id
    where case_id = ${id} and established and decided_by is null and reports.created_at > now() - interval '1 day'`)
  if (countIndependent(rows) < reportsThatHide) return false
  if (!(await hideContent(tx, { kind, id: contentId }, hiddenReason))) return false
  await tx.update(moderationCases).set({ hidden: true }).where(eq(moderationCases.id, id))
  return true
}

/** The content of a case that can be removed: all but profiles. */
export function removableOf({ kind, contentId }: Subject): Removable | undefined {
  return kind === 'user' ? undefined : { kind, id: contentId }
}
