import {
  type createPaper as createPaperCall,
  type KitLink,
  minAnswersToName,
  type Paper,
  paperLimits,
  type PaperQuestion,
} from '@wtpu/contract/circles/on-demand/papers'
import type { Input } from '@wtpu/contract/endpoint'
import { lengthProblem } from '@wtpu/contract/lengths'
import { findOptionsProblem } from '@wtpu/contract/polls/on-demand/options'
import { questionMaxLength } from '@wtpu/contract/polls/polls'
import { toParagraphs, toSingleLine } from '@wtpu/contract/schemas'
import { isWebAddress } from '@wtpu/contract/web-address'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hasAnswered, issueBallots, mailBallots } from '#community/ballots.ts'
import { requireKeeper, type Viewer } from '#community/circle-keepers.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { ballots, circleMembers, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { categories } from '#db/schema/polls.ts'
import { isClosedPaper, isOpenPaper } from '#db/visibility.ts'
import { markDocumentsUnused, removeUnused } from '#media/unused-media.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { storePoll } from '../create-poll.ts'
import { findNoOpinion } from '../no-opinion.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'keys' | 'outbox'>
type By = (tx: Db) => Promise<Decision & { actorId: number }>
type NewPaper = Input<typeof createPaperCall>['body']

/** When those without an answer can be mailed again: null if never more. */
const nextReminder = sql`case when ${isOpenPaper()}
    and cardinality(${papers.remindedAt}) < ${sql.raw(String(paperLimits.reminders))}
  then coalesce(${papers.remindedAt}[cardinality(${papers.remindedAt})], ${papers.sentAt})
    + interval '${sql.raw(String(paperLimits.reminderDays))} days' end`

