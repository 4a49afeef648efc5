import { afterEach, expect, test } from 'vitest'
import { mails } from '#server/db/schema/mails.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { make } from '#server/testing/make.ts'
import { startSilentServer } from '#server/testing/silent-server.ts'
import { databaseProcesses } from './database-processes.ts'
import { cleanUp, freePort, migratedDataDir, launch, launchAndWait, patienceMs, stop } from './processes.ts'
import { withDatabase } from './voters.ts'

afterEach(cleanUp)

const countPendingMails = (dataDir: string) => withDatabase(dataDir, (db) => db.$count(mails))

test('a mail that is pending at a kill -9 of the server and the database is sent exactly once after the next start', async () => {
  const dataDir = await migratedDataDir()
  const port = await freePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}` }
  const server = await launchAndWait({ dataDir, env })
  const { email } = await withDatabase(dataDir, (db) => make(db).user())
  const response = await fetch(`http://127.0.0.1:${server.port}/auth/api/password_reset/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const [database] = await databaseProcesses(dataDir)
  process.kill(database?.pid ?? 0, 'SIGKILL')
  await stop(server, 'SIGKILL')
  expect(response.status).toBe(200)
  await using mailbox = await startMailbox({ port })
  await launchAndWait({ dataDir, env })
  expect(await databaseProcesses(dataDir)).toHaveLength(1)
  await expect.poll(() => mailbox.mails.length, { timeout: patienceMs }).toBe(1)
  expect(mailbox.mails[0]?.to?.[0]?.address).toBe(email)
  // The mail cannot be sent again once it is no longer in the outbox.
  await expect.poll(() => countPendingMails(dataDir), { timeout: patienceMs }).toBe(0)
  expect(mailbox.mails).toHaveLength(1)
})

test.for(['1', '2'])(
  '%s processes exit with a message when the port is taken, and leave no database behind',
  async (PROCESSES) => {
    const dataDir = await migratedDataDir()
    await using other = await startSilentServer()
    const server = await launch({ dataDir, port: other.port, env: { PROCESSES } })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain(`Port ${other.port} is in use`)
    expect(server.output()).toContain(`PORT=${other.port + 1} npm start`)
    expect(await databaseProcesses(dataDir)).toEqual([])
  },
)
