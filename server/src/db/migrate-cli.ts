import { runCommand } from './run-cli.ts'

await runCommand(async ({ open }) => {
  await open()
  console.log('  The database has the newest tables.')
})
