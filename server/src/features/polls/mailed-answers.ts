import { createHash, randomBytes } from 'node:crypto'
import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import {
  type countMailedAnswer as countCall,
  type Mailbox,
  type MailedAnswer,
  mailedAnswerDays,
  maxConsents,
} from '@wtpu/contract/polls/on-demand/mailed-answers'
import type { Output } from '@wtpu/contract/endpoint'
import type { pendingAnswerResults } from '@wtpu/contract/polls/pending-answers'
import { site } from '@wtpu/contract/site/name'
import { and, desc, eq, not, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { countLinkTo, countVoterOf, hashOfRegistration, mailDomainOf } from '#community/new-voters.ts'
import type { Db } from '#db/client.ts'
import { consentDay } from '#db/newsletter-consents.ts'
import { hasEmail } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { mailedAnswers, newsletterConsents } from '#db/schema/mailed-answers.ts'
import { pollOptions, polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { deletion, isListedPoll, isOpenPoll, isSuspended, isBlocked } from '#db/visibility.ts'
import { isRegistrationClosed } from '#db/site.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { toCsv } from '#http/csv.ts'
import { ApiError, invalidInput, limitReached, notFound } from '#http/errors.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { publish } from '#live/publish.ts'
import { answerMail } from './answer-mail.ts'
import { castVote } from './cast-vote.ts'
import { storeVotesIn, type Vote } from './vote-writer.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'outbox' | 'voterKey' | 'tokens'>
type Result = (typeof pendingAnswerResults)[number]

export interface GivenAnswer {
  pollId: number
  optionId: number
  rotation?: number | undefined
  email: string
  /** The reader asked for the newsletter. */
  newsletter?: boolean | undefined
  network: string
}

const isOld = sql<boolean>`(${mailedAnswers.createdAt} <= now() - ${`${mailedAnswerDays} days`}::interval)`

/** For the page of an embed, which belongs to no feature. */
export class MailedAnswers {
  readonly #app: App
  constructor(app: App) {
    this.#app = app
  }

  give(answer: GivenAnswer): Promise<void> {
    return giveMailedAnswer(this.#app, answer)
  }
}

/**
 * Keeps the answer and mails the link that counts it. Says nothing about the address: whether it has an account, or its mailbox has
 * voted, is said on the page of the link. @throws ApiError
 */
async function giveMailedAnswer(
  app: App,
  { pollId, optionId, email: typed, newsletter = false, network, ...given }: GivenAnswer,
) {
  const email = typed.trim()
  const problem = emailProblem(email)
  if (problem) throw invalidInput({ email: [problem] }, problem)
  const { question, option } = await findAnswer(app.db, pollId, optionId)
  if (await isRegistrationClosed(app.db)) throw new ApiError('registration_closed')
  const token = randomBytes(32).toString('base64url')
  await app.db.transaction(async (tx) => {
    const voterId = await findOrCreateVoter(tx, app.voterKey(email))
    const wait = await countLinkTo(tx, app, voterId, network)
    if (wait !== undefined) throw limitReached(wait, accountLimits.confirmations.message)
    const answer = {
      tokenHash: hashOf(token),
      optionId,
      rotation: given.rotation ?? null,
      email,
      newsletter: newsletter && site.newsletter !== '' ? site.newsletter : null,
      state: 'waiting' as const,
      givenFrom: hashOfRegistration(app, network),
    }
    await tx
      .insert(mailedAnswers)
      .values({ pollId, voterId, ...answer })
      .onConflictDoUpdate({
        target: [mailedAnswers.pollId, mailedAnswers.voterId],
        set: { ...answer, createdAt: sql`now()` },
      })
    const mail = answerMail(
      email,
      `${app.config.publicUrl}/answer#${token}`,
      { question, option },
      app.config.publicUrl,
    )
    await app.outbox.enqueue(tx, mail, { kind: 'confirmation', usefulMinutes: mailedAnswerDays * 24 * 60 })
    const [voted] = await tx.select({ id: users.id }).from(users).where(eq(users.voterId, voterId)).limit(1)
    if (!voted) await countVoterOf(tx, mailDomainOf(email))
  })
  app.outbox.wake()
}

async function findAnswer(db: Db, pollId: number, optionId: number): Promise<{ question: string; option: string }> {
  const [found] = await db
    .select({
      question: polls.question,
      option: pollOptions.text,
      isOpen: isOpenPoll(),
      takesAnswers: polls.takesMailedAnswers,
    })
    .from(polls)
    .leftJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, optionId)))
    .where(and(eq(polls.id, pollId), isListedPoll()))
  if (!found) throw notFound('Poll')
  if (!found.takesAnswers) throw new ApiError('part_off', { detail: 'This poll takes no answers by email.' })
  if (!found.isOpen) throw new ApiError('poll_closed')
  const problem = 'option_id is not an option of this poll'
  if (found.option === null) throw invalidInput({ option_id: ['is not an option of this poll'] }, problem)
  return { question: found.question, option: found.option }
}

