// npm run e2e [-- playwright's arguments]: the end-to-end tests on the built web.
import { ensureBuilt, ensureInstalled, Failure, main, node, run } from './ensure.mjs'

await main(async () => {
  await ensureInstalled()
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('End-to-end tests need Chromium; what to do is above.')
  await ensureBuilt()
  process.exit(await run('playwright', ['test', ...process.argv.slice(2)]))
})
