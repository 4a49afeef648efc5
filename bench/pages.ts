import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { castVote } from '@wtpu/contract/polls/polls'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { isListedPoll } from '#server/db/visibility.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { assertComplete, openSession } from '#server/features/accounts/sessions.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { printFigure } from './measure.ts'
import { makeVoters } from './voters.ts'

/**
 * Measures how much of the processor a view of each public address takes, when it is asked for again and again, and while a vote
 * comes in before each view. Needs a web build. Exits with 1 if one takes more than 10 ms. `npm run bench:pages -- results`
 * measures only the addresses with this in their name.
 */
const wanted = process.argv[2] ?? ''
const goalMs = 10
const views = 40
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const embedded = await startEmbedded({ dataDir, log: () => undefined })
try {
  await run()
} finally {
  await embedded.stop()
  await removeDataDir(dataDir)
}
process.exit()

async function run(): Promise<void> {
  await migrate(embedded.url)
  const { db } = connect(embedded.url, { statement: 60_000 })
  await seedDemo(db)
  await db.execute(sql`update users set email_verified_at = created_at`)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', TRUST_PROXY: 'true', SITE_ACCESS_CODE: '' })
  const app = await buildApp({ config, db, databaseUrl: embedded.url })
  await app.ready()
  const { rows } = await db.execute<{ id: number; options: number[] }>(sql`
    select id, array(select o.id from poll_options o where poll_id = polls.id) as options from polls
    where ${isListedPoll()} and closes_at > now() order by id desc`)
  const [poll] = rows
  const people = await makeVoters(db, 600)
  if (!poll) throw new Error('The demo has no open poll.')

  let address = 0
  /** Each view comes from another network, so that no limit answers. */
  const view = async (url: string) => {
    const headers = {
      'accept-encoding': 'br',
      'x-forwarded-for': `10.${++address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    }
    const before = process.cpuUsage()
    const { statusCode } = await app.inject({ url, headers })
    const { user, system } = process.cpuUsage(before)
    return { ms: (user + system) / 1000, statusCode }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  let voters = 0
  const vote = async () => {
    const { user = 0 } = people[voters++] ?? {}
    const session = await openSession(app, { userId: user, remember: false, userAgent: 'Bench' })
    const url = castVote.url.replace(':id', String(poll.id))
    const option_id = poll.options[voters % poll.options.length]
    const { statusCode } = await app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${session && assertComplete(session).access}` },
      payload: { option_id },
    })
    if (statusCode !== 200) throw new Error(`A vote was answered with ${statusCode}.`)
    await sleep(30)
  }

  const id = String(poll.id)
  const urls = [
    ...pages.map((page) => page.path.replace('$pollId', id).replaceAll(/\$\w+/g, '1')),
    '/nothing',
    `/results/0${id}`,
    `/results/${id}/`,
    '/politicians?q=a',
    `/share/polls/${id}.png`,
    '/share/politicians/1.png',
    `/embed/polls/${id}`,
    `/api/oembed?url=${encodeURIComponent(`${config.publicUrl}/polls/${id}`)}`,
    '/feeds/polls.atom',
    '/feeds/politicians/1.atom',
    '/sitemap.xml',
    '/api/search/?q=climate',
    '/api/polls/?q=climate',
    `/api/polls/${id}/results/`,
    `/api/polls/${id}/totals.json`,
    '/api/docs/',
  ]
  for (const url of urls.filter((name) => name.includes(wanted))) {
    let first = await view(url)
    // The process that draws may take long to start on a busy machine, and a default image is sent meanwhile.
    for (let tries = 0; url.startsWith('/share/') && first.statusCode !== 200; tries++) {
      if (tries === 10) throw new Error(`${url} was answered with ${first.statusCode}.`)
      await sleep(1_000)
      first = await view(url)
    }
    for (let count = 0; count < 5; count++) await view(url)
    const again: number[] = []
    for (let count = 0; count < views; count++) again.push((await view(url)).ms)
    const voted: number[] = []
    // No other shows the poll.
    const votes = url === '/' || url.includes(id) ? views : 0
    for (let count = 0; count < votes; count++) {
      await vote()
      voted.push((await view(url)).ms)
    }
    console.log(`${url} (${first.statusCode})`)
    printFigure('first', first.ms, 'ms')
    printFigure('again', mean(again), 'ms', goalMs)
    if (voted.length > 0) printFigure('under votes', mean(voted), 'ms', goalMs)
  }
  await app.close()
}
