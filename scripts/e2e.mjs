// npm run e2e [-- playwright arguments]: runs the end-to-end tests against the web build.
import { ensureBuilt, ensureInstalled, Failure, main, node, run } from './ensure.mjs'

await main(async () => {
  await ensureInstalled()
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('End-to-end tests need Chromium. See the message above.')
  await ensureBuilt()
  process.exit(await run('playwright', ['test', ...process.argv.slice(2)]))
})
