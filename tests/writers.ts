import { connect } from '#server/db/client.ts'
import { startOrJoinEmbedded } from '#server/db/embedded.ts'

/** Ten citizens write until the database goes away; `acknowledged` is what they were told is kept. */
export async function writeUntilDisconnected(dataDir: string) {
  const { url } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const connection = connect(url, { max: 10 })
  await connection.pool.query('create table kept (number int primary key)')
  const acknowledged: number[] = []
  const citizens = Array.from({ length: 10 }, async (_, citizen) => {
    for (let number = citizen; ; number += 10) {
      await connection.pool.query('insert into kept values ($1)', [number])
      acknowledged.push(number)
    }
  })
  return { acknowledged, writing: Promise.allSettled(citizens).then(() => connection.close()) }
}

/** What of the acknowledged is not there any more. */
export async function findMissing(dataDir: string, acknowledged: number[]): Promise<number[]> {
  const { url } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const connection = connect(url)
  const { rows } = await connection.pool
    .query<{ number: number }>('select number from kept')
    .finally(() => connection.close())
  const kept = new Set(rows.map(({ number }) => number))
  return acknowledged.filter((number) => !kept.has(number))
}
