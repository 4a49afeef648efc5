import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { mails } from '#db/schema/mails.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openOutbox } from './outbox.ts'
import { createCipher } from '#db/cipher.ts'
import { type Mail, openTransport } from './transport.ts'

const mail = { to: 'ada@wtpu.example', subject: 'Hello', text: 'Dear Ada', html: '<p>Dear Ada</p>' }
const key = Buffer.alloc(32, 1)

async function start() {
  const database = await startTestDatabase()
  const mailbox = await startMailbox()
  const logged: object[] = []
  const log = { warn: (facts: object) => logged.push(facts), error: (facts: object) => logged.push(facts) }
  const servers: ReturnType<typeof openOutbox>[] = []
  /** The outbox of one server on the shared database. */
  const openServer = (
    smtpUrl: string | undefined = mailbox.url,
    own = key,
    prepare: (tx: Db, mail: Mail) => Promise<void> = async () => undefined,
    onAccepted: (tx: Db) => Promise<void> = async () => undefined,
  ) => {
    const mailFrom = 'WTPU <no-reply@wtpu.example>'
    const settings = {
      smtpUrl,
      mailFrom,
      dataDir: '/nonexistent',
      publicUrl: 'https://civic.example:8443',
      processes: 1,
    }
    const server = openOutbox({
      db: database.db,
      cipher: createCipher(own),
      transport: openTransport(settings, log),
      prepare: async (tx, prepared) => {
        await prepare(tx, prepared)
        return prepared
      },
      onAccepted,
      log,
      pollEvery: 50,
      firstRetry: 100,
    })
    servers.push(server)
    return server
  }
  return {
    ...database,
    mailbox,
    logged,
    openServer,
    waiting: () => database.db.$count(mails),
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.close()
      await mailbox[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('does not send mail from a transaction that was rolled back', async () => {
  await using t = await start()
  const outbox = t.openServer()

  await t.db
    .transaction(async (tx) => {
      await outbox.enqueue(tx, mail, { kind: 'code', usefulMinutes: 10 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await outbox.enqueue(t.db, { ...mail, subject: 'Second' }, { kind: 'code', usefulMinutes: 10 })
  await expect.poll(t.waiting).toBe(0)

  expect(t.mailbox.mails.map((sent) => sent.subject)).toEqual(['Second'])
})

test('a mail that was accepted is not sent again when that cannot be noted', async () => {
  await using t = await start()
  const outbox = t.openServer(undefined, key, undefined, async (tx) => {
    await tx.execute(sql`select 1 / 0`)
  })
  await outbox.enqueue(t.db, { ...mail, userId: 1 }, { kind: 'code', usefulMinutes: 10 })
  await expect.poll(t.waiting).toBe(0)
  expect(t.mailbox.mails).toHaveLength(1)
  expect(t.logged).toMatchObject([{ err: { cause: { message: 'division by zero' } } }])
})

test('the Message-ID has the domain of the site, not of the sender or the machine', async () => {
  await using t = await start()
  const outbox = t.openServer()
  await outbox.enqueue(t.db, mail, { kind: 'code', usefulMinutes: 10 })

  await expect.poll(() => t.mailbox.mails[0]?.messageId).toMatch(/^<[\w-]+@civic\.example>$/)
})

test('retries a temporarily rejected mail with increasing delays and delivers it once', async () => {
  await using t = await start()
  t.mailbox.rejectWith(451, 451)
  const outbox = t.openServer()
  await outbox.enqueue(t.db, mail, { kind: 'code', usefulMinutes: 10 })
  outbox.wake()
  await expect.poll(async () => (await t.db.select().from(mails))[0]?.attempts).toBe(2)

  await expect.poll(t.waiting).toBe(0)

  expect(t.mailbox.mails).toHaveLength(1)
  expect(t.logged).toHaveLength(2)
  expect(JSON.stringify(t.logged)).not.toContain('ada@')
})

test('drops a permanently rejected mail and logs it', async () => {
  await using t = await start()
  t.mailbox.rejectWith(550)
  const outbox = t.openServer()
  await outbox.enqueue(t.db, mail, { kind: 'code', usefulMinutes: 10 })

  await expect.poll(t.waiting).toBe(0)

  expect(t.mailbox.mails).toHaveLength(0)
  expect(t.logged).toMatchObject([{ attempts: 1 }])
})

test('ten servers send each of twenty mails once', async () => {
  await using t = await start()
  t.mailbox.answerAfter(20)
  const servers = Array.from({ length: 10 }, () => t.openServer())
  for (let number = 0; number < 20; number++) {
    await servers[0]!.enqueue(t.db, { ...mail, subject: `Number ${number}` }, { kind: 'code', usefulMinutes: 10 })
  }
  for (const server of servers) server.wake()

  await expect.poll(t.waiting).toBe(0)

  expect(new Set(t.mailbox.mails.map((sent) => sent.subject)).size).toBe(20)
  expect(t.mailbox.mails).toHaveLength(20)
})

test('sends many mails at a time over at most ten connections that it keeps open', async () => {
  await using t = await start()
  t.mailbox.answerAfter(50)
  const outbox = t.openServer()
  for (let number = 0; number < 60; number++) {
    await outbox.enqueue(t.db, { ...mail, subject: `Number ${number}` }, { kind: 'confirmation', usefulMinutes: 10 })
  }
  outbox.wake()

  await expect.poll(t.waiting, { timeout: 10_000 }).toBe(0)

  expect(new Set(t.mailbox.mails.map((sent) => sent.subject)).size).toBe(60)
  expect(t.mailbox.mails).toHaveLength(60)
  expect(t.mailbox.connections()).toBeGreaterThanOrEqual(5)
  expect(t.mailbox.connections()).toBeLessThanOrEqual(10)
})

test('a mail that cannot be prepared waits, and the others of its batch are sent once', async () => {
  await using t = await start()
  const outbox = t.openServer(t.mailbox.url, key, async (tx, { subject }) => {
    if (subject === 'Broken') await tx.execute(sql`select 1 / 0`)
  })
  for (const subject of ['First', 'Broken', 'Last']) {
    await outbox.enqueue(t.db, { ...mail, subject }, { kind: 'code', usefulMinutes: 10 })
  }
  outbox.wake()

  await expect.poll(async () => (await t.db.select().from(mails))[0]?.attempts).toBeGreaterThan(1)

  expect(t.mailbox.mails.map((sent) => sent.subject ?? '').toSorted()).toEqual(['First', 'Last'])
  expect(await t.waiting()).toBe(1)
})

test('mails that a server was sending when it was killed are sent by another', async () => {
  await using t = await start()
  let sending = 0
  const killed = openOutbox({
    db: t.db,
    cipher: createCipher(key),
    transport: {
      send: () => {
        sending++
        return new Promise(() => undefined)
      },
    },
    log: { warn: () => undefined, error: () => undefined },
  })
  for (let number = 0; number < 3; number++) {
    await killed.enqueue(t.db, { ...mail, subject: `Number ${number}` }, { kind: 'code', usefulMinutes: 10 })
  }
  killed.wake()
  await expect.poll(() => sending).toBe(3)
  t.openServer()
  await t.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)

  await expect.poll(t.waiting).toBe(0)

  expect(t.mailbox.mails.map((sent) => sent.subject ?? '').toSorted()).toEqual(['Number 0', 'Number 1', 'Number 2'])
})

test('does not send expired mail', async () => {
  await using t = await start()
  const outbox = t.openServer('smtp://127.0.0.1:9')
  await outbox.enqueue(t.db, mail, { kind: 'code', usefulMinutes: 10 })
  await t.db.update(mails).set({ usefulUntil: sql`now() - interval '1 second'`, nextAttemptAt: sql`now()` })

  await expect.poll(t.waiting).toBe(0)

  expect(t.mailbox.mails).toHaveLength(0)
})

test('keeps mail that was encrypted with another key until it can be read, or is no longer useful', async () => {
  await using t = await start()
  await openOutbox({
    db: t.db,
    cipher: createCipher(Buffer.alloc(32, 2)),
    transport: { send: () => Promise.reject(new Error('not reached')) },
    log: { warn: () => undefined, error: () => undefined },
  }).enqueue(t.db, mail, { kind: 'code', usefulMinutes: 10 })
  t.openServer()
  await expect.poll(() => JSON.stringify(t.logged)).toContain('mail')
  expect(await t.waiting()).toBe(1)
})

test('sends a code before waiting messages, even with a slow SMTP server', async () => {
  await using t = await start()
  t.mailbox.answerAfter(100)
  const outbox = t.openServer()
  for (let number = 0; number < 180; number++) {
    await outbox.enqueue(t.db, { ...mail, subject: 'Message' }, { kind: 'message', usefulMinutes: 60 })
  }
  outbox.wake()
  await expect.poll(() => t.mailbox.mails.length).toBeGreaterThan(0)

  await outbox.enqueue(t.db, { ...mail, subject: 'Code' }, { kind: 'code', usefulMinutes: 10 })
  outbox.wake()

  await expect.poll(() => t.mailbox.mails.some((candidate) => candidate.subject === 'Code')).toBe(true)
  // The mailbox needs at least 9 s for all messages.
  expect(await t.waiting()).toBeGreaterThan(0)
})

test('sends codes before confirmations', async () => {
  await using t = await start()
  const settings = { usefulMinutes: 10 }
  const waiting = t.openServer('smtp://127.0.0.1:9')
  await waiting.close()
  for (let number = 0; number < 30; number++) {
    await waiting.enqueue(t.db, { ...mail, subject: 'Confirmation' }, { kind: 'confirmation', ...settings })
  }
  await waiting.enqueue(t.db, { ...mail, subject: 'Code' }, { kind: 'code', ...settings })

  t.openServer()
  await expect.poll(t.waiting).toBe(0)

  // It is in the first of the two batches that are sent at a time.
  expect(t.mailbox.mails.findIndex((sent) => sent.subject === 'Code')).toBeLessThan(12)
})

test('without SMTP writes mail to a file readable only by its owner and logs the path', async () => {
  const dataDir = temporaryFolder().at()
  const logged: object[] = []
  const mailFrom = 'WTPU <no-reply@wtpu.example>'
  const settings = { smtpUrl: undefined, mailFrom, dataDir, publicUrl: 'https://wtpu.example', processes: 1 }

  await openTransport(settings, { warn: (facts) => logged.push(facts) }).send({ ...mail, id: 'one', date: new Date() })

  const [name = ''] = await readdir(path.join(dataDir, 'mail'))
  const file = path.join(dataDir, 'mail', name)
  expect(name).toMatch(/\.eml$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await PostalMime.parse(await readFile(file))).toMatchObject({ subject: 'Hello', to: [{ address: mail.to }] })
  expect(logged).toEqual([{ file }])
})
