import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { startSilentServer, openLiveStream, startPartialRequest } from './slow-clients.ts'
import { databaseProcesses } from './database-processes.ts'
import {
  cleanUp,
  freePort,
  freshClone,
  freshDataDir,
  freshFolder,
  isRoot,
  launch,
  waitUntilReady,
} from './processes.ts'
import { type Running, launchAndWait, stop, withUser } from './processes.ts'
import { findMissing, writeUntilDisconnected } from './writers.ts'

afterEach(cleanUp)

// Without root nobody can become another user; the rest of this file is then the ordinary user's case.
if (!isRoot) console.log('Not run, as they need root: a home folder closed to others; another, ordinary user')

const readyz = ({ port }: { port: number }) => fetch(`http://127.0.0.1:${port}/readyz`)

/** Milliseconds of the best of some starts: what a busy machine adds is not the server's. */
async function quickest(times: number, start: () => Promise<Running>): Promise<number> {
  let best = Infinity
  for (let attempt = 0; attempt < times && best >= 5_000; attempt++) {
    const server = await start()
    best = Math.min(best, await waitUntilReady(server))
    await stop(server)
  }
  return best
}

describe('npm start', () => {
  test('in a fresh folder, called from another one, says where everything is; warm, it serves in under 5 s', async () => {
    const clone = await freshClone(await freshFolder())
    const first = await launch({ folder: clone, command: 'npm start' })
    await waitUntilReady(first, 120_000)
    await expect.poll(first.output).toContain('WTPU is running')
    expect(first.output()).toMatch(new RegExp(`Open +http://localhost:${first.port}\n`))
    expect(first.output()).toMatch(/Access code +citizenship\n/)
    expect(first.output()).toMatch(/Demo account +demo@wtpu\.example, password citizen-demo\n/)
    expect(first.output()).toMatch(new RegExp(`Data +${clone}/data\n`))
    const page = await fetch(`http://127.0.0.1:${first.port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title')])
    expect((await stop(first)).code).toBe(0)

    expect(await quickest(3, () => launch({ folder: clone, command: 'npm start' }))).toBeLessThan(5_000)
  })

  test('passes one Ctrl-C of a terminal, which everyone hears, on as one', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    const request = await startPartialRequest(server.port)
    const stopped = stop(server, 'SIGINT', 'group')
    await sleep(300)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stopped).toMatchObject({ code: 0 })
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('killed outright, npm takes the server with it, and the next start works', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    process.kill(server.child.pid ?? 0, 'SIGKILL')
    await launchAndWait({ dataDir, command: 'npm start' })
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })
})

describe.runIf(isRoot)('who starts it', () => {
  test('root, in a home folder closed to others: what PostgreSQL needs lies under /var/lib/wtpu', async () => {
    const copies = '/var/lib/wtpu'
    const before = existsSync(copies)
    try {
      const homes = [await freshFolder(0o700), await freshFolder(0o700)]
      const clones = await Promise.all(homes.map((home) => freshClone(home)))
      const servers = await Promise.all(clones.map((folder) => launch({ folder, command: 'start.mjs' })))
      for (const server of servers) await waitUntilReady(server, 120_000)
      const places = await Promise.all(clones.map((clone) => realpath(join(clone, 'data/postgres'))))
      for (const place of places) expect(place).toMatch(/^\/var\/lib\/wtpu\//)
      expect(new Set(places).size).toBe(2)
    } finally {
      await cleanUp()
      if (!before) await rm(copies, { recursive: true, force: true })
    }
  })

  test('an ordinary user; and root goes on with their database as that user', () =>
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

describe('what goes wrong', () => {
  test('kill -9 while citizens write: everything acknowledged is there after the next start, in one database', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const { acknowledged, writing } = await writeUntilDisconnected(dataDir)
    await sleep(500)
    await stop(server, 'SIGKILL')
    await sleep(300)
    await launchAndWait({ dataDir })
    await writing
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(await findMissing(dataDir, acknowledged)).toEqual([])
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })

  test('kill -9 of server and database at once loses nothing acknowledged either', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const { acknowledged, writing } = await writeUntilDisconnected(dataDir)
    await sleep(500)
    const [database] = await databaseProcesses(dataDir)
    process.kill(database?.pid ?? 0, 'SIGKILL')
    await stop(server, 'SIGKILL')
    await writing
    await launchAndWait({ dataDir })
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(await findMissing(dataDir, acknowledged)).toEqual([])
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })

  test('kill -9 between the request of a reset code and its mail: the mail comes after the next start, once', async () => {
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
    await expect.poll(() => mailbox.mails.length, { timeout: 20_000 }).toBe(1)
    expect(mailbox.mails[0]?.to?.[0]?.address).toBe('demo@wtpu.example')
    // Long enough to be looked for again.
    await sleep(6_000)
    expect(mailbox.mails).toHaveLength(1)
  })

  test('a second start on the same data folder says so and leaves the first alone', async () => {
    const dataDir = await freshDataDir()
    const first = await launchAndWait({ dataDir })
    const databases = await databaseProcesses(dataDir)
    const second = await launch({ dataDir })
    expect(await second.exited).toMatchObject({ code: 1 })
    expect(second.output()).toContain(
      `WTPU is already running on the data folder ${dataDir} (process ${first.child.pid})`,
    )
    expect((await readyz(first)).status).toBe(200)
    expect(await databaseProcesses(dataDir)).toEqual(databases)
  })

  test('a port that is taken is named, and no database stays behind', async () => {
    const dataDir = await freshDataDir()
    await using other = await startSilentServer()
    const server = await launch({ dataDir, port: other.port })
    expect(await server.exited).toMatchObject({ code: 1 })
    expect(server.output()).toContain(`Port ${other.port} is taken`)
    expect(server.output()).toContain(`PORT=${other.port + 1} npm start`)
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('a DATABASE_URL that leads nowhere is said within 10 s, without its password', async () => {
    await using silent = await startSilentServer()
    for (const port of [await freePort(), silent.port]) {
      const env = { DATABASE_URL: `postgres://citizen:secret-word@127.0.0.1:${port}/wtpu`, JWT_SECRET: 'x'.repeat(32) }
      const server = await launch({ dataDir: await freshDataDir(), env })
      const { code, afterMs } = await server.exited
      expect([code, afterMs < 10_000]).toEqual([1, true])
      expect(server.output()).toContain(`The database 127.0.0.1:${port}/wtpu cannot be reached`)
      expect(server.output()).not.toContain('secret-word')
    }
  })

  test('bad settings are all named at once', async () => {
    const env = { PORT: 'three', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:secret-word@host/db' }
    const server = await launch({ dataDir: await freshDataDir(), env })
    expect(await server.exited).toMatchObject({ code: 1 })
    for (const name of Object.keys(env)) expect(server.output()).toContain(name)
    expect(server.output()).not.toContain('secret-word')
  })

  test('PostgreSQL killed under the server: 503 as JSON, then it heals by itself', async () => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const [database] = await databaseProcesses(dataDir)
    process.kill(database?.pid ?? 0, 'SIGKILL')
    // A connection that was open may still answer once.
    const meanwhile = async () => {
      const reply = await readyz(server)
      return { status: reply.status, body: await reply.json() }
    }
    await expect.poll(meanwhile, { interval: 10, timeout: 5_000 }).toEqual({
      status: 503,
      body: expect.objectContaining({ code: expect.any(String) }),
    })
    await waitUntilReady(server, 10_000)
    const polls = await fetch(`http://127.0.0.1:${server.port}/api/polls/`)
    expect(polls.status).toBe(200)
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })
})

