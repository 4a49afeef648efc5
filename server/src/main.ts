import closeWithGrace from 'close-with-grace'
import { buildApp } from '#app.ts'
import { type Config, readConfig } from '#config.ts'
import { connect } from '#db/client.ts'
import { FolderInUse } from '#db/embedded/lock.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { describeError } from '#db/error-facts.ts'
import { migrate } from '#db/migrate.ts'
import { checkConnection, databaseAddress } from '#db/check-connection.ts'
import { seedDemo } from '#db/seed/demo.ts'
import { createVoterKey, keyVoters } from '#db/voters.ts'

/** What to end, last first. */
const endings: (() => Promise<unknown>)[] = []
let log = (line: string) => console.log(`  ${line}`)
let stoppedAt = 0

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const grace = closeWithGrace({ delay: 4_700, skip: [...signals] }, async ({ err }) => {
  if (err) console.error(describeError(err))
  await end()
})
for (const signal of signals) process.on(signal, stop)

try {
  await start(readConfig(process.env))
} catch (error) {
  // Stopped while starting: the start fails over what is already gone.
  if (stoppedAt === 0) await fail(error)
}

async function fail(error: unknown): Promise<never> {
  // An error of our own says what to do; any other is a fault, and its stack says where.
  const ours = error instanceof FolderInUse || (error instanceof Error && error.constructor === Error)
  console.error(ours ? `\n${error.message}\n` : describeError(error))
  await end()
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(config.dataDir))
  if (config.databaseUrl) await checkConnection(config.databaseUrl)
  await migrate(databaseUrl)
  const connection = connect(databaseUrl)
  endings.push(() => Promise.race([connection.close(), new Promise((resolve) => setTimeout(resolve, 500))]))
  if (config.seed === 'demo') await seedDemo(connection.db)
  await keyVoters(connection.db, createVoterKey(config.jwtSecret))

  const app = await buildApp({ config, db: connection.db, databaseUrl })
  log = (line) => app.log.warn(line)
  endings.push(async () => {
    // Open requests are finished; one that takes longer than this is cut.
    const patience = setTimeout(() => app.server.closeAllConnections(), 2_500)
    await app.close()
    clearTimeout(patience)
  })
  // Fastify's own line about listening would only stand before the friendlier block.
  app.log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  await app.listen({ port: config.port, host: config.host }).catch(explain(config))
  app.log.level = config.logLevel
  console.log(welcome(config))
}

async function startOwnDatabase(dataDir: string): Promise<string> {
  const database = await startEmbedded({ dataDir, log: (line) => log(line) })
  endings.push(database.stop)
  return database.url
}

function explain({ port, host }: Config) {
  return (error: NodeJS.ErrnoException): never => {
    const taken = `Port ${port} is taken by another program. Stop that one, or choose another port:\n  PORT=${port + 1} npm start`
    const other = `The server cannot listen on ${host}:${port} (${error.code}). Check HOST and PORT.`
    throw new Error(error.code === 'EADDRINUSE' ? taken : other, { cause: error })
  }
}

function welcome({ publicUrl, siteAccessCode, seed, dataDir, databaseUrl }: Config): string {
  const rows = [
    ['Open', publicUrl],
    ['Access code', siteAccessCode || 'none, the site is open'],
    ...(seed === 'demo' ? [['Demo account', 'demo@wtpu.example, password citizen-demo']] : []),
    ['Data', dataDir],
    ...(databaseUrl ? [['Database', databaseAddress(databaseUrl)]] : []),
    ['Stop', 'Ctrl-C'],
  ]
  return ['', '  WTPU is running', '', ...rows.map(([name, value]) => `  ${name?.padEnd(14)}${value}`), ''].join('\n')
}

/** A terminal and npm both pass on one Ctrl-C: what comes within a second is the same; what comes later is meant. */
function stop(signal: string): void {
  if (stoppedAt > 0 && Date.now() - stoppedAt > 1_000) process.exit(1)
  if (stoppedAt > 0) return
  stoppedAt = Date.now()
  console.log(`  ${signal}: finishing open requests`)
  grace.close()
}

async function end(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending()
}
