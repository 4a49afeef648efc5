import { connect } from '#db/client.ts'
import { flushInvalidations } from '#live/publish.ts'
import { serveJobs } from '#processes/serve-jobs.ts'
import { runCommonGround } from './run.ts'
import { runSettings, type RunJob } from './schedule.ts'

const statementMilliseconds = 60_000

serveJobs(
  async ({ databaseUrl }: RunJob) => {
    const { db, close } = connect(databaseUrl, { max: 1, statement: statementMilliseconds })
    try {
      const summary = await runCommonGround(db)
      await flushInvalidations(db)
      return summary
    } finally {
      await close()
    }
  },
  { maxResidentBytes: runSettings.heapMegabytes * 1024 * 1024 },
)
