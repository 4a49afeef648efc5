import { readCode, showCode } from '@wtpu/contract/circles/on-demand/codes'
import {
  type Entered,
  type Sheet,
  sheetLimits,
  type sheetRows,
  type Sheets,
} from '@wtpu/contract/circles/on-demand/sheets'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { codeOfSeed, linkOf, type LinkSeed } from '#community/ballots.ts'
import { recordKeeper, requireKeeper, type Viewer } from '#community/circle-keepers.ts'
import { publishChoice } from '#community/choice-writer.ts'
import type { Db } from '#db/client.ts'
import { ballots, circleMembers, paperPolls, papers, type SheetAnswer, sheetEntries } from '#db/schema/circles.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { isClosedPaper } from '#db/visibility.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { storeVotesIn } from '../vote-writer.ts'
import { assertAnswers, findQuestions, type Found, hasClosed, lockBallot, lockVoter } from './ballots.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'keys'>

async function requirePaper(tx: Db, id: number, viewer: Viewer) {
  const [paper] = await tx
    .select({
      circleId: papers.circleId,
      title: papers.title,
      needsTwoPeople: papers.needsTwoPeople,
      isSent: sql<boolean>`(${papers.sentAt} is not null)`,
      isClosed: isClosedPaper(),
    })
    .from(papers)
    .where(eq(papers.id, id))
  if (!paper) throw notFound('Paper')
  await requireKeeper(tx, { circleId: paper.circleId, viewer, what: 'Paper' })
  return paper
}

const printed: Record<(typeof sheetRows)[number], SQL> = {
  without_address: sql`m.email is null`,
  refused: sql`b.delivery = 'refused'`,
  all: sql`true`,
}

interface Row extends LinkSeed {
  id: number
  member: number
  name: string
  list_id: string
}

interface Print {
  id: number
  viewer: Viewer
  rows: (typeof sheetRows)[number]
  after?: number | undefined
}

/** The site's key makes the same link and code from the seed again, so no print ends those before. Each call is in the public log. */
export function printSheets(
  app: App,
  { id, viewer, rows, after = 0 }: Print,
): Promise<{ sheets: Sheet[]; next: number | null }> {
  return app.db.transaction(async (tx) => {
    const paper = await requirePaper(tx, id, viewer)
    if (!paper.isSent) throw new ApiError('paper_draft')
    if (paper.isClosed) throw new ApiError('paper_closed')
    const { rows: found } = await tx.execute<Row & Record<string, unknown>>(sql`
      select b.id, b.seed, b.ended_links, m.id as member, m.name, m.list_id from ${ballots} b join ${circleMembers} m on m.id = b.member_id
      where b.paper_id = ${id} and m.struck_at is null and ${printed[rows]} and m.id > ${after}
      order by m.id limit ${sheetLimits.perCall}`)
    if (found.length > 0) {
      const people = found.length === 1 ? '1 person' : `${found.length} people`
      await recordKeeper(tx, viewer, `Sheets of the ballot paper “${paper.title}” were printed for ${people}.`)
    }
    return {
      sheets: found.map((row) => ({
        code: showCode(codeOfSeed(app.keys, row.seed) ?? ''),
        url: linkOf(app, row),
        name: row.name,
        list_id: row.list_id,
      })),
      next: found.length < sheetLimits.perCall ? null : (found.at(-1)?.member ?? null),
    }
  })
}

/**
 * Finds the sheets that are not counted yet. Rows with a code of the list have the person instead of the code of the sheet, which may
 * never have been printed.
 */
export async function findSheets({ db, keys }: App, { id, viewer }: { id: number; viewer: Viewer }): Promise<Sheets> {
  await requirePaper(db, id, viewer)
  const isOfPaper = sql`from ${sheetEntries} s join ${ballots} b on b.id = s.ballot_id
    join ${circleMembers} m on m.id = b.member_id where b.paper_id = ${id}`
  const [questions, { rows: counted }, { rows: different }] = await Promise.all([
    findQuestions(db, { paperId: id, voterId: 0 }),
    db.execute<{ waiting: number; by_viewer: number }>(sql`
      select count(s.entered_by)::int as waiting, count(*) filter (where s.entered_by = ${viewer.viewerId})::int as by_viewer ${isOfPaper}`),
    db.execute<{ seed: Buffer; person: string | null }>(sql`
      select b.seed, case when m.code_hash is not null then coalesce(nullif(concat_ws(', ', nullif(m.name, ''), nullif(m.list_id, '')), ''),
        m.email, 'A sheet with a code of the list') end as person ${isOfPaper} and s.entered_by is null
      order by b.id limit ${sheetLimits.named}`),
  ])
  return {
    questions: questions.map(({ poll, question, options }) => ({
      poll,
      question,
      options: options.map(({ id: option, text }) => ({ id: option, text })),
    })),
    waiting: counted[0]?.waiting ?? 0,
    by_viewer: counted[0]?.by_viewer ?? 0,
    different: different.map(({ seed, person }) => person ?? showCode(codeOfSeed(keys, seed) ?? '')),
  }
}

interface Entry {
  id: number
  viewer: Viewer
  code: string
  answers: SheetAnswer[]
}

