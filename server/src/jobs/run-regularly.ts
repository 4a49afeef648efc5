import { setTimeout } from 'node:timers/promises'
import type { PartName } from '@wtpu/contract/site/part-names'
import { isOn } from '@wtpu/contract/site/parts'

export interface Job {
  /** What it works on, for the log. */
  name: string
  /** The part of the site that it belongs to, or null for none. It does not run while that is off. */
  part: PartName | null
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
  const repeat = async ({ name, part, every, run }: Job) => {
    while (!end.signal.aborted) {
      const ran = isOn(part) ? run() : Promise.resolve()
      const isBusy = await ran.catch((error: unknown) => log.warn({ err: error }, `the regular job "${name}" failed`))
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
