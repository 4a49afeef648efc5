import { site } from '@wtpu/contract/site/name'
import { sampleSentence } from '@wtpu/contract/polls/method'
import type { PollMethod } from '@wtpu/contract/polls/totals'
import { type AskedRollCall, describeRollCall } from '@wtpu/contract/roll-call-sentence'
import { sql, type SQL } from 'drizzle-orm'
import { isoTime } from './iso-time.ts'
import type { Db } from './client.ts'
import { cacheRead } from './read-cache.ts'
import { users } from './schema/accounts.ts'
import { politicians } from './schema/politicians.ts'
import { pollOptions, polls, pollTotals, pollVotes } from './schema/polls.ts'
import { pollRollCalls, rollCalls } from './schema/roll-calls.ts'
import { hasJustClosed, isBlocked, isClosedPoll, wasActive } from './visibility.ts'

interface Settings {
  votesNeedConfirmedEmail: boolean
  siteTimeZone: string
}

const couldVote = (at: SQL, confirmedOnly: boolean) =>
  sql`${wasActive(at)} and (${!confirmedOnly} or ${users.emailVerifiedAt} <= ${at})`

const countBy = (confirmedOnly: boolean) =>
  cacheRead(60_000, (db) => db.$count(users, couldVote(sql`now()`, confirmedOnly)))
const [countConfirmed, countAll] = [countBy(true), countBy(false)]

/**
 * Remembers for each poll that has closed how many accounts could vote. Reads all accounts, so this is done once for each poll. It is
 * not known of polls that closed while no server was running for a day.
 */
export async function countAccountsAtClose(db: Db, { votesNeedConfirmedEmail }: Settings): Promise<void> {
  await db.execute(sql`update ${polls} set accounts_at_close =
      (select count(*) from ${users} where ${couldVote(sql`${polls}.closes_at`, votesNeedConfirmedEmail)})
    where id in (select id from ${polls} p where ${hasJustClosed('p')} and accounts_at_close is null order by closes_at limit 20)`)
}

interface Facts {
  votes: number
  closes_at: string | null
  is_closed: boolean
  featured: boolean
  by_staff: boolean
  is_sample: boolean
  imported_from: string | null
  accounts: number | null
  blocked: number
  about: string | null
  roll_call: (AskedRollCall & { id: number }) | null
  no_opinion: string[]
}

/** How a published poll was taken, by what the database and the settings say. */
export async function findPollMethod(db: Db, pollId: number, settings: Settings, now: Date): Promise<PollMethod> {
  const { votesNeedConfirmedEmail: confirmedOnly, siteTimeZone: timeZone } = settings
  const { rows } = await db.execute<Facts>(sql`
    select total.total_votes as votes, ${isoTime('p.closes_at')} as closes_at, ${isClosedPoll('p')} as is_closed, p.featured,
      coalesce(creator.role <> 'user', true) as by_staff, p.is_sample, p.imported_from, p.accounts_at_close as accounts,
      (select count(*)::int from ${users} blocked join ${pollVotes} v on v.poll_id = p.id and v.user_id = blocked.id
        where ${isBlocked('blocked')}) as blocked,
      (select name from ${politicians} where id = p.politician_id) as about,
      (select json_build_object('id', r.id, 'bill', r.bill, 'chamber', r.chamber, 'question', r.question, 'title', r.title,
        'result', r.result) from ${pollRollCalls} tie
        join ${rollCalls} r on r.id = tie.roll_call_id where tie.poll_id = p.id) as roll_call,
      array(select text from ${pollOptions} where poll_id = p.id and is_no_opinion order by position) as no_opinion
    from ${polls} p join ${pollTotals} total on total.poll_id = p.id left join ${users} creator on creator.id = p.creator_id
    where p.id = ${pollId}`)
  const [facts] = rows
  if (!facts) throw new Error(`There is no poll ${pollId}`)
  const isClosed = facts.is_closed
  const accounts = isClosed ? facts.accounts : await (confirmedOnly ? countConfirmed : countAll)(db)
  const at = isClosed ? (facts.closes_at ?? now) : now
  const importedFrom = facts.imported_from
  const isOwn = importedFrom === null
  return {
    sentence: sampleSentence({ votes: facts.votes, at, isClosed, importedFrom, timeZone }),
    run_by: importedFrom ?? `${site.name}, the operator of this site`,
    asked_by: isOwn ? (facts.by_staff ? 'staff' : 'member') : 'participant',
    about: facts.about,
    roll_call: facts.roll_call && {
      id: facts.roll_call.id,
      bill: facts.roll_call.bill,
      asked: describeRollCall(facts.roll_call).question,
    },
    who_could_vote: !isOwn
      ? 'participants of the conversation'
      : confirmedOnly
        ? 'members with a confirmed email address'
        : 'members',
    accounts: accounts === null ? null : roundDown(accounts),
    featured: facts.featured,
    mode: 'web',
    language: isOwn ? 'en' : null,
    results_visible_while_voting: isOwn || null,
    one_vote_for: isOwn ? 'mailbox' : 'participant',
    weighted: false,
    votes_of_blocked_accounts: roundDown(facts.blocked),
    licence: isOwn ? site.licence : 'As in the source of the conversation',
    no_opinion: facts.no_opinion,
    is_sample: facts.is_sample,
    imported_from: importedFrom,
    time_zone: timeZone,
  }
}

const roundDown = (count: number) => Math.floor(count / 10) * 10
