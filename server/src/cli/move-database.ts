import { databaseAddress } from '#db/open.ts'
import { moveDatabase } from '#move-database.ts'
import { runCommand } from './run-command.ts'

const usage = `npm run db:move -- to-external   copies the site from DATA_DIR into the empty database of DATABASE_URL
npm run db:move -- to-embedded   copies the site from the database of DATABASE_URL into DATA_DIR

Stop the servers first. Nothing is deleted where the site comes from.`

await runCommand(
  async ({ config: { dataDir, databaseUrl }, log }) => {
    const [direction, ...others] = process.argv.slice(2)
    const to = direction === 'to-external' ? 'external' : direction === 'to-embedded' ? 'embedded' : undefined
    if (to === undefined || others.length > 0) throw new Error(usage)
    await moveDatabase({ dataDir, databaseUrl, to, log })
    console.log(
      to === 'external'
        ? `  The site is in ${databaseAddress(databaseUrl ?? '')} now. Start it with DATABASE_URL, and with JWT_SECRET set to the content
  of ${dataDir}/jwt-secret if that exists. Delete ${dataDir}/postgres once all is well; DATA_DIR still has the uploads.`
        : `  The site is in ${dataDir} now. Start it without DATABASE_URL, and with the same JWT_SECRET.`,
    )
  },
  { createsSecret: false, usage },
)
