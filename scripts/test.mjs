// npm test: everything, from a fresh clone. Ends with one line: N passed, N failed.
import { ensureInstalled, Failure, main, node, run } from './ensure.mjs'
import { afterBuild, build, checks, runSteps } from './steps.mjs'

await main(async () => {
  await ensureInstalled()
  // Before the long part, so that a machine without a browser learns it at once.
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('End-to-end tests need Chromium; what to do is above.')
  await runSteps([...checks, build, ...afterBuild])
})
