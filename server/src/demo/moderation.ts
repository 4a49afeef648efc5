import type { ReportKind } from '@wtpu/contract/moderation/reports'
import { asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { appeals, moderationActions, moderationCases, reports, severities } from '#db/schema/moderation.ts'
import { removal, restoration } from '#db/visibility.ts'
import type { Content } from './content.ts'
import { day, type DemoContext, hour } from './context.ts'
import { seededRandom } from './random.ts'
import { wallsOf } from './walls.ts'

const closedCount = 30
const openCount = 12

interface Subject {
  kind: ReportKind
  contentId: number
  authorId: number
}

/** A case before it is inserted. */
interface Draft {
  sample: Content['moderation']['samples'][number]
  openedAt: Date
  /** Null if it is open. */
  closedAt: Date | null
  authorId: number
  reporterIds: number[]
  /** Without it, the case is about a new comment on a wall, with the text of the sample. */
  subject: Subject | undefined
  politicianId: number | undefined
}

interface Case extends Draft {
  id: number
  subject: Subject
}

type Decision = Pick<
  typeof moderationActions.$inferSelect,
  'id' | 'action' | 'subjectKind' | 'subjectId' | 'userId' | 'createdAt'
>

/** Inserts cases of moderation: decided ones with their log and appeals, and open ones. */
export async function insertModeration(tx: Db, context: DemoContext): Promise<void> {
  const cases = await insertCases(tx, await draftCases(tx, context))
  const decisions = await insertDecisions(tx, cases, context)
  await tx.insert(reports).values(
    cases.flatMap(({ id, sample, openedAt, reporterIds }, index) =>
      reporterIds.map((reporterId, turn) => ({
        caseId: id,
        reporterId,
        reason: sample.reason,
        note: turn === 0 ? sample.note : '',
        network: `demo ${reporterId}`,
        established: true,
        createdAt: new Date(openedAt.getTime() + turn * 60_000),
        decidedBy: decisions[index]?.id,
      })),
    ),
  )
  await insertAppeals(tx, decisions, context)
}

/** Decided cases, oldest first, then open ones. */
async function draftCases(tx: Db, context: DemoContext): Promise<Draft[]> {
  const { content, admin, moderator, now } = context
  const random = seededRandom(9)
  const { samples } = content.moderation
  // The moderator decides, so that the admin can decide on the appeals, and is neither author nor reporter.
  const people = context.people.filter((user) => user !== moderator)
  // The figures of two parties are compared.
  const walls = wallsOf(context).filter(({ party }) => party !== 'I')
  const others = await findSubjects(tx, admin.id, people)
  return Array.from({ length: closedCount + openCount }, (_, index) => {
    const isClosed = index < closedCount
    const turn = isClosed ? index : index - closedCount
    const sample = samples[turn % samples.length]
    if (!sample) throw new Error('The demo has no samples for moderation.')
    // Older than a day, so that the comments do not affect trending.
    const age = isClosed ? (90 - turn * 3) * day + random.between(0, 20) * hour : random.between(30, 70) * hour
    const openedAt = new Date(now.getTime() - age)
    const closedAt = isClosed ? new Date(openedAt.getTime() + random.between(1, 30) * hour) : null
    const subject = isClosed ? undefined : others[turn]
    const authorId = subject?.authorId ?? random.pick(people).id
    const count = random.between(1, isClosed ? 3 : 2)
    const readers = people.filter(({ id }) => id !== authorId)
    const reporterIds = random.sample(readers, count).map(({ id }) => id)
    const politicianId = walls[turn % walls.length]?.id
    return { sample, openedAt, closedAt, authorId, reporterIds, subject, politicianId }
  })
}

/** Three posts, two discussions and an account. */
async function findSubjects(tx: Db, adminId: number, people: { id: number }[]): Promise<Subject[]> {
  const ofPosts = await tx
    .select({ contentId: posts.id, authorId: posts.userId })
    .from(posts)
    .where(ne(posts.userId, adminId))
    .orderBy(asc(posts.id))
    .limit(3)
  const ofDiscussions = await tx
    .select({ contentId: discussions.id, authorId: discussions.userId })
    .from(discussions)
    .orderBy(asc(discussions.id))
    .limit(2)
  return [
    ...ofPosts.map((post) => ({ kind: 'post' as const, ...post })),
    ...ofDiscussions.map((discussion) => ({ kind: 'discussion' as const, ...discussion })),
    ...people.slice(0, 1).map(({ id }) => ({ kind: 'user' as const, contentId: id, authorId: id })),
  ]
}

async function insertCases(tx: Db, drafts: Draft[]): Promise<Case[]> {
  const written = drafts.filter(({ subject }) => !subject)
  const ids = await tx
    .insert(comments)
    .values(
      written.map(({ sample, politicianId, authorId, openedAt, closedAt }) => ({
        politicianId,
        userId: authorId,
        text: sample.text,
        createdAt: new Date(openedAt.getTime() - hour),
        ...(closedAt && sample.action === 'remove' && removal(sample.sentence)),
      })),
    )
    .returning({ id: comments.id })
  const idOf = new Map(written.map((draft, index) => [draft, ids[index]?.id ?? 0]))
  const cases = drafts.map((draft) => {
    const comment = { kind: 'comment' as const, contentId: idOf.get(draft) ?? 0, authorId: draft.authorId }
    return { ...draft, subject: draft.subject ?? comment }
  })
  const opened = await tx
    .insert(moderationCases)
    .values(
      cases.map(({ subject, sample, openedAt, closedAt, reporterIds }) => ({
        ...subject,
        openedAt,
        closedAt,
        reportCount: reporterIds.length,
        establishedCount: reporterIds.length,
        severity: severities[sample.reason],
      })),
    )
    .returning({ id: moderationCases.id })
  return cases.map((row, index) => ({ ...row, id: opened[index]?.id ?? 0 }))
}

/** One for each case that is closed. All of them are about comments. */
async function insertDecisions(tx: Db, cases: Case[], { moderator }: DemoContext): Promise<Decision[]> {
  const rows = cases.flatMap(({ subject, sample: { action, rule, sentence }, closedAt }) =>
    closedAt
      ? [
          {
            actor: moderator.username,
            actorId: moderator.id,
            subjectKind: 'comment' as const,
            subjectId: subject.contentId,
            userId: subject.authorId,
            action,
            rule,
            reason: sentence,
            createdAt: closedAt,
          },
        ]
      : [],
  )
  return tx.insert(moderationActions).values(rows).returning()
}

/** Appeals to recent decisions, a part of them answered. If one was granted, its decision is undone. */
async function insertAppeals(tx: Db, decisions: Decision[], { content, admin, now }: DemoContext): Promise<void> {
  const recent = new Date(now.getTime() - 25 * day)
  const appealed = decisions.filter(({ action, createdAt }) => action !== 'keep' && createdAt > recent)
  for (const [index, { text, granted, answer }] of content.moderation.appeals.entries()) {
    const decision = appealed[index]
    if (!decision || decision.userId === null) throw new Error('The demo has too few decisions for its appeals.')
    const { id: actionId, userId, subjectKind, subjectId } = decision
    const createdAt = new Date(decision.createdAt.getTime() + hour)
    const decidedAt = new Date(createdAt.getTime() + hour)
    const outcome = granted === undefined ? {} : { decidedAt, decidedBy: admin.id, granted, answer }
    await tx.insert(appeals).values({ actionId, userId, text, createdAt, ...outcome })
    if (!granted) continue
    const undo = { action: 'undo', undoes: actionId, subjectKind, subjectId, userId, createdAt: decidedAt } as const
    await tx
      .insert(moderationActions)
      .values({ ...undo, actor: admin.username, actorId: admin.id, reason: answer ?? '' })
    await tx.update(comments).set(restoration).where(eq(comments.id, subjectId))
  }
}
