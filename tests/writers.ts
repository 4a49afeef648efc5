import { connect } from '#server/db/client.ts'
import { startOrJoinEmbedded } from '#server/db/embedded/embedded.ts'

/** Ten concurrent clients insert rows until the database disconnects. `acknowledged` lists the inserts that succeeded. */
export async function writeUntilDisconnected(dataDir: string) {
  const { url } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const connection = connect(url, { max: 10 })
  await connection.pool.query('create table kept (number int primary key)')
  const acknowledged: number[] = []
  const clients = Array.from({ length: 10 }, async (_, client) => {
    for (let number = client; ; number += 10) {
      await connection.pool.query('insert into kept values ($1)', [number])
      acknowledged.push(number)
    }
  })
  return { acknowledged, writing: Promise.allSettled(clients).then(() => connection.close()) }
}

/** The acknowledged rows that are no longer in the database. */
export async function findMissing(dataDir: string, acknowledged: number[]): Promise<number[]> {
  const { url } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const connection = connect(url)
  const { rows } = await connection.pool
    .query<{ number: number }>('select number from kept')
    .finally(() => connection.close())
  const kept = new Set(rows.map(({ number }) => number))
  return acknowledged.filter((number) => !kept.has(number))
}
