// npm run check: the quick part of npm test.
import { ensureInstalled, main } from './ensure.mjs'
import { checks, runSteps } from './steps.mjs'

await main(async () => {
  await ensureInstalled()
  await runSteps(checks)
})
