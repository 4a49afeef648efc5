import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, restore } from '#server/backup.ts'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { lockSecret, migrate } from '#server/db/open.ts'
import { moveDatabase } from '#server/move-database.ts'
import { make } from '#server/testing/make.ts'
import { freePort } from '../processes.ts'
import { debianPostgres } from './programs.ts'

const run = promisify(execFile)
const log = () => undefined
let folder: string
let server: ChildProcess
let urlOf: (database: string) => string

beforeAll(async () => {
  const { programs, user } = await debianPostgres()
  folder = await mkdtemp(path.join(tmpdir(), 'wtpu-external-'))
  await chmod(folder, 0o755)
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const data = path.join(folder, 'cluster')
  await run(
    path.join(programs, 'initdb'),
    ['--pgdata', data, '--username=wtpu', '--auth=trust', '--encoding=UTF8'],
    user,
  )
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  server = spawn(path.join(programs, 'postgres'), options, { ...user, stdio: 'ignore' })
  urlOf = (database) => `postgres://wtpu:any@127.0.0.1:${port}/${database}`
  for (const database of ['site', 'other', 'moved']) {
    while (!(await create(database).catch(() => false))) await sleep(100)
  }
})

async function create(database: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${database}`).finally(() => client.end())
  return true
}

afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
})

const configOf = (dataDir: string, databaseUrl?: string) => ({
  dataDir: path.join(folder, dataDir),
  databaseUrl,
  mediaStore: undefined,
  jwtSecret: 'a secret that only tests know, 32 characters and more',
  settings: ['JWT_SECRET'],
})

/** What is in a database, with all that a copy could lose: triggers, keys, indexes and generated columns. */
async function describe(url: string) {
  const { pool, close } = connect(url)
  const rows = async (query: string) => (await pool.query<Record<string, unknown>>(query)).rows
  const structure = await rows(`
    select conrelid::regclass::text as name, conname || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tablename, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select 'migration', hash from drizzle.__drizzle_migrations order by 1, 2`)
  const polls = await rows('select id, question, search::text, is_visible from polls order by id')
  const votes = await rows('select poll_id, user_id, ballot::text, created_at from poll_votes order by ballot')
  await close()
  return { structure, polls, votes }
}

async function fillSite(url: string) {
  const { db, close } = connect(url)
  const poll = await make(db).poll({ question: 'Is it \\t "there",\n\u00e9?' })
  for (let number = 0; number < 3; number++) await make(db).vote({ poll, user: await make(db).user() })
  await close()
}

test('backs up an external database of an older version, and restores it into empty ones only, also an embedded one', async () => {
  await migrate(urlOf('site'))
  await fillSite(urlOf('site'))
  const file = path.join(folder, 'backup.tar')
  expect(await backUp({ config: configOf('site', urlOf('site')), file, log })).toContain('JWT_SECRET, without which')

  const intoFull = restore({ config: configOf('full', urlOf('site')), file, log })
  await expect(intoFull).rejects.toThrow('is not empty')
  const { missing } = await restore({ config: configOf('restored', urlOf('other')), file, log })
  await restore({ config: configOf('embedded'), file, log })

  expect(missing).toContain('the settings. These were set: JWT_SECRET')
  const site = await describe(urlOf('site'))
  expect(await describe(urlOf('other'))).toEqual(site)
  // New rows get numbers after those that were restored.
  await fillSite(urlOf('other'))
  const embedded = await startEmbedded({ dataDir: path.join(folder, 'embedded'), log })
  expect((await describe(embedded.url)).votes).toEqual(site.votes)
  await embedded.stop()
  expect((await readFile(file)).includes('any@')).toBe(false)
})

test('moves an embedded site into a database of an older version and back', async () => {
  const [dataDir, back] = [path.join(folder, 'moving'), path.join(folder, 'back')]
  const embedded = await startEmbedded({ dataDir, log })
  await migrate(embedded.url)
  await fillSite(embedded.url)
  const site = await describe(embedded.url)
  const move = (to: 'external' | 'embedded', from = dataDir) =>
    moveDatabase({ dataDir: from, databaseUrl: urlOf('moved'), to, log })
  await expect(move('external')).rejects.toThrow('WTPU is already running')
  await embedded.stop()

  await move('external')
  const moved = await describe(urlOf('moved'))
  expect(moved).toEqual(site)
  await expect(move('external')).rejects.toThrow('is not empty')
  await expect(move('embedded')).rejects.toThrow('has a database already')
  const running = new pg.Client({ connectionString: urlOf('moved') })
  await running.connect()
  await running.query(lockSecret('a secret'))
  await expect(move('embedded', back)).rejects.toThrow('Stop them first')
  await running.end()
  await move('embedded', back)

  const again = await startEmbedded({ dataDir: back, log })
  expect(await describe(again.url)).toEqual(site)
  await again.stop()
})
