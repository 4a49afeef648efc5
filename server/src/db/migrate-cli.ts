import { runCommand } from './run-cli.ts'

await runCommand(async ({ open }) => {
  await open()
  console.log('  The database schema is up to date.')
})
