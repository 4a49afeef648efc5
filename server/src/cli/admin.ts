import { openFileStore } from '#media/open-file-store.ts'
import { runAdminCommand } from './admin-commands.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ open, config }) => {
  const output = await runAdminCommand(process.argv.slice(2), async () => {
    const { db } = await open()
    return { db, config, files: await openFileStore(config) }
  })
  console.log(output)
})
