// npm run build: installs missing packages and builds the web, without starting the server. For service managers and CI.
import { ensureBuilt, ensureInstalled, ensureStore, main } from './ensure.mjs'

await main(async () => {
  await ensureInstalled({ testTools: false })
  await ensureStore()
  await ensureBuilt()
})
