import { demoAdminEmail, demoEmail, demoPassword } from '#db/demo-accounts.ts'
import { addDemo } from './add-demo.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (context) => {
  if (process.argv.length > 2) {
    throw new Error(
      'npm run db:seed has no options. It adds the demo. The large data to measure with: npm run bench:seed',
    )
  }
  const { seeded } = await addDemo(context)
  console.log(
    seeded
      ? `  Demo data added. Sign in with ${demoEmail} or ${demoAdminEmail}, password ${demoPassword}.`
      : '  The demo data is already in this database. To delete everything and start over: npm run db:reset',
  )
})
