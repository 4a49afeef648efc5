import { startOpenidProvider } from './openid-provider.ts'

// npm run dev -- --google: starts the local OpenID provider. Arguments: port, redirect URI.
const [port = '', redirectUri = ''] = process.argv.slice(2)
const { issuer } = await startOpenidProvider({ port: Number(port), redirectUris: [redirectUri] })
console.log(`  ${issuer} replaces Google. Sign in there with any name and any password.`)
