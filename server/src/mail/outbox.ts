import { randomUUID } from 'node:crypto'
import { and, asc, eq, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mails } from '#db/schema/mails.ts'
import type { Seal } from './seal.ts'
import { type Mail, type MailTransport, type OutgoingMail, Undeliverable } from './transport.ts'

/** What goes first: somebody is waiting for a code, a confirmation can take a minute, a letter can take an hour. */
const priorities = { code: 0, confirmation: 1, letter: 2 } as const

interface Sending {
  kind: keyof typeof priorities
  /** After this the mail is dropped. */
  usefulMinutes: number
}

export interface Outbox {
  /** Stores a mail to be sent, in the transaction that has a reason for it. Call `wake` after the commit. */
  add(tx: Db, mail: Mail, sending: Sending): Promise<void>
  /** Looks for mail to send. Returns at once. */
  wake(): void
  close(): Promise<void>
}

interface Options {
  db: Db
  seal: Seal
  transport: MailTransport
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void }
  /** How often to look for mail that became due, or that a server left behind, in milliseconds. */
  pollEvery?: number
  /** The wait after the first failure, doubled with each further one, in milliseconds. */
  firstRetry?: number
}

const longestRetry = 15 * 60_000

/**
 * A mail leaves the database once the SMTP server has accepted it. Its row stays locked while it is being sent, so that no
 * second server sends it too; the lock of a server that dies goes with its connection.
 *
 * Letters have a lane of their own: however many wait, and however slow the SMTP server, a code is sent at once.
 */
export function openOutbox({ db, seal, transport, log, pollEvery = 5_000, firstRetry = 5_000 }: Options): Outbox {
  const end = new AbortController()

  const sendNext = (lane: SQL) =>
    db.transaction(async (tx) => {
      // A server that hangs while it sends must not keep the mail for ever.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '2min'`)
      const [row] = await tx
        .select()
        .from(mails)
        .where(and(lane, lte(mails.nextAttemptAt, sql`now()`)))
        .orderBy(asc(mails.priority), asc(mails.nextAttemptAt), asc(mails.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!row) return false
      const outcome = await attempt(row)
      if (outcome === 'done') await tx.delete(mails).where(eq(mails.id, row.id))
      else {
        const wait = Math.min(firstRetry * 2 ** row.attempts, longestRetry)
        await tx
          .update(mails)
          .set({
            attempts: row.attempts + 1,
            nextAttemptAt: sql`clock_timestamp() + ${wait} * interval '1 millisecond'`,
          })
          .where(eq(mails.id, row.id))
      }
      return true
    })

  const attempt = async (row: typeof mails.$inferSelect): Promise<'done' | 'later'> => {
    if (row.usefulUntil.getTime() < Date.now()) {
      log.error({ mail: row.id, attempts: row.attempts }, 'a mail could not be sent in time and was dropped')
      return 'done'
    }
    let mail: OutgoingMail
    try {
      mail = readMail(seal.open(row.sealed))
    } catch (error) {
      log.error({ mail: row.id, err: error }, 'a mail was sealed with another JWT_SECRET and was dropped')
      return 'done'
    }
    try {
      await transport.send({ ...mail, date: row.createdAt })
      return 'done'
    } catch (error) {
      const level = error instanceof Undeliverable ? 'error' : 'warn'
      // The server's answer may repeat the address: its code says enough.
      log[level]({ mail: row.id, attempts: row.attempts + 1, reason: reasonOf(error) }, 'a mail could not be sent')
      return error instanceof Undeliverable ? 'done' : 'later'
    }
  }

  const lanes = [lt(mails.priority, priorities.letter), gte(mails.priority, priorities.letter)].map((lane) =>
    openLane(() => sendNext(lane), log, end.signal),
  )
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  const timer = setInterval(wake, pollEvery)
  timer.unref()
  wake()

  return {
    async add(tx, mail, { kind, usefulMinutes }) {
      await tx.insert(mails).values({
        sealed: seal.close(JSON.stringify({ ...mail, id: randomUUID() })),
        priority: priorities[kind],
        usefulUntil: new Date(Date.now() + usefulMinutes * 60_000),
      })
    },
    wake,
    async close() {
      end.abort()
      clearInterval(timer)
      // What is being sent may finish; otherwise the database gives it to the next server.
      await Promise.race([
        Promise.all(lanes.map((lane) => lane.idle())),
        new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
      ])
    },
  }
}

/** Sends one mail after the other for as long as there is one; `wake` during that time makes it look once more. */
function openLane(sendNext: () => Promise<boolean>, log: Options['log'], end: AbortSignal) {
  let draining: Promise<void> | undefined
  let again = false
  const drain = async () => {
    do {
      again = false
      try {
        while (!end.aborted && (await sendNext())) continue
      } catch (error) {
        log.warn({ err: error }, 'the outbox cannot reach the database, trying again')
        return
      }
    } while (again && !end.aborted)
  }
  return {
    wake() {
      again = true
      if (end.aborted) return
      draining ??= drain().finally(() => {
        draining = undefined
      })
    },
    idle: async () => draining,
  }
}

function readMail(text: string): OutgoingMail {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `add` and authenticated by the seal
  return JSON.parse(text) as OutgoingMail
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code
}
