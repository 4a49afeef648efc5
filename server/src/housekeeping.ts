import { setTimeout } from 'node:timers/promises'

interface Task {
  /** What is cleaned up, for the log. */
  name: string
  /** Milliseconds between runs. */
  every: number
  /** Returns true if more work waits. Several servers may run it at the same time. */
  run(): Promise<unknown>
}

const busyPause = 100

/** Runs each task now and again after its time. `close` waits for the current runs. */
export function startHousekeeping(
  log: { warn(facts: object, message: string): void },
  tasks: Task[],
): { close(): Promise<void> } {
  const end = new AbortController()
  const repeat = async ({ name, every, run }: Task) => {
    while (!end.signal.aborted) {
      const isBusy = await run().catch((error: unknown) => log.warn({ err: error }, `${name} could not be cleaned up`))
      const pause = isBusy === true ? busyPause : every
      await setTimeout(pause, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = Promise.all(tasks.map(repeat))
  return {
    close: async () => {
      end.abort()
      await running
    },
  }
}
