import { randomUUID } from 'node:crypto'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mails } from '#db/schema/mails.ts'
import type { Seal } from './seal.ts'
import { type Mail, type MailTransport, type OutgoingMail, Undeliverable } from './transport.ts'

export interface Outbox {
  /** Stores a mail to be sent, in the transaction that has a reason for it. Call `wake` after the commit. */
  add(tx: Db, mail: Mail, options: { usefulMinutes: number }): Promise<void>
  /** There may be something to send. Returns at once. */
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
 * Mail leaves the database only when the other side took it over. Its row stays locked while it is being sent: no second
 * server sends it too, and the lock of a server that dies goes with its connection.
 */
export function openOutbox({ db, seal, transport, log, pollEvery = 5_000, firstRetry = 5_000 }: Options): Outbox {
  let draining: Promise<void> | undefined
  let again = false
  const end = new AbortController()

  const drain = async () => {
    do {
      again = false
      try {
        while (!end.signal.aborted && (await sendNext())) continue
      } catch (error) {
        log.warn({ err: error }, 'the outbox cannot reach the database, trying again')
        return
      }
    } while (again && !end.signal.aborted)
  }

  const sendNext = () =>
    db.transaction(async (tx) => {
      // A server that hangs while it sends must not keep the mail for ever.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '2min'`)
      const [row] = await tx
        .select()
        .from(mails)
        .where(lte(mails.nextAttemptAt, sql`now()`))
        .orderBy(asc(mails.nextAttemptAt), asc(mails.id))
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
          .where(and(eq(mails.id, row.id)))
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

  const wake = () => {
    again = true
    if (end.signal.aborted) return
    draining ??= drain().finally(() => {
      draining = undefined
    })
  }
  const timer = setInterval(wake, pollEvery)
  timer.unref()
  wake()

  return {
    async add(tx, mail, { usefulMinutes }) {
      await tx.insert(mails).values({
        sealed: seal.close(JSON.stringify({ ...mail, id: randomUUID() })),
        usefulUntil: new Date(Date.now() + usefulMinutes * 60_000),
      })
    },
    wake,
    async close() {
      end.abort()
      clearInterval(timer)
      // What is being sent may finish; otherwise the database gives it to the next server.
      await Promise.race([draining, new Promise((resolve) => setTimeout(resolve, 2_000).unref())])
    },
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
