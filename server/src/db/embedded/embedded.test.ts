import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeDataDir } from '#testing/remove-data-dir.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { connect } from '#db/client.ts'
import { FolderInUse } from './lock.ts'
import { type Embedded, startOrJoinEmbedded, startEmbedded } from './embedded.ts'
import { resolveLocation } from './location.ts'

// All tests share one cluster, because creating one takes a second or two.
let dataDir: string
let database: Embedded
const log = () => {}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `wtpu-test-${process.pid}-`))
  await chmod(dataDir, 0o711)
  database = await startEmbedded({ dataDir, log })
})

afterAll(async () => {
  await database.stop()
  await removeDataDir(dataDir)
})

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const connection = connect(url)
  const { rows } = await connection.pool.query(statement).finally(() => connection.close())
  return rows
}

test('acknowledged writes are on disk: fsync, synchronous_commit and full_page_writes are on', async () => {
  const names = "('fsync', 'synchronous_commit', 'full_page_writes')"
  const rows = await query(database.url, `select distinct setting from pg_settings where name in ${names}`)
  expect(rows).toEqual([{ setting: 'on' }])
})

test('the server connects as an ordinary role, and wrong passwords are rejected', async () => {
  const rows = await query(database.url, 'select rolsuper from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false }])
  const wrong = Object.assign(new URL(database.url), { password: 'guessed' })
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await expect(query(wrong.href.replace('//wtpu:', '//postgres:'), 'select 1')).rejects.toThrow(
    /password authentication/,
  )
})

test('lower() handles accented letters, and the collation is the builtin C.UTF-8', async () => {
  const rows = await query(
    database.url,
    "select lower('ÉÑ') as lower, datlocprovider as provider from pg_database limit 1",
  )
  expect(rows).toEqual([{ lower: 'éñ', provider: 'b' }])
})

test('a second start on the folder is rejected, but a command joins the running database', async () => {
  const second = await startEmbedded({ dataDir, log }).catch((error: unknown) => error)
  expect(second).toBeInstanceOf(FolderInUse)
  expect(String(second)).toContain(`WTPU is already running on the data folder ${dataDir} (process ${process.pid})`)
  const joined = await startOrJoinEmbedded({ dataDir, log })
  expect(joined.url).toBe(database.url)
  await joined.stop()
  expect(await query(joined.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  'as root, data folders in private homes have a folder of their own each',
  async () => {
    // Temporary folders are private.
    const dataDirs = ['a', 'b'].map(() => temporaryFolder({ 'wtpu/data/file': '' }).at('wtpu/data'))
    const locations = await Promise.all(dataDirs.map((folder) => resolveLocation(folder, log)))
    for (const { folder } of locations) expect(folder).toMatch(/^\/var\/lib\/wtpu\//)
    expect(new Set(locations.map(({ folder }) => folder)).size).toBe(2)
    for (const folder of dataDirs) await removeDataDir(folder)
  },
)

test('starts despite a stale postmaster.pid whose pid now belongs to another program', async () => {
  await query(database.url, 'create table kept (number int)')
  await database.stop()
  const staleFile = [process.pid, `${dataDir}/postgres/cluster`, 1, 5432, '', '127.0.0.1', '  1 1', 'ready   ', '']
  await writeFile(join(database.folder, 'cluster/postmaster.pid'), staleFile.join('\n'))
  database = await startEmbedded({ dataDir, log })
  expect(await query(database.url, 'select count(*)::int as count from kept')).toEqual([{ count: 0 }])
})

test('a stop that ends open connections is not logged as a failure', async () => {
  await database.stop()
  const lines: string[] = []
  database = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  const open = connect(database.url)
  await open.pool.query('select 1')
  await database.stop()
  await open.close()
  expect(lines).toEqual([])
  database = await startEmbedded({ dataDir, log })
})

test('the password is generated once and reused on later starts', async () => {
  const file = join(database.folder, 'password')
  const before = await readFile(file, 'utf8')
  await database.stop()
  database = await startEmbedded({ dataDir, log })
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('starts although the password was lost and others may read the cluster, and its data is there', async () => {
  await database.stop()
  const before = await readFile(join(database.folder, 'password'), 'utf8')
  await rm(join(database.folder, 'password'))
  await chmod(join(database.folder, 'cluster'), 0o755)
  database = await startEmbedded({ dataDir, log })

  expect(await readFile(join(database.folder, 'password'), 'utf8')).not.toBe(before)
  expect(await query(database.url, "select to_regclass('kept') is not null as kept")).toEqual([{ kept: true }])
})

test('names the versions if another PostgreSQL made the cluster', async () => {
  await database.stop()
  const file = join(database.folder, 'cluster/PG_VERSION')
  const own = await readFile(file, 'utf8')
  await writeFile(file, '15\n')
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
    /made by PostgreSQL 15, .* PostgreSQL \d+\. .*db:upgrade/,
  )
  await writeFile(file, '99\n')
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow('Use the newer version of WTPU')
  await writeFile(file, own)
  database = await startEmbedded({ dataDir, log })
})
