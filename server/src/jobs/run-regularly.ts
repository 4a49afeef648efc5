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
/** How long a first run waits for the one before it, in milliseconds. */
const longestWait = 1_000

/** Runs each job now and again after its time. `close` waits for the current runs. */
export function runRegularly(
  log: { warn(facts: object, message: string): void },
  jobs: Job[],
): { close(): Promise<void> } {
  const end = new AbortController()
  const wait = (ms: number) => setTimeout(ms, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
  const runOnce = ({ name, run }: Job) =>
    run().catch((error: unknown) => log.warn({ err: error }, `the regular job "${name}" failed`))
  const repeat = async (job: Job, first: Promise<unknown>) => {
    let isBusy = await first
    while (!end.signal.aborted) {
      await wait(isBusy === true ? busyPause : job.every)
      if (!end.signal.aborted) isBusy = await runOnce(job)
    }
  }
  // One after the other, unless one takes long: a connection for each of them at once would be too many for a busy machine.
  let before: Promise<unknown> = Promise.resolve()
  const running = Promise.all(
    jobs.map((job) => {
      const first = Promise.race([before, wait(longestWait)]).then(() =>
        end.signal.aborted ? undefined : runOnce(job),
      )
      before = first
      return repeat(job, first)
    }),
  )
  return {
    close: async () => {
      end.abort()
      await running
    },
  }
}
