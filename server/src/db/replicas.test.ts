import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { castVote, getPoll } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { removeDataDir } from '#testing/remove-data-dir.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { resolveLocation } from './embedded/location.ts'
import { migrate } from './open.ts'

const log = () => undefined
type Server = Awaited<ReturnType<typeof startEmbedded>>

let folder: string
let primary: Server
let replica: Server
/** Ends the replica's process. It is started again on the same port. */
let killReplica: () => Promise<void>
/** Runs a statement as the superuser of the replica. */
let onReplica: (statement: string) => Promise<unknown>

// A real primary and a streaming replica: a copy of its folder that follows it.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wtpu-replicas-'))
  await chmod(folder, 0o755)
  const dataDirs = { primary: path.join(folder, 'primary'), replica: path.join(folder, 'replica') }
  const first = await startEmbedded({ dataDir: dataDirs.primary, log })
  await migrate(first.url)
  await first.stop()
  const { cluster, folder: from } = await resolveLocation(dataDirs.primary, log)
  const password = (await readFile(path.join(from, 'password'), 'utf8')).trim()
  await promisify(execFile)('cp', ['-a', dataDirs.primary, dataDirs.replica])
  const copy = cluster.replace('primary', 'replica')
  await writeFile(path.join(copy, 'standby.signal'), '')

  primary = await startEmbedded({ dataDir: dataDirs.primary, log })
  const { port } = new URL(primary.url)
  const settings = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}` }
  replica = await startEmbedded({ dataDir: dataDirs.replica, log, settings })
  killReplica = async () => {
    const [pid] = (await readFile(path.join(copy, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }
  onReplica = async (statement) => {
    const { hostname, port: replicaPort, pathname } = new URL(replica.url)
    const database = pathname.slice(1)
    const client = new pg.Client({ host: hostname, port: Number(replicaPort), database, user: 'postgres', password })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
})

afterAll(async () => {
  await replica.stop()
  await primary.stop()
  for (const name of ['replica', 'primary']) await removeDataDir(path.join(folder, name))
  await rm(folder, { recursive: true, force: true })
})

async function start(replicaUrls = [replica.url]) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const t = await startTestApp({ replicaUrls, logLevel: 'warn' }, undefined, primary.url, logTo)
  const isFromReplica = () =>
    t.app.reads.run(async (db: Db) => (await db.execute(sql`select pg_is_in_recovery() as yes`)).rows[0]?.['yes'])
  await expect.poll(isFromReplica).toBe(true)
  const poll = await t.make.poll()
  const vote = async () =>
    t.as(await t.make.user()).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const total = async () => (await t.call(getPoll, { params: { id: poll.id } })).json().total_votes
  return { ...t, isFromReplica, vote, total, warnings: () => lines.filter((line) => line.includes('the replica')) }
}

test('shared responses come from the replica, and show every vote that was answered before', async () => {
  await using t = await start()

  for (let votes = 1; votes <= 20; votes++) {
    await t.vote()
    expect(await t.total()).toBe(votes)
  }
  expect(await t.isFromReplica()).toBe(true)
})

test('a replica that has not replayed a change is passed over, and one that is late for five seconds is not used', async () => {
  await using t = await start()
  await t.vote()
  expect(await t.total()).toBe(1)

  await onReplica('select pg_wal_replay_pause()')
  await t.vote()
  expect(await t.total()).toBe(2)
  await expect.poll(t.warnings).toMatchObject([expect.stringContaining('more than five seconds behind')])
  expect(await t.isFromReplica()).toBe(false)

  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(t.isFromReplica).toBe(true)
  expect(await t.total()).toBe(2)
  expect(t.warnings()).toHaveLength(2)
})

test('reads go on without the replica, and use it again when it is back', async () => {
  await using t = await start()
  await killReplica()

  for (let votes = 1; votes <= 5; votes++) {
    await t.vote()
    expect(await t.total()).toBe(votes)
  }
  await expect.poll(t.isFromReplica).toBe(true)
})

test('warns of a replica of another database, and does not use it', async () => {
  await using t = await startOther()
  await expect
    .poll(t.warnings)
    .toMatchObject([expect.stringContaining('it follows another database: check DATABASE_REPLICA_URL')])
  expect(await t.total()).toBe(0)
})

async function startOther() {
  const lines: string[] = []
  const settings = { replicaUrls: [inject('databaseUrl')], logLevel: 'warn' as const }
  const t = await startTestApp(settings, undefined, primary.url, { write: (line) => void lines.push(line) })
  const poll = await t.make.poll()
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const total = async () => (await t.call(getPoll, { params: { id: poll.id } })).json().total_votes
  return { ...t, total, warnings: () => lines }
}
