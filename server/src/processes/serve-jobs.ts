import os from 'node:os'
import { JobRejected, type JobOutcome } from './job-queue.ts'

/** Far more memory than images within the pixel limits need. libvips allocates memory outside of Node's limited heap. */
const maxBytesOfImages = 768 * 1024 * 1024

/** Runs the jobs that a `JobQueue` sends to this process. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the queue's owner and its program agree on the job
export function serveJobs<Job, Result>(
  run: (job: Job) => Promise<Result>,
  { maxResidentBytes = maxBytesOfImages } = {},
): void {
  // Run at a lower priority than the server process.
  os.setPriority(10)
  // Ignore Ctrl-C, which a terminal sends to this process too: the server first finishes requests that wait for an image.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (job: Job) => void outcomeOf(() => run(job)).then((outcome) => process.send?.(outcome)))
  setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) process.exit(1)
  }, 100).unref()
}

async function outcomeOf<Result>(run: () => Promise<Result>): Promise<JobOutcome<Result>> {
  try {
    return { done: await run() }
  } catch (error) {
    if (error instanceof JobRejected) return { rejected: error.message }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { failed: String(error), code }
  }
}
