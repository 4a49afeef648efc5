import { setTimeout } from 'node:timers/promises'

export interface Job {
  /** What it works on, for the log. */
  name: string
  /** Milliseconds between runs. */
  every: number
  /** Returns true if more work waits. Several servers may run it at the same time. */
  run(): Promise<unknown>
}

const busyPause = 100

/** Runs each job now and again after its time. `close` waits for the current runs. */
export function runRegularly(
  log: { warn(facts: object, message: string): void },
  jobs: Job[],
): { close(): Promise<void> } {
  const end = new AbortController()
  const repeat = async ({ name, every, run }: Job) => {
    while (!end.signal.aborted) {
      const isBusy = await run().catch((error: unknown) => log.warn({ err: error }, `the regular job "${name}" failed`))
      const pause = isBusy === true ? busyPause : every
      await setTimeout(pause, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = Promise.all(jobs.map(repeat))
  return {
    close: async () => {
      end.abort()
      await running
    },
  }
}
