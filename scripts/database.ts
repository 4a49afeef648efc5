// npm run db:migrate | db:seed | db:reset: on DATABASE_URL, else on the embedded database, running or not.
import pg from 'pg'
import { type Config, readConfig } from '../server/src/config.ts'
import { connect } from '../server/src/db/client.ts'
import { joinEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { addressOf, reach } from '../server/src/db/reach.ts'
import { seedDemo } from '../server/src/db/seed/demo.ts'

const log = (line: string) => console.log(`  ${line}`)

const commands: Record<string, (url: string, config: Config) => Promise<void>> = {
  async migrate(url) {
    await migrate(url)
    log('The database has the newest tables.')
  },
  async seed(url) {
    await migrate(url)
    await seed(url)
  },
  async reset(url, config) {
    if (config.databaseUrl && !process.argv.includes('--yes')) {
      throw new Error(`This deletes everything in ${addressOf(url)}. If that is meant: npm run db:reset -- --yes`)
    }
    log('Deleting all tables ...')
    await empty(url)
    await migrate(url)
    if (config.seed === 'demo') await seed(url)
    log('Done. A server that was running meanwhile should be started anew.')
  },
}

async function seed(url: string): Promise<void> {
  log('Seeding the demo ...')
  const connection = connect(url, { query_timeout: 60_000 })
  await seedDemo(connection.db).finally(() => connection.close())
  log('The demo is in: demo@wtpu.example, password citizen-demo.')
}

/** Drops what migrations made, not the database: dropping that would need rights that a hosted one does not give. */
async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
    .finally(() => client.end())
}

async function runCommand(): Promise<void> {
  const name = process.argv[2] ?? ''
  const command = commands[name]
  if (!command) throw new Error(`There is no ${name}; there are: ${Object.keys(commands).join(', ')}.`)
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    await reach(config.databaseUrl)
    return command(config.databaseUrl, config)
  }
  const { url, stop } = await joinEmbedded({ dataDir: config.dataDir, log })
  await command(url, config).finally(stop)
}

try {
  await runCommand()
} catch (error) {
  console.error(error instanceof Error && error.constructor === Error ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