describe('the end', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    '%s finishes an open request, cuts streams, and exits within 5 s',
    async (signal) => {
      const dataDir = await freshDataDir()
      const server = await launchAndWait({ dataDir })
      const stream = await openLiveStream(server.port)
      const request = await startPartialRequest(server.port)
      const stopped = stop(server, signal)
      await sleep(1_000)
      expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
      const { code, tookMs } = await stopped
      expect([code, tookMs < 5_000]).toEqual([0, true])
      await stream.ended
      expect(await databaseProcesses(dataDir)).toEqual([])
    },
  )

  test('a request that never ends does not hold it up', async () => {
    const server = await launchAndWait({ dataDir: await freshDataDir() })
    await startPartialRequest(server.port)
    const { code, tookMs } = await stop(server)
    expect([code, tookMs < 5_000]).toEqual([0, true])
  })
})

test('two servers that start at once on one empty external database both come up', async () => {
  const external = await startEmbedded({ dataDir: await freshDataDir(), log: () => {} })
  try {
    const env = { DATABASE_URL: external.url, JWT_SECRET: 'x'.repeat(32), SEED: 'demo' }
    const dataDirs = [await freshDataDir(), await freshDataDir()]
    const servers = await Promise.all(dataDirs.map((dataDir) => launch({ dataDir, env })))
    for (const server of servers) await waitUntilReady(server)
    for (const server of servers) expect((await stop(server)).code).toBe(0)
  } finally {
    await external.stop()
  }
})
