import path from 'node:path'
import { upgradeEmbedded } from '#db/embedded/upgrade.ts'
import { runCommand } from './run-command.ts'

const cacheFolder = path.join(import.meta.dirname, '../../../.cache')

await runCommand(
  async ({ config: { dataDir, databaseUrl, oldPostgres: oldBinaries }, log }) => {
    if (databaseUrl) throw new Error('DATABASE_URL names an external database. Upgrade PostgreSQL there.')
    const upgraded = await upgradeEmbedded({ dataDir, cacheFolder, oldBinaries, log })
    console.log(
      upgraded
        ? `  The database is one of PostgreSQL ${upgraded.to} now. Start the site; once all is well, delete ${upgraded.kept}, the one of PostgreSQL ${upgraded.from}.`
        : '  The database already has the version of PostgreSQL that this version of WTPU brings.',
    )
  },
  { createsSecret: false },
)
