// npm test: runs every check and test, also in a fresh clone. The last line is: N passed, N failed.
import { ensureInstalled, Failure, main, node, run } from './ensure.mjs'
import { afterBuild, build, checks, runSteps } from './steps.mjs'

await main(async () => {
  await ensureInstalled()
  // Checked first, so that a missing browser fails within seconds and not after the long steps.
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('End-to-end tests need Chromium. See the message above.')
  await runSteps([...checks, build, afterBuild])
})