const isOf = (token: string) => eq(mailedAnswers.tokenHash, hashOf(token))

function readLink(db: Db, token: string) {
  return db
    .select({
      pollId: mailedAnswers.pollId,
      voterId: mailedAnswers.voterId,
      optionId: mailedAnswers.optionId,
      rotation: mailedAnswers.rotation,
      email: mailedAnswers.email,
      newsletter: mailedAnswers.newsletter,
      state: mailedAnswers.state,
      givenFrom: mailedAnswers.givenFrom,
      isOld,
    })
    .from(mailedAnswers)
    .where(isOf(token))
}

type Link = Awaited<ReturnType<typeof readLink>>[number]

/** @throws ApiError 400 */
function assertLink(link: Link | undefined): asserts link is Link {
  if (!link) throw new ApiError('invalid_link', { detail: 'This link is not valid.' })
  if (link.isOld) throw new ApiError('expired_link', { detail: 'This link has expired.' })
}

export async function openMailedAnswer(db: Db, token: string): Promise<MailedAnswer> {
  const [link] = await readLink(db, token)
  assertLink(link)
  const [poll] = await db
    .select({ question: polls.question, option: pollOptions.text })
    .from(polls)
    .leftJoin(pollOptions, eq(pollOptions.id, link.optionId ?? 0))
    .where(and(eq(polls.id, link.pollId), isListedPoll()))
  if (!poll) return { poll: link.pollId, question: '', option: null, state: 'not_found', newsletter: null }
  return { poll: link.pollId, ...poll, state: link.state, newsletter: link.newsletter }
}

export async function deleteMailedAnswer(db: Db, token: string): Promise<void> {
  const deleted = await db
    .delete(mailedAnswers)
    .where(and(isOf(token), eq(mailedAnswers.state, 'waiting')))
    .returning({ pollId: mailedAnswers.pollId })
  if (deleted.length === 0) throw new ApiError('invalid_link', { detail: 'This link is not valid any more.' })
}

/**
 * Counts the answer: as the vote of the account with the address, if that is confirmed, else as the vote of the mailbox. The lock of
 * the answer orders two clicks; the key of votes by voter decides against votes of the mailbox's accounts.
 * @returns also the proof of an address without an account, which is deleted now
 */
export async function countMailedAnswer(app: App, token: string): Promise<Output<typeof countCall>> {
  const { db } = app
  const [link] = await readLink(db, token)
  assertLink(link)
  const accountId = link.email === null ? undefined : await findConfirmedAccount(db, link.email)
  if (accountId !== undefined && link.optionId !== null) {
    const { pollId, optionId } = link
    const rotation = link.rotation ?? undefined
    const result = await castAs(db, { userId: accountId, pollId, optionId, rotation })
    return { state: await decide(db, token, result) }
  }
  let areCountsNew = false
  let mailbox: Mailbox | undefined
  const state = await db.transaction(async (tx) => {
    const [locked] = await readLink(tx, token).for('update')
    assertLink(locked)
    if (locked.state !== 'waiting') return locked.state
    mailbox = await proveMailbox(tx, app, locked)
    return decide(tx, token, await storeOfMailbox(tx, locked, () => (areCountsNew = true)))
  })
  if (areCountsNew) publish(db, { kind: 'counts', of: 'polls', id: link.pollId })
  return { state, ...(state === 'counted' && mailbox && { mailbox }) }
}

async function proveMailbox(tx: Db, { config, tokens }: App, { email }: Link): Promise<Mailbox | undefined> {
  if (config.onlyProviders || email === null || (await tx.$count(users, hasEmail(email))) > 0) return undefined
  return { email, proof: tokens.signMailbox({ email }) }
}

async function findConfirmedAccount(db: Db, email: string): Promise<number | undefined> {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasEmail(email), users.isActive, sql`${users.emailVerifiedAt} is not null`))
  return account?.id
}

/** Like any vote of the account. If the response is lost, the next call finds that it is stored. */
async function castAs(db: Db, vote: Pick<Vote, 'userId' | 'pollId' | 'optionId' | 'rotation'>): Promise<Result> {
  try {
    await castVote(db, { ...vote, confirmedOnly: true, source: 'embed', isRepetition: true })
    return 'counted'
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return resultOf(error)
    throw error
  }
}

