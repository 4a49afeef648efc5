import type { CommandContext } from './run-command.ts'
import type { Db } from '#db/client.ts'
import { findSite } from '#db/site.ts'
import { addDemoData } from '#demo/add-demo-data.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { openFileStore } from '#media/open-file-store.ts'
import { countRealAccounts } from '#prepare-site.ts'

/**
 * Adds the demo to the configured database, unless it has it.
 * @throws Error if the database may not get the demo
 */
export async function addDemo({ config, open, log }: CommandContext): Promise<{ db: Db; seeded: boolean }> {
  if (config.seed !== 'demo') {
    throw new Error(
      'The demo has an administrator whose password is published. By default it is added only to the embedded database of a site\n' +
        'whose HOST and PUBLIC_URL are loopback addresses. To add it to this database anyway: SEED=demo npm run db:seed',
    )
  }
  const { db } = await open()
  const { publicSince } = await findSite(db)
  if (publicSince) throw new Error('This is the database of a public site, which does not get the demo.')
  const accounts = await countRealAccounts(db)
  if (accounts > 0) {
    throw new Error(
      `The demo is for a database without people, but this one has ${accounts} accounts that are not of the demo.`,
    )
  }
  const { seeded } = await addDemoData({ db, files: await openFileStore(config), jwtSecret: config.jwtSecret, log })
  if (seeded) await runCommonGround(db)
  return { db, seeded }
}
