import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connect, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { createTokens } from '#server/http/tokens.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { median } from './measure.ts'
import { makeVoters } from './voters.ts'

/**
 * How long a comment takes to be answered in a discussion with 10,000 watchers, compared with one without, in turns; and how
 * long until all watchers are notified. Exits with 1 if a goal is missed. `npm run bench:watchers [WATCHERS] [ROUNDS]`
 */
const [watchers = 10_000, rounds = 25] = process.argv.slice(2).map(Number)
const goals = { ratio: 1.5, seconds: 5 }
const jwtSecret = 'a secret that only this benchmark knows'
/** A user can write 30 comments a minute. */
const commentsPerWriter = 20

const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const database = await startEmbedded({ dataDir, log: () => undefined })
await migrate(database.url)
const { db, close } = connect(database.url, { statement: 60_000 })
const child = fork(path.join(import.meta.dirname, 'app-server.ts'), {
  env: {
    ...process.env,
    BENCH_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    JWT_SECRET: jwtSecret,
  },
})
try {
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the site exited with code ${code}`)))
  })
  await run(db, `http://127.0.0.1:${port}`)
} finally {
  child.kill('SIGKILL')
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}

async function run(site: Db, origin: string): Promise<void> {
  const voters = await makeVoters(site, watchers + 20)
  await site.execute(
    sql`update users set created_at = now() - interval '9 days', email_verified_at = now() - interval '9 days'`,
  )
  const author = voters[0]?.user ?? 0
  const { rows } = await site.execute<{ id: number }>(sql`
    insert into discussions (user_id, title, description, category_id) values (${author}, 'Watched', 'x', 1), (${author}, 'Quiet', 'x', 1)
    returning id`)
  const [watched = 0, quiet = 0] = rows.map(({ id }) => id)
  await site.execute(sql`insert into discussion_watches (discussion_id, user_id, level)
    select ${watched}, id, 'watch' from users where id <> ${author} order by id limit ${watchers}`)
  await site.execute(sql`analyze`)
  const tokens = createTokens(jwtSecret)
  const writers = voters.slice(-19).map((voter) => tokens.signAccess({ user_id: voter.user, sid: voter.sid }))
  let written = 0
  const comment = async (discussion: number) => {
    const token = writers[Math.floor(written / commentsPerWriter) % writers.length]
    const started = performance.now()
    const response = await fetch(`${origin}/api/forums/discussions/${discussion}/comments/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Comment ${written++}` }),
    })
    const took = performance.now() - started
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
    await response.text()
    return { took, started }
  }
  for (let warmUp = 0; warmUp < 5; warmUp++) for (const discussion of [quiet, watched]) await comment(discussion)
  await untilDelivered(site)
  const [alone, withWatchers, deliveries]: number[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    alone?.push((await comment(quiet)).took)
    await untilDelivered(site)
    const { took, started } = await comment(watched)
    withWatchers?.push(took)
    await untilDelivered(site)
    deliveries?.push((performance.now() - started) / 1000)
    // As if all had read: then each comment is a new notification again.
    if (round % 2 === 0)
      await site.execute(sql`with read as (update notifications set read_at = now() where read_at is null)
      update inboxes set unread = 0`)
  }
  report(median(withWatchers ?? []), median(alone ?? []), Math.max(...(deliveries ?? [])))
}

async function untilDelivered(site: Db): Promise<void> {
  while ((await site.execute(sql`select id from notification_events where due_at <= now() limit 1`)).rows.length > 0)
    await sleep(5)
}

function report(withWatchers: number, alone: number, seconds: number): void {
  const ratio = withWatchers / alone
  const verdict = (isMissed: boolean) => (isMissed ? ': MISSED' : '')
  console.log(`  a comment in a discussion without watchers:  ${alone.toFixed(1)} ms`)
  console.log(`  with ${watchers} watchers:  ${withWatchers.toFixed(1)} ms`)
  console.log(`  ratio ${ratio.toFixed(2)}, goal ${goals.ratio}${verdict(ratio > goals.ratio)}`)
  console.log(
    `  all notified after ${seconds.toFixed(1)} s at most, goal ${goals.seconds} s${verdict(seconds > goals.seconds)}`,
  )
  if (ratio > goals.ratio || seconds > goals.seconds) process.exitCode = 1
}
