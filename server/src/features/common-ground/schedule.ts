import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { commonGround } from '#db/schema/common-ground.ts'
import { JobQueue } from '#processes/job-queue.ts'
import type { RunSummary } from './run.ts'

export interface RunJob {
  databaseUrl: string
}

/** The program of a run, and the bounds of its process. They hold for 100,000 voters and 500 polls (`npm run bench:common-ground`). */
export const runSettings = {
  program: path.join(import.meta.dirname, 'run-process.ts'),
  timeLimit: 5 * 60_000,
  heapMegabytes: 1024,
}

/** Runs in a process of its own, because minutes of arithmetic would delay all requests. */
export class CommonGroundRuns {
  readonly #queue = new JobQueue<RunJob, RunSummary>({ ...runSettings, maxWaiting: 1, idleLimit: 0 })
  readonly #db: Db
  readonly #databaseUrl: string

  constructor(db: Db, databaseUrl: string) {
    this.#db = db
    this.#databaseUrl = databaseUrl
  }

  /** Moving the time of the next run takes it: of several servers, one. */
  async runIfDue(): Promise<void> {
    const { rowCount } = await this.#db.execute(sql`
      update ${commonGround} set next_run_at = now() + interval '1 hour' where id = 1 and next_run_at <= now()`)
    if (rowCount === 1) await this.#queue.run({ databaseUrl: this.#databaseUrl })
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}
