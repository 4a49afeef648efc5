import { restore } from '#backup.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  async ({ config, log, resolvePath }) => {
    const [argument, ...others] = process.argv.slice(2)
    if (argument === undefined || others.length > 0) throw new Error('npm run restore -- FILE')
    const { createdAt, missing } = await restore({ config, file: resolvePath(argument), log })
    const still = missing.map((what) => `\n  - ${what}`).join('')
    console.log(
      `  The site of ${createdAt} is in ${config.dataDir}.${still && `\n  The backup does not have:${still}`}`,
    )
  },
  { createsSecret: false },
)
