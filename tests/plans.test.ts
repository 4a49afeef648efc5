import * as boilerRoom from '@wtpu/contract/boiler-room'
import type { Endpoint } from '@wtpu/contract/endpoint'
import * as politicians from '@wtpu/contract/politicians'
import * as polls from '@wtpu/contract/polls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { seedLarge } from '#server/db/seed/large.ts'
import { startTestApp } from '#server/testing/test-app.ts'

/** Tables that grow with the site, so no query may scan them in full. `politicians` has only 600 rows. */
const largeTables = new Set([
  'polls',
  'poll_options',
  'poll_votes',
  'politician_ratings',
  'comments',
  'reactions',
  'users',
  'follows',
])

let t: Awaited<ReturnType<typeof startTestApp>>
let citizen: { id: number }
const sentQueries: { text: string; values: unknown[] }[] = []
const observedClients = new WeakSet()

beforeAll(async () => {
  t = await startTestApp()
  const seeding = connect(t.url, { max: 2, statement: 120_000 })
  await seedLarge(seeding.db, () => undefined)
  await seeding.close()
  const { rows } = await t.db.execute<{ id: number }>(
    sql`select user_id as id from poll_votes group by user_id order by count(*) desc limit 1`,
  )
  citizen = { id: rows[0]?.id ?? 0 }
  // Record the queries that the calls below send, with parameters, to explain them afterwards.
  t.pool.on('acquire', (client) => {
    if (observedClients.has(client)) return
    observedClients.add(client)
    const query = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
      const text = typeof statement === 'string' ? statement : statement.text
      if (/^\s*(select|with)\b/i.test(text)) {
        sentQueries.push({ text, values: values ?? (typeof statement === 'string' ? [] : (statement.values ?? [])) })
      }
      return (query as (...all: unknown[]) => unknown)(...args)
    }) as typeof client.query
  })
}, 300_000)

afterAll(() => t[Symbol.asyncDispose]())

test('the large seed has its documented size, and its counters match its rows', async () => {
  const { rows } = await t.db.execute<Record<string, number>>(sql`select
    (select count(*) from polls) as polls, (select count(*) from poll_votes) as votes,
    (select count(*) from politicians) as officials, (select count(*) from politician_ratings) as ratings,
    (select sum(total_votes) from polls)::int as totals, (select sum(vote_count) from poll_options)::int as options,
    (select sum(good_job_count + bad_job_count) from politicians)::int as rated,
    (select count(distinct user_id) from poll_votes) as voters, (select value from counters) as participants,
    (select count(*) from poll_votes where created_at > now() - interval '24 hours') as fresh`)
  const found = rows[0] ?? {}
  expect(found).toMatchObject({ polls: 10_000, officials: 600 })
  expect(found['votes']).toBeGreaterThan(990_000)
  expect(found['ratings']).toBeGreaterThan(990_000)
  expect([found['totals'], found['options']]).toEqual([found['votes'], found['votes']])
  expect(found['rated']).toBe(found['ratings'])
  expect(found['participants']).toBe(found['voters'])
  expect(found['fresh']).toBeGreaterThan(500)
})

async function explain({ text, values }: { text: string; values: unknown[] }): Promise<string> {
  const { rows } = await t.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return [text, ...rows.map((row) => row['QUERY PLAN'])].join('\n')
}

const list = (querystring: object) => [polls.listPolls, { querystring: { limit: 20, ...querystring } }] as const
const directory = (querystring: object) =>
  [politicians.listPoliticians, { querystring: { limit: 24, ...querystring } }] as const
type Call = readonly [Endpoint, { querystring?: object; params?: object }]

const tabs: Call[] = [{}, { filter: 'trending' }, { filter: 'recent' }, { filter: 'ending_soon' }].map(list)
const sorts: Call[] = ['newest', 'oldest', 'most_votes', 'ending_soon'].flatMap((sort) => [
  list({ sort }),
  list({ sort, category: '3' }),
  list({ sort, politician: '5' }),
  list({ sort, q: 'river dams 42' }),
])
const others: Call[] = [
  list({ politician: 'Alma Abbott0' }),
  list({ filter: 'politician' }),
  list({ q: 'question 4711' }),
  [polls.listPolls, { querystring: {} }],
  [polls.listFeaturedPolls, {}],
  [polls.listScheduledPolls, {}],
  [polls.listMyVotes, {}],
  [polls.getPoll, { params: { id: 77 } }],
  [polls.getPollResults, { params: { id: 77 } }],
  directory({}),
  directory({ search: 'alma' }),
  directory({ state: 'NY', party: 'D', office: 'Rep' }),
  [politicians.findPoliticianByName, { querystring: { name: 'alma abbott0' } }],
  [politicians.getPolitician, { params: { id: 5 } }],
  [politicians.listMyRatings, {}],
  [politicians.listComments, { querystring: { politician: 5, limit: 20 } }],
  [boilerRoom.listFollowing, { querystring: { limit: 20 } }],
  [boilerRoom.listSuggestedUsers, {}],
]

test.each(
  [...tabs, ...sorts, ...others].map(
    ([endpoint, input]) => [endpoint.url, JSON.stringify(input), endpoint, input] as const,
  ),
)('%s %s does not scan a large table, on the first page or a later one', async (_url, _input, endpoint, input) => {
  const fetchPage = async (more: object) => {
    t.app.cache.invalidate('/')
    const querystring = { ...input.querystring, ...more }
    const reply = await t.as(citizen).call(endpoint, { ...input, querystring })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  // The first call loads the session, which is not part of the list.
  await fetchPage({})
  sentQueries.length = 0
  const first = await fetchPage({})
  if (first.next) await fetchPage({ cursor: first.next })

  const plans = await Promise.all(sentQueries.splice(0).map(explain))
  const scans = plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? ''))
  expect(plans.length).toBeGreaterThan(0)
  expect(
    scans.filter((table) => largeTables.has(table)),
    plans.join('\n'),
  ).toEqual([])
})
