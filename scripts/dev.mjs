// npm run dev: starts the server on PORT, restarted on changes, and Vite, which proxies to it and reloads the browser.
// With -- --google, also starts a local OpenID provider in place of Google.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, environmentFile, main, node, root } from './ensure.mjs'

const viteUrl = 'http://localhost:5173'
const google = process.argv.includes('--google')
const googlePort = '5174'
/** Must match server/src/testing/openid-provider.ts. */
const googleSettings = {
  GOOGLE_ISSUER: `http://localhost:${googlePort}`,
  GOOGLE_CLIENT_ID: 'wtpu',
  GOOGLE_CLIENT_SECRET: 'a secret shared with the provider only',
}

await main(async () => {
  await ensureInstalled({ testTools: google })
  console.log(`\n  Open ${viteUrl} once the server is running. Press Ctrl-C to stop.\n`)
  const publicUrl = process.env.PUBLIC_URL ?? viteUrl
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
  const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
  // In a terminal Ctrl-C reaches the children directly; a second signal is harmless.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code) => {
            stopAll()
            resolve(code ?? 0)
          })
        }),
    ),
  )
  process.exit(Math.max(...codes))
})
