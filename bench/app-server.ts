import { buildApp } from '#server/app.ts'
import { listenBacklog, readConfig } from '#server/config.ts'
import { connect } from '#server/db/client.ts'
import { startJobs } from '#server/jobs/jobs.ts'

/** Runs the app like `npm start`, on the benchmark's database, and sends its port to the parent process. */
const databaseUrl = process.env['BENCH_DATABASE_URL'] ?? ''
const { db } = connect(databaseUrl)
const app = await buildApp({ config: readConfig(process.env), db, databaseUrl })
startJobs(app, databaseUrl)
const address = await app.listen({
  port: Number(process.env['BENCH_PORT'] ?? 0),
  host: '127.0.0.1',
  backlog: listenBacklog,
})
// Responds to any message with the resources that this process has used so far.
process.on('message', () => process.send?.({ cpuMs: cpuMs(), memory: process.memoryUsage.rss(), hits: app.cache.hits }))
process.send?.({ port: Number(new URL(address).port) })

process.on('disconnect', () => process.exit())

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
