import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { databaseProcesses } from './database-processes.ts'
import {
  cleanUp,
  freshClone,
  freshDataDir,
  freshFolder,
  isRoot,
  launch,
  launchAndWait,
  migratedDataDir,
  patienceMs,
  stop,
  waitForShutdown,
  waitUntilReady,
  withUser,
} from './processes.ts'
import { startPartialRequest } from './slow-clients.ts'

afterEach(cleanUp)

// Without root, the tests cannot switch users. The other tests in this file then cover an ordinary user.
if (!isRoot) console.log('Skipped because it needs root: other user')

describe('npm start', () => {
  test('works in a fresh clone from another folder and prints URL, account and folders; a second start skips the setup', async () => {
    const copies = '/var/lib/wtpu'
    if (!existsSync(copies)) onTestFinished(() => rm(copies, { recursive: true, force: true }))
    // A private home folder, which PostgreSQL's system user cannot enter.
    const clone = await freshClone(await freshFolder(0o700))
    const start = { folder: clone, command: 'npm start', env: { SEED: undefined } } as const
    const first = await launchAndWait(start)
    await expect.poll(first.output, { timeout: patienceMs }).toContain('WTPU is running')
    expect(first.output()).toMatch(new RegExp(`Open +http://localhost:${first.port}\n`))
    expect(first.output()).toMatch(/Access code +citizenship\n/)
    expect(first.output()).toMatch(/Demo account +demo@wtpu\.example, password citizen-demo\n/)
    expect(first.output()).toMatch(/Demo admin +admin@wtpu\.example, the same password\n/)
    expect(first.output()).toMatch(new RegExp(`Data +${clone}/data\n`))
    const page = await fetch(`http://127.0.0.1:${first.port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title')])
    expect(await stop(first)).toBe(0)

    const database = await realpath(join(clone, 'data/postgres'))
    expect(database.startsWith(`${isRoot ? copies : clone}/`)).toBe(true)

    const second = await launchAndWait(start)
    expect(second.output()).not.toMatch(/Installing|Building|Creating the database/)
  })

  test('shuts down gracefully when Ctrl-C in a terminal signals the whole process group', async () => {
    const dataDir = await migratedDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    const request = await startPartialRequest(server.port)
    const stopped = stop(server, 'SIGINT', 'group')
    await waitForShutdown(server)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stopped).toBe(0)
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('stops the server when npm is killed, and the next start works', async () => {
    const dataDir = await migratedDataDir()
    const server = await launchAndWait({ dataDir, command: 'npm start' })
    process.kill(server.child.pid ?? 0, 'SIGKILL')
    await launchAndWait({ dataDir, command: 'npm start' })
    expect(await databaseProcesses(dataDir)).toHaveLength(1)
  })
})

describe.runIf(isRoot)('npm start as different users', () => {
  test('works as an ordinary user, and root then runs the same database as that user', () =>
    withUser(async (user) => {
      const clone = await freshClone(await freshFolder(), user)
      const dataDir = join(clone, 'data')
      const server = await launch({ folder: clone, command: 'start.mjs', user })
      await waitUntilReady(server)
      expect(await databaseProcesses(dataDir)).toEqual([{ pid: expect.any(Number), uid: user.uid }])
      await stop(server)
      await launchAndWait({ folder: clone, dataDir })
      expect(await databaseProcesses(dataDir)).toEqual([{ pid: expect.any(Number), uid: user.uid }])
    }))
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
