import {
  type CommonGround,
  type GroupLetter,
  type GroupPoll,
  listedPolls,
  minPolls,
  minVoters,
  type OwnGroup,
  type PollGroups,
} from '@wtpu/contract/common-ground'
import { roundedTo, sharesRoundedTo } from '@wtpu/contract/disclosure'
import { sampleDataText, sampleReminder } from '@wtpu/contract/polls/on-demand/method'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import {
  commonGround,
  commonGroundLinePolls,
  commonGroundMembers,
  commonGroundPolls,
  type StoredAnswer,
} from '#db/schema/common-ground.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { isClosedPoll, isOwnPoll, isShownPoll, isListedPoll } from '#db/visibility.ts'
import { toCsv } from '#http/csv.ts'
import { accountGone, notFound } from '#http/errors.ts'
import { type Distinctive, findDistinctions } from './distinctions.ts'
import { percentsOf, rounded, roundCounts, spreadOf } from './groups/agreement.ts'
import {
  describeLine,
  findTypical,
  lineMethod,
  lineRows,
  publishLine,
  selectLine,
  type StoredLine,
} from './line/publish-line.ts'

const distinctionsShown = 5

interface StoredPoll extends Omit<GroupPoll, 'groups'> {
  answers: StoredAnswer[]
}

interface Run {
  line: StoredLine
  computed_at: string | null
  /** Some of the polls have invented votes. */
  is_sample: boolean
  status: CommonGround['status']
  voters: number
  polls: number
  groups: { id: GroupLetter; size: number }[]
  has_gaps: boolean
  map: CommonGround['map']
  results: StoredPoll[]
}

/** One statement reads one run, also while the next one is published. */
async function findRun(db: Db, where: SQL = isOwnPoll('poll')): Promise<Run> {
  const { rows } = await db.execute<Run>(sql`
    select ${isoTime('computed_at')} as computed_at, status, voters, polls, groups, has_gaps, map, coalesce((
      select json_agg(json_build_object('id', poll.id, 'question', poll.question, 'published_at', poll.published_at,
        'is_closed', ${isClosedPoll('poll')}, 'verdict', judged.verdict, 'option', judged.option, 'has_no_opinion', exists (
          select from ${pollOptions} choice where choice.poll_id = poll.id and choice.is_no_opinion), 'agreement', judged.agreement, 'answers', judged.answers, 'options', (
          select json_agg(choice.text order by choice.position) from ${pollOptions} choice
          where choice.poll_id = poll.id and not choice.is_no_opinion)
        ) order by poll.id)
      from ${commonGroundPolls} judged join ${polls} poll on poll.id = judged.poll_id
      where ${isListedPoll('poll')} and ${where}), '[]') as results, ${selectLine(where)} as line, (
        select coalesce(bool_or(poll.is_sample), false) from ${polls} poll join (
          select poll_id from ${commonGroundPolls} union select poll_id from ${commonGroundLinePolls}) judged on judged.poll_id = poll.id
        where ${isShownPoll('poll')} and ${where}) as is_sample
    from ${commonGround}`)
  const [run] = rows
  if (!run) throw new Error('The row of Common Ground is missing')
  return { ...run, groups: run.groups.map(({ id, size }) => ({ id, size: rounded(size) })) }
}

export async function findCommonGround(db: Db): Promise<CommonGround> {
  const { results, line, ...run } = await findRun(db)
  const all = results.map(toPoll)
  return {
    ...run,
    voters: rounded(run.voters),
    missing: { voters: Math.max(0, minVoters - run.voters), polls: Math.max(0, minPolls - run.polls) },
    groups: run.groups.map((group) => ({
      ...group,
      distinctions: findDistinctions(all, group.id)
        .slice(0, distinctionsShown)
        .map(({ distinction }) => distinction),
    })),
    agree: all
      .filter(({ verdict }) => verdict === 'agree')
      .toSorted((a, b) => b.agreement - a.agreement)
      .slice(0, listedPolls),
    divide: all
      .filter(({ verdict }) => verdict === 'divide')
      .toSorted((a, b) => spread(b) - spread(a))
      .slice(0, listedPolls),
    line: describeLine(line),
  }
}

