import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { usedUnsubscribeLinks } from '#db/schema/notifications.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { startJobs } from './jobs.ts'

test('regular work begins once the server is ready', async () => {
  await using t = await startTestApp()
  // The jobs of `t.app` do not see this database.
  await using database = await startTestDatabase()
  const { db, url } = database
  const { config, files, uploadFolder, outbox, keys, pendingAnswers, pollOpenings } = t.app
  await using app = Object.assign(fastify(), {
    db,
    config,
    files,
    uploadFolder,
    outbox,
    keys,
    pendingAnswers,
    pollOpenings,
  })
  const countLinks = () => db.$count(usedUnsubscribeLinks)
  await db
    .insert(usedUnsubscribeLinks)
    .values({ signature: Buffer.from('old'), usedAt: sql`now() - interval '100 days'` })

  startJobs(app, url)
  await sleep(500)
  expect(await countLinks()).toBe(1)

  await app.ready()
  await expect.poll(countLinks).toBe(0)
})
