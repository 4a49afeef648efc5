import { randomUUID } from 'node:crypto'
import { and, asc, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { type Cipher, tryDecrypt } from '#db/cipher.ts'
import type { Db } from '#db/client.ts'
import { mails } from '#db/schema/mails.ts'
import { answerOf, type Mail, type MailTransport, type OutgoingMail, Undeliverable } from './transport.ts'

/** Lower numbers are sent first. Users wait for a code; a confirmation may take a minute, a message to an office an hour; mails about notifications come last. */
const priorities = {
  code: 0,
  confirmation: 1,
  decision: 1,
  message: 2,
  ballot: 3,
  notification: 3,
  retention: 3,
} as const

interface SendOptions {
  kind: keyof typeof priorities
  /** The mail is dropped unsent after this time. */
  usefulMinutes: number
}

export interface Outbox {
  /** Enqueues mails in the transaction that causes them. Call `wake` after the commit. */
  enqueue(tx: Db, mail: Mail | readonly Mail[], options: SendOptions): Promise<void>
  /** Sends a mail at once, past the queue. Resolves and fails as `MailTransport.send`. */
  sendNow(mail: Mail): Promise<string>
  /** Starts sending queued mail. Returns immediately. */
  wake(): void
  close(): Promise<void>
}

interface Failure {
  outcome: 'rejected' | 'expired'
  rejectsAddress: boolean
  /** What the mail server said. */
  answer?: string
}

interface Options {
  db: Db
  cipher: Cipher
  transport: MailTransport
  /** What a mail says now that it is sent: later than it was written, maybe not at all (undefined), or other words. */
  prepare?(tx: Db, mail: OutgoingMail): Promise<Mail | 'later' | undefined>
  /** Called in the transaction that drops a mail which could not be delivered. */
  onUndelivered?(tx: Db, mail: OutgoingMail, reason: Failure): Promise<void>
  /** Called in the transaction that deletes mails which the SMTP server has accepted, with what it said. */
  onAccepted?(tx: Db, mails: (OutgoingMail & { answer: string })[]): Promise<void>
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void }
  /** Milliseconds between checks for mail that is due for a retry or left behind by another server. */
  pollEvery?: number
  /** Milliseconds until the first retry. Doubles with each further failure. */
  firstRetry?: number
}

const maxRetryDelay = 15 * 60_000
/** Mails that one transaction sends at the same time. */
const batchSize = 6

const rowsOfInsert = 1_000

type Row = typeof mails.$inferSelect
type Outcome = 'done' | 'later' | { accepted: string }
/** A mail as it was stored, and as it is sent now. */
interface Ready {
  stored: OutgoingMail
  current: OutgoingMail
}

/**
 * Sends queued mail in batches. A row is deleted once the SMTP server has accepted its mail. It stays locked while the mail is
 * being sent, so that no other server sends it too. If a server crashes, its connection ends and releases the locks.
 *
 * Two batches of codes and confirmations are sent at a time. Messages to offices, ballots and notifications have two lanes of their own,
 * so that a code waits for one of their mails at most, even with a slow SMTP server.
 */
