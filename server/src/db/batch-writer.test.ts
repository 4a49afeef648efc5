import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { BatchWriter, BatchWriterFull } from './batch-writer.ts'
import type { Db } from './client.ts'
import { lockActive } from './people.ts'

interface Input {
  userId: number
  value: number
}

/**
 * A table of unique numbers. Returns for each input whether it was new; a negative number violates a check. Each input is of
 * another user, unless a test gives one.
 */
async function startNumbers(
  change: (db: Db) => Db = (db) => db,
  { maxWaiting, patience = 2_000 }: { maxWaiting?: number; patience?: number } = {},
) {
  const t = await startTestApp()
  await t.db.execute(sql`create table numbers (value integer primary key check (value >= 0))`)
  const users = await Promise.all(Array.from({ length: 5 }, () => t.make.user()))
  const batches: number[][] = []
  const writer = new BatchWriter<Input, boolean>({
    name: 'test',
    write: async (tx, inputs) => {
      const values = inputs.map(({ value }) => value)
      batches.push(values)
      const { rows } = await tx.execute<{ value: number }>(sql`insert into numbers
        select distinct value from unnest(${sql.param(values)}::int[]) value on conflict do nothing returning value`)
      const added = new Set(rows.map((row) => row.value))
      return { results: values.map((value) => added.delete(value)) }
    },
    maxBatch: 3,
    maxWaiting,
    patience,
  })
  const db = change(t.db)
  let next = 0
  return {
    batches,
    add: (value: number, user = users[next++ % users.length]) => writer.enqueue(db, { userId: user?.id ?? 0, value }),
    users,
    db: t.db,
    stored: async () => {
      const { rows } = await t.db.execute<{ value: number }>(sql`select value from numbers order by value`)
      return rows.map((row) => row.value)
    },
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

const connectionLost = () => Object.assign(new Error('Connection terminated unexpectedly'))

/** A database whose first `times` transactions end with `error`, before or after their commit. */
function failing(db: Db, { times, when, error }: { times: number; when: 'before' | 'after'; error: () => Error }): Db {
  let left = times
  const transaction: Db['transaction'] = async (work, config) => {
    const fails = left-- > 0
    const result = await db.transaction((tx) => {
      const execute: Db['execute'] = async (query) => {
        await tx.execute(query)
        throw error()
      }
      return work(fails && when === 'before' ? Object.assign(Object.create(tx), { execute }) : tx)
    }, config)
    if (fails) throw error()
    return result
  }
  return Object.assign(Object.create(db), { transaction })
}

test('writes together what arrives together', async () => {
  await using t = await startNumbers()
  const results = await Promise.all([1, 2, 3, 4, 5].map((value) => t.add(value)))

  expect(results).toEqual([true, true, true, true, true])
  expect(t.batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('writes an input that arrives during a transaction in the next one', async () => {
  await using t = await startNumbers()
  const first = t.add(1)
  await expect.poll(() => t.batches, { interval: 1 }).toHaveLength(1)

  expect(await Promise.all([first, t.add(2)])).toEqual([true, true])
  expect(t.batches).toEqual([[1], [2]])
})

test('writes a second input of a user in the next batch', async () => {
  await using t = await startNumbers()
  const [ada] = t.users

  expect(await Promise.all([t.add(1, ada), t.add(1, ada), t.add(2, t.users[1])])).toEqual([true, false, true])
  expect(t.batches).toEqual([[1, 2], [1]])
})

test('returns each input its own result, even for equal inputs in one batch', async () => {
  await using t = await startNumbers()
  expect(await Promise.all([1, 2, 2, 1].map((value) => t.add(value)))).toEqual([true, true, false, false])
})

test('an input that cannot be written does not fail the others of its batch', async () => {
  await using t = await startNumbers()
  const results = await Promise.allSettled([1, 2, -1, 3].map((value) => t.add(value)))

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await t.stored()).toEqual([1, 2, 3])
})

test('writes a batch again if the connection is lost before the commit', async () => {
  await using t = await startNumbers((db) => failing(db, { times: 1, when: 'before', error: connectionLost }))
  expect(await t.add(1)).toBe(true)
  expect(t.batches).toEqual([[1], [1]])
})

test('does not write again what may be stored: fails a batch whose connection is lost during the commit', async () => {
  await using t = await startNumbers((db) => failing(db, { times: 1, when: 'after', error: connectionLost }))
  const results = await Promise.allSettled([1, 2].map((value) => t.add(value)))

  expect(results).toMatchObject([1, 2].map(() => ({ reason: { message: 'Connection terminated unexpectedly' } })))
  expect(t.batches).toEqual([[1, 2]])
  expect(await t.stored()).toEqual([1, 2])
  expect(await t.add(3)).toBe(true)
})

test('writes a batch again after a deadlock, without failing or repeating any input', async () => {
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })
  await using t = await startNumbers((db) => failing(db, { times: 2, when: 'before', error: deadlock }))
  const added = await Promise.all([1, 2, 2].map((value) => t.add(value)))

  // Each is written alone at last, so either of the equal inputs may be first.
  expect([added[0], new Set(added.slice(1))]).toEqual([true, new Set([false, true])])
  expect(await t.stored()).toEqual([1, 2])
})

test('waits while another database server takes over', async () => {
  await using t = await startNumbers((db) => failing(db, { times: 4, when: 'before', error: connectionLost }))
  expect(await t.add(1)).toBe(true)
})

test('fails a whole batch at once if the database stays unavailable, then continues', async () => {
  const unavailable = (db: Db) => failing(db, { times: 4, when: 'before', error: connectionLost })
  await using t = await startNumbers(unavailable, { patience: 0 })
  const results = await Promise.allSettled([1, 2, 3, 4].map((value) => t.add(value)))

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(t.batches).toEqual([[1, 2, 3], [1, 2, 3], [4], [4]])
  expect(await t.add(5)).toBe(true)
})

test('rejects further inputs while too many wait', async () => {
  await using t = await startNumbers(undefined, { maxWaiting: 2 })
  const results = await Promise.allSettled([1, 2, 3, 4].map((value) => t.add(value)))

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(results[3]).toMatchObject({ reason: expect.any(BatchWriterFull) })
})

test('writes the input of a locked user alone, without delaying the others', async () => {
  await using t = await startNumbers()
  const [ada, bob] = t.users
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const editing = t.db.transaction(async (tx) => {
    await lockActive(tx, [ada?.id ?? 0], { wait: true })
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const late = t.add(1, ada)

  expect(await t.add(2, bob)).toBe(true)
  release.resolve()
  await editing
  expect(await late).toBe(true)
  expect(t.batches).toEqual([[2], [1]])
})

test('writes queues side by side, and flush waits for all of them', async () => {
  await using t = await startTestApp()
  const [ada, bob] = await Promise.all([t.make.user(), t.make.user()])
  const release = Promise.withResolvers<void>()
  const writer = new BatchWriter<{ userId: number; queue: string }, string>({
    name: 'test',
    queueOf: ({ queue }) => queue,
    write: async (_tx, inputs) => {
      if (inputs[0]?.queue === 'slow') await release.promise
      return { results: inputs.map(({ queue }) => queue) }
    },
  })
  const slow = writer.enqueue(t.db, { userId: ada.id, queue: 'slow' })
  let flushed = false

  expect(await writer.enqueue(t.db, { userId: bob.id, queue: 'fast' })).toBe('fast')
  const flushing = writer.flush(t.db).then(() => (flushed = true))
  expect(flushed).toBe(false)
  release.resolve()
  expect(await Promise.all([slow, flushing])).toEqual(['slow', true])
})

test('rejects an input for which write returns no result', async () => {
  await using t = await startTestApp()
  const { id } = await t.make.user()
  const writer = new BatchWriter<{ userId: number }, number>({
    name: 'test',
    write: () => Promise.resolve({ results: [] }),
  })
  await expect(writer.enqueue(t.db, { userId: id })).rejects.toThrow('write() returned no result')
})

test('writes nothing if a statement fails that was sent with COMMIT, and reports its error', async () => {
  await using t = await startNumbers()
  const writer = new BatchWriter<Input, boolean>({
    name: 'test',
    write: async (tx, inputs) => {
      await tx.execute(sql`insert into numbers select unnest(${sql.param(inputs.map(({ value }) => value))}::int[])`)
      return { results: inputs.map(() => true), last: tx.execute(sql`select 1 / (count(*) - 1) from numbers`) }
    },
  })

  await expect(writer.enqueue(t.db, { userId: t.users[0]?.id ?? 0, value: 1 })).rejects.toMatchObject({
    cause: { code: '22012' },
  })
  expect(await t.stored()).toEqual([])
})
