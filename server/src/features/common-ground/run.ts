import {
  type CommonGround,
  type GroupLetter,
  type LineVerdict,
  minPolls,
  minVoters,
} from '@wtpu/contract/common-ground'
import { minNewMembersInPoll, minVotesOfVoter } from '@wtpu/contract/disclosure'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  commonGround,
  commonGroundLinePolls,
  commonGroundMembers,
  commonGroundPolls,
  type StoredAnswer,
} from '#db/schema/common-ground.ts'
import { isOwnPoll } from '#db/visibility.ts'
import { publishInvalidation } from '#live/publish.ts'
import { isPublished, judge, roundCounts } from './groups/agreement.ts'
import { findGroups } from './groups/find-groups.ts'
import { nameGroups } from './groups/letters.ts'
import { drawMap } from './groups/map.ts'
import { at, buildMatrix, type PollVotes } from './groups/vote-matrix.ts'
import { type JudgedLine, judgeLine } from './line/judge-line.ts'
import { publishReliability } from './line/publish-line.ts'
import { rankComments } from './rank-comments.ts'
import { readVotes } from './read-votes.ts'

/** What a run found, for the terminal. */
export interface RunSummary {
  status: CommonGround['status']
  voters: number
  polls: number
  groups: { id: GroupLetter; size: number }[]
  agree: number
  divide: number
  line: Pick<JudgedLine, 'status' | 'voters' | 'reliability'>
  /** Polls by their verdict along the line. */
  lineVerdicts: Record<LineVerdict, number>
}

type Result = Pick<typeof commonGround.$inferInsert, 'status' | 'groups' | 'map'> & {
  members: Map<number, GroupLetter>
  polls: (typeof commonGroundPolls.$inferInsert)[]
}

/** Computes the groups, the line and what is agreed on, and publishes everything together. */
export async function runCommonGround(db: Db): Promise<RunSummary> {
  const votes = await readVotes(db)
  const { voters, matrix } = buildMatrix(votes, minVotesOfVoter)
  const isEnough = voters.length >= minVoters && votes.length >= minPolls
  const found = isEnough ? findGroups(matrix) : undefined
  const before = await readLastRun(db)
  const none = { groups: [], map: null, members: new Map<number, GroupLetter>(), polls: [] }
  let result: Result = { status: isEnough ? 'no_groups' : 'too_few', ...none }
  if (found) {
    const letters = nameGroups(found.groups, voters, before.members)
    const letterOf = (group: number) => letters[group] ?? 'A'
    const members = new Map(Array.from(voters, (voter, row) => [voter, letterOf(at(found.groups, row))]))
    const groups = found.sizes
      .map((size, group) => ({ id: letterOf(group), size }))
      .toSorted((a, b) => a.id.localeCompare(b.id))
    const known = before.groups === groups.length ? before.answers : new Map<number, StoredAnswer[]>()
    const polls = votes.flatMap((poll) => judgePoll(poll, groups, members, known.get(poll.id)) ?? [])
    result = { status: 'groups', groups, map: drawMap(found, letters), members, polls }
  }
  const line = judgeLine(votes, before.lineAnswers)
  const reliability = publishReliability(line.reliability, before.reliability)
  await publish(db, result, { ...line, reliability }, { voters: voters.length, polls: votes.length })
  await rankComments(db)
  const having = (verdict: string) => result.polls.filter((poll) => poll.verdict === verdict).length
  const along = (verdict: LineVerdict) => [...line.polls.values()].filter((poll) => poll.verdict === verdict).length
  return {
    status: result.status ?? 'too_few',
    voters: voters.length,
    polls: votes.length,
    groups: result.groups ?? [],
    agree: having('agree'),
    divide: having('divide'),
    line: { status: line.status, voters: line.voters, reliability: line.reliability },
    lineVerdicts: { agree: along('agree'), cross: along('cross'), one_side: along('one_side') },
  }
}