export function openOutbox({
  db,
  cipher,
  transport,
  prepare = async (_tx, mail) => mail,
  onUndelivered = async () => undefined,
  onAccepted = async () => undefined,
  log,
  pollEvery = 5_000,
  firstRetry = 5_000,
}: Options): Outbox {
  const end = new AbortController()

  const sendBatch = (lane: SQL) =>
    db.transaction(async (tx) => {
      // Release the locks if a server hangs while sending.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '2min'`)
      const rows = await tx
        .select()
        .from(mails)
        .where(and(lane, lte(mails.nextAttemptAt, sql`now()`)))
        .orderBy(asc(mails.priority), asc(mails.nextAttemptAt), asc(mails.id))
        .limit(batchSize)
        .for('update', { skipLocked: true })
      if (rows.length === 0) return false
      const ready: { row: Row; mail: Ready | Outcome }[] = []
      for (const row of rows) ready.push({ row, mail: await isolate(tx, row, (inner) => prepareRow(inner, row)) })
      const sent = await Promise.all(
        ready.map(async ({ row, mail }) =>
          typeof mail === 'object' && 'stored' in mail
            ? { row, outcome: await send(row, mail), stored: mail.stored }
            : { row, outcome: mail },
        ),
      )
      const ids: Record<'done' | 'later', number[]> = { done: [], later: [] }
      for (const { row, outcome } of sent) {
        const settled = typeof outcome === 'function' ? await isolate(tx, row, outcome) : outcome
        ids[settled === 'later' ? 'later' : 'done'].push(row.id)
      }
      await noteAccepted(
        tx,
        sent.flatMap(({ outcome, stored }) =>
          typeof outcome === 'object' && stored ? [{ ...stored, answer: outcome.accepted }] : [],
        ),
      )
      await tx.delete(mails).where(inArray(mails.id, ids.done))
      const wait = sql`least(${firstRetry} * power(2, ${mails.attempts}), ${maxRetryDelay}::int)`
      await tx
        .update(mails)
        .set({
          attempts: sql`${mails.attempts} + 1`,
          nextAttemptAt: sql`clock_timestamp() + ${wait} * interval '1 millisecond'`,
        })
        .where(inArray(mails.id, ids.later))
      return true
    })

  /** Runs work on one mail in a savepoint, because a rollback of the whole batch would send its other mails again. */
  const isolate = async <T>(tx: Db, row: Row, work: (inner: Db) => Promise<T>): Promise<T | 'later'> => {
    try {
      return await tx.transaction(work)
    } catch (error) {
      log.error({ err: error, mail: row.id }, 'a mail could not be prepared')
      return 'later'
    }
  }

  /** A failure must not send the mails again. */
  const noteAccepted = async (tx: Db, accepted: (OutgoingMail & { answer: string })[]) => {
    if (!accepted.some(({ userId, ballot }) => userId !== undefined || ballot)) return
    try {
      await tx.transaction((inner) => onAccepted(inner, accepted))
    } catch (error) {
      log.error({ err: error }, 'mails were sent, which could not be noted')
    }
  }

  const prepareRow = async (tx: Db, row: Row): Promise<Ready | Outcome> => {
    const isExpired = row.usefulUntil.getTime() < Date.now()
    const text = tryDecrypt(cipher, row.sealed)
    if (text === undefined) {
      // It can be sent once the earlier secret is back.
      const outcome = isExpired ? 'was dropped' : 'waits for the earlier one'
      log.error({ mail: row.id }, `a mail was encrypted with another JWT_SECRET and ${outcome}`)
      return isExpired ? 'done' : 'later'
    }
    const stored = readMail(text)
    if (isExpired) {
      log.error({ mail: row.id, attempts: row.attempts }, 'a mail could not be sent in time and was dropped')
      await onUndelivered(tx, stored, { outcome: 'expired', rejectsAddress: false })
      return 'done'
    }
    const current = await prepare(tx, stored)
    if (current === undefined) return 'done'
    return current === 'later' ? 'later' : { stored, current: { ...current, id: stored.id, date: row.createdAt } }
  }

  /** @returns what remains to be done in the database for a mail that was rejected permanently. */
  const send = async (row: Row, { stored, current }: Ready): Promise<Outcome | ((tx: Db) => Promise<Outcome>)> => {
    try {
      return { accepted: await transport.send(current) }
    } catch (error) {
      const level = error instanceof Undeliverable ? 'error' : 'warn'
      // Log only the status code, because the SMTP response may contain the address.
      log[level]({ mail: row.id, attempts: row.attempts + 1, reason: reasonOf(error) }, 'a mail could not be sent')
      if (!(error instanceof Undeliverable)) return 'later'
      return async (tx) => {
        const { rejectsAddress } = error
        await onUndelivered(tx, stored, { outcome: 'rejected', rejectsAddress, answer: answerOf(error) })
        return 'done'
      }
    }
  }

  const urgent = lt(mails.priority, priorities.message)
  const later = gte(mails.priority, priorities.message)
  const lanes = [urgent, urgent, later, later].map((lane) => openLane(() => sendBatch(lane), log, end.signal))
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  const timer = setInterval(wake, pollEvery)
  timer.unref()

  return {
    ...openMailQueue(cipher),
    sendNow: (mail) => transport.send({ ...mail, id: randomUUID(), date: new Date() }),
    wake,
    async close() {
      end.abort()
      clearInterval(timer)
      // Give mail in progress time to finish. Otherwise the next server sends it.
      await Promise.race([
        Promise.all(lanes.map((lane) => lane.idle())),
        new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
      ])
      transport.close?.()
    },
  }
}

/** Commands enqueue mails with it. The running servers send them. */
export function openMailQueue(cipher: Cipher): Pick<Outbox, 'enqueue'> {
  return {
    async enqueue(tx, mail, { kind, usefulMinutes }) {
      const usefulUntil = new Date(Date.now() + usefulMinutes * 60_000)
      const rows = [mail].flat().map((one) => ({
        sealed: cipher.encrypt(JSON.stringify({ ...one, kind, id: randomUUID() })),
        priority: priorities[kind],
        usefulUntil,
      }))
      for (let from = 0; from < rows.length; from += rowsOfInsert)
        // oxlint-disable-next-line no-await-in-loop -- a statement has a bound of parameters
        await tx.insert(mails).values(rows.slice(from, from + rowsOfInsert))
    },
  }
}

/** Sends batches one after another until the lane is empty. `wake` during that time makes it check again. */
function openLane(sendBatch: () => Promise<boolean>, log: Options['log'], end: AbortSignal) {
  let draining: Promise<void> | undefined
  let again = false
  const drain = async () => {
    do {
      again = false
      try {
        while (!end.aborted && (await sendBatch())) continue
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `enqueue` and authenticated by the cipher
  return JSON.parse(text) as OutgoingMail
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code
}
