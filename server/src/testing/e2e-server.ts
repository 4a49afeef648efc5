import { removeDataDir } from './remove-data-dir.ts'
import { startOpenidProvider } from './openid-provider.ts'

// Starts the real server on an empty data folder (the argument), after removing the data of an earlier run.
const [dataDir] = process.argv.slice(2)
if (dataDir) await removeDataDir(dataDir)
const port = Number(process.env['PORT'])
// A local OpenID provider on the next port replaces Google.
const { issuer, clientId, clientSecret } = await startOpenidProvider({
  port: port + 1,
  redirectUris: [`http://localhost:${port}/login`],
})
Object.assign(process.env, {
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
})
await import('#main.ts')