/** The lock of the ballot orders two people, and a link beside them. @throws ApiError that names the code, and never an answer */
export async function enterSheet(app: App, entry: Entry): Promise<Entered> {
  const { stored, state } = await app.db.transaction((tx) => enterIn(tx, app, entry))
  if (state === 'online') throw new ApiError('answered_online', { detail: onlineText(nameOf(entry.code)) })
  for (const vote of stored) publishChoice(app.db, 'polls', vote.poll_id, vote)
  return { code: nameOf(entry.code), state }
}

function nameOf(typed: string): string {
  const code = readCode(typed)
  return code === undefined ? typed.trim() : showCode(code)
}

async function enterIn(tx: Db, app: App, { id, viewer, code, answers }: Entry) {
  const { needsTwoPeople } = await requirePaper(tx, id, viewer)
  const [ballot] = await lockBallot(tx, app, { code }, { paperId: id })
  const named = nameOf(code)
  if (!ballot)
    throw new ApiError('ballot_unknown', {
      detail: `No sheet of this ballot paper has the code ${named}. Look for a typing error.`,
    })
  await assertAnswers(tx, ballot, answers)
  const isOnline = await isAnsweredOnline(tx, ballot, named)
  if (await hasClosed(tx, ballot)) throw new ApiError('ballot_closed', { detail: closedText(named) })
  if (needsTwoPeople) {
    const state = await compareWithFirst(tx, { ballotId: ballot.id, enteredBy: viewer.viewerId, answers })
    if (state !== 'same') return { stored: [], state }
  }
  if (isOnline) {
    await tx.delete(sheetEntries).where(eq(sheetEntries.ballotId, ballot.id))
    return { stored: [], state: 'online' as const }
  }
  return { stored: await count(tx, ballot, answers, named), state: 'counted' as const }
}

const closedText = (code: string) => `This ballot has closed, so the sheet ${code} does not count.`

/**
 * Says whether the person has answered online. Where two people enter a sheet, only the second one learns it, so that nobody can find
 * out alone who has answered.
 * @throws ApiError if the sheet is counted
 */
async function isAnsweredOnline(tx: Db, { paperId, voterId }: Found, code: string): Promise<boolean> {
  const given = await tx
    .select({ isOnPaper: pollVotes.isOnPaper })
    .from(pollVotes)
    .innerJoin(paperPolls, eq(paperPolls.pollId, pollVotes.pollId))
    .where(and(eq(paperPolls.paperId, paperId), eq(pollVotes.voterId, voterId)))
  if (given.length > 0 && given.every(({ isOnPaper }) => isOnPaper))
    throw new ApiError('sheet_entered', { detail: `The sheet ${code} was entered already, and is counted.` })
  return given.length > 0
}

const onlineText = (code: string) =>
  `The ballot ${code} was answered online. That answer stays, and the sheet does not count.`

/** Two people may have entered the answers in different orders. */
const ordered = (answers: readonly SheetAnswer[]) =>
  JSON.stringify(answers.map(({ poll, option }) => [poll, option]).toSorted(([a = 0], [b = 0]) => a - b))

/** Keeps the entry of the first person until the second has entered the same. Of two that differ, nothing is kept. */
async function compareWithFirst(tx: Db, entry: { ballotId: number; enteredBy: number; answers: SheetAnswer[] }) {
  const [first] = await tx.select().from(sheetEntries).where(eq(sheetEntries.ballotId, entry.ballotId))
  const store = async ({ enteredBy, answers }: Pick<typeof sheetEntries.$inferInsert, 'enteredBy' | 'answers'>) => {
    const values = { enteredBy, answers }
    await tx
      .insert(sheetEntries)
      .values({ ballotId: entry.ballotId, ...values })
      .onConflictDoUpdate({ target: sheetEntries.ballotId, set: values })
  }
  if (!first?.answers || first.enteredBy === entry.enteredBy) {
    await store(entry)
    return 'waits' as const
  }
  if (ordered(first.answers) === ordered(entry.answers)) return 'same' as const
  await store({ enteredBy: null, answers: null })
  return 'differs' as const
}

async function count(tx: Db, ballot: Found, answers: SheetAnswer[], code: string) {
  const voter = await lockVoter(tx, ballot).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, { detail: `The person of the sheet ${code} cannot vote now, so it does not count.` })
  })
  const stored = await storeVotesIn(
    tx,
    answers.map(({ poll, option }) => ({ pollId: poll, optionId: option, userId: voter.id, confirmedOnly: true })),
  )
  if (stored.length < answers.length) {
    if (await hasClosed(tx, ballot)) throw new ApiError('ballot_closed', { detail: closedText(code) })
    throw new ApiError('answered_online', { detail: onlineText(code) })
  }
  const ids = sql.param(stored.map((vote) => vote.poll_id))
  await tx
    .update(pollVotes)
    .set({ isOnPaper: true })
    .where(sql`${pollVotes.voterId} = ${ballot.voterId} and ${pollVotes.pollId} = any(${ids}::int[])`)
  await tx.delete(sheetEntries).where(eq(sheetEntries.ballotId, ballot.id))
  return stored
}
