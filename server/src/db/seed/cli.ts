import { parseArgs } from 'node:util'
import { runCommand } from '#db/run-cli.ts'
import { seedDemo } from './demo.ts'
import { seedLarge } from './large.ts'

const usage = `npm run db:seed -- [--scale demo|large]

  demo    people, officials and polls to try the site with (the default)
  large   on top of it 10,000 polls, 1,000,000 votes, 600 officials and 1,000,000 ratings, to measure with`

await runCommand(async ({ config, open, log }) => {
  const scale = readScale()
  if (config.seed !== 'demo') {
    throw new Error(
      'The demo comes with a known password, so it goes only where it is asked for: into the embedded database of a server\n' +
        'that listens on this machine alone. If it is meant for this database: SEED=demo npm run db:seed',
    )
  }
  const { db } = await open()
  const demo = await seedDemo(db)
  const { seeded } = scale === 'large' ? await seedLarge(db, log) : demo
  console.log(
    seeded
      ? '  The demo is in: demo@wtpu.example, password citizen-demo.'
      : `  The ${scale} seed is in this database already. To delete everything and begin anew: npm run db:reset`,
  )
})

function readScale(): 'demo' | 'large' {
  const { values } = (() => {
    try {
      return parseArgs({ options: { scale: { type: 'string', default: 'demo' } } })
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : ''}\n\n${usage}`, { cause: error })
    }
  })()
  if (values.scale === 'demo' || values.scale === 'large') return values.scale
  throw new Error(`There is no scale "${values.scale}".\n\n${usage}`)
}
