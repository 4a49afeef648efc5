import { daysOfPolls, establishedDays, minJudgementsOfPart } from '@wtpu/contract/disclosure'
import { boundOfAccount, minJudgementsOfAccount } from '@wtpu/contract/polls/on-demand/reasons'
import { wilson, zOfBound } from '@wtpu/contract/intervals'
import type { partsOfJudges } from '@wtpu/contract/polls/on-demand/reasons'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { type JudgedPart, reasonJudgements, reasonRanks, reasons } from '#db/schema/reasons.ts'
import { isListedPoll } from '#db/visibility.ts'
import { findRepeated } from './line/blocks.ts'

type By = (typeof partsOfJudges)[number]

interface Parts {
  by: By
  count: number
  /** SQL: joins who judged to a judgement `j` of a reason `r` of a `poll`. */
  judge: SQL
  /** SQL: their part, from 0, or null if they are in none. */
  part: SQL
}

interface JudgedPoll {
  id: number
  asks_other_side: boolean
  /** The two answers with the most votes. */
  options: number[]
}

interface Found {
  id: number
  judged_by: By | null
  published: JudgedPart[]
  counted: ({ part: number } & JudgedPart)[]
}

interface Judged {
  id: number
  option: number
  /** Who found it fair. */
  fair: number[]
  skipped: number[]
}

/** Blocks are looked for in the judgements of this many reasons of a poll: the most judged ones. */
const maxCompared = 2_000

/**
 * Ranks reasons by the smallest lower bound of the shares of each part of the people who found them fair. A part is one third of the
 * line, a group of Common Ground, or the voters of one of the two answers with the most votes. The published numbers of a part move
 * once ten judgements are new, so that nobody reads a single one from them.
 */
export async function rankReasons(db: Db): Promise<void> {
  const parts = await findParts(db)
  const judgedPolls = await findJudgedPolls(db)
  for (const poll of judgedPolls) {
    const repeated = await findRepeatedJudges(db, parts, poll)
    const found = await findJudged(db, parts, poll, repeated)
    await writeRanks(
      db,
      found.flatMap((reason) => rankOf(reason, parts) ?? []),
    )
    if (poll.asks_other_side) await markFairAccounts(db, poll, repeated)
  }
  if (judgedPolls.length > 0) await placeBest(db, judgedPolls)
}

type Rank = Pick<typeof reasonRanks.$inferSelect, 'fairness'> & {
  id: number
  judged_by: By
  judged_parts: JudgedPart[]
}

const ranksOfStatement = 5_000

/** Only runs write ranks, so nobody waits for their locks. */
async function writeRanks(db: Db, ranks: readonly Rank[]): Promise<void> {
  for (let start = 0; start < ranks.length; start += ranksOfStatement) {
    const some = JSON.stringify(ranks.slice(start, start + ranksOfStatement))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await db.execute(sql`
      insert into ${reasonRanks} (reason_id, poll_id, option_id, judged_by, judged_parts, fairness)
      select r.id, r.poll_id, r.option_id, rank.judged_by, rank.judged_parts, rank.fairness
      from json_to_recordset(${some}) as rank (id int, judged_by text, judged_parts jsonb, fairness real)
        join ${reasons} r on r.id = rank.id
      on conflict (reason_id) do update
      set judged_by = excluded.judged_by, judged_parts = excluded.judged_parts, fairness = excluded.fairness`)
  }
}

/** This many places of each answer are known, for when some of the best are hidden before the next run. */
const places = 100

async function placeBest(db: Db, judgedPolls: readonly JudgedPoll[]): Promise<void> {
  const isJudged = sql`rank.poll_id = any(${sql.param(judgedPolls.map(({ id }) => id))}::int[])`
  await db.execute(sql`
    with best as (
      select * from (
        select rank.reason_id, row_number() over (partition by rank.poll_id, rank.option_id order by rank.fairness desc, rank.reason_id desc) as place
        from ${reasonRanks} rank join ${reasons} r on r.id = rank.reason_id and r.is_visible
        where ${isJudged} and rank.fairness is not null) placed
      where place <= ${sql.raw(String(places))}
    ), changed as (
      select rank.reason_id, best.place from ${reasonRanks} rank left join best using (reason_id)
      where ${isJudged} and rank.place is distinct from best.place
    )
    update ${reasonRanks} set place = changed.place from changed where ${reasonRanks.reasonId} = changed.reason_id`)
}

