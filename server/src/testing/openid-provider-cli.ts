import { startOpenidProvider } from './openid-provider.ts'

// npm run dev -- --google: the provider that plays Google, on a port, for one way back.
const [port = '', redirectUri = ''] = process.argv.slice(2)
const { issuer } = await startOpenidProvider({ port: Number(port), redirectUris: [redirectUri] })
console.log(`  ${issuer} plays Google: sign in there with any name and any password.`)
