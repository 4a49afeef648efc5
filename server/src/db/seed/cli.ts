import { runCommand } from '#db/run-cli.ts'
import { seedDemo } from './demo.ts'

await runCommand(async ({ config, open }) => {
  if (config.seed !== 'demo') {
    throw new Error(
      'The demo comes with a known password, so it goes only where it is asked for: into the embedded database of a server\n' +
        'that listens on this machine alone. If it is meant for this database: SEED=demo npm run db:seed',
    )
  }
  const { db } = await open()
  const { seeded } = await seedDemo(db)
  if (!seeded)
    throw new Error('The demo is in this database already. To delete everything and begin anew: npm run db:reset')
  console.log('  The demo is in: demo@wtpu.example, password citizen-demo.')
})
