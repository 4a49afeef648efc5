import { established } from './ago.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sqlStateOf, type Db, databaseOn } from '#db/client.ts'
import { deleteAccount } from '#features/accounts/account.ts'
import { ApiError } from '#http/errors.ts'
import type { TestApp } from './test-app.ts'

/** For tests that repeat a race many times. */
export const slow = { timeout: 120_000 }

/** Drizzle's own transactions, without our retry. The lock order alone must prevent deadlocks. */
export const withoutRetry = (t: TestApp): Db => databaseOn(t.pool, { retries: false })

/** Runs all calls concurrently. An ApiError is an expected outcome. Any other error would be a 500. */
export async function race(calls: (() => Promise<unknown>)[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()))
  const unexpected = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !(outcome.reason instanceof ApiError)
      ? [sqlStateOf(outcome.reason) ?? outcome.reason]
      : [],
  )
  expect(unexpected).toEqual([])
}

/**
 * Runs `change`, starts `act`, commits once `act` waits for a lock of `change`, and returns the outcome of `act`. `check` runs
 * while it waits.
 */
export async function runDuring(
  t: TestApp,
  change: (tx: Db) => Promise<unknown>,
  act: () => Promise<unknown>,
  check?: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown> | undefined> {
  const [outcomes] = await t.db.transaction(async (tx) => {
    await change(tx)
    const started = Promise.allSettled([act()])
    await expectBlocked(t.db)
    await check?.()
    // In an array, because the transaction would wait for a promise before it commits.
    return [started]
  })
  return (await outcomes)?.[0]
}

/** Waits until at least `count` statements of the test's database wait for a lock. A job may wait, too, beside the statement that is meant. */
export async function expectBlocked(db: Db, count = 1): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await db.execute(waits)).rowCount).toBeGreaterThanOrEqual(count)
}

/** For commands of staff, which throw a plain Error if somebody else was faster. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && error.message.startsWith('There is no '))) throw error
}

export const makePeople = (t: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => t.make.user(established)))

/** The deletion of an account by its owner, through any connection. */
export const leave = (t: TestApp, db: Db, user: { id: number; email: string }) => () =>
  deleteAccount(
    { db, files: t.app.files, voterKey: t.app.voterKey },
    { userId: user.id, sessionId: '', network: '127.0.0.1', email: user.email },
  )
