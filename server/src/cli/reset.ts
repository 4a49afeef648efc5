import { sql } from 'drizzle-orm'
import { runCommand } from './run-command.ts'
import { migrate, databaseAddress } from '#db/open.ts'
import { addDemoData } from '#demo/add-demo-data.ts'
import { openFileStore } from '#media/file-store.ts'

await runCommand(async ({ config, open, log }) => {
  if (config.production)
    throw new Error('db:reset deletes everything and is not allowed in production (NODE_ENV=production).')
  if (config.databaseUrl && !process.argv.includes('--yes')) {
    const address = databaseAddress(config.databaseUrl)
    throw new Error(`This deletes everything in ${address}. To confirm, run: npm run db:reset -- --yes`)
  }
  const { db, url } = await open({ migrated: false })
  log('Deleting all tables')
  // Drop the schemas, not the database: a hosted PostgreSQL usually does not allow the latter.
  await db.execute(sql`drop schema if exists drizzle cascade; drop schema public cascade; create schema public`)
  await migrate(url)
  if (config.seed === 'demo') await addDemoData({ db, files: await openFileStore(config), log })
  console.log(
    config.seed === 'demo'
      ? '  The database has been reset and contains the demo data.'
      : '  The database has been reset and is empty.',
  )
})