/** @throws ApiError 404 unless the viewer is an admin or keeps the circle */
export async function findPaper(
  db: Db,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<Omit<Paper, 'sends_mail'>> {
  const [paper] = await db
    .select({
      id: papers.id,
      circle: { id: circles.id, name: circles.name },
      title: papers.title,
      introduction: papers.introduction,
      kit: papers.kit,
      questions: papers.questions,
      polls: sql<
        number[]
      >`array(select o.poll_id from ${paperPolls} o where o.paper_id = papers.id order by o.position)`,
      reveal: papers.reveal,
      show_turnout: papers.showsTurnout,
      quorumCount: papers.quorumCount,
      quorumPercent: papers.quorumPercent,
      changeable: papers.isChangeable,
      two_people: papers.needsTwoPeople,
      closes_at: isoTime(papers.closesAt),
      is_closed: isClosedPaper(),
      sent_at: isoTimeOrNull(papers.sentAt),
      reminders: sql<string[]>`to_json(${papers.remindedAt})`,
      next_reminder: isoTimeOrNull(nextReminder),
    })
    .from(papers)
    .innerJoin(circles, eq(circles.id, papers.circleId))
    .where(eq(papers.id, id))
  if (!paper) throw notFound('Paper')
  await requireKeeper(db, { circleId: paper.circle.id, viewer, what: 'Paper' })
  const { quorumCount: count, quorumPercent: percent, ...shown } = paper
  const quorum = count !== null ? { count } : percent !== null ? { percent } : null
  return { ...shown, quorum, ...(await countRows(db, paper)) }
}

type Counts = Pick<Paper, 'eligible' | 'struck' | 'late' | 'waiting' | 'accepted' | 'refused' | 'without_address'>

async function countRows(db: Db, { id, circle, sent_at: sentAt }: Pick<Paper, 'id' | 'circle' | 'sent_at'>) {
  const { rows } = sentAt
    ? await db.execute<Counts & Record<string, unknown>>(sql`
        select count(*)::int as eligible, count(m.struck_at)::int as struck,
          count(*) filter (where b.is_late)::int as late,
          count(*) filter (where b.delivery = 'waiting')::int as waiting,
          count(*) filter (where b.delivery = 'accepted')::int as accepted,
          count(*) filter (where b.delivery = 'refused')::int as refused,
          count(*) filter (where b.delivery is null)::int as without_address
        from ${ballots} b join ${circleMembers} m on m.id = b.member_id where b.paper_id = ${id}`)
    : await db.execute<Counts & Record<string, unknown>>(sql`
        select count(*)::int as eligible, 0 as struck, 0 as late, 0 as waiting, 0 as accepted, 0 as refused,
          count(*) filter (where email is null)::int as without_address
        from ${circleMembers} where circle_id = ${circle.id} and struck_at is null`)
  const [row] = rows
  if (!row) throw new Error('A count returned no row')
  return row as Counts
}

/** Writes a draft. @throws ApiError 400 or 404. @returns the id */
export async function createPaper(db: Db, { by, ...typed }: NewPaper & { by: By }): Promise<number> {
  const paper = readPaper(typed)
  return db.transaction(async (tx) => {
    const { actorId } = await by(tx)
    if ((await tx.$count(circles, eq(circles.id, typed.circle))) === 0) throw notFound('Circle')
    const [category] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(typed.category === undefined ? undefined : eq(categories.id, typed.category))
      .orderBy(asc(categories.position), asc(categories.id))
      .limit(1)
    if (!category) throw invalidInput({ category: ['A category is required.'] })
    const [created] = await tx
      .insert(papers)
      .values({ ...paper, circleId: typed.circle, categoryId: category.id, createdBy: actorId })
      .returning({ id: papers.id })
    if (!created) throw new Error('an insert returns its row')
    return created.id
  })
}

function readPaper(typed: NewPaper) {
  const title = toSingleLine(typed.title)
  const introduction = toParagraphs(typed.introduction ?? '')
  const kit = (typed.kit ?? []).map(({ label, url }) => ({ label: toSingleLine(label), url: url.trim() }))
  const read = typed.questions.map(readQuestion)
  assertFields({
    title: title === '' ? 'A title is required.' : lengthProblem('A title', title, paperLimits.title),
    introduction: lengthProblem('An introduction', introduction, paperLimits.introduction),
    kit: findKitProblem(kit),
    questions: read.flatMap(({ problem }, index) => (problem ? [`Question ${index + 1}: ${problem}`] : [])).join(' '),
  })
  const { quorum = null } = typed
  return {
    title,
    introduction,
    kit,
    questions: read.map(({ asked }) => asked),
    reveal: typed.reveal ?? ('at_close' as const),
    showsTurnout: typed.show_turnout ?? false,
    quorumCount: quorum && 'count' in quorum ? quorum.count : null,
    quorumPercent: quorum && 'percent' in quorum ? quorum.percent : null,
    isChangeable: typed.changeable ?? false,
    needsTwoPeople: typed.two_people ?? false,
    closesAt: new Date(typed.closes_at),
  }
}

function findKitProblem(kit: readonly KitLink[]): string | undefined {
  if (kit.some(({ label, url }) => label === '' || !isWebAddress(url)))
    return 'Each link of the kit needs a text, and an address that begins with https://, without a user name.'
  if (new Set(kit.map(({ url }) => url)).size < kit.length) return 'Two links of the kit have the same address.'
  return kit.map(({ label }) => lengthProblem('A text of the kit', label, paperLimits.label)).find(Boolean)
}

function readQuestion({ question, options: typed, no_opinion: marked }: PaperQuestion) {
  const options = typed.map(toSingleLine)
  const fields: Record<string, string[]> = {}
  const noOpinion = findNoOpinion({ options, ...(marked && { no_opinion_options: marked }) }, fields)
  const asked = {
    question: toSingleLine(question),
    options: options.filter(Boolean),
    no_opinion: options.filter(Boolean).flatMap((text, index) => (noOpinion.has(text) ? [index] : [])),
  }
  const problem =
    asked.question === ''
      ? 'A question is required.'
      : (lengthProblem('A question', asked.question, questionMaxLength) ??
        findOptionsProblem(asked.options) ??
        fields['no_opinion_options']?.[0])
  return { asked, problem }
}

/** @throws ApiError 404 or 409 */
export async function deletePaper(
  { db, files }: Pick<FastifyInstance, 'db' | 'files'>,
  { id, by }: { id: number; by: By },
): Promise<void> {
  const documents = await db.transaction(async (tx) => {
    await by(tx)
    const deleted = await tx
      .delete(papers)
      .where(and(eq(papers.id, id), isNull(papers.sentAt)))
      .returning({ kit: papers.kit })
    if (deleted.length > 0) return markDocumentsUnused(tx, deleted)
    throw (await tx.$count(papers, eq(papers.id, id))) > 0 ? new ApiError('paper_sent') : notFound('Paper')
  })
  await removeUnused(db, files, documents)
}

/** Locks the circle of a paper, whose list must not change meanwhile, and then the paper. @throws ApiError 404 */
async function lockPaper(tx: Db, id: number) {
  const [{ circleId } = { circleId: 0 }] = await tx
    .select({ circleId: papers.circleId })
    .from(papers)
    .where(eq(papers.id, id))
  const [circle] = await tx
    .select({ name: circles.name })
    .from(circles)
    .where(eq(circles.id, circleId))
    .for('no key update')
  const [paper] = await tx
    .select({
      title: papers.title,
      questions: papers.questions,
      sentAt: papers.sentAt,
      /** The columns that each of its polls has. */
      poll: {
        categoryId: papers.categoryId,
        closesAt: papers.closesAt,
        reveal: papers.reveal,
        showsTurnout: papers.showsTurnout,
        quorum: papers.quorumCount,
        quorumPercent: papers.quorumPercent,
      },
      isClosed: isClosedPaper(),
      canRemind: sql<boolean>`coalesce(${nextReminder} <= now(), false)`,
    })
    .from(papers)
    .where(eq(papers.id, id))
    .for('no key update')
  if (!circle || !paper) throw notFound('Paper')
  return { ...paper, circleId, circle: circle.name }
}

/** Makes the polls and the ballots, once. @throws ApiError 404 or 409 */
export async function sendPaper(app: App, { id, by }: { id: number; by: By }): Promise<void> {
  await app.db.transaction(async (tx) => {
    const decision = await by(tx)
    const paper = await lockPaper(tx, id)
    if (paper.sentAt) return
    if (paper.isClosed) throw new ApiError('paper_closed')
    const isOnList = and(eq(circleMembers.circleId, paper.circleId), isNull(circleMembers.struckAt))
    const eligible = await tx.$count(circleMembers, isOnList)
    if (eligible === 0) throw new ApiError('empty_list')
    await tx
      .update(papers)
      .set({ sentAt: sql`now()` })
      .where(eq(papers.id, id))
    for (const [position, { question, options, no_opinion: noOpinion = [] }] of paper.questions.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- at most 20, in their order
      const { id: pollId } = await storePoll(tx, {
        poll: { ...paper.poll, question, creatorId: decision.actorId, audience: 'circle', eligible },
        options: options.map((text, index) => ({ text, isNoOpinion: noOpinion.includes(index) })),
      })
      // oxlint-disable-next-line no-await-in-loop -- as above
      await tx.insert(paperPolls).values({ pollId, paperId: id, position })
    }
    await issueBallots(tx, app, { paperId: id, isLate: false, closesAt: paper.poll.closesAt })
    const reason = `The ballot paper “${paper.title}” was sent to ${eligible} people of the list “${paper.circle}”.`
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason })
  })
  app.outbox.wake()
  publishInvalidation(app.db, '/api/polls/')
}

