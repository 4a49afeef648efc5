import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerBallot } from '@wtpu/contract/circles/on-demand/ballots'
import { createCircle, replaceList } from '@wtpu/contract/circles/on-demand/circles'
import { createPaper, sendPaper } from '@wtpu/contract/circles/on-demand/papers'
import { sql } from 'drizzle-orm'
import { linkOf, type LinkSeed } from '#server/community/ballots.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { openKeys } from '#server/db/site-keys.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { createTokens } from '#server/http/tokens.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { percentile, printFigure } from './measure.ts'
import { atRate, send } from './stampede/client.ts'
import { startSmtp } from './stampede/smtp.ts'
import { makeVoters } from './voters.ts'

/**
 * Ballots by invitation: the check of a list, how fast links leave, and answers beside visitors. Exits with 1 if a goal is missed.
 * `npm run bench:ballots [ROWS]`
 */
const [rows = 50_000] = process.argv.slice(2).map(Number)
const smtpMs = 100
const rates = { ballots: 1_000 / 60, visitors: 30 }
const seconds = { mails: 20, ballots: 60 }
const jwtSecret = 'the bench signs its own tokens with this text'
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const database = await startEmbedded({ dataDir, log: () => undefined })
const { db, close } = connect(database.url, { statement: 60_000 })
const smtp = await startSmtp(smtpMs)
const env = {
  ...process.env,
  BENCH_DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  JWT_SECRET: jwtSecret,
  SMTP_URL: smtp.url,
  TRUST_PROXY: 'true',
  LOG_LEVEL: 'fatal',
}
await migrate(database.url)
await seedDemo(db)
const server = fork(path.join(import.meta.dirname, 'app-server.ts'), { env })
try {
  const [{ port }] = await once(server, 'message')
  await run(port)
} finally {
  server.kill('SIGKILL')
  smtp.close()
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit()

async function memory(): Promise<number> {
  const answer = once(server, 'message')
  server.send({})
  const [{ memory: bytes }] = await answer
  return bytes / 2 ** 20
}

async function run(port: number): Promise<void> {
  const token = await signInAdmin()
  const post = async (url: string, body: object) => {
    const { text, status } = await send(port, { path: url, method: 'POST', network: 1, token, body })
    if (status >= 300) throw new Error(`${url}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const circle = await post(createCircle.url, { name: 'All members' })
  const people = Array.from({ length: rows }, (_, n) => `p${n}@people.example,Person ${n},Chapter ${n % 20}`)
  const list = new Blob([`email,name,group\n${people.join('\n')}\n`])
  const upload = async (check: boolean) => {
    const form = new FormData()
    form.set('list', list, 'list.csv')
    const url = `http://127.0.0.1:${port}${replaceList.url.replace(':id', circle.id)}?check=${check}`
    const response = await fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: form })
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  console.log(`The check of a list of ${rows} rows`)
  const before = await memory()
  const started = performance.now()
  const checking = { is: true }
  const watch = async () => {
    let most = before
    while (checking.is) {
      most = Math.max(most, await memory())
      await sleep(50)
    }
    return most
  }
  const watched = watch()
  const report = await upload(true)
  checking.is = false
  printFigure('time', (performance.now() - started) / 1000, 's', 5)
  printFigure('memory more than before', (await watched) - before, 'MB', 200)
  printFigure('rows that are not new', rows - report.new, '', 0)
  await upload(false)

  const option = ['Yes', 'No']
  const questions = ['Build the hall?', 'Raise the fee?'].map((question) => ({ question, options: option }))
  const closesAt = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const paper = await post(createPaper.url, { circle: circle.id, title: 'Hall', questions, closes_at: closesAt })
  const sent = performance.now()
  await post(sendPaper.url.replace(':id', paper.id), {})
  console.log(`\nA ballot paper for them, and an SMTP server that takes ${smtpMs} ms a line`)
  printFigure('time of the sending call', (performance.now() - sent) / 1000, 's')
  await sleep(2_000)
  const [first, from] = [smtp.times.length, performance.now()]
  await sleep(seconds.mails * 1_000)
  const perSecond = (smtp.times.length - first) / ((performance.now() - from) / 1000)
  console.log(`  ${'links a second'.padEnd(42)}${perSecond.toFixed(1).padStart(8)}, goal 20 at least`)
  if (perSecond < 20) process.exitCode = 1

  console.log(
    `\n${Math.round(rates.ballots * 60)} ballots a minute, beside ${rates.visitors} visitors a second and the mails`,
  )
  const { rows: ballots } = await db.execute<LinkSeed & Record<string, unknown>>(
    sql`select seed, ended_links from ballots where paper_id = ${paper.id} order by id limit ${Math.ceil(rates.ballots * seconds.ballots)}`,
  )
  const { rows: asked } = await db.execute<{ poll: number; option: number }>(sql`
    select q.poll_id as poll, min(o.id) as option from paper_polls q join poll_options o on o.poll_id = q.poll_id
    where q.paper_id = ${paper.id} group by q.poll_id`)
  const app = { config: readConfig(env), keys: await openKeys(db, jwtSecret) }
  const pages = ['/', '/polls', '/api/polls/', '/results/1']
  const [answers, visits] = await Promise.all([
    atRate(rates.ballots, seconds.ballots, (index) =>
      send(port, {
        path: answerBallot.url,
        method: 'POST',
        network: 1_000 + index,
        body: {
          token: linkOf(app, ballots[index] ?? { seed: Buffer.alloc(0), ended_links: 0 }).split('#')[1],
          answers: asked,
        },
      }),
    ),
    atRate(rates.visitors, seconds.ballots, (index) =>
      send(port, { path: pages[index % pages.length] ?? '/', network: 40_000 + index }),
    ),
  ])
  const rejected = answers.find(({ status }) => status !== 200)
  if (rejected) console.log(`  a ballot was rejected: ${rejected.status} ${rejected.text}`)
  const timesOf = (all: typeof answers) => all.map(({ status, ms }) => (status === 200 ? ms : Infinity))
  printFigure('ballot p50', percentile(timesOf(answers), 0.5), 'ms')
  printFigure('ballot p95', percentile(timesOf(answers), 0.95), 'ms', 300)
  printFigure('ballots rejected', answers.filter(({ status }) => status !== 200).length, '', 0)
  printFigure('visitor p95', percentile(timesOf(visits), 0.95), 'ms', 500)
  const { rows: stored } = await db.execute<{ votes: number }>(sql`
    select count(*)::int as votes from poll_votes where poll_id in (select poll_id from paper_polls where paper_id = ${paper.id})`)
  printFigure('acknowledged votes lost', 2 * answers.length - (stored[0]?.votes ?? 0), '', 0)
}

async function signInAdmin(): Promise<string> {
  const [admin] = await makeVoters(db, 1)
  if (!admin) throw new Error('There is no account')
  await db.execute(sql`
    with admin as (update users set role = 'admin', email_verified_at = now(), created_at = now() - interval '9 days' where id = ${admin.user} returning id)
    update sessions set proved_at = now(), is_strong = true from admin where user_id = admin.id`)
  return createTokens(jwtSecret).signAccess({ user_id: admin.user, sid: admin.sid })
}
