import { backUp } from '#backup.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  async ({ config, log, resolveNew }) => {
    const [argument, ...others] = process.argv.slice(2)
    if (argument === undefined || others.length > 0) throw new Error('npm run backup -- FILE')
    const file = resolveNew(argument)
    const contents = await backUp({ config, file, log })
    console.log(`  The backup is in ${file}.\n  ${contents}`)
  },
  { createsSecret: false },
)
