// npm run check:html: checks the HTML of every route with the Nu HTML Checker, as sent and as rendered.
import { ensureBuilt, ensureInstalled, Failure, main, node, run } from './ensure.mjs'
import { javaIsInstalled, nuCheckerEnvironment } from './nu-checker.mjs'

await main(async () => {
  if (!javaIsInstalled()) {
    throw new Failure('The Nu HTML Checker needs Java 11 or newer (Debian: apt-get install default-jre-headless).')
  }
  await ensureInstalled()
  const env = await nuCheckerEnvironment()
  if ((await run(node, ['scripts/chromium.ts'])) !== 0)
    throw new Failure('The check needs Chromium. See the message above.')
  await ensureBuilt()
  process.exit(await run('playwright', ['test', 'e2e/html.spec.ts', ...process.argv.slice(2)], { env }))
})
