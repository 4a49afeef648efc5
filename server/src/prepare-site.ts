import { existsSync } from 'node:fs'
import path from 'node:path'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Config } from '#config.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { expectDemo, findSite, rememberPublicSite, rememberTimeZone, stopExpectingDemo } from '#db/site.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import type { FileStore } from '#media/file-store.ts'
import { countForeignPasskeys } from '#features/accounts/factors/passkeys.ts'
import { addDemoData } from './demo/add-demo-data.ts'
import { hasDemoPassword, isDemoAccount } from './demo/people.ts'

interface Start {
  db: Db
  files: FileStore
  config: Pick<
    Config,
    'isLocal' | 'publicUrl' | 'demoOnPublicSite' | 'seed' | 'siteTimeZone' | 'dataDir' | 'databaseUrl' | 'jwtSecret'
  >
  /** Whether this start created the tables. */
  isNew: boolean
  log(line: string): void
}

/**
 * Adds the demo to a database that was created for it, and to no other: a real site that is started once without its settings must
 * not get an administrator whose password is published.
 * @throws Error if the site is public and has such an administrator, or if the time zone is unknown
 */
export async function prepareSite({ db, files, config, isNew, log }: Start): Promise<void> {
  await rememberTimeZone(db, config.siteTimeZone)
  const unusable = await countForeignPasskeys(db, config.publicUrl)
  if (unusable > 0) {
    log(
      `Passkeys that were made for another host than that of PUBLIC_URL, and do not work here: ${unusable}. Their owners sign in ` +
        'with the password, and prove it with a recovery code. Or set PUBLIC_URL back.',
    )
  }
  if (isNew && config.databaseUrl && existsSync(path.join(config.dataDir, 'postgres'))) {
    log(
      `The database of DATABASE_URL was empty, but ${config.dataDir} has the database of a site. To bring that site over, stop the ` +
        'server, empty the database of DATABASE_URL again, and run: npm run db:move -- to-external',
    )
  }
  if (!config.isLocal && !config.demoOnPublicSite) {
    if (await hasDemo(db)) {
      throw new Error(
        'This site is public, and it has the accounts of the demo, whose password is published. Remove the demo:\n' +
          '  npm run admin -- demo remove\n' +
          'Or, for a site that is only a demo, add the line DEMO_ON_PUBLIC_SITE=true.',
      )
    }
    return rememberPublicSite(db)
  }
  const { publicSince } = await findSite(db)
  if (publicSince && config.isLocal) {
    log(
      `This is the database of a public site (since ${publicSince.toISOString().slice(0, 10)}), but PUBLIC_URL and HOST are ` +
        'those of this machine. Are the settings missing?',
    )
  }
  if (config.seed !== 'demo') return
  if (isNew) await expectDemo(db)
  const { awaitsDemo } = await findSite(db)
  if (!awaitsDemo || (await countRealAccounts(db)) > 0) return
  const { seeded } = await addDemoData({ db, files, jwtSecret: config.jwtSecret, log })
  await stopExpectingDemo(db)
  if (seeded) await runCommonGround(db)
}

/** How many accounts are not those of the demo. */
export const countRealAccounts = (db: Db): Promise<number> => db.$count(users, not(isDemoAccount()))

/** Whether anyone can sign in with the password of the demo. */
export const hasDemo = async (db: Db): Promise<boolean> => (await db.$count(users, hasDemoPassword())) > 0

/** How many officials, up to 1,000, and admins there are, those of the demo aside. */
export async function findStaff(db: Db): Promise<{ officials: number; admins: number }> {
  const { rows } = await db.execute<{ officials: number }>(
    sql`select count(*)::int as officials from (select from politicians where source <> 'sample' limit 1000) found`,
  )
  const admins = await db.$count(users, and(eq(users.role, 'admin'), eq(users.isActive, true), not(isDemoAccount())))
  return { officials: rows[0]?.officials ?? 0, admins }
}