const reasons: readonly string[] = ['already_voted', 'poll_closed', 'not_found'] satisfies Result[]

function resultOf({ code }: ApiError): Result {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in the list
  return reasons.includes(code) ? (code as Result) : 'not_allowed'
}

/** Deletes the choice and the address, which a consent keeps. @returns what was decided first, if two clicks decide at once */
async function decide(db: Db, token: string, result: Result): Promise<Result> {
  const { rows } = await db.execute(sql`
    with waiting as (
      select poll_id, voter_id, email, newsletter from ${mailedAnswers}
      where ${isOf(token)} and state = 'waiting' for update
    ), decided as (
      update ${mailedAnswers} answer set state = ${result}, option_id = null, email = null, newsletter = null
      from waiting where answer.poll_id = waiting.poll_id and answer.voter_id = waiting.voter_id
    ), agreed as (
      insert into ${newsletterConsents} (email, wording, poll_id)
      select email, newsletter, poll_id from waiting
      where newsletter is not null and ${result} = 'counted' on conflict do nothing
    )
    select poll_id from waiting`)
  if (rows.length > 0) return result
  const [link] = await readLink(db, token)
  return link && link.state !== 'waiting' ? link.state : result
}

/** The row of the mailbox is made with its first vote. Nobody is locked out by a sanction against an account that only claims the address. */
async function storeOfMailbox(
  tx: Db,
  { pollId, voterId, optionId, rotation, email, givenFrom }: Link,
  publishCounts: () => void,
): Promise<Result> {
  const { rows } = await tx.execute<{ result: Result | null }>(sql`
    select case
      when not ${isListedPoll('p')} then 'not_found'
      when not ${isOpenPoll('p', 'statement_timestamp()')} then 'poll_closed'
      when exists (select from ${pollVotes} v where v.poll_id in (p.id, p.twin_id) and v.voter_id = ${voterId}) then 'already_voted'
      when exists (select from ${users} u where u.voter_id = ${voterId} and u.email_verified_at is not null
        and (${isBlocked('u')} or ${isSuspended('u')})) then 'not_allowed'
    end as result from ${polls} p where p.id = ${pollId}`)
  const reason = rows[0] ? rows[0].result : 'not_found'
  if (reason || optionId === null) return reason ?? 'not_found'
  const [known] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.voterId, voterId), users.isMailbox))
    .limit(1)
    .for('no key update')
  const [voter] = known
    ? [known]
    : await tx
        .insert(users)
        .values({
          voterId,
          isMailbox: true,
          emailVerifiedAt: sql`now()`,
          lastSeenOn: null,
          registeredFrom: givenFrom,
          mailDomain: mailDomainOf(email ?? ''),
          ...deletion,
        })
        .returning({ id: users.id })
  if (!voter) throw new Error('an insert returns its row')
  const vote = { userId: voter.id, pollId, optionId, rotation: rotation ?? undefined }
  const [stored] = await storeVotesIn(tx, [{ ...vote, confirmedOnly: true, source: 'embed' }])
  if (!stored) return 'already_voted'
  await tx
    .update(pollTotals)
    .set({ byMailbox: sql`${pollTotals.byMailbox} + 1` })
    .where(eq(pollTotals.pollId, pollId))
  if (stored.is_hidden) return 'counted'
  await tx
    .update(polls)
    .set({ answeredByMail: true })
    .where(and(eq(polls.id, pollId), not(polls.answeredByMail)))
  publishCounts()
  return 'counted'
}

/** For admins. The newest day is first, and the order within it is that of the addresses, because votes have the order of the rows. */
export async function findConsents(db: Db): Promise<string> {
  const rows = await db
    .select({
      email: newsletterConsents.email,
      day: consentDay,
      poll: sql<string>`coalesce(${newsletterConsents.pollId}::text, '')`,
      wording: newsletterConsents.wording,
    })
    .from(newsletterConsents)
    .orderBy(desc(newsletterConsents.id))
    .limit(maxConsents)
  const sorted = rows.toSorted((a, b) => (a.day === b.day ? (a.email < b.email ? -1 : 1) : a.day < b.day ? 1 : -1))
  return toCsv([['Email', 'Time', 'Poll', 'Agreed to'], ...sorted.map((row) => Object.values(row))])
}

/** Deletes what is old, and the mail domains of mailboxes, which are compared for a week. */
export async function sweepMailedAnswers(db: Db): Promise<void> {
  await db.delete(mailedAnswers).where(isOld)
  await db
    .update(users)
    .set({ mailDomain: null })
    .where(
      and(users.isMailbox, sql`${users.mailDomain} is not null and ${users.createdAt} < now() - interval '7 days'`),
    )
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token.trim()).digest()
}
