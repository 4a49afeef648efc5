import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { startEmbedded, startOrJoinEmbedded } from '#server/db/embedded/embedded.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { startSilentServer, openLiveStream, startPartialRequest } from './slow-clients.ts'
import { databaseProcesses } from './database-processes.ts'
import {
  cleanUp,
  freePort,
  freshClone,
  freshDataDir,
  freshFolder,
  isListening,
  isRoot,
  launch,
  waitUntilReady,
} from './processes.ts'
import { type Running, launchAndWait, stop, withUser } from './processes.ts'
import { findMissing, writeUntilDisconnected } from './writers.ts'

afterEach(cleanUp)

// Without root, the tests cannot switch users. The other tests in this file then cover an ordinary user.
if (!isRoot) console.log('Skipped because they need root: private home folder, other user')

/** For conditions that take well under a second on an idle machine. */
const patienceMs = 30_000

const readyz = ({ port }: { port: number }) => fetch(`http://127.0.0.1:${port}/readyz`)

/** Waits until a server that was asked to stop no longer accepts connections. */
async function waitForShutdown({ port }: Running): Promise<void> {
  await expect.poll(() => isListening(port), { interval: 20, timeout: patienceMs }).toBe(false)
}

async function countPendingMails(dataDir: string): Promise<number> {
  const { url } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const { pool, close } = connect(url)
  const { rows } = await pool.query<{ count: number }>('select count(*) from mails').finally(close)
  return rows[0]?.count ?? 0
}

