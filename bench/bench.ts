import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { type Comparison, median, readRate, rounds, warmUps } from './measure.ts'
import { authorizationOf, findReads } from './reads.ts'
import { makeVoters, type Voter } from './voters.ts'
import { benchVotes, neededVoters } from './votes.ts'

/**
 * Compares the app with a bare Fastify server, alternating between the two on the same database. Only the ratio is
 * meaningful on a shared machine. Exits with 1 if a ratio misses its target. `npm run bench -- vote` makes only the
 * measurements with this in their name.
 */
const wanted = process.argv[2] ?? ''
const jwtSecret = 'the bench signs its own tokens with this text'
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const children: ChildProcess[] = []
const database = await startEmbedded({ dataDir, log: () => undefined })
const { db, close } = connect(database.url)
let missedTargets = 0
const nameWidth = 46

try {
  console.log('Preparing a database: demo site and voters …')
  await migrate(database.url)
  await seedDemo(db)
  const voters = await makeVoters(db, neededVoters + 1)
  const [app, bare] = [await start('app-server.ts'), await start('bare-server.ts')]
  console.log(`\n50 connections if not stated, medians of ${rounds} rounds each, after one to warm up\n`)
  console.log(`${''.padEnd(nameWidth)}app          bare         ratio   target`)
  await benchReads(app, bare, voters.pop())
  await benchVotes({ app, bare, db, databaseUrl: database.url, jwtSecret, voters }, compare)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit(missedTargets > 0 ? 1 : 0)

async function start(file: string): Promise<string> {
  const child = fork(path.join(import.meta.dirname, file), {
    env: {
      ...process.env,
      BENCH_DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      JWT_SECRET: jwtSecret,
      LOG_LEVEL: 'error',
      // A vote meanwhile would change the list whose 304 is measured.
      DEMO_VOTES: 'false',
    },
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.on('message', (message: { port: number }) => resolve(`http://127.0.0.1:${message.port}`))
    child.on('exit', (code) => reject(new Error(`${file} ended with code ${code}`)))
  })
}

async function compare({ name, target, unit, app, bare }: Comparison): Promise<void> {
  if (!name.includes(wanted)) return
  const [ofApp, ofBare]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + warmUps; round++) {
    ofApp.push(await app())
    ofBare.push(await bare())
  }
  for (const rates of [ofApp, ofBare]) rates.splice(0, warmUps)
  const ratio = median(ofApp) / median(ofBare)
  const isMissed = unit === 'ms' ? ratio > target : ratio < target
  if (isMissed) missedTargets++
  const figure = (values: number[]) =>
    (unit === 'ms'
      ? `${median(values).toFixed(2)} ms`
      : `${Math.round(median(values)).toLocaleString('en-US')}/s`
    ).padEnd(13)
  const verdict = `${ratio.toFixed(2).padEnd(8)}${target} ${isMissed ? 'MISSED' : ''}`
  console.log(`${name.padEnd(nameWidth)}${figure(ofApp)}${figure(ofBare)}${verdict}`)
}

/** Stores the app's response on the bare server, which then sends the same bytes. */
async function storeOnBare(bare: string, name: string, url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${body}`)
  await fetch(`${bare}/bytes/${name}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
}

async function benchReads(app: string, bare: string, member: Voter | undefined): Promise<void> {
  const authorization = authorizationOf(jwtSecret, member ?? { user: 0, sid: '' })
  const reads = await findReads(db, app, authorization)
  for (const [index, { name, target, path: url, headers, status }] of reads.entries()) {
    if (status === 200) await storeOnBare(bare, String(index), app + url, headers)
    await compare({
      name,
      target,
      app: () => readRate(app + url, headers, status),
      bare: () => readRate(bare + (status === 200 ? `/bytes/${index}` : '/hello'), headers, 200),
    })
  }
}
