import { parseArgs } from 'node:util'
import { runCommand } from './run-command.ts'
import { seedLarge } from '#demo/large.ts'
import { addDemoData } from '#demo/add-demo-data.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { findSite } from '#db/site.ts'
import { openFileStore } from '#media/file-store.ts'
import { countRealAccounts } from '#prepare-site.ts'

const usage = `npm run db:seed -- [--scale demo|large]

  demo    sample people, officials, polls and posts (the default)
  large   the demo plus 10,000 polls, 1,000,000 votes, 600 officials, 1,000,000 ratings and 1,000,000 posts, for
          benchmarks; takes a few minutes`

await runCommand(async ({ config, open, log }) => {
  const scale = readScale()
  if (config.seed !== 'demo') {
    throw new Error(
      'The demo has an administrator whose password is published. By default it is added only to the embedded database of a site\n' +
        'whose HOST and PUBLIC_URL are loopback addresses. To add it to this database anyway: SEED=demo npm run db:seed',
    )
  }
  const { db } = await open()
  const { publicSince } = await findSite(db)
  if (publicSince) throw new Error('This is the database of a public site, which does not get the demo.')
  const accounts = await countRealAccounts(db)
  if (accounts > 0) {
    throw new Error(
      `The demo is for a database without people, but this one has ${accounts} accounts that are not of the demo.`,
    )
  }
  const demo = await addDemoData({ db, files: await openFileStore(config), log })
  if (demo.seeded) await runCommonGround(db)
  const { seeded } = scale === 'large' ? await seedLarge(db, log) : demo
  console.log(
    seeded
      ? '  Demo data added. Sign in with demo@wtpu.example or admin@wtpu.example, password citizen-demo.'
      : `  The ${scale} data is already in this database. To delete everything and start over: npm run db:reset`,
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
  throw new Error(`Unknown scale "${values.scale}".\n\n${usage}`)
}
