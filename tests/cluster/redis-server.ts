import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isListening } from '../processes.ts'

/** A Redis in memory that can be stopped, frozen and started again on its port. */
export async function startRedis(...options: string[]) {
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...options])
    child.on('error', (error) => console.error(`redis-server cannot be started: ${error.message}`))
    while (!(await isListening(port))) await sleep(20)
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    [Symbol.asyncDispose]: stop,
  }
}
