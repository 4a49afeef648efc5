import { sql } from 'drizzle-orm'
import { runCommand } from './run-cli.ts'
import { migrate } from './migrate.ts'
import { databaseAddress } from './check-connection.ts'
import { seedDemo } from './seed/demo.ts'

await runCommand(async ({ config, open, log }) => {
  if (config.production) throw new Error('db:reset deletes everything, and NODE_ENV is production: refused.')
  if (config.databaseUrl && !process.argv.includes('--yes')) {
    const place = databaseAddress(config.databaseUrl)
    throw new Error(`This deletes everything in ${place}. If that is meant: npm run db:reset -- --yes`)
  }
  const { db, url } = await open({ migrated: false })
  log('Deleting all tables')
  // What migrations made, not the database itself: dropping that takes rights which a hosted one does not give.
  await db.execute(sql`drop schema if exists drizzle cascade; drop schema public cascade; create schema public`)
  await migrate(url)
  if (config.seed === 'demo') await seedDemo(db)
  console.log(
    config.seed === 'demo' ? '  The database is new, with the demo in it.' : '  The database is new and empty.',
  )
})
