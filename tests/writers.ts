import pg from 'pg'
import { joinEmbedded } from '../server/src/db/embedded.ts'

/** Ten citizens write until the database goes away; `acknowledged` is what they were told is kept. */
export async function writeWithoutEnd(dataDir: string): Promise<{ acknowledged: number[]; writing: Promise<unknown> }> {
  const { url } = await joinEmbedded({ dataDir, log: () => {} })
  const acknowledged: number[] = []
  const clients = await Promise.all(Array.from({ length: 10 }, () => connected(url)))
  await clients[0]?.query('create table kept (number int primary key)')
  const writing = clients.map(async (client, citizen) => {
    for (let number = citizen; ; number += clients.length) {
      await client.query('insert into kept values ($1)', [number])
      acknowledged.push(number)
    }
  })
  return { acknowledged, writing: Promise.allSettled(writing) }
}

export async function missing(dataDir: string, acknowledged: number[]): Promise<number[]> {
  const { url } = await joinEmbedded({ dataDir, log: () => {} })
  const client = await connected(url)
  const { rows } = await client.query<{ number: number }>('select number from kept').finally(() => client.end())
  const kept = new Set(rows.map(({ number }) => number))
  return acknowledged.filter((number) => !kept.has(number))
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}