async function readLastRun(db: Db) {
  const members = await db.select().from(commonGroundMembers)
  const polls = await db
    .select({ id: commonGroundPolls.pollId, answers: commonGroundPolls.answers })
    .from(commonGroundPolls)
  const linePolls = await db.select().from(commonGroundLinePolls)
  const [last] = await db
    .select({ groups: commonGround.groups, reliability: commonGround.lineReliability })
    .from(commonGround)
  return {
    members: new Map(members.flatMap(({ voterId, group }) => (group ? [[voterId, group]] : []))),
    lineAnswers: new Map(linePolls.map(({ pollId, thirds, steps }) => [pollId, { thirds, steps }])),
    answers: new Map(polls.map(({ id, answers }) => [id, answers])),
    groups: last?.groups.length,
    reliability: last?.reliability ?? null,
  }
}

/** The published answers of the groups to a poll. Undefined with fewer than two: nothing can be compared. */
function judgePoll(
  { id, options }: PollVotes,
  groups: { id: GroupLetter }[],
  members: ReadonlyMap<number, GroupLetter>,
  before: StoredAnswer[] = [],
): Result['polls'][number] | undefined {
  const answers = new Map(
    groups.map((group) => [group.id, { group: group.id, asked: 0, chosen: options.map(() => 0) }]),
  )
  for (const [position, { voters }] of options.entries()) {
    for (const voter of voters) {
      const answer = answers.get(members.get(voter) ?? 'A')
      if (!answer || !members.has(voter)) continue
      answer.asked += 1
      answer.chosen[position] = (answer.chosen[position] ?? 0) + 1
    }
  }
  const published = [...answers.values()].flatMap((answer) => {
    const last = before.find(({ group }) => group === answer.group)
    if (!isPublished(answer, last)) return []
    return last && isWithinMinimum(answer, last) ? last : answer
  })
  if (published.length < 2) return undefined
  return { pollId: id, answers: published, ...judge(published.map(roundCounts), groups.length) }
}

/** What was published stays until enough has changed, so that the difference of two readings is never that of a few people. */
const isWithinMinimum = (now: StoredAnswer, last: StoredAnswer): boolean =>
  now.chosen.length === last.chosen.length &&
  now.chosen.every((count, option) => Math.abs(count - (last.chosen[option] ?? 0)) < minNewMembersInPoll) &&
  Math.abs(now.asked - last.asked) < minNewMembersInPoll

const rowsPerInsert = 10_000

async function publish(
  db: Db,
  result: Result,
  line: JudgedLine,
  counts: { voters: number; polls: number },
): Promise<void> {
  const voters = new Set([...result.members.keys(), ...line.thirds.keys()])
  const members = [...voters].map((voter) => ({
    voter,
    group: result.members.get(voter),
    third: line.thirds.get(voter),
  }))
  await db.transaction(async (tx) => {
    // The row's lock lets one publication follow another.
    await tx
      .update(commonGround)
      .set({
        ...counts,
        status: result.status,
        groups: result.groups,
        map: result.map,
        lineStatus: line.status,
        lineVoters: line.voters,
        lineReliability: line.reliability,
        computedAt: sql`now()`,
      })
      .where(eq(commonGround.id, 1))
    await tx.delete(commonGroundMembers)
    for (let start = 0; start < members.length; start += rowsPerInsert) {
      const rows = JSON.stringify(members.slice(start, start + rowsPerInsert))
      await tx.execute(sql`insert into ${commonGroundMembers} (voter_id, "group", third)
        select voter, "group", third from json_to_recordset(${rows}) as member (voter int, "group" text, third smallint)`)
    }
    await tx.delete(commonGroundPolls)
    if (result.polls.length > 0) await tx.insert(commonGroundPolls).values(result.polls)
    if (line.status === 'line') {
      await tx.delete(commonGroundLinePolls).where(sql`poll_id in (select id from polls where ${isOwnPoll()})`)
      const rows = [...line.polls].map(([pollId, poll]) => ({ pollId, ...poll }))
      if (rows.length > 0) await tx.insert(commonGroundLinePolls).values(rows)
    }
  })
  publishInvalidation(db, '/api/common-ground/')
  publishInvalidation(db, '/api/polls/')
}
