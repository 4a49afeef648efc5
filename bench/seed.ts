import { addDemo } from '#server/cli/add-demo.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { seedLarge } from './large/seed-large.ts'

/**
 * Adds the demo and the large data to the configured database: 10,000 polls, 600 officials, and a million each of votes,
 * ratings and posts. Takes a few minutes.
 */
await runCommand(async (context) => {
  const { db } = await addDemo(context)
  const { seeded } = await seedLarge(db, context.log)
  console.log(
    seeded
      ? '  Large data added. Sign in with demo@wtpu.example or admin@wtpu.example, password citizen-demo.'
      : '  The large data is already in this database. To delete everything and start over: npm run db:reset',
  )
})