/** Mails the link again to those who have not answered, unless their mail still waits. Nothing says to how many. */
export async function remindPaper(app: App, { id, viewer }: { id: number; viewer: Viewer }): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { circleId, canRemind, isClosed, poll } = await lockPaper(tx, id)
    await requireKeeper(tx, { circleId, viewer, what: 'Paper' })
    if (isClosed) throw new ApiError('paper_closed')
    const rule = `People can be reminded ${paperLimits.reminders} times, ${paperLimits.reminderDays} days apart.`
    if (!canRemind) throw new ApiError('no_reminder', { detail: rule })
    const { rows } = await tx.execute<{ id: number }>(sql`
      select b.id from ${ballots} b join ${circleMembers} m on m.id = b.member_id
      where b.paper_id = ${id} and m.email is not null and b.delivery <> 'waiting' and m.struck_at is null
        and m.reminders_stopped_at is null and not ${hasAnswered('b')} order by b.id`)
    await tx
      .update(papers)
      .set({ remindedAt: sql`${papers.remindedAt} || now()` })
      .where(eq(papers.id, id))
    await mailBallots(tx, app, { ids: rows.map((row) => row.id), closesAt: poll.closesAt, isReminder: true })
  })
  app.outbox.wake()
}

/** Whether the viewer may know who has answered: the paper has closed, and enough have. */
export async function canName(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ can: boolean }>(sql`
    select (select count(*) from (select from ${ballots} b where b.paper_id = p.id and ${hasAnswered('b')} limit ${minAnswersToName}) answered)
      >= ${minAnswersToName} as can
    from ${papers} p where p.id = ${id} and p.sent_at is not null and ${isClosedPaper('p')}`)
  return rows[0]?.can === true
}
