import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, restore } from '#server/backup.ts'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/open.ts'
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
  for (const database of ['site', 'other']) {
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

test('backs up an external database with its own programs, and restores it into an empty one only', async () => {
  await migrate(urlOf('site'))
  const { db, close } = connect(urlOf('site'))
  const poll = await make(db).poll({ question: 'Is it there?' })
  await close()
  const file = path.join(folder, 'backup.tar')
  const configOf = (dataDir: string, databaseUrl?: string) => ({ dataDir, databaseUrl, mediaStore: undefined })
  const restored = path.join(folder, 'restored')
  await backUp({ config: configOf(path.join(folder, 'site'), urlOf('site')), file, log })

  await expect(restore({ config: configOf(restored), file, log })).rejects.toThrow('Set DATABASE_URL to an empty one')
  await expect(restore({ config: configOf(restored, urlOf('site')), file, log })).rejects.toThrow('is not empty')
  await restore({ config: configOf(restored, urlOf('other')), file, log })

  const other = connect(urlOf('other'))
  const { rows } = await other.pool.query('select id, question from polls')
  await other.close()
  expect(rows).toEqual([{ id: poll.id, question: 'Is it there?' }])
  expect((await readFile(file)).includes('any@')).toBe(false)
})
