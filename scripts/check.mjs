// npm run check: the fast part of npm test (no web build, no browser).
import { ensureInstalled, main } from './ensure.mjs'
import { checks, runSteps } from './steps.mjs'

await main(async () => {
  await ensureInstalled()
  await runSteps(checks)
})
