// npm start: installs missing packages, rebuilds the web if its sources changed, and runs the server.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureBuilt, ensureInstalled, ensureStore, environment, environmentFile, main, node, root } from './ensure.mjs'

await main(async () => {
  await ensureInstalled({ testTools: false })
  await ensureStore()
  await ensureBuilt()
  // The server shares our process group, so killing the group kills it too. It treats a repeated signal as one.
  const server = spawn(node, [...environmentFile(), 'server/src/main.ts'], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal))
  server.once('error', (error) => {
    console.error(`Could not start the server: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  stopWithNpm(server)
})

/**
 * Stops the server when npm dies. A killed npm forwards no signal, so the server would keep running in the background.
 *
 * @param {import('node:child_process').ChildProcess} server
 */
function stopWithNpm(server) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && server.kill('SIGTERM'), 250).unref()
}