/** The groups, if there are groups; else the thirds of the line, if there is a line; else the voters of two answers. */
async function findParts(db: Db): Promise<Parts> {
  const { rows } = await db.execute<{ groups: number; thirds: number }>(sql`
    select count(distinct "group")::int as groups, count(distinct third)::int as thirds from ${commonGroundMembers}`)
  const { groups = 0, thirds = 0 } = rows[0] ?? {}
  const member = sql`join ${commonGroundMembers} m on m.voter_id = j.voter_id`
  if (groups > 0) return { by: 'groups', count: groups, judge: member, part: sql`ascii(m."group") - ascii('A')` }
  if (thirds > 0) return { by: 'line', count: 3, judge: member, part: sql`m.third` }
  return {
    by: 'answers',
    count: 2,
    // Judgements of new accounts wait until these are established, as they do along the line.
    judge: sql`join ${pollVotes} v on v.poll_id = r.poll_id and v.voter_id = j.voter_id
      join ${users} u on ${isByEstablished}`,
    part: sql`array_position(poll.options, v.option_id) - 1`,
  }
}

async function findJudgedPolls(db: Db): Promise<JudgedPoll[]> {
  const { rows } = await db.execute<JudgedPoll>(sql`
    select p.id, p.asks_other_side, (select array_agg(id) from (select o.id from ${pollOptions} o
      where o.poll_id = p.id and not o.is_no_opinion order by o.vote_count desc, o.position limit 2) most) as options
    from ${polls} p where ${isListedPoll('p')} and now() - make_interval(days => ${daysOfPolls}) < p.published_at
      and exists (select from ${reasons} r where r.poll_id = p.id and r.judgement_count >= ${minJudgementsOfPart})
    order by p.id`)
  return rows
}

/** SQL: judgements `j` that count, of reasons `r` of a `poll`. */
const judgementsOf = ({ judge }: Parts, { options }: JudgedPoll, judged: SQL) => sql`
  (select ${sql.param(options)}::int[] as options) poll cross join (${judged}) r
    join ${reasonJudgements} j on j.reason_id = r.id ${judge}`

const judgedReasons = ({ id }: JudgedPoll) =>
  sql`select * from ${reasons} where poll_id = ${id} and judgement_count >= ${minJudgementsOfPart}`

/**
 * The judges of each block but one. A clique that errs sometimes is a block, too: a minority who judge mostly alike, and tell reasons for
 * the same answer apart the other way than all others. Those who only take the side of their answer are none.
 */
async function findRepeatedJudges(db: Db, parts: Parts, poll: JudgedPoll): Promise<number[]> {
  const most = sql`${judgedReasons(poll)} order by judgement_count desc, id limit ${maxCompared}`
  const { rows } = await db.execute<Judged>(sql`
    select r.id, r.option_id as option, coalesce(array_agg(j.voter_id) filter (where j.is_fair), '{}') as fair,
      coalesce(array_agg(j.voter_id) filter (where not j.is_fair), '{}') as skipped
    from ${judgementsOf(parts, poll, most)} where ${parts.part} is not null group by r.id, r.option_id order by r.id`)
  const votes = rows.map(({ id, skipped, fair }) => ({
    id,
    options: [skipped, fair].map((voters, n) => ({ id: n, voters })),
  }))
  const repeated = findRepeated(votes, {
    alike: 0.8,
    near: 0.6,
    isPossible: ({ answers, voters, share }) => share < 0.5 && opposesOthers(rows, answers, voters),
  })
  return [...repeated]
}

/** Whether all others find the reasons that a block finds fair less fair than the others for the same answer, on average over the answers. */
function opposesOthers(
  judged: readonly Judged[],
  answers: readonly (number | undefined)[],
  block: ReadonlySet<number>,
) {
  const ofOthers = (judges: readonly number[]) => judges.filter((judge) => !block.has(judge)).length
  const found = judged.map(({ option, fair, skipped }, n) => {
    const share = ofOthers(fair) / (ofOthers(fair) + ofOthers(skipped) || 1)
    return { option, isFair: answers[n] === 1, share }
  })
  const meanOf = (option: number, isFair: boolean) => {
    const some = found.filter((reason) => reason.option === option && reason.isFair === isFair)
    return some.reduce((sum, { share }) => sum + share, 0) / some.length
  }
  const options = Array.from(new Set(judged.map(({ option }) => option)))
  // Without reasons to compare, there is no difference.
  return options.reduce((sum, option) => sum + (meanOf(option, true) - meanOf(option, false) || 0), 0) < 0
}

