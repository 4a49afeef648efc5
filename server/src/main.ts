import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { demoEmail, demoPassword } from '#db/demo-accounts.ts'
import { buildApp } from '#app.ts'
import { type Config, listenBacklog, readConfig } from '#config.ts'
import { connect, startPatience, waitAsRequests } from '#db/client.ts'
import { FolderInUse } from '#db/embedded/lock.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { describeError } from '#db/error-facts.ts'
import { migrate, checkConnection, databaseAddress } from './db/open.ts'
import { openFileStore } from '#media/open-file-store.ts'
import { canReadTally, openOrMakeKeys } from '#db/site-keys.ts'
import { loadSettings } from '#db/site-settings.ts'
import { addMissingVoterKeys } from '#db/voters.ts'
import { spreadSanctions } from '#community/block-users.ts'
import { startJobs } from './jobs/jobs.ts'
import { runRegularly } from './jobs/run-regularly.ts'
import { type FindUnreadiness, openReadiness } from './site/health.ts'
import { webFolder } from './site/pages.ts'
import { keepWebFiles } from './site/web-files.ts'
import { startWorkers } from './workers.ts'
import { serveMetrics, shareMetrics } from './metrics.ts'
import { lockLog, openLog } from '#features/tally/log.ts'
import { findUnreadSettings, readEnvironmentFile, startList } from './check-settings.ts'
import { createSetupLink } from '#features/admin/setup.ts'
import { setupLinkHours } from '@wtpu/contract/site/on-demand/setup'
import { findStaff, hasDemo, prepareSite } from './prepare-site.ts'

/** Run on exit in reverse order. */
const cleanups: (() => Promise<unknown>)[] = []
let log = (line: string) => console.log(`  ${line}`)
let stoppedAt = 0
/** Runs first on SIGTERM, before requests are finished. */
let drain = async (): Promise<void> => undefined

/** To the database, of all processes of this machine. PostgreSQL accepts 100 by default. */
const maxConnections = 64

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const grace = closeWithGrace({ delay: 4_700, skip: [...signals] }, async ({ err }) => {
  if (err) console.error(describeError(err))
  await cleanUp()
})
for (const signal of signals) process.on(signal, stop)

try {
  const file = cluster.isPrimary ? readEnvironmentFile() : undefined
  if (cluster.isPrimary)
    for (const line of findUnreadSettings({ environment: process.env, file })) console.error(`  ${line}`)
  await start(readConfig(process.env))
} catch (error) {
  // If stopped during startup, the startup fails because resources are already closed.
  if (stoppedAt === 0) await fail(error)
}

async function fail(error: unknown): Promise<never> {
  // A plain Error is ours, and its message says what to do. Any other error is a bug, so print its stack.
  const hasAdvice = error instanceof FolderInUse || (error instanceof Error && error.constructor === Error)
  console.error(hasAdvice ? `\n${error.message}\n` : describeError(error))
  await cleanUp()
  process.exit(1)
}

