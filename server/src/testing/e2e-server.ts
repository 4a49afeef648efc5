import { removeDataDir } from './remove-data-dir.ts'
import { startOpenidProvider } from './openid-provider.ts'

// The server as it is, but on an empty data folder (given as the argument): what a run before this one left is gone.
const [dataDir] = process.argv.slice(2)
if (dataDir) await removeDataDir(dataDir)
const port = Number(process.env['PORT'])
// Google is played by a real OpenID provider one port further.
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
