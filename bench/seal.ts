import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { checkPoll } from '@wtpu/contract/tally/check.mjs'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { percentile, printFigure } from './measure.ts'

/**
 * How long a server takes to seal a poll of 1,000,000 ballots beside its normal service, how much memory that and downloads of
 * the ballots need, and how long a check of them takes. Exits with 1 if a goal is missed. `node bench/seal.ts [BALLOTS]`
 */
const ballots = Number(process.argv[2] ?? 1_000_000)
const goal = { sealSeconds: 60, megabytes: 150 }
const downloads = 4

const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const database = await startEmbedded({ dataDir, log: () => undefined })
try {
  await migrate(database.url)
  const poll = await makePoll()
  const env = { ...process.env, BENCH_DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const server = fork(path.join(import.meta.dirname, 'app-server.ts'), { env })
  try {
    const [started]: { port: number }[] = await once(server, 'message')
    await measure(server, `http://127.0.0.1:${started?.port}`, poll)
  } finally {
    server.kill('SIGKILL')
  }
} finally {
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit()

/** A poll that has closed, so that the server seals it as soon as it has started. Its voters are no users. */
async function makePoll(): Promise<number> {
  const { db, close } = connect(database.url, { statement: 600_000 })
  await db.execute(sql`alter table poll_votes drop constraint poll_votes_user_id_users_id_fk`)
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into polls (question, category_id, published_at, closes_at) select 'Large?', min(id), now() - interval '1 day',
      now() - interval '1 minute' from categories returning id`)
  const id = rows[0]?.id ?? 0
  await db.execute(sql`insert into poll_options (poll_id, position, text) values (${id}, 0, 'Yes'), (${id}, 1, 'No')`)
  await db.execute(sql`insert into poll_votes (poll_id, user_id, voter_id, option_id)
    select ${id}, n, n, o.id from generate_series(1, ${ballots}::int) n join poll_options o on o.position = n % 2`)
  await db.execute(
    sql`update poll_options o set vote_count = (select count(*) from poll_votes v where v.option_id = o.id)`,
  )
  await close()
  return id
}

async function measure(server: ChildProcess, origin: string, poll: number): Promise<void> {
  const sealing = watch(server, `${origin}/api/polls/summary/`)
  const seal = `${origin}/api/polls/${poll}/seal.json`
  const started = performance.now()
  while ((await fetch(seal)).status === 404) await sleep(100)
  const seconds = (performance.now() - started) / 1000
  const during = await sealing.stop()
  printFigure('seal', seconds, 's', goal.sealSeconds)
  printFigure('memory of the server, more than before', during.megabytes, 'MB', goal.megabytes)
  printFigure('other requests meanwhile, median', percentile(during.latencies, 0.5), 'ms')
  printFigure('other requests meanwhile, 99 %', percentile(during.latencies, 0.99), 'ms')

  const reading = watch(server, `${origin}/api/polls/summary/`)
  const begun = performance.now()
  const sizes = await Promise.all(
    Array.from({ length: downloads }, () => download(`${origin}/api/polls/${poll}/ballots.csv`)),
  )
  printFigure(`${downloads} downloads of ${(sizes[0] ?? 0) >> 20} MB at once`, (performance.now() - begun) / 1000, 's')
  printFigure('memory of the server, more than before', (await reading.stop()).megabytes, 'MB', goal.megabytes)

  const checked = performance.now()
  const report = await checkPoll({ poll, fetch: (part) => fetch(origin + part) })
  printFigure('check', (performance.now() - checked) / 1000, 's')
  console.log(report?.problems.length === 0 ? '  Everything fits together.' : JSON.stringify(report?.problems))
}

async function download(url: string): Promise<number> {
  let size = 0
  const { body } = await fetch(url)
  if (!body) throw new Error(`${url} has no body`)
  for await (const chunk of body) size += chunk.length
  return size
}

/** Follows how many megabytes the server uses more than now, and how long other requests wait. */
function watch(server: ChildProcess, url: string) {
  const end = new AbortController()
  let megabytes = 0
  const latencies: number[] = []
  const watching = (async () => {
    const before = await memoryOf(server)
    while (!end.signal.aborted) {
      const start = performance.now()
      await (await fetch(url)).text()
      latencies.push(performance.now() - start)
      megabytes = Math.max(megabytes, (await memoryOf(server)) - before)
      await sleep(20)
    }
  })()
  return {
    stop: async () => {
      end.abort()
      await watching
      return { megabytes, latencies }
    },
  }
}

async function memoryOf(server: ChildProcess): Promise<number> {
  const answer = once(server, 'message')
  server.send('')
  const [used]: { memory: number }[] = await answer
  if (!used) throw new Error('The server does not answer')
  return used.memory / 2 ** 20
}
