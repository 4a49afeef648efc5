import { sql } from 'drizzle-orm'
import { runCommand } from './run-command.ts'
import { databaseAddress, migrate } from '#db/open.ts'
import { findSite } from '#db/site.ts'
import type { Db } from '#db/client.ts'
import { addDemoData } from '#demo/add-demo-data.ts'
import { openFileStore } from '#media/open-file-store.ts'
import { countRealAccounts } from '#prepare-site.ts'

await runCommand(async ({ config, open, log }) => {
  if (!config.isLocal) {
    throw new Error(
      `db:reset deletes everything, and ${config.publicUrl} on ${config.host} is a public site. It is for development only.`,
    )
  }
  const { db, url } = await open({ migrated: false })
  const address = config.databaseUrl ? databaseAddress(config.databaseUrl) : config.dataDir
  const { publicSince, accounts } = await examine(db)
  if (publicSince) {
    throw new Error(`${address} has the database of a public site, which db:reset does not delete.`)
  }
  if ((config.databaseUrl || accounts > 0) && !process.argv.includes('--yes')) {
    const people = accounts === 1 ? '1 account that is' : `${accounts} accounts that are`
    throw new Error(
      `This deletes everything in ${address}, with ${people} not of the demo. To confirm, run: npm run db:reset -- --yes`,
    )
  }
  log('Deleting all tables')
  // Drop the schemas, not the database: a hosted PostgreSQL usually does not allow the latter.
  await db.execute(sql`drop schema if exists drizzle cascade; drop schema public cascade; create schema public`)
  await migrate(url)
  if (config.seed === 'demo')
    await addDemoData({ db, files: await openFileStore(config), jwtSecret: config.jwtSecret, log })
  console.log(
    config.seed === 'demo'
      ? '  The database has been reset and contains the demo data.'
      : '  The database has been reset and is empty.',
  )
})

/** The database may be empty or of an earlier version. */
async function examine(db: Db): Promise<{ publicSince: Date | null; accounts: number }> {
  const { rows } = await db.execute<{ site: boolean; users: boolean }>(
    sql`select to_regclass('public.site') is not null as site, to_regclass('public.users') is not null as users`,
  )
  const { publicSince } = rows[0]?.site ? await findSite(db) : { publicSince: null }
  return { publicSince, accounts: rows[0]?.users ? await countRealAccounts(db) : 0 }
}
