// npm start: install what is missing, build what has changed, run the server.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureBuilt, ensureInstalled, environment, environmentFile, main, node, root } from './ensure.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // In our process group, so that whoever kills the group kills the server; it hears a doubled signal as one.
  const server = spawn(node, [...environmentFile(), 'server/src/main.ts'], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal))
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  stopWithNpm(server)
})

/**
 * When npm is killed outright it passes nothing on: without this the server would go on unseen.
 *
 * @param {import('node:child_process').ChildProcess} server
 */
function stopWithNpm(server) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && server.kill('SIGTERM'), 250).unref()
}
