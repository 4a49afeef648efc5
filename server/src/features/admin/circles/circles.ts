import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import { displayName } from '@wtpu/contract/accounts/names'
import { type Circle, circleLimits, type listCircles } from '@wtpu/contract/circles/on-demand/circles'
import type { Output } from '@wtpu/contract/endpoint'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isAdmin, requireKeeper, type Viewer } from '#community/circle-keepers.ts'
import type { Decision } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { circleKeepers, circleMembers, circles, papers } from '#db/schema/circles.ts'
import { isClosedPaper, isOpenPaper } from '#db/visibility.ts'
import { markDocumentsUnused, removeUnused } from '#media/unused-media.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'

type By = (tx: Db) => Promise<Decision & { actorId: number }>

export interface CircleChange {
  name?: string | undefined
  reply_to?: string | null | undefined
  /** Usernames. */
  keepers?: string[] | undefined
}

const rowsOf = sql<number>`(select count(*)::int from ${circleMembers} m where m.circle_id = circles.id and m.struck_at is null)`

/** All circles for admins, their own for keepers. */
export async function findCircles(db: Db, viewer: Viewer): Promise<Output<typeof listCircles>> {
  const results = await db
    .select({
      id: circles.id,
      name: circles.name,
      rows: rowsOf,
      open_papers: sql<number>`(select count(*)::int from ${papers} p
        where p.circle_id = circles.id and ${isOpenPaper('p')})`,
    })
    .from(circles)
    .where(
      sql`${isAdmin(viewer)} or exists (select from ${circleKeepers} k
        where k.circle_id = circles.id and k.user_id = ${viewer.viewerId})`,
    )
    .orderBy(sql`lower(${circles.name})`)
    .limit(circleLimits.circles)
  return { results }
}

export async function findCircle(db: Db, { id, viewer }: { id: number; viewer: Viewer }): Promise<Circle> {
  const { isAdmin: areAll } = await requireKeeper(db, { circleId: id, viewer, what: 'Circle' })
  const [[circle], keepers, groups, ofCircle] = await Promise.all([
    db
      .select({
        id: circles.id,
        name: circles.name,
        reply_to: circles.replyTo,
        rows: rowsOf,
        struck: sql<number>`(select count(*)::int from ${circleMembers} m
          where m.circle_id = circles.id and m.struck_at is not null)`,
      })
      .from(circles)
      .where(eq(circles.id, id)),
    db
      .select({ id: users.id, username: users.username, first_name: users.firstName, last_name: users.lastName })
      .from(circleKeepers)
      .innerJoin(users, eq(users.id, circleKeepers.userId))
      .where(eq(circleKeepers.circleId, id))
      .orderBy(asc(users.id)),
    findGroups(db, id),
    db
      .select({
        id: papers.id,
        title: papers.title,
        sent_at: isoTimeOrNull(papers.sentAt),
        closes_at: isoTime(papers.closesAt),
        is_closed: isClosedPaper(),
      })
      .from(papers)
      .where(eq(papers.circleId, id))
      .orderBy(desc(papers.id))
      .limit(100),
  ])
  if (!circle) throw notFound('Circle')
  return {
    ...circle,
    keepers: keepers.map(({ id: userId, username, ...names }) => ({
      id: userId,
      name: displayName({ ...names, username: username ?? '' }),
      username: username ?? '',
    })),
    groups,
    papers: ofCircle,
    is_admin: areAll,
  }
}

const findGroups = (db: Db, circleId: number) =>
  db
    .select({ name: circleMembers.group, rows: sql<number>`count(*)::int` })
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, circleId), isNull(circleMembers.struckAt), sql`${circleMembers.group} <> ''`))
    .groupBy(circleMembers.group)
    .orderBy(asc(circleMembers.group))

/** @throws ApiError 400 or 409. @returns the id */
export async function createCircle(db: Db, { by, ...typed }: CircleChange & { by: By }): Promise<number> {
  const values = readCircle({ name: '', ...typed })
  return db.transaction(async (tx) => {
    const { actorId } = await by(tx)
    if ((await tx.$count(circles)) >= circleLimits.circles)
      throw invalidInput({ name: [`There can be at most ${circleLimits.circles} circles.`] })
    const [created] = await tx
      .insert(circles)
      .values({ name: '', ...values, createdBy: actorId })
      .returning({ id: circles.id })
    if (!created) throw new Error('an insert returns its row')
    return created.id
  })
}

/** @throws ApiError 400, 404 or 409 */
export async function changeCircle(
  db: Db,
  { id, by, keepers, ...typed }: CircleChange & { id: number; by: By },
): Promise<void> {
  const values = readCircle(typed)
  await db.transaction(async (tx) => {
    await by(tx)
    await lockCircle(tx, id)
    if (Object.keys(values).length > 0) await tx.update(circles).set(values).where(eq(circles.id, id))
    if (keepers) await setKeepers(tx, id, keepers)
  })
}

async function setKeepers(tx: Db, circleId: number, usernames: string[]): Promise<void> {
  const wanted = [...new Set(usernames.map((username) => username.trim().replace(/^@/, '').toLowerCase()))]
  const found = await tx
    .select({ id: users.id, username: sql<string>`lower(${users.username})` })
    .from(users)
    .where(and(users.isActive, inArray(sql`lower(${users.username})`, wanted.length > 0 ? wanted : [''])))
  const missing = wanted.filter((username) => !found.some((user) => user.username === username))
  if (missing.length > 0) {
    const names = missing.map((username) => `@${username}`).join(', ')
    throw invalidInput({ keepers: [`There is no account with the username ${names}.`] })
  }
  await tx.delete(circleKeepers).where(eq(circleKeepers.circleId, circleId))
  if (found.length > 0) await tx.insert(circleKeepers).values(found.map(({ id: userId }) => ({ circleId, userId })))
}

/** @throws ApiError 404 or 409 */
export async function deleteCircle(
  { db, files }: Pick<FastifyInstance, 'db' | 'files'>,
  { id, by }: { id: number; by: By },
): Promise<void> {
  const documents = await db.transaction(async (tx) => {
    await by(tx)
    await lockCircle(tx, id)
    const sent = await tx.$count(papers, and(eq(papers.circleId, id), isNotNull(papers.sentAt)))
    if (sent > 0) throw new ApiError('circle_in_use')
    const drafts = await tx.delete(papers).where(eq(papers.circleId, id)).returning({ kit: papers.kit })
    await tx.delete(circles).where(eq(circles.id, id))
    return markDocumentsUnused(tx, drafts)
  })
  await removeUnused(db, files, documents)
}

/** Orders changes of a list and the sending of its papers. @throws ApiError 404 */
export async function lockCircle(tx: Db, id: number): Promise<void> {
  const [locked] = await tx.select({ id: circles.id }).from(circles).where(eq(circles.id, id)).for('no key update')
  if (!locked) throw notFound('Circle')
}

function readCircle({ name: typed, reply_to: replyTo }: CircleChange): { name?: string; replyTo?: string | null } {
  const name = typed === undefined ? undefined : toSingleLine(typed)
  const address = replyTo?.trim() || null
  assertFields({
    name:
      name === undefined
        ? undefined
        : name === ''
          ? 'A name is required.'
          : lengthProblem('A name', name, circleLimits.name),
    reply_to: address === null ? undefined : emailProblem(address),
  })
  return { ...(name !== undefined && { name }), ...(replyTo !== undefined && { replyTo: address }) }
}