describe('npm start', () => {
  test('works in a fresh clone from another folder and prints URL, account and folders; a second start skips the setup', async () => {
    const clone = await freshClone(await freshFolder())
    const first = await launch({ folder: clone, command: 'npm start' })
    await waitUntilReady(first, 120_000)
    await expect.poll(first.output, { timeout: patienceMs }).toContain('WTPU is running')
    expect(first.output()).toMatch(new RegExp(`Open +http://localhost:${first.port}\n`))
    expect(first.output()).toMatch(/Access code +citizenship\n/)
    expect(first.output()).toMatch(/Demo account +demo@wtpu\.example, password citizen-demo\n/)
    expect(first.output()).toMatch(new RegExp(`Data +${clone}/data\n`))
    const page = await fetch(`http://127.0.0.1:${first.port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title')])
    expect(await stop(first)).toBe(0)

    const second = await launchAndWait({ folder: clone, command: 'npm start' })
    expect(second.output()).not.toMatch(/Installing|Building|Creating the database/)
  })

  test('shuts down gracefully when Ctrl-C in a terminal signals the whole process group', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    const request = await startPartialRequest(server.port)
    const stopped = stop(server, 'SIGINT', 'group')
    await waitForShutdown(server)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stopped).toBe(0)
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('stops the server when npm is killed, and the next start works', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    process.kill(server.child.pid ?? 0, 'SIGKILL')
    await launchAndWait({ dataDir, command: 'npm start' })
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })
})

describe.runIf(isRoot)('npm start as different users', () => {
  test('as root in a private home folder, keeps the database under /var/lib/wtpu', async () => {
    const copies = '/var/lib/wtpu'
    const before = existsSync(copies)
    try {
      const homes = [await freshFolder(0o700), await freshFolder(0o700)]
      const clones = await Promise.all(homes.map((home) => freshClone(home)))
      const servers = await Promise.all(clones.map((folder) => launch({ folder, command: 'start.mjs' })))
      for (const server of servers) await waitUntilReady(server, 120_000)
      const folders = await Promise.all(clones.map((clone) => realpath(join(clone, 'data/postgres'))))
      for (const folder of folders) expect(folder).toMatch(/^\/var\/lib\/wtpu\//)
      expect(new Set(folders).size).toBe(2)
    } finally {
      await cleanUp()
      if (!before) await rm(copies, { recursive: true, force: true })
    }
  })

  test('works as an ordinary user, and root then runs the same database as that user', () =>
    withUser(async (user) => {
      const clone = await freshClone(await freshFolder(), user)
      const dataDir = join(clone, 'data')
      const server = await launch({ folder: clone, command: 'start.mjs', user })
      await waitUntilReady(server, 120_000)
      expect(await databaseProcesses(dataDir)).toEqual([{ pid: expect.any(Number), uid: user.uid }])
      await stop(server)
      await launchAndWait({ folder: clone, dataDir })
      expect(await databaseProcesses(dataDir)).toEqual([{ pid: expect.any(Number), uid: user.uid }])
    }))
})

describe('failures', () => {
  test('kill -9 of the server loses no acknowledged write, and the next start takes over the database', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const { acknowledged, writing } = await writeUntilDisconnected(dataDir)
    await expect.poll(() => acknowledged.length, { timeout: patienceMs }).toBeGreaterThan(100)
    await stop(server, 'SIGKILL')
    // The orphaned database still accepts writes.
    const atKill = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: patienceMs }).toBeGreaterThan(atKill)
    await launchAndWait({ dataDir })
    await writing
    expect(await findMissing(dataDir, acknowledged)).toEqual([])
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })

  test('kill -9 of the server and the database loses no acknowledged write', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const { acknowledged, writing } = await writeUntilDisconnected(dataDir)
    await expect.poll(() => acknowledged.length, { timeout: patienceMs }).toBeGreaterThan(100)
    const [database] = await databaseProcesses(dataDir)
    process.kill(database?.pid ?? 0, 'SIGKILL')
    await stop(server, 'SIGKILL')
    await writing
    await launchAndWait({ dataDir })
    expect(await findMissing(dataDir, acknowledged)).toEqual([])
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })

  test('a mail that is pending at a kill -9 is sent exactly once after the next start', async () => {
    const dataDir = await freshDataDir()
    const port = await freePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, SEED: 'demo' }
    const server = await launchAndWait({ dataDir, env })
    const reply = await fetch(`http://127.0.0.1:${server.port}/auth/api/password_reset/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@wtpu.example' }),
    })
    await stop(server, 'SIGKILL')
    expect(reply.status).toBe(200)
    await using mailbox = await startMailbox({ port })
    await launchAndWait({ dataDir, env })
    await expect.poll(() => mailbox.mails.length, { timeout: patienceMs }).toBe(1)
    expect(mailbox.mails[0]?.to?.[0]?.address).toBe('demo@wtpu.example')
    // The mail cannot be sent again once it is no longer in the outbox.
    await expect.poll(() => countPendingMails(dataDir), { timeout: patienceMs }).toBe(0)
    expect(mailbox.mails).toHaveLength(1)
  })

  test('a second start on the same data folder exits with a message and does not disturb the first', async () => {
    const dataDir = await freshDataDir()
    const first = await launchAndWait({ dataDir })
    const databases = await databaseProcesses(dataDir)
    const second = await launch({ dataDir })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(
      `WTPU is already running on the data folder ${dataDir} (process ${first.child.pid})`,
    )
    expect((await readyz(first)).status).toBe(200)
    expect(await databaseProcesses(dataDir)).toEqual(databases)
  })

  test('exits with a message when the port is taken, and leaves no database process behind', async () => {
    const dataDir = await freshDataDir()
    await using other = await startSilentServer()
    const server = await launch({ dataDir, port: other.port })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain(`Port ${other.port} is in use`)
    expect(server.output()).toContain(`PORT=${other.port + 1} npm start`)
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('exits with a message when DATABASE_URL cannot be reached, without printing its password', async () => {
    await using silent = await startSilentServer()
    for (const port of [await freePort(), silent.port]) {
      const env = { DATABASE_URL: `postgres://citizen:secret-word@127.0.0.1:${port}/wtpu`, JWT_SECRET: 'x'.repeat(32) }
      const server = await launch({ dataDir: await freshDataDir(), env })
      expect(await server.exited).toBe(1)
      expect(server.output()).toContain(`The database 127.0.0.1:${port}/wtpu cannot be reached`)
      expect(server.output()).not.toContain('secret-word')
    }
  })

  test('lists all invalid settings at once', async () => {
    const env = { PORT: 'three', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:secret-word@host/db' }
    const server = await launch({ dataDir: await freshDataDir(), env })
    expect(await server.exited).toBe(1)
    for (const name of Object.keys(env)) expect(server.output()).toContain(name)
    expect(server.output()).not.toContain('secret-word')
  })

  test('replies 503 as JSON when PostgreSQL is killed, then recovers by itself', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const [database] = await databaseProcesses(dataDir)
    process.kill(database?.pid ?? 0, 'SIGKILL')
    // Polled, because an open connection may still answer once.
    const readiness = async () => {
      const reply = await readyz(server)
      return { status: reply.status, body: await reply.json() }
    }
    await expect.poll(readiness, { interval: 10, timeout: patienceMs }).toEqual({
      status: 503,
      body: expect.objectContaining({ code: expect.any(String) }),
    })
    await waitUntilReady(server)
    const polls = await fetch(`http://127.0.0.1:${server.port}/api/polls/`)
    expect(polls.status).toBe(200)
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })
})

describe('shutdown', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    '%s finishes an open request, closes streams and exits cleanly',
    async (signal) => {
      const dataDir = await freshDataDir()
      const server = await launchAndWait({ dataDir })
      const stream = await openLiveStream(server.port)
      const request = await startPartialRequest(server.port)
      const stopped = stop(server, signal)
      await waitForShutdown(server)
      expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
      expect(await stopped).toBe(0)
      await stream.ended
      expect(await databaseProcesses(dataDir)).toEqual([])
    },
  )

  test('a request that never ends does not prevent a clean exit', async () => {
    const server = await launchAndWait({ dataDir: await freshDataDir() })
    await startPartialRequest(server.port)
    // If the shutdown had taken too long, main.ts would have exited with code 1.
    expect(await stop(server)).toBe(0)
  })
})

test('two servers can start at once on the same empty external database', async () => {
  const external = await startEmbedded({ dataDir: await freshDataDir(), log: () => {} })
  try {
    const env = { DATABASE_URL: external.url, JWT_SECRET: 'x'.repeat(32), SEED: 'demo' }
    const dataDirs = [await freshDataDir(), await freshDataDir()]
    const servers = await Promise.all(dataDirs.map((dataDir) => launch({ dataDir, env })))
    for (const server of servers) await waitUntilReady(server)
    for (const server of servers) expect(await stop(server)).toBe(0)
  } finally {
    await external.stop()
  }
})