export async function findPollGroups(db: Db, id: number): Promise<PollGroups> {
  const [poll] = await db
    .select({ id: polls.id })
    .from(polls)
    .where(sql`${polls.id} = ${id} and ${isShownPoll()}`)
  if (!poll) throw notFound('Poll')
  const { computed_at, is_sample, groups, results, line } = await findRun(db, sql`judged.poll_id = ${id}`)
  const [found] = results
  return { computed_at, is_sample, groups, poll: found ? toPoll(found) : null, line: publishLine(line)[0] ?? null }
}

/** The viewer's own group and third of the line, and those of their votes that set these apart most. */
export async function findOwnGroup(db: Db, userId: number): Promise<OwnGroup> {
  const [own] = await db
    .select({
      takesPart: users.inCommonGround,
      voterId: users.voterId,
      group: commonGroundMembers.group,
      third: commonGroundMembers.third,
    })
    .from(users)
    .leftJoin(commonGroundMembers, sql`${commonGroundMembers.voterId} = ${users.voterId}`)
    .where(isAccount(userId))
  if (!own) throw accountGone()
  const { takesPart, group, third } = own
  if (!takesPart || (!group && third === null)) {
    return { group: null, third: null, takes_part: takesPart, why: [], why_third: [] }
  }
  const { rows } = await db.execute<{ poll: number; position: number }>(sql`
    select vote.poll_id as poll, (select count(*)::int from ${pollOptions} earlier where earlier.poll_id = choice.poll_id
      and earlier.position < choice.position and not earlier.is_no_opinion) as position
    from ${pollVotes} vote join ${pollOptions} choice on choice.id = vote.option_id and not choice.is_no_opinion
    where vote.voter_id = ${own.voterId} and vote.poll_id in (
      select poll_id from ${commonGroundPolls} union select poll_id from ${commonGroundLinePolls})`)
  const votes = new Map(rows.map(({ poll, position }) => [poll, position]))
  const { results, line } = await findRun(db)
  const ownOf = (found: Distinctive[]) =>
    found
      .filter(({ distinction, option }) => votes.get(distinction.poll) === option)
      .slice(0, distinctionsShown)
      .map(({ distinction }) => distinction)
  return {
    group,
    third,
    takes_part: takesPart,
    why: group ? ownOf(findDistinctions(results.map(toPoll), group)) : [],
    why_third: third === null ? [] : ownOf(findTypical(publishLine(line), third)),
  }
}

/** One row for each answer of a group, then when and from what it was counted. */
export async function findCommonGroundAsCsv(db: Db): Promise<string> {
  const { results, ...run } = await findRun(db)
  const rows = results
    .map(toPoll)
    .flatMap((poll) =>
      poll.options.flatMap((option, position) =>
        poll.groups.map(({ id, voters, percents }) => [
          String(poll.id),
          poll.question,
          poll.verdict ?? '',
          option,
          id,
          String(voters),
          String(percents[position] ?? 0),
        ]),
      ),
    )
  const rounding = `Percentages come from counts rounded to ${sharesRoundedTo}, numbers of voters are rounded down to ${roundedTo}. Options of no opinion are left out, so percentages are of those with an opinion. Groups in which almost all chose alike are left out.`
  const head = ['Poll', 'Question', 'Verdict', 'Option', 'Group', 'Voters', 'Percent']
  return toCsvWithMethod([head, ...rows], run, rounding)
}

/** One row per poll, option and part of the line, then when and from what it was counted. */
export async function findLineAsCsv(db: Db): Promise<string> {
  const { line, ...run } = await findRun(db)
  return toCsvWithMethod(lineRows(line), run, lineMethod)
}

function toCsvWithMethod(
  rows: string[][],
  { computed_at: computedAt, is_sample: isSample }: Pick<Run, 'computed_at' | 'is_sample'>,
  method: string,
): string {
  const about = [
    ['Counted', computedAt ?? ''],
    ['Method', `${sampleReminder()} ${method}`],
    ...(isSample ? [['Made up for this demo', sampleDataText]] : []),
  ].map((row) => [...row, ...Array<string>((rows[0]?.length ?? 2) - 2).fill('')])
  return toCsv([...rows, ...about])
}

const spread = ({ groups }: GroupPoll) => spreadOf(groups.map(({ percents }) => percents))

function toPoll({ answers, ...poll }: StoredPoll): GroupPoll {
  const groups = answers.map((answer) => ({
    id: answer.group,
    voters: rounded(answer.asked),
    percents: percentsOf(roundCounts(answer)),
  }))
  return { ...poll, agreement: Number(poll.agreement.toFixed(3)), groups }
}
