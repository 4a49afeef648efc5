import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import { arrivalsRoundedTo, minVotesOfArrivals } from '@wtpu/contract/disclosure'
import { otherWordingText, withoutKey, wordingEffect } from '@wtpu/contract/polls/on-demand/wording-effect'
import { orderEffect } from '@wtpu/contract/polls/on-demand/order-effect'
import { accountAges, voteSources } from '@wtpu/contract/polls/on-demand/arrivals'
import type { Arrivals, PollMethod, PollRecord } from '@wtpu/contract/polls/totals'
import { type AskedRollCall, describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { sql, type SQL } from 'drizzle-orm'
import { isoTime, isoTimeOrNull } from './iso-time.ts'
import type { Db } from './client.ts'
import { findListGroups } from './list-groups.ts'
import { cacheRead } from './read-cache.ts'
import { users } from './schema/accounts.ts'
import { politicians } from './schema/politicians.ts'
import { ballots, circleMembers, circles, paperPolls, papers } from './schema/circles.ts'
import { dailyQuestions, pollArrivals, pollOptions, polls, pollTotals, pollVotes, quorumOf } from './schema/polls.ts'
import { siteKeys } from './schema/operation.ts'
import { pollRollCalls, rollCalls } from './schema/roll-calls.ts'
import {
  areResultsHidden,
  hasJustClosed,
  hasOpened,
  isBlocked,
  isClosedPoll,
  isOpenPoll,
  wasActive,
} from './visibility.ts'

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

const roleOf = sql`coalesce((select case role when 'user' then 'member' else 'staff' end from ${users}
  where id = ${polls.creatorId}), 'staff')`

/** Writes down who asked, of scheduled polls that have opened. Called before a role changes, too. */
export async function recordAskers(db: Db): Promise<void> {
  await db.execute(sql`update ${polls} set asked_by = ${roleOf}
    where id in (select id from ${polls} p where p.is_recorded and p.confirmed_only is null and p.asked_by is null
      and ${hasOpened('p')} order by id for no key update)`)
}

/**
 * Writes down who asked and who could vote as soon as a poll has opened, and if that changes while it is open. A poll that
 * closed before any server has seen it open stays without.
 */
export async function recordOpenings(db: Db, { votesNeedConfirmedEmail }: Settings): Promise<void> {
  await recordAskers(db)
  await db.execute(sql`update ${polls} set confirmed_only = ${votesNeedConfirmedEmail}::boolean
    where id in (select id from ${polls} p where p.is_recorded and p.confirmed_only is null
      and ${hasOpened('p')} order by id for no key update)`)
  await db.execute(sql`update ${polls} set confirmed_only_changed = true
    where id in (select id from ${polls} p where p.confirmed_only <> ${votesNeedConfirmedEmail}::boolean
      and not p.confirmed_only_changed and ${isOpenPoll('p')} order by id for no key update)`)
}

interface RecordedFacts {
  audience: 'everyone' | 'circle'
  is_recorded: boolean
  asked_by: 'member' | 'staff' | null
  confirmed_only: boolean | null
  confirmed_only_changed: boolean
  featured: boolean
  featured_from: string | null
  featured_to: string | null
  votes_taken_out: number
}

/** Columns of the poll `p`. */
const recordedFacts = sql`p.is_recorded, p.audience, p.asked_by, p.confirmed_only, p.confirmed_only_changed,
  p.featured_from is not null as featured, ${isoTimeOrNull("nullif(p.featured_from, '-infinity')")} as featured_from,
  ${isoTimeOrNull(sql`coalesce(p.featured_to, case when p.featured_from is not null and ${isClosedPoll('p')} then p.closes_at end)`)}
    as featured_to,
  (select taken_out from ${pollTotals} where poll_id = p.id) as votes_taken_out`

function toRecord(facts: RecordedFacts): PollRecord {
  const { confirmed_only: confirmedOnly } = facts
  return {
    asked_by: facts.asked_by,
    who_could_vote:
      facts.audience === 'circle' ? 'people on a list' : confirmedOnly === null ? null : votersOf(confirmedOnly),
    who_could_vote_changed: confirmedOnly === null ? null : facts.confirmed_only_changed,
    featured: facts.featured || (facts.is_recorded ? false : null),
    featured_from: facts.featured_from,
    featured_to: facts.featured_to,
    votes_taken_out: facts.votes_taken_out,
  }
}

const votersOf = (confirmedOnly: boolean) => (confirmedOnly ? 'members with a confirmed email address' : 'members')

/** What the seal of a closed poll says of how it was taken. */
export async function findPollRecord(db: Db, pollId: number): Promise<PollRecord> {
  const { rows } = await db.execute<RecordedFacts & Record<string, unknown>>(
    sql`select ${recordedFacts} from ${polls} p where p.id = ${pollId}`,
  )
  const [facts] = rows
  if (!facts) throw new Error(`There is no poll ${pollId}`)
  return toRecord(facts)
}

function toArrivals(shown: Shown): Arrivals | null {
  if (!shown) return null
  const count = (name: string) => shown[name] ?? 0
  const share = (part: number, of: number) => arrivalsRoundedTo * Math.round((100 * part) / of / arrivalsRoundedTo)
  const shares = <K extends string>(names: readonly K[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name
    Object.fromEntries(names.map((name) => [name, share(count(name), count('votes'))])) as Record<K, number>
  const openings = count('openings')
  const answered = Math.min(openings, count('link') + count('embed') + count('notice'))
  return {
    votes: count('votes'),
    sources: shares(voteSources),
    account_ages: shares(accountAges),
    openings: roundDown(openings),
    unanswered: openings < minVotesOfArrivals ? null : share(openings - answered, openings),
  }
}

interface Facts extends RecordedFacts {
  shown: Shown
  by_mailbox: number
  votes: number
  closes_at: string | null
  is_closed: boolean
  is_sample: boolean
  imported_from: string | null
  accounts: number | null
  blocked: number
  question_of_the_day: string | null
  about: string | null
  roll_call: (AskedRollCall & { id: number }) | null
  no_opinion: string[]
  reveal: 'always' | 'at_close' | 'when_published'
  revealed_at: string | null
  list: Omit<NonNullable<PollMethod['list']>, 'groups'> | null
  quorum: number | null
  drawn_options: number | null
  results_hidden: boolean
  options: { id: number; text: string; votes: number }[] | null
  other:
    | (Omit<OtherWording, 'effect' | 'options' | 'is_second' | 'words'> & {
        shown: Shown
        options: { id: number; text: string; votes: number }[]
        key_is_lost: boolean
      })
    | null
}

type Shown = Record<string, number> | null
type OtherWording = NonNullable<PollMethod['other_wording']>

/** SQL: the options of a poll. */
const optionsOf = (
  poll: string,
) => sql`(select json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.vote_count) order by o.position)
  from ${pollOptions} o where o.poll_id = ${sql.raw(poll)})`

/** What was drawn is as of the last steps of both. */
function toOtherWording(id: number, { other, options, shown, results_hidden: isHidden }: Facts): OtherWording | null {
  if (!other || !options) return null
  const { shown: shownOfOther, key_is_lost: isKeyLost, ...poll } = other
  const isSecond = poll.poll > id
  const drawn = (of: { id: number }[], counts: Shown) => of.map((option) => counts?.[`wording_${option.id}`] ?? 0)
  const both = [drawn(options, shown), drawn(poll.options, shownOfOther)] as const
  const [first, second] = isSecond ? both : [both[1], both[0]]
  const found = {
    ...poll,
    options: poll.options.map(({ text, votes }) => ({ text, votes })),
    is_second: isSecond,
    effect: isHidden
      ? null
      : isKeyLost
        ? withoutKey
        : wordingEffect(
            options.map(({ text }) => text),
            first,
            second,
          ),
  }
  return { ...found, words: otherWordingText(found) }
}

/** SQL: how many answers to a poll came on paper. */
export const countOnPaper = (poll: SQL) =>
  sql<number>`(select count(*)::int from ${pollVotes} sheet where sheet.poll_id = ${poll} and sheet.is_on_paper)`

/** SQL: whom the list of the circle invited to the poll `p`. Null if everyone could answer. */
const invited = sql`(select json_build_object('name', circle.name, 'eligible', p.eligible,
    'struck', count(*) filter (where member.struck_at is not null), 'late', count(*) filter (where ballot.is_late),
    'on_paper', case when ${areResultsHidden('p')} then 0 else ${countOnPaper(sql`p.id`)} end)
  from ${paperPolls} asked join ${papers} paper on paper.id = asked.paper_id join ${circles} circle on circle.id = paper.circle_id
    join ${ballots} ballot on ballot.paper_id = paper.id join ${circleMembers} member on member.id = ballot.member_id
  where asked.poll_id = p.id group by circle.id)`

/** How a published poll was taken, by what the database and the settings say. */
export async function findPollMethod(db: Db, pollId: number, settings: Settings, now: Date): Promise<PollMethod> {
  const { votesNeedConfirmedEmail: confirmedOnly, siteTimeZone: timeZone } = settings
  const { rows } = await db.execute<Facts>(sql`
    select total.total_votes as votes, total.by_mailbox, ${isoTime('p.closes_at')} as closes_at, ${isClosedPoll('p')} as is_closed, ${recordedFacts},
      (select shown from ${pollArrivals} where poll_id = p.id) as shown,
      p.is_sample, p.imported_from, p.drawn_options, p.accounts_at_close as accounts,
      (select count(*)::int from ${users} blocked join ${pollVotes} v on v.poll_id = p.id and v.user_id = blocked.id
        where ${isBlocked('blocked')}) as blocked,
      (select day::text from ${dailyQuestions} where poll_id = p.id) as question_of_the_day,
      (select name from ${politicians} where id = p.politician_id) as about,
      (select json_build_object('id', r.id, 'bill', r.bill, 'chamber', r.chamber, 'question', r.question, 'title', r.title,
        'result', r.result) from ${pollRollCalls} tie
        join ${rollCalls} r on r.id = tie.roll_call_id where tie.poll_id = p.id) as roll_call,
      array(select text from ${pollOptions} where poll_id = p.id and is_no_opinion order by position) as no_opinion,
      ${areResultsHidden('p')} as results_hidden,
      case when p.twin_id is not null then ${optionsOf('p.id')} end as options,
      (select json_build_object('poll', w.id, 'question', w.question, 'description', w.description, 'n', t.total_votes,
        'key_is_lost', exists (select from ${siteKeys} k where k.id > 1 and k.created_at > p.created_at), 'options', ${optionsOf('w.id')}, 'shown', (select shown from ${pollArrivals} where poll_id = w.id))
        from ${polls} w join ${pollTotals} t on t.poll_id = w.id where w.id = p.twin_id) as other,
      p.reveal, ${isoTimeOrNull('p.revealed_at')} as revealed_at, ${quorumOf('p')} as quorum,
      case when p.audience = 'circle' then ${invited} end as list
    from ${polls} p join ${pollTotals} total on total.poll_id = p.id
    where p.id = ${pollId}`)
  const [facts] = rows
  if (!facts) throw new Error(`There is no poll ${pollId}`)
  const isClosed = facts.is_closed
  const accounts = isClosed ? facts.accounts : await (confirmedOnly ? countConfirmed : countAll)(db)
  const at = isClosed ? (facts.closes_at ?? now) : now
  const importedFrom = facts.imported_from
  const answeredByMail = facts.by_mailbox > 0
  const isOwn = importedFrom === null
  return {
    sentence: sampleSentence({
      votes: facts.votes,
      at,
      isClosed,
      importedFrom,
      answeredByMail,
      eligible: facts.list?.eligible,
      timeZone,
    }),
    run_by: importedFrom ?? `${site.name}, the operator of this site`,
    ...toRecord(facts),
    ...(isOwn ? {} : ({ asked_by: 'participant', who_could_vote: 'participants of the conversation' } as const)),
    question_of_the_day: facts.question_of_the_day,
    about: isOn('officials') ? facts.about : null,
    roll_call:
      isOn('roll-calls') && facts.roll_call
        ? {
            id: facts.roll_call.id,
            bill: facts.roll_call.bill,
            asked: describeRollCall(facts.roll_call).question,
          }
        : null,
    arrivals: toArrivals(facts.shown),
    who_can_vote: isOwn && !isClosed ? (facts.list ? 'people on a list' : votersOf(confirmedOnly)) : null,
    accounts: accounts === null || facts.list ? null : roundDown(accounts),
    votes_by_mailed_links: answeredByMail ? roundDown(facts.by_mailbox) : null,
    mode: 'web',
    language: isOwn ? 'en' : null,
    results_visible_while_voting: isOwn ? facts.reveal === 'always' : null,
    revealed_at: facts.revealed_at,
    list: facts.list && {
      ...facts.list,
      groups: isClosed && !facts.results_hidden ? await findListGroups(db, pollId) : [],
    },
    quorum: facts.quorum,
    one_vote_for: isOwn ? 'mailbox' : 'participant',
    weighted: false,
    votes_of_blocked_accounts: roundDown(facts.blocked),
    licence: isOwn ? site.licence : 'As in the source of the conversation',
    no_opinion: facts.no_opinion,
    order: facts.drawn_options === null ? 'author' : 'drawn',
    order_effect: orderEffect(facts.shown, facts.drawn_options),
    other_wording: toOtherWording(pollId, facts),
    is_sample: facts.is_sample,
    imported_from: importedFrom,
    time_zone: timeZone,
  }
}

const roundDown = (count: number) => Math.floor(count / 10) * 10
