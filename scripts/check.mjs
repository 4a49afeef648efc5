// npm run check: everything of npm test without a browser or the web build. With -- --changed, or -- --changed=COMMIT, only
// the changed files and the tests that they reach.
import { changedFiles } from './changed.mjs'
import { ensureInstalled, main } from './ensure.mjs'
import { checks, checksOf, runSteps } from './steps.mjs'

await main(async () => {
  const [option] = process.argv.slice(2)
  await ensureInstalled()
  await runSteps(option?.startsWith('--changed') ? checksOf(changedFiles(option.split('=')[1] ?? 'HEAD')) : checks)
})
