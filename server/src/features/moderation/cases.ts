import { lengthProblem } from '@wtpu/contract/lengths'
import {
  type Case,
  type CasePage,
  type CaseStatus,
  type CaseSummary,
  claimMinutes,
  noteMaxLength,
  type StaffAction,
} from '@wtpu/contract/moderation/cases'
import { toParagraphs, writtenOf } from '@wtpu/contract/schemas'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import { and, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { requireModerator } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { postMedia } from '#db/schema/boiler-room.ts'
import { contents, nameOfProfile, textOfProfile } from '#db/schema/contents.ts'
import {
  appeals,
  caseNotes,
  isAction,
  moderationActions,
  moderationCases,
  reports,
  subjectKindOf,
  undid,
} from '#db/schema/moderation.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { assertFields, notFound } from '#http/errors.ts'
import { excerptLength, excerptOf, writtenOfContent } from '#writing/excerpt.ts'
import { kindsWithoutAuthor } from '#writing/kinds.ts'
import { findStaff, obstacleOf } from './other-staff.ts'
import { signMediaUrl } from '#http/signed-media.ts'
import { findThread } from './thread.ts'

const defaultLimit = 20
/** Counting goes no further. */
const maxCounted = 1_000
/** The most texts of one content that a case shows. */
const maxReported = 20

const person = (row: string): SQL =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id,
    'name', coalesce(nullif(trim(${row}.first_name || ' ' || ${row}.last_name), ''), ${row}.username, 'Anonymous')) end`)

const summaryFields = sql`found.id, found.kind, found.content_id, found.report_count, found.hidden,
  coalesce((select json_agg(distinct reason) from ${reports} where case_id = found.id), '[]') as reasons,
  ${isoTime('found.opened_at')} as created_at, ${isoTime('found.closed_at')} as closed_at,
  ${person('claimer')} as claimed_by, ${isoTime('found.claimed_at')} as claimed_at, ${person('author')} as author,
  ${excerptOf(sql`found.kind`, sql`found.content_id`)} as excerpt, ${writtenOfContent(sql`found.kind`, sql`found.content_id`)}`

const secretKinds = sql`${sql.param(kindsWithoutAuthor)}::text[]`
const joined = sql`left join users claimer on claimer.id = found.claimed_by
  left join users author on author.id = found.author_id and found.kind <> all(${secretKinds})`

interface Query {
  status: CaseStatus
  viewerId: number
  cursor?: string
  limit?: number
}

/** For moderators only: the caller has checked that. */
export async function findCases(db: Db, { status, viewerId, cursor, limit = defaultLimit }: Query): Promise<CasePage> {
  const { rows } = await db.execute<CaseSummary & { keys: (string | number)[] }>(sql`
    select ${summaryFields}, found.keys from (${pageOf(status, viewerId, { cursor, limit })}) found ${joined}
    order by found.row`)
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor(row.keys))
  return { results: page, next, ...(await countCases(db, viewerId)) }
}

/** Rows of cases in order, with the keys of a cursor. */
function pageOf(status: CaseStatus, viewerId: number, { cursor, limit }: { cursor?: string; limit: number }): SQL {
  if (status === 'closed') {
    const after = decodeCursor(cursor, ['instant', 'integer'])
    return sql`select *, json_build_array(closed_at, id) as keys, row_number() over (order by closed_at desc, id desc) as row
      from ${moderationCases} where closed_at is not null
        ${after ? sql`and (closed_at, id) < (${after[0]}::timestamptz, ${after[1]}::int)` : sql``}
      order by closed_at desc, id desc limit ${limit + 1}`
  }
  if (status === 'appeals') {
    const after = decodeCursor(cursor, ['integer'])
    return sql`select c.*, json_build_array(appeal.id) as keys, appeal.id as row
      from ${appeals} appeal join ${moderationActions} action on action.id = appeal.action_id
        join ${moderationCases} c on c.content_id = action.subject_id
          and c.kind = ${subjectKindOf('action')}
      where appeal.decided_at is null ${after ? sql`and appeal.id > ${after[0]}::int` : sql``}
      order by appeal.id limit ${limit + 1}`
  }
  const after = decodeCursor(cursor, ['integer', 'integer', 'signed'])
  const order = sql`severity desc, established_count desc, (-id) desc`
  return sql`select *, json_build_array(severity, established_count, -id) as keys, row_number() over (order by ${order}) as row
    from ${moderationCases} where closed_at is null
      ${status === 'mine' ? sql`and claimed_by = ${viewerId}` : sql``}
      ${after ? sql`and (severity, established_count, -id) < (${after[0]}::int, ${after[1]}::int, ${after[2]}::int)` : sql``}
    order by ${order} limit ${limit + 1}`
}

async function countCases(db: Db, viewerId: number): Promise<Pick<CasePage, 'counts' | 'oldest_opened_at'>> {
  const upTo = (rows: SQL) => sql`(select count(*)::int from (select 1 ${rows} limit ${maxCounted}) counted)`
  const { rows } = await db.execute<CasePage['counts'] & Pick<CasePage, 'oldest_opened_at'>>(sql`select
    ${isoTime(sql`(select min(opened_at) from ${moderationCases} where closed_at is null)`)} as oldest_opened_at,
    ${upTo(sql`from ${moderationCases} where closed_at is null`)} as open,
    ${upTo(sql`from ${moderationCases} where closed_at is null and claimed_by = ${viewerId}`)} as mine,
    ${upTo(sql`from ${appeals} where decided_at is null`)} as appeals,
    ${upTo(sql`from ${moderationCases} where closed_at is not null`)} as closed`)
  const { oldest_opened_at = null, ...counts } = rows[0] ?? { open: 0, mine: 0, appeals: 0, closed: 0 }
  return { counts, oldest_opened_at }
}

/** The fields of an action, which is joined with its appeal as `appeal`. */
export const actionFields = (
  row: string,
): SQL => sql`${sql.raw(`${row}.id, ${row}.action, ${row}.rule, ${row}.reason as sentence,
  ${row}.days, ${row}.text_action`)}, ${isoTime(`${row}.created_at`)} as created_at,
  exists (select from ${moderationActions} undo where undo.undoes = ${sql.raw(row)}.id) as undone,
  case when appeal.id is not null then json_build_object('id', appeal.id, 'text', appeal.text,
    'created_at', ${isoTime('appeal.created_at')}, 'granted', appeal.granted, 'answer', appeal.answer) end as appeal`

const kindOfAction = subjectKindOf('action')

async function findActions(db: Db, condition: SQL): Promise<StaffAction[]> {
  const { rows } = await db.execute<StaffAction>(sql`
    select ${actionFields('action')}, ${undid}, action.actor, action.actor_id, ${kindOfAction} as kind, action.subject_id as content_id,
      about.id as case_id
    from ${moderationActions} action left join ${appeals} appeal on appeal.action_id = action.id
      left join ${moderationCases} about on about.content_id = action.subject_id and about.kind = ${kindOfAction}
    where ${condition} and action.subject_kind not in ('tag', 'politician', 'category') order by action.id desc limit 20`)
  return rows
}

/** `secret` signs the URLs of media. @throws ApiError 404 */
export async function findCase(
  db: Db,
  { id, viewerId, secret }: { id: number; viewerId: number; secret: string },
): Promise<Case> {
  const { rows } = await db.execute<
    CaseSummary & { author_id: number | null; author_joined_at: string | null; opened_at: string }
  >(sql`
    select ${summaryFields}, found.author_id, ${isoTime('author.created_at')} as author_joined_at, found.opened_at from ${moderationCases} found ${joined} where found.id = ${id}`)
  const [found] = rows
  if (!found) throw notFound('Case')
  const { author_id: authorId, author_joined_at, opened_at: openedAt, ...summary } = found
  const shownId = kindsWithoutAuthor.includes(found.kind) ? null : authorId
  const subject = isAction('action', { kind: found.kind, id: found.content_id })
  const [content, madeReports, notes, actions, history, staff, otherOpenCases] = await Promise.all([
    findContent(db, found, openedAt, secret),
    db.execute<Case['reports'][number]>(sql`
      select report.id, report.reason, report.note, ${person('reporter')} as reporter, report.established,
        ${isoTime('report.created_at')} as created_at
      from ${reports} report join users reporter on reporter.id = report.reporter_id
      where report.case_id = ${id} order by report.id desc limit 100`),
    db.execute<Case['notes'][number]>(sql`
      select note.id, note.text, ${person('writer')} as author, ${isoTime('note.created_at')} as created_at
      from ${caseNotes} note join users writer on writer.id = note.author_id
      where note.case_id = ${id} order by note.id limit 200`),
    findActions(db, subject),
    shownId === null
      ? []
      : findActions(
          db,
          sql`action.user_id = ${shownId} and not (${subject}) and action.subject_kind <> all(${secretKinds})`,
        ),
    findStaff(db, { kind: summary.kind, contentId: summary.content_id, authorId }),
    shownId === null ? 0 : countOpenCases(db, shownId, id),
  ])
  const isAbout = authorId === viewerId
  const obstacle = isAbout ? 'This is about you, so another moderator decides.' : obstacleOf(staff, viewerId)
  const obstacleOfAppeal = ({ actor_id: actorId, appeal }: StaffAction) =>
    appeal?.granted !== null ? null : isAbout ? obstacle : obstacleOf(staff, viewerId, actorId)
  return {
    ...summary,
    content,
    // The user whom a case is about does not learn who reported them, not even as a moderator.
    reports: isAbout ? [] : madeReports.rows,
    notes: isAbout ? [] : notes.rows,
    actions: actions.map((action) => ({ ...action, appeal_obstacle: obstacleOfAppeal(action) })),
    history,
    author_joined_at,
    other_open_cases: otherOpenCases,
    obstacle,
  }
}

const countOpenCases = (db: Db, authorId: number, exceptId: number) =>
  db.$count(
    moderationCases,
    and(
      eq(moderationCases.authorId, authorId),
      isNull(moderationCases.closedAt),
      ne(moderationCases.id, exceptId),
      sql`${moderationCases.kind} <> all(${secretKinds})`,
    ),
  )

interface StoredContent extends Pick<NonNullable<Case['content']>, 'title' | 'text' | 'path' | 'created_at'> {
  is_visible: boolean
  is_deleted: boolean
  parent: { title: string; path: string } | null
}

/** What a moderator sees, whether the public sees it or not. */
async function findContent(db: Db, found: CaseSummary, openedAt: string, secret: string): Promise<Case['content']> {
  const { kind, content_id: id, hidden } = found
  const { rows } = await db.execute<StoredContent>(sql`
    select c.title, c.text, c.path, ${isoTime('c.created_at')} as created_at, c.is_visible, c.is_deleted,
      case when c.kind = 'comment' then json_build_object('path', split_part(c.path, '?comment=', 1),
        'title', coalesce(left(p.text, ${excerptLength}), d.title, o.name, '')) end as parent
    from ${contents} c left join comments m on c.kind = 'comment' and m.id = c.id left join posts p on p.id = m.post_id
      left join discussions d on d.id = m.discussion_id left join politicians o on o.id = m.politician_id
    where c.kind = ${kind} and c.id = ${id}`)
  const [row] = rows
  if (!row) return null
  const removed = hidden ? 'hidden' : 'removed'
  const unseen = row.is_deleted ? 'deleted' : removed
  return {
    state: row.is_visible ? 'shown' : unseen,
    title: row.title,
    text: row.text,
    ...writtenOf(found),
    media: kind === 'post' ? await findMedia(db, id, secret) : [],
    path: row.path,
    created_at: row.created_at,
    reported: await findReportedTexts(db, found, openedAt),
    parent: row.parent,
    thread: await findThread(db, kind, id),
  }
}

async function findMedia(db: Db, postId: number, secret: string): Promise<PostMedia[]> {
  const { kind, file, poster, width, height, alt, captions, position } = postMedia
  const media = await db
    .select({ kind, file, poster, width, height, alt, captions })
    .from(postMedia)
    .where(eq(postMedia.postId, postId))
    .orderBy(position)
  const sign = (url: string) => signMediaUrl(secret, 'moderators', url)
  const signed = (url: string | null) => url && sign(url)
  return media.map((medium) => ({
    ...medium,
    file: sign(medium.file),
    poster: signed(medium.poster),
    captions: signed(medium.captions),
  }))
}

/** The texts that the reports were about, without the current one. */
async function findReportedTexts(db: Db, { id: caseId, kind, content_id: id }: CaseSummary, openedAt: string) {
  if (kind === 'poll') return []
  const since = sql`from ${reports} report where report.case_id = ${caseId} and report.created_at >= ${openedAt}::timestamptz`
  const { rows } = await db.execute<{ title: string; text: string }>(
    kind === 'user'
      ? sql`select profile_name as title, profile_bio as text ${since} and (profile_name, profile_bio)
            is distinct from (select (${nameOfProfile}, ${textOfProfile}) from users where id = ${id})
          group by 1, 2 having profile_name <> '' order by min(report.id) limit ${maxReported}`
      : sql`select coalesce(title, '') as title, text from revisions where id in (
          select (select min(earlier.id) from revisions earlier
            where earlier.${sql.identifier(`${kind}_id`)} = ${id} and earlier.created_at > report.created_at) ${since})
          order by id limit ${maxReported}`,
  )
  return rows
}

interface ByModerator {
  caseId: number
  moderatorId: number
}

/** Says that a moderator looks at the case, unless another one has said so in the last minutes. */
export async function claimCase(
  db: Db,
  { caseId, moderatorId }: ByModerator,
): Promise<Pick<CaseSummary, 'claimed_by'>> {
  await db.transaction(async (tx) => {
    await requireModerator(tx, moderatorId)
    await tx.update(moderationCases).set({ claimedBy: moderatorId, claimedAt: sql`now()` })
      .where(sql`${eq(moderationCases.id, caseId)} and (${moderationCases.claimedBy} is null
        or ${moderationCases.claimedBy} = ${moderatorId}
        or ${moderationCases.claimedAt} < now() - make_interval(mins => ${claimMinutes}))`)
  })
  const { rows } = await db.execute<Pick<CaseSummary, 'claimed_by'>>(sql`
    select ${person('claimer')} as claimed_by from ${moderationCases} found
      left join users claimer on claimer.id = found.claimed_by where found.id = ${caseId}`)
  if (!rows[0]) throw notFound('Case')
  return rows[0]
}

/** @throws ApiError 404 */
export async function createCaseNote(
  db: Db,
  { caseId, moderatorId, text: rawText }: ByModerator & { text: string },
): Promise<{ id: number }> {
  const text = toParagraphs(rawText)
  assertFields({ text: text === '' ? 'A note needs some text.' : lengthProblem('A note', text, noteMaxLength) })
  return db.transaction(async (tx) => {
    await requireModerator(tx, moderatorId)
    if ((await tx.$count(moderationCases, eq(moderationCases.id, caseId))) === 0) throw notFound('Case')
    const [note] = await tx
      .insert(caseNotes)
      .values({ caseId, authorId: moderatorId, text })
      .returning({ id: caseNotes.id })
    return { id: note?.id ?? 0 }
  })
}
