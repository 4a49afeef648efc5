import { runCommand } from './run-command.ts'

await runCommand(async ({ open }) => {
  await open()
  console.log('  The database schema is up to date.')
})
