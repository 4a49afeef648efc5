// npm run dev: the server on PORT, restarted when its sources change, and before it Vite, which reloads the browser.
// With -- --google, an OpenID provider on this machine plays Google.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, environmentFile, main, node, root } from './ensure.mjs'

const address = 'http://localhost:5173'
const google = process.argv.includes('--google')
const googlePort = '5174'
/** What server/src/testing/openid-provider.ts knows. */
const googleSettings = {
  GOOGLE_ISSUER: `http://localhost:${googlePort}`,
  GOOGLE_CLIENT_ID: 'wtpu',
  GOOGLE_CLIENT_SECRET: 'a secret shared with the provider only',
}

await main(async () => {
  await ensureInstalled()
  console.log(`\n  Open ${address} once the server is up; Ctrl-C ends both.\n`)
  const publicUrl = process.env.PUBLIC_URL ?? address
  const env = { ...environment, PUBLIC_URL: publicUrl, ...(google && googleSettings) }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const provider = ['server/src/testing/openid-provider-cli.ts', googlePort, `${publicUrl}/login`]
  const children = [
    ...(google ? [spawn(node, provider, { cwd: root, env, stdio: 'inherit' })] : []),
    spawn(node, [...environmentFile(), '--watch', '--watch-preserve-output', 'server/src/main.ts'], {
      cwd: root,
      env,
      stdio: 'inherit',
    }),
    spawn(node, [...environmentFile(), vite, '--port', '5173', '--strictPort'], {
      cwd: join(root, 'web'),
      env,
      stdio: 'inherit',
    }),
  ]
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
  // In a terminal both have heard it already; once more does no harm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code) => {
            endAll()
            resolve(code ?? 0)
          })
        }),
    ),
  )
  process.exit(Math.max(...codes))
})
