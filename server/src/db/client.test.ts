import { once } from 'node:events'
import { connect as connectTo, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestDatabase } from '#testing/test-database.ts'
import { connect, sqlStateOf, startPatience, type Db, databaseOn, urgently, waitAsRequests } from './client.ts'

async function start() {
  const t = await startTestDatabase()
  await t.pool.query('create table rows (id int primary key, n int not null default 0)')
  await t.pool.query('insert into rows (id) values (1), (2)')
  return t
}

/** Runs two transactions that lock rows 1 and 2 in opposite orders, so that their first runs deadlock. */
async function deadlock(db: Db) {
  let [arrived, runs] = [0, 0]
  const both = Promise.withResolvers<void>()
  const raise = (first: number, second: number) =>
    db.transaction(async (tx) => {
      runs++
      await tx.execute(sql`update rows set n = n + 1 where id = ${first}`)
      if (++arrived >= 2) both.resolve()
      await both.promise
      await tx.execute(sql`update rows set n = n + 1 where id = ${second}`)
    })
  const outcomes = await Promise.allSettled([raise(1, 2), raise(2, 1)])
  return { outcomes: outcomes.map((outcome) => outcome.status), runs }
}

test('retries a deadlocked transaction', async () => {
  await using t = await start()

  expect(await deadlock(t.db)).toEqual({ outcomes: ['fulfilled', 'fulfilled'], runs: 3 })

  expect((await t.pool.query('select n from rows')).rows).toEqual([{ n: 2 }, { n: 2 }])
  // Without the retry, one of the two fails.
  expect((await deadlock(databaseOn(t.pool, { retries: false }))).outcomes.toSorted()).toEqual([
    'fulfilled',
    'rejected',
  ])
})

test.each(['40P01', '40001', '23503'])('runs a transaction that fails with %s at most twice', async (code) => {
  await using t = await start()
  let runs = 0

  const failing = t.db.transaction(async (tx) => {
    runs++
    await tx.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`))
  })

  expect(sqlStateOf(await failing.catch((error: unknown) => error))).toBe(code)
  expect(runs).toBe(2)
})

test('does not retry other errors, or errors inside a savepoint', async () => {
  await using t = await start()
  let [runs, inner] = [0, 0]

  await expect(
    t.db.transaction(async () => {
      runs++
      throw new Error('rejected')
    }),
  ).rejects.toThrow('rejected')
  await t.db.transaction(async (tx) => {
    const nested = tx.transaction(async (deeper) => {
      inner++
      await deeper.execute(sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)
    })
    await nested.catch(() => undefined)
  })

  expect([runs, inner]).toEqual([1, 1])
})

test('returns connections to the pool after a failure', async () => {
  await using t = await start()
  for (let count = 0; count < 25; count++) {
    await expect(t.db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow('Failed query')
  }
  expect([t.pool.waitingCount, t.pool.idleCount]).toEqual([0, t.pool.totalCount])
})

test('reports why its connection was lost, and gives it up', async () => {
  await using t = await startTestDatabase()
  const before = t.pool.totalCount
  const lost = t.db.transaction(async (tx) => {
    expect(t.pool.totalCount).toBe(Math.max(before, 1))
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })

  expect(sqlStateOf(await lost.catch((error: unknown) => error))).toBe('57P01')
  expect(t.pool.totalCount).toBe(Math.max(before, 1) - 1)
})

const sleepers = 30

/** Keeps every connection busy that it gets, by statements or transactions, and returns how to end that. */
async function fill(db: Db, url: string, as: 'statements' | 'transactions') {
  const sleeping = sql`select pg_sleep(60)`
  const running = Array.from({ length: sleepers }, () =>
    as === 'statements' ? db.execute(sleeping) : db.transaction((tx) => tx.execute(sleeping)),
  )
  const settled = Promise.allSettled(running)
  const other = connect(url, { max: 1 })
  const asleep = sql`pid <> pg_backend_pid() and datname = current_database() and query like '%pg_sleep%' and state = 'active'`
  const count = async () => (await other.db.execute(sql`select pid from pg_stat_activity where ${asleep}`)).rows.length
  return {
    count,
    async end() {
      // Those that wait begin as others end, so that there can be none for a moment.
      while (!(await Promise.race([settled, sleep(20, undefined)])))
        await other.db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where ${asleep}`)
      await other.close()
    },
  }
}

test('statements leave connections for transactions, and both for what is urgent', async () => {
  await using t = await startTestDatabase()
  const { db, close } = connect(t.url, { max: 20, statement: 60_000, connection: 20_000 })
  const statements = await fill(db, t.url, 'statements')
  await expect.poll(statements.count).toBe(12)
  await db.transaction((tx) => tx.execute(sql`select 1`))
  expect(await statements.count()).toBe(12)

  const transactions = await fill(db, t.url, 'transactions')
  await expect.poll(transactions.count).toBe(17)
  await urgently(db).execute(sql`select 1`)
  expect(await transactions.count()).toBe(17)

  for (const busy of [statements, transactions]) await busy.end()
  await close()
})

test('a statement that waits too long fails like one without a connection, and gives nothing away', async () => {
  await using t = await startTestDatabase()
  const { db, close } = connect(t.url, { max: 10, statement: 60_000, connection: 1_000 })
  const busy = await fill(db, t.url, 'statements')

  await expect(db.execute(sql`select 1`)).rejects.toThrow(expect.objectContaining({ cause: expect.anything() }))
  await busy.end()

  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await close()
})

test('a process that starts waits for a database that answers late, and a request does not', async () => {
  await using t = await startTestDatabase()
  const { hostname, port } = new URL(t.url)
  await using late = createServer(async (client) => {
    await sleep(2_500)
    client.pipe(connectTo(Number(port), hostname)).pipe(client)
  })
  await once(late.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(t.url)
  url.host = `127.0.0.1:${(late.address() as AddressInfo).port}`
  const connection = connect(String(url), { connection: startPatience })

  expect((await connection.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  waitAsRequests(connection)
  const both = await Promise.allSettled([1, 2].map(() => connection.db.execute(sql`select pg_sleep(0.1)`)))
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await connection.close()
})
