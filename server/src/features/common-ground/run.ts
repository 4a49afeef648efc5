import type { CommonGround, GroupLetter } from '@wtpu/contract/common-ground'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  commonGround,
  commonGroundLinePolls,
  commonGroundMembers,
  commonGroundPolls,
} from '#db/schema/common-ground.ts'
import { isOwnPoll } from '#db/visibility.ts'
import { publishInvalidation } from '#live/publish.ts'
import { computeCommonGround, type Found } from './compute.ts'
import { describeVerdicts, type JudgedLine } from './line/judge-line.ts'
import { publishReliability } from './line/publish-line.ts'
import { rankComments } from './rank-comments.ts'
import { rankReasons } from './rank-reasons.ts'
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
  /** What is said about polls along the line. */
  lineVerdicts: string
}

/** Computes the groups, the line and what is agreed on, and publishes everything together. */
export async function runCommonGround(db: Db): Promise<RunSummary> {
  const before = await readLastRun(db)
  const found = computeCommonGround(await readVotes(db), before)
  const { line, judged, status, voters, polls, groups } = found
  const reliability = publishReliability(line.reliability, before.reliability)
  await publish(db, { ...found, line: { ...line, reliability } })
  await rankComments(db)
  await rankReasons(db)
  const having = (verdict: string) => judged.filter((poll) => poll.verdict === verdict).length
  return {
    status,
    voters,
    polls,
    groups,
    agree: having('agree'),
    divide: having('divide'),
    line: { status: line.status, voters: line.voters, reliability: line.reliability },
    lineVerdicts: describeVerdicts(line),
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
    groups: last?.groups.length ?? 0,
    reliability: last?.reliability ?? null,
  }
}

const rowsPerInsert = 10_000

async function publish(db: Db, { line, judged, ...result }: Found): Promise<void> {
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
        voters: result.voters,
        polls: result.polls,
        status: result.status,
        groups: result.groups,
        hasGaps: result.hasGaps,
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
    if (judged.length > 0) await tx.insert(commonGroundPolls).values(judged)
    if (line.status === 'line') {
      await tx.delete(commonGroundLinePolls).where(sql`poll_id in (select id from polls where ${isOwnPoll()})`)
      const rows = [...line.polls].map(([pollId, poll]) => ({ pollId, ...poll }))
      if (rows.length > 0) await tx.insert(commonGroundLinePolls).values(rows)
    }
  })
  publishInvalidation(db, '/api/common-ground/')
  publishInvalidation(db, '/api/polls/')
}
