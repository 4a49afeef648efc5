import fastify from 'fastify'
import pg from 'pg'
import { voteStatements } from './vote-statements.ts'

/** The baseline: plain Fastify that responds with stored bytes or runs the SQL of a vote through pg. */
const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 20 })
const app = fastify()
const bytes = new Map<string, Buffer>()

app.get('/hello', () => ({ hello: 'world' }))

app.put<{ Params: { name: string } }>('/bytes/:name', (request) => {
  bytes.set(request.params.name, Buffer.from(JSON.stringify(request.body)))
  return { length: bytes.get(request.params.name)?.length }
})

app.get<{ Params: { name: string } }>('/bytes/:name', (request, response) =>
  response.type('application/json; charset=utf-8').send(bytes.get(request.params.name)),
)

app.post<{ Params: { poll: string }; Headers: { 'x-user': string }; Body: { option_id: number } }>(
  '/vote/:poll',
  async (request) => {
    const [poll, user, option] = [
      Number(request.params.poll),
      Number(request.headers['x-user']),
      request.body.option_id,
    ]
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(voteStatements.insert, [user, poll, option])
      await client.query(voteStatements.count, [option, user])
      await client.query('commit')
    } finally {
      client.release()
    }
    return (await pool.query(voteStatements.read, [poll])).rows[0]
  },
)

const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: Number(new URL(address).port) })