/** The first process prepares the database. It serves alone, or starts the processes that serve. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) {
    shareMetrics()
    await serve(config, config.databaseUrl ?? '')
    return
  }
  const databaseUrl = config.databaseUrl ?? (await startEmbeddedDatabase(config.dataDir))
  if (config.databaseUrl) await checkConnection(config.databaseUrl, config.jwtSecret)
  if (config.redisUrl) await (await import('./redis.ts')).checkRedis(config.redisUrl)
  const files = await openFileStore(config)
  await files.check()
  const { isNew } = await migrate(databaseUrl)
  const connection = connect(databaseUrl, { statement: 600_000, connection: startPatience })
  await prepareSite({ db: connection.db, files, config, isNew, log })
  const keys = await openOrMakeKeys(connection.db, config.jwtSecret)
  const accessCode = config.siteAccessCode
  await loadSettings({ db: connection.db, keys, config })
  await addMissingVoterKeys(connection.db, keys)
  await spreadSanctions(connection.db)
  if (await canReadTally(connection.db, keys.tally)) {
    await connection.db.transaction(async (tx) => {
      await lockLog(tx)
      await openLog(tx, keys.tally)
    })
  }
  const facts = { ...(await findStaff(connection.db)), hasOwnSecret: process.env['JWT_SECRET'] !== undefined }
  const withDemo = await hasDemo(connection.db)
  const setupLink = withDemo ? undefined : await createSetupLink(connection.db, config)
  await connection.close()
  let findUnreadiness: FindUnreadiness
  if (config.processes === 1) findUnreadiness = await serve(config, databaseUrl)
  else {
    const { db, close } = connect(databaseUrl, { max: 1 })
    cleanups.push(close)
    const toConsole = { error: ({ err }: { err: unknown }) => console.error(describeError(err)) }
    findUnreadiness = openReadiness({ db, ...config, isStopping: () => stoppedAt > 0, log: toConsole })
    const stopWorkers = await startWorkers(config, databaseUrl)
    cleanups.push(stopWorkers)
    // The workers finish their requests before they stop.
    drain = stopWorkers
  }
  if (config.metrics) cleanups.push(await serveMetrics(config.metrics, findUnreadiness))
  console.log(startupMessage(config, { withDemo, setupLink, accessCode }))
  if (!config.isLocal) console.log(startList(config, facts))
}

async function serve(config: Config, databaseUrl: string): Promise<FindUnreadiness> {
  const max = Math.min(20, Math.floor(maxConnections / config.processes))
  const connection = connect(databaseUrl, { max, connection: startPatience })
  cleanups.push(() => Promise.race([connection.close(), new Promise((resolve) => setTimeout(resolve, 500))]))
  const app = await buildApp({ config, db: connection.db, databaseUrl })
  startJobs(app, databaseUrl)
  log = (line) => app.log.warn(line)
  const webFiles = runRegularly(app.log, [
    { name: 'files of releases', part: null, every: 3_600_000, run: () => keepWebFiles(connection.db, webFolder) },
  ])
  cleanups.push(() => webFiles.close())
  drain = async () => {
    app.draining.is = true
    app.live.drain(config.drainSeconds * 1_000)
    await sleep(config.drainSeconds * 1_000)
  }
  cleanups.push(async () => {
    // Let open requests finish, but disconnect them after this time.
    const cutOff = setTimeout(() => app.server.closeAllConnections(), 2_500)
    await app.close()
    clearTimeout(cutOff)
  })
  // Suppress Fastify's "listening" line, because the startup message below replaces it.
  app.log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  await app.listen({ port: config.port, host: config.host, backlog: listenBacklog }).catch(explainListenError(config))
  app.log.level = config.logLevel
  waitAsRequests(connection)
  return () => app.findUnreadiness()
}

async function startEmbeddedDatabase(dataDir: string): Promise<string> {
  const database = await startEmbedded({ dataDir, log: (line) => log(line) })
  cleanups.push(database.stop)
  return database.url
}

function explainListenError({ port, host }: Config) {
  return (error: NodeJS.ErrnoException): never => {
    const taken = `Port ${port} is in use by another program. Stop that program or choose another port:\n  PORT=${port + 1} npm start`
    const other = `The server cannot listen on ${host}:${port} (${error.code}). Check HOST and PORT.`
    throw new Error(error.code === 'EADDRINUSE' ? taken : other, { cause: error })
  }
}

interface Shown {
  withDemo: boolean
  /** While the site has no admin. */
  setupLink: string | undefined
  /** As it is without what an admin chose. */
  accessCode: string
}

function startupMessage(
  { publicUrl, siteAccessCode, dataDir, databaseUrl }: Config,
  { withDemo, setupLink, accessCode }: Shown,
): string {
  const rows = [
    ['Open', publicUrl],
    [
      'Access code',
      siteAccessCode === accessCode || siteAccessCode === ''
        ? siteAccessCode || 'none, the site is open'
        : 'chosen at /admin',
    ],
    ...(withDemo
      ? [
          ['Demo account', `${demoEmail}, password ${demoPassword}`],
          ['Demo admin', 'admin@wtpu.example, the same password'],
        ]
      : []),
    ...(setupLink ? [['Set up', `${setupLink} (works once, for ${setupLinkHours} hours)`]] : []),
    ['Data', dataDir],
    ...(databaseUrl ? [['Database', databaseAddress(databaseUrl)]] : []),
    ['Stop', 'Ctrl-C'],
  ]
  return ['', '  WTPU is running', '', ...rows.map(([name, value]) => `  ${name?.padEnd(14)}${value}`), ''].join('\n')
}

/** The terminal and npm both forward Ctrl-C, so ignore a second signal within a second. A later one exits immediately. */
function stop(signal: string): void {
  if (stoppedAt > 0 && Date.now() - stoppedAt > 1_000) process.exit(1)
  if (stoppedAt > 0) return
  stoppedAt = Date.now()
  void finish(signal)
}

async function finish(signal: string): Promise<void> {
  if (signal === 'SIGTERM') await drain()
  if (cluster.isPrimary) console.log(`  ${signal}: finishing open requests`)
  grace.close()
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
}
