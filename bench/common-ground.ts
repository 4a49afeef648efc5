import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { connect, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import type { RunSummary } from '#server/features/common-ground/run.ts'
import { runSettings, type RunJob } from '#server/features/common-ground/schedule.ts'
import { JobQueue } from '#server/processes/job-queue.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { printScenes } from './common-ground-scenes.ts'
import { printFigure } from './measure.ts'

/**
 * How long a run of Common Ground takes, from reading the votes to publishing, and how much memory its process, for 100,000 voters
 * who vote in a part of 500 polls, half of them by groups and half along a line. Then a second one, which compares itself with the first. Exits with 1 if a goal is missed.
 * Before, what is said about planted opinions: how much of it is false, and how much of what is true is found.
 * `npm run bench:common-ground -- [VOTERS] [POLLS] [TURNOUT] [SEEDS]`; small: `-- 2000 60 0.5 2`
 */
const [voters = 100_000, polls = 500, turnout = 0.2, seeds = 20] = process.argv.slice(2).map(Number)
printScenes(seeds)

const groups = 4
const goal = { seconds: 60, megabytes: runSettings.heapMegabytes }

const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const database = await startEmbedded({ dataDir, log: () => undefined })
// Its process waits for the next job, so that its memory can be read.
const runs = new JobQueue<RunJob, RunSummary>(runSettings)
try {
  await migrate(database.url)
  const { db, close } = connect(database.url, { statement: 600_000 })
  await castVotes(db)
  for (const name of ['first run', 'next run']) {
    const start = performance.now()
    const found = await runs.run({ databaseUrl: database.url })
    const seconds = (performance.now() - start) / 1000
    console.log(
      `${name}: ${found.voters} voters, ${found.polls} polls, groups of ${found.groups.map((group) => group.size).join(', ') || 'none'}`,
    )
    const { status, voters: onLine, reliability } = found.line
    console.log(
      `line: ${status}, ${onLine} voters, R ${reliability?.toFixed(2) ?? 'not measured'}; ${found.lineVerdicts}`,
    )
    printFigure('time', seconds, 's', goal.seconds)
    printFigure('memory', peakMegabytes(runs.pid), 'MB', goal.megabytes)
  }
  await close()
} finally {
  await runs.close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit()

/**
 * In every second poll, each group prefers one of three options, and three of ten voters choose at random. In the others, one
 * of two options is the more likely the higher the voter's number is: in turn the first and the second. The voters are no users.
 */
async function castVotes(db: Db): Promise<void> {
  await db.execute(sql`alter table poll_votes drop constraint poll_votes_user_id_users_id_fk`)
  await db.execute(sql`insert into polls (question, category_id) select 'Groups?', (select min(id) from categories)
    from generate_series(1, ${polls}::int)`)
  await db.execute(sql`insert into poll_options (poll_id, position, text)
    select id, position, 'Option ' || position from polls, generate_series(0, 2) position`)
  const { rows } = await db.execute<{ id: number }>(sql`select id from polls order by id`)
  for (const { id } of rows) {
    await db.execute(sql`
      insert into poll_votes (poll_id, user_id, voter_id, option_id)
      select ${id}, voter, voter, option.id from generate_series(1, ${voters}::int) voter
      cross join lateral (select case when ${id % 2 === 0}
        then ((random() > 1 / (1 + exp(6 * (0.5 - voter::float / ${voters})))) <> ${id % 4 === 0})::int
        when random() < 0.3 then floor(random() * 3)
        else abs(hashint4(${id}::int * ${groups} + voter % ${groups})) % 3 end as position) chosen
      join poll_options option on option.poll_id = ${id} and option.position = chosen.position
      where random() < ${turnout}`)
  }
  await db.execute(sql`update poll_options set vote_count = votes.count
    from (select option_id, count(*) from poll_votes group by option_id) votes where votes.option_id = id`)
  await db.execute(sql`update poll_totals set total_votes = ${Math.round(voters * turnout)}`)
  await db.execute(sql`vacuum analyze poll_votes`)
}

/** The most that a process has used since it started. Not known outside of Linux, where it still ends itself at its bound. */
function peakMegabytes(pid = 0): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