async function findJudged(db: Db, parts: Parts, poll: JudgedPoll, repeated: number[]): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    with judgement as (
      select r.id, ${parts.part} as part, j.is_fair, b.voter is not null as is_repeated
      from ${judgementsOf(parts, poll, judgedReasons(poll))} left join unnest(${sql.param(repeated)}::int[]) b (voter) on b.voter = j.voter_id
    ), counted as (
      select id, part, count(*) filter (where not is_repeated)::int as judged,
        count(*) filter (where is_fair and not is_repeated)::int as fair, count(*) filter (where is_repeated)::int as repeated
      from judgement where part is not null group by id, part
    )
    select r.id, rank.judged_by, coalesce(rank.judged_parts, '[]') as published,
      coalesce(json_agg(json_build_object('part', c.part, 'judged', c.judged, 'fair', c.fair, 'repeated', c.repeated))
        filter (where c.id is not null), '[]') as counted
    from (${judgedReasons(poll)}) r left join counted c on c.id = r.id left join ${reasonRanks} rank on rank.reason_id = r.id
    group by r.id, rank.reason_id order by r.id`)
  return rows
}

/** SQL: a judgement `j` by a voter whose account `u` is no new one. */
const isByEstablished = sql`u.id = j.user_id and u.email_verified_at is not null
  and u.created_at < now() - make_interval(days => ${establishedDays})`

/**
 * Marks accounts of the other side that most of those who gave the answer could have written, for good: until then they are judged blind.
 * Judgements count ten by ten, in their order, so that nobody reads a single one from the mark.
 */
async function markFairAccounts(db: Db, poll: JudgedPoll, repeated: number[]): Promise<void> {
  const { rows } = await db.execute<{ id: number; judged: number; fair: number }>(sql`
    select id, count(*)::int as judged, count(*) filter (where is_fair)::int as fair
    from (
      select r.id, j.is_fair, count(*) over (partition by r.id) as judged,
        row_number() over (partition by r.id order by j.created_at, j.voter_id) as place
      from (${judgedReasons(poll)} and of_other_side and not is_fair_account) r join ${reasonJudgements} j on j.reason_id = r.id
        join ${pollVotes} v on v.poll_id = r.poll_id and v.voter_id = j.voter_id and v.option_id = r.option_id
        join ${users} u on ${isByEstablished}
      where not j.voter_id = any(${sql.param(repeated)}::int[])
    ) judgement where place <= judged - judged % ${minJudgementsOfPart} and judged >= ${minJudgementsOfAccount} group by id`)
  const marked = rows.filter(({ judged, fair }) => wilson(fair, judged, zOfBound).low >= boundOfAccount)
  if (marked.length === 0) return
  const ids = sql.param(marked.map(({ id }) => id))
  await db.execute(sql`update ${reasons} set is_fair_account = true where id = any(${ids}::int[])`)
}

/** Undefined if nothing that is published changes. */
function rankOf({ id, judged_by: before, published, counted }: Found, { by, count }: Parts): Rank | undefined {
  const none = { judged: 0, fair: 0, repeated: 0 }
  let hasChanged = before !== by
  const parts = Array.from({ length: count }, (_, index): JudgedPart => {
    const shown = (before === by ? published[index] : undefined) ?? none
    const { judged, fair, repeated } = counted.find(({ part }) => part === index) ?? none
    const change = Math.max(Math.abs(judged - shown.judged), Math.abs(repeated - shown.repeated))
    if (change < minJudgementsOfPart) return shown
    hasChanged = true
    return { judged, fair, repeated }
  })
  if (!hasChanged) return undefined
  const isJudgedByAll = parts.every(({ judged, repeated }) => judged + repeated >= minJudgementsOfPart)
  // A part that is hardly more than a block has no say, else the block would put all other reasons last.
  const bounds = parts
    .filter(({ judged }) => judged >= minJudgementsOfPart)
    .map(({ judged, fair }) => wilson(fair, judged, zOfBound).low)
  const fairness = isJudgedByAll && bounds.length > 0 ? Math.min(...bounds) : null
  return { id, fairness, judged_by: by, judged_parts: parts }
}
