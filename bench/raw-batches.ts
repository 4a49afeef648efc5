import pg from 'pg'
import { batchStatements } from './vote-statements.ts'
import type { Voter } from './voters.ts'

const votesPerBatch = 100

/** Votes per second of the statements alone: one connection, one transaction per 100 votes. */
export async function rawBatchRate(
  databaseUrl: string,
  voters: Voter[],
  options: { poll: number; option: number }[],
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const started = performance.now()
    for (let first = 0; first < voters.length; first += votesPerBatch) {
      const batch = voters.slice(first, first + votesPerBatch)
      const choices = batch.map((_, index) => options[(first + index) % options.length] ?? { poll: 0, option: 0 })
      const users = batch.map(({ user }) => user)
      await client.query('begin')
      await client.query({
        name: 'insert',
        text: batchStatements.insert,
        values: [users, choices.map(({ poll }) => poll), choices.map(({ option }) => option)],
      })
      await client.query({
        name: 'count',
        text: batchStatements.count,
        values: [choices.map(({ option }) => option), users],
      })
      await client.query('commit')
    }
    return voters.length / ((performance.now() - started) / 1_000)
  } finally {
    await client.end()
  }
}
