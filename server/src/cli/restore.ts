import { restore } from '#backup.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  async ({ config, log, resolvePath }) => {
    const [argument, ...others] = process.argv.slice(2)
    if (argument === undefined || others.length > 0) throw new Error('npm run restore -- FILE')
    const createdAt = await restore({ config, file: resolvePath(argument), log })
    console.log(`  The site of ${createdAt} is in ${config.dataDir}.`)
  },
  { createsSecret: false },
)
