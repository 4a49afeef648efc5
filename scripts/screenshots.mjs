// npm run e2e:screenshots [-- --update]: compares the screens with their pictures in e2e/screenshots/, or draws them again.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, Failure, main, node, root, run } from './ensure.mjs'

const command = ['test', 'e2e/screenshots.spec.ts']
// Without it, playwright.config.ts leaves these tests out.
const env = { ...environment, SCREENSHOTS: 'true' }

await main(async () => {
  const [option, ...others] = process.argv.slice(2)
  await ensureInstalled()
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('Screenshots need Chromium. See the message above.')
  await ensureBuilt()
  if (option === '--update' && others.length === 0) {
    rmSync(join(root, 'e2e/screenshots/responses.json'), { force: true })
    // One after the other, because all tests write to the same recording.
    await run('playwright', [...command, '--workers=1', '--update-snapshots=all'], {
      env: { ...env, RECORD_REPLIES: 'true' },
    })
  }
  process.exit(
    await run('playwright', [...command, ...(option === '--update' ? ['--update-snapshots=all'] : [])], { env }),
  )
})
