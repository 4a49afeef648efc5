import { createHash } from 'node:crypto'
import { displayName } from '@wtpu/contract/accounts/names'
import type { answerBallot as answerCall, Ballot, listOwnBallots } from '@wtpu/contract/circles/on-demand/ballots'
import { readCode } from '@wtpu/contract/circles/on-demand/codes'
import type { Input, Output } from '@wtpu/contract/endpoint'
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hasAnswered, hashOfCode, hashOfToken } from '#community/ballots.ts'
import { publishChoice } from '#community/choice-writer.ts'
import { ballotNumber } from '#db/ballot-number.ts'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { ballots, circleKeepers, circleMembers, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import {
  deletion,
  isBlocked,
  isClosedPaper,
  isOpenPaper,
  isOpenPoll,
  isShownPoll,
  isSuspended,
} from '#db/visibility.ts'
import { ApiError, invalidInput } from '#http/errors.ts'
import { changeVotesIn, storeVotesIn } from '../vote-writer.ts'

type App = Pick<FastifyInstance, 'db' | 'keys'>

export interface BallotKey {
  token?: string | undefined
  code?: string | undefined
  /** One of the papers that the code opens. */
  paper?: number | undefined
  /** The paper of a viewer whose confirmed mailbox is on the list. */
  own?: { paper: number; userId: number } | undefined
}

/** SQL: the ballots of a code: that of a sheet opens one, and that of the list those of all papers. */
const ofCode = ({ keys }: Pick<App, 'keys'>, code: string | undefined) => {
  const codeHash = hashOfCode(keys, readCode(code ?? '') ?? '')
  return sql`${ballots.id} in (select id from ${ballots} where code_hash = ${codeHash}
    union all select b.id from ${circleMembers} m join ${ballots} b on b.member_id = m.id where m.code_hash = ${codeHash})`
}

interface More {
  /** Only the ballot of this paper. */
  paperId?: number | undefined
  /** The ballot that asks this question comes first. */
  pollId?: number | undefined
}

/** One look-up, whatever was sent, so that unknown and revoked ones take the same time. */
function findBallot(db: Db, app: Pick<App, 'keys'>, key: BallotKey, more: More = {}) {
  const { token, code, own } = key
  const { paperId = key.paper, pollId } = more
  const isOf: SQL | undefined = own
    ? and(
        eq(ballots.paperId, own.paper),
        sql`${ballots.voterId} = (select voter_id from ${users} where id = ${own.userId} and email_verified_at is not null)`,
      )
    : token === undefined
      ? ofCode(app, code)
      : eq(ballots.tokenHash, hashOfToken(app.keys, token.trim()))
  return (
    db
      .select({
        id: ballots.id,
        seed: ballots.seed,
        key: ballots.idempotencyKey,
        voterId: ballots.voterId,
        email: circleMembers.email,
        paperId: papers.id,
        circleId: papers.circleId,
        isChangeable: papers.isChangeable,
        closesAt: isoTime(papers.closesAt),
      })
      .from(ballots)
      .innerJoin(circleMembers, eq(circleMembers.id, ballots.memberId))
      .innerJoin(papers, eq(papers.id, ballots.paperId))
      .where(
        and(isOf, sql`${circleMembers.struckAt} is null`, paperId === undefined ? undefined : eq(papers.id, paperId)),
      )
      // Codes of the list open several papers: the newest one that is not answered, unless the call says which.
      .orderBy(
        sql`${papers.id} is distinct from (select paper_id from ${paperPolls} where poll_id = ${pollId ?? null}::int)`,
        isClosedPaper(),
        hasAnswered('ballots'),
        sql`${papers.id} desc`,
      )
      .limit(1)
  )
}

/** Locks the ballot and its row of the list, to which an upload may give an address at the same time. */
export const lockBallot = (tx: Db, ...by: [Pick<App, 'keys'>, BallotKey, More?]) =>
  findBallot(tx, ...by).for('no key update', { of: [ballots, circleMembers] })

export type Found = Awaited<ReturnType<typeof findBallot>>[number]

/** The paper of the ballot, for a limit of what is entered by codes. @throws ApiError 404 */
export async function requireBallot(app: App, key: BallotKey): Promise<Found> {
  const [found] = await findBallot(app.db, app, key)
  if (!found) throw new ApiError('ballot_unknown')
  return found
}

const maxOwn = 20

/** The open papers of the viewer, in the order in which they close. */
export async function findOwnBallots(db: Db, userId: number): Promise<Output<typeof listOwnBallots>> {
  const { rows } = await db.execute<Output<typeof listOwnBallots>[number]>(sql`
    select p.id as paper, p.title, c.name as circle, ${isoTime('p.closes_at')} as closes_at, asked.questions, asked.answered
    from ${users} viewer
    join ${ballots} b on b.voter_id = viewer.voter_id
    join ${circleMembers} m on m.id = b.member_id and m.struck_at is null
    join ${papers} p on p.id = b.paper_id and ${isOpenPaper('p')}
    join ${circles} c on c.id = p.circle_id
    cross join lateral (
      select count(*)::int as questions, count(v.poll_id)::int as answered
      from ${paperPolls} o join ${polls} on polls.id = o.poll_id and ${isShownPoll()}
      left join ${pollVotes} v on v.poll_id = o.poll_id and v.voter_id = viewer.voter_id
      where o.paper_id = p.id) asked
    where viewer.id = ${userId} and viewer.email_verified_at is not null and asked.questions > 0
    order by p.closes_at, p.id limit ${maxOwn}`)
  return rows
}

export async function openBallot({ db, keys }: App, ballot: Found, { code }: BallotKey): Promise<Ballot> {
  const [[paper], keepers, questions, others] = await Promise.all([
    db
      .select({
        title: papers.title,
        introduction: papers.introduction,
        circle: circles.name,
        kit: papers.kit,
        reveal: papers.reveal,
        closes_at: isoTime(papers.closesAt),
        is_closed: isClosedPaper(),
        quorumCount: papers.quorumCount,
        quorumPercent: papers.quorumPercent,
        eligible: db.$count(ballots, eq(ballots.paperId, papers.id)),
      })
      .from(papers)
      .innerJoin(circles, eq(circles.id, papers.circleId))
      .where(eq(papers.id, ballot.paperId)),
    db
      .select({ first_name: users.firstName, last_name: users.lastName, username: users.username })
      .from(circleKeepers)
      .innerJoin(users, eq(users.id, circleKeepers.userId))
      .where(eq(circleKeepers.circleId, ballot.circleId))
      .orderBy(asc(users.id)),
    findQuestions(db, ballot),
    code === undefined ? [] : findOthers(db, ofCode({ keys }, code), ballot.paperId),
  ])
  if (!paper) throw new ApiError('ballot_unknown')
  const { is_closed: isClosed, quorumCount, quorumPercent, kit, ...shown } = paper
  const isUsed = !ballot.isChangeable && questions.every((question) => question.is_answered)
  return {
    ...shown,
    keepers: keepers.map(({ username, ...names }) => displayName({ ...names, username: username ?? '' })),
    kit: drawOrder(kit, ballot.seed),
    questions,
    others,
    state: isClosed ? 'closed' : isUsed ? 'used' : 'open',
    changeable: ballot.isChangeable,
    quorum: quorumCount ?? (quorumPercent === null ? null : Math.ceil((paper.eligible * quorumPercent) / 100)),
  }
}

const findOthers = (db: Db, isOfCode: SQL, opened: number): Promise<Ballot['others']> =>
  db
    .select({ paper: papers.id, title: papers.title })
    .from(ballots)
    .innerJoin(circleMembers, and(eq(circleMembers.id, ballots.memberId), isNull(circleMembers.struckAt)))
    .innerJoin(papers, and(eq(papers.id, ballots.paperId), isOpenPaper()))
    .where(and(isOfCode, ne(papers.id, opened)))
    .orderBy(papers.closesAt, papers.id)
    .limit(maxOwn)

/** Without those that moderators removed. */
export function findQuestions(
  db: Db,
  { paperId, voterId }: Pick<Found, 'paperId' | 'voterId'>,
): Promise<Ballot['questions']> {
  return db
    .select({
      poll: polls.id,
      question: polls.question,
      options: sql<
        Ballot['questions'][number]['options']
      >`(select json_agg(json_build_object('id', o.id, 'text', o.text,
        'is_no_opinion', o.is_no_opinion) order by o.position) from ${pollOptions} o where o.poll_id = polls.id)`,
      is_answered: sql<boolean>`exists (select from ${pollVotes} v where v.poll_id = polls.id and v.voter_id = ${voterId})`,
    })
    .from(paperPolls)
    .innerJoin(polls, eq(polls.id, paperPolls.pollId))
    .where(and(eq(paperPolls.paperId, paperId), isShownPoll()))
    .orderBy(asc(paperPolls.position))
}

/** Another order for each ballot, so that no link is always first. */
function drawOrder<T extends { url: string }>(kit: T[], seed: Buffer): T[] {
  const rank = ({ url }: T) => createHash('sha256').update(seed).update(url).digest('hex')
  return kit
    .map((link) => ({ link, rank: rank(link) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ link }) => link)
}

type Answers = Input<typeof answerCall>['body']['answers']
type Stored = Output<typeof answerCall>

interface Given {
  key: BallotKey
  answers: Answers
  idempotencyKey?: string | undefined
}

/**
 * Stores all answers, or none. The lock of the ballot orders two posts of one link; that of the user orders them against votes of the
 * account; the key of votes by voter decides between all. @throws ApiError
 */
export async function answerBallot(app: App, given: Given): Promise<Stored> {
  const { stored, response } = await app.db.transaction((tx) => answerIn(tx, app, given))
  for (const vote of stored) publishChoice(app.db, 'polls', vote.poll_id, vote)
  return response
}

async function answerIn(tx: Db, app: App, { key, answers, idempotencyKey }: Given) {
  const [ballot] = await lockBallot(tx, app, key, { pollId: answers[0]?.poll })
  if (!ballot) throw new ApiError('ballot_unknown')
  const changeableUntil = ballot.isChangeable ? ballot.closesAt : null
  const pollIds = answers.map(({ poll }) => poll)
  await assertAnswers(tx, ballot, answers)
  const respond = async () => ({
    answers: await tx
      .select({ poll: pollVotes.pollId, ballot: ballotNumber() })
      .from(pollVotes)
      .where(and(eq(pollVotes.voterId, ballot.voterId), isOneOf(pollVotes.pollId, pollIds)))
      .orderBy(asc(pollVotes.pollId)),
    changeable_until: changeableUntil,
  })
  if (idempotencyKey && ballot.key === idempotencyKey) return { stored: [], response: await respond() }
  const voter = await lockVoter(tx, ballot, key.own?.userId)
  const before = await tx
    .select({ poll: pollVotes.pollId, userId: pollVotes.userId })
    .from(pollVotes)
    .where(and(eq(pollVotes.voterId, ballot.voterId), isOneOf(pollVotes.pollId, pollIds)))
  if (before.length > 0 && !ballot.isChangeable)
    throw new ApiError((await hasClosed(tx, ballot)) ? 'ballot_closed' : 'ballot_used')
  const isGiven = new Set(before.map(({ poll }) => poll))
  const votes = answers.map(({ poll, option }) => ({ pollId: poll, optionId: option }))
  const [again, fresh] = [true, false].map((wanted) => votes.filter(({ pollId }) => isGiven.has(pollId) === wanted))
  const source = 'link' as const
  const stored = await storeVotesIn(
    tx,
    (fresh ?? []).map((vote) => ({ ...vote, userId: voter.id, confirmedOnly: true, source })),
  )
  const changed = await changeVotesIn(tx, ballot.voterId, again ?? [])
  if (stored.length + changed.length < answers.length)
    throw new ApiError((await hasClosed(tx, ballot)) ? 'ballot_closed' : 'ballot_used')
  if (idempotencyKey) await tx.update(ballots).set({ idempotencyKey }).where(eq(ballots.id, ballot.id))
  const written = [...stored, ...changed.map((vote) => ({ ...vote, user_id: voter.id }))]
  return { stored: written, response: await respond() }
}

const isOneOf = (column: typeof pollVotes.pollId | typeof paperPolls.pollId, ids: number[]) =>
  sql`${column} = any(${sql.param(ids)}::int[])`

/** @throws ApiError 400 unless the answers are options of different questions of the paper */
export async function assertAnswers(tx: Db, { paperId }: Found, answers: Answers): Promise<void> {
  const options = sql.param(answers.map(({ option }) => option))
  const ids = answers.map(({ poll }) => poll)
  const { rows } = await tx.execute<{ known: number }>(sql`
    select count(*)::int as known from unnest(${sql.param(ids)}::int[], ${options}::int[]) as given(poll_id, option_id)
    join ${paperPolls} p on p.poll_id = given.poll_id and p.paper_id = ${paperId}
    join ${pollOptions} o on o.poll_id = given.poll_id and o.id = given.option_id`)
  if (new Set(ids).size === answers.length && rows[0]?.known === answers.length) return
  const problem = 'Each answer must be an option of another question of this ballot.'
  throw invalidInput({ answers: [problem] }, problem)
}

export async function hasClosed(tx: Db, { paperId }: Found): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from ${paperPolls} o join ${polls} p on p.id = o.poll_id
    where o.paper_id = ${paperId} and not ${isOpenPoll('p', 'statement_timestamp()')} limit 1`)
  return rows.length > 0
}

/**
 * The account of the mailbox if its address is confirmed, the viewer's own if there are several, else the row that keeps votes of a
 * mailbox without an account. @throws ApiError 403 if an account of the mailbox may not vote
 */
export async function lockVoter(tx: Db, { voterId }: Found, viewerId = 0): Promise<{ id: number; isMailbox: boolean }> {
  const found = await tx
    .select({
      id: users.id,
      isMailbox: users.isMailbox,
      isActive: users.isActive,
      isConfirmed: sql<boolean>`(${users.emailVerifiedAt} is not null)`,
      isBlocked: isBlocked(),
      isSuspended: isSuspended(),
    })
    .from(users)
    .where(eq(users.voterId, voterId))
    .orderBy(users.id)
    .for('no key update')
  const confirmed = found.filter((user) => user.isConfirmed)
  if (confirmed.some((user) => user.isBlocked)) throw new ApiError('blocked')
  if (confirmed.some((user) => user.isSuspended))
    throw new ApiError('suspended', { detail: 'The account of this mailbox is suspended, so it cannot vote now.' })
  const active = confirmed.filter((user) => user.isActive)
  const voter = active.find(({ id }) => id === viewerId) ?? active[0] ?? found.find((user) => user.isMailbox)
  if (voter) return voter
  const [created] = await tx
    .insert(users)
    .values({ voterId, isMailbox: true, emailVerifiedAt: sql`now()`, lastSeenOn: null, ...deletion })
    .returning({ id: users.id, isMailbox: users.isMailbox })
  if (!created) throw new Error('an insert returns its row')
  return created
}
