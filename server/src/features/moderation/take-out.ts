import {
  maxTakenOutAccounts,
  minTakenOutAccounts,
  type RecentAccounts,
  type takeOutRecentAccounts,
} from '@wtpu/contract/accounts/mail-domains'
import { minVotesTakenOut } from '@wtpu/contract/disclosure'
import type { Input, Output } from '@wtpu/contract/endpoint'
import { eq, sql, type SQL } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { uncountVotes } from '#community/uncount-votes.ts'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { pendingAnswers, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { areResultsHidden, isBlocked, isDeleted, isOpenPoll, isOwnPoll } from '#db/visibility.ts'
import { invalidInput } from '#http/errors.ts'
import { publish, publishOwn } from '#live/publish.ts'
import { type App, toSentence } from './decisions.ts'
import { sanctionPeople } from './sanction-people.ts'

/** A decision about an account reaches its mailbox, so a mailbox with an account of staff or an older one is left out. */
const recentAccounts = (domain: string): SQL => sql`(
  select u.id, ${isBlocked('u')} as blocked from ${users} u
  where u.mail_domain = ${domain} and u.created_at > now() - interval '7 days' and not ${isDeleted('u')}
    and not exists (select from ${users} other where other.voter_id = u.voter_id and not ${isDeleted('other')}
      and (other.role <> 'user' or other.created_at <= now() - interval '7 days')))`

/** What was taken out of a poll with hidden results would tell how many of these accounts voted there. */
const isTakenOutOf = (row: string): SQL => sql`${isOwnPoll(row)} and not ${areResultsHidden(row)}`

/** The open polls with so many votes of these accounts that they can be taken out. */
const pollsOf = (accounts: SQL): SQL => sql`(
  select v.poll_id, count(*)::int as votes from ${accounts} account join ${pollVotes} v on v.user_id = account.id
    join ${polls} p on p.id = v.poll_id and ${isTakenOutOf('p')} and ${isOpenPoll('p')}
  group by 1 having count(*) >= ${minVotesTakenOut})`

export async function countRecentAccounts(db: Db, domain: string): Promise<RecentAccounts> {
  const { rows } = await db.execute<RecentAccounts & Record<string, unknown>>(sql`
    with recent as materialized ${recentAccounts(domain)}, found as materialized ${pollsOf(sql`recent`)}
    select (count(*) filter (where not blocked))::int as accounts, (count(*) filter (where blocked))::int as blocked,
      (select coalesce(sum(votes), 0)::int from found) as votes, (select count(*)::int from found) as polls
    from recent`)
  return rows[0] ?? { accounts: 0, blocked: 0, votes: 0, polls: 0 }
}

interface TakeOut {
  domain: string
  adminId: number
  by: (tx: Db) => Promise<Decision>
}

/**
 * Blocks the recent accounts of a mail domain, then takes their votes out of open polls, one poll after the other. A vote that is cast
 * meanwhile is stored before its account is blocked, or refused. What a crash has left is done by the next call. @throws ApiError 400
 */
export async function takeOutDomain(
  app: App,
  { domain, adminId, by, ...input }: TakeOut & Input<typeof takeOutRecentAccounts>['body'],
): Promise<Output<typeof takeOutRecentAccounts>> {
  const sentence = toSentence('sentence', input.sentence)
  const before = await countRecentAccounts(app.db, domain)
  if (before.accounts + before.blocked < minTakenOutAccounts) {
    const problem = `Fewer than ${minTakenOutAccounts} accounts of the last seven days can be taken out here.`
    throw invalidInput({ domain: [problem] })
  }
  await app.db.transaction(by)
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select id from ${recentAccounts(domain)} recent where not blocked order by id limit ${maxTakenOutAccounts}`,
  )
  const ids = rows.map(({ id }) => id)
  const blocked = await sanctionPeople(app, { action: 'block', rule: input.rule, sentence, ids, moderatorId: adminId })
  const decided = await decideAnswers(app.db, domain)
  const taken = { votes: 0, polls: 0, voters: new Set<number>() }
  for (const pollId of await findPollIds(app.db, domain)) {
    const voters = await takeOutVotes(app.db, pollId, { domain, adminId, by, rule: input.rule, sentence })
    if (voters.length === 0) continue
    taken.votes += voters.length
    taken.polls++
    for (const id of voters) taken.voters.add(id)
    publish(app.db, { kind: 'counts', of: 'polls', id: pollId })
  }
  for (const id of taken.voters) publishOwn(app.db, id, '/api/polls/my-votes/')
  for (const id of decided) publishOwn(app.db, id, '/api/polls/pending-answers/')
  const { accounts: left } = await countRecentAccounts(app.db, domain)
  return { blocked: blocked.length, left, votes: taken.votes, polls: taken.polls }
}

const blockedOf = (domain: string) => sql`(select id from ${recentAccounts(domain)} recent where blocked)`

async function findPollIds(db: Db, domain: string): Promise<number[]> {
  const { rows } = await db.execute<{ poll_id: number }>(
    sql`select poll_id from ${pollsOf(blockedOf(domain))} found order by poll_id`,
  )
  return rows.map((row) => row.poll_id)
}

/** Answers that wait are not counted, and no seal waits for them. @returns whose they were */
async function decideAnswers(db: Db, domain: string): Promise<number[]> {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    update ${pendingAnswers} set state = 'not_allowed', option_id = null, due_at = null
    where user_id in ${blockedOf(domain)} and state in ('waiting', 'due') returning user_id`)
  return [...new Set(rows.map((row) => row.user_id))]
}

/** @returns whose votes were taken out */
function takeOutVotes(
  db: Db,
  pollId: number,
  { domain, adminId, by, rule, sentence }: TakeOut & { rule: number; sentence: string },
): Promise<number[]> {
  return db.transaction(async (tx) => {
    const { rows: found } = await tx.execute<{ id: number }>(sql`
      select account.id from ${blockedOf(domain)} account
        join ${pollVotes} v on v.poll_id = ${pollId} and v.user_id = account.id`)
    const people = await lockPeople(tx, [adminId, ...found.map(({ id }) => id)])
    const decision = await by(tx)
    const ids = sql.param(people.flatMap(({ id, active }) => (active ? [] : [id])))
    const isTheirs = sql`poll_id = ${pollId} and user_id = any(${ids}::int[])`
    // A poll is sealed after it has locked its options, so it waits for this.
    await tx
      .select({ id: pollOptions.id })
      .from(pollOptions)
      .where(eq(pollOptions.pollId, pollId))
      .orderBy(pollOptions.id)
      .for('key share')
    const { rows } = await tx.execute<{ user_id: number; option_id: number }>(sql`
      delete from ${pollVotes} using ${polls}
      where ${isTheirs} and ${polls.id} = poll_id and ${isTakenOutOf('polls')} and ${isOpenPoll('polls', 'statement_timestamp()')}
        and (select count(*) from ${pollVotes} theirs where ${isTheirs}) >= ${minVotesTakenOut}
      returning user_id, option_id`)
    if (rows.length === 0) return []
    await uncountVotes(tx, pollId, rows, { areTakenOut: true })
    const action = { action: 'take_out', subjectKind: 'poll', subjectId: pollId, rule } as const
    await recordModeration(tx, action, { ...decision, reason: sentence })
    return rows.map((row) => row.user_id)
  })
}
