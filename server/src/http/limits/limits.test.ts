import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tooManyReads } from '@wtpu/contract/errors'
import * as politicians from '@wtpu/contract/politicians'
import * as polls from '@wtpu/contract/polls/polls'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { openLimitStore } from './limit-store.ts'
import { accountLimits, limits, limitTo } from './rate-limit.ts'

const operations = readFileSync(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')

function windowText(minutes: number): string {
  if (minutes === 1) return 'a minute'
  return minutes === 24 * 60 ? 'in 24 hours' : `in ${minutes} minutes`
}

test('docs/operations.md lists every limit, and no other number', () => {
  const rows = [...operations.matchAll(/^\| (.+?) +\| (.+?) +\| (\d+ (?:a minute|in \d+ (?:minutes|hours))) +\|$/gm)]

  expect(rows.map(([, what, per, limit]) => `${what} | ${per} | ${limit}`)).toEqual(
    [...Object.values(limits), ...Object.values(accountLimits)].map(
      ({ what, per, max, window }) => `${what} | ${per} | ${max} ${windowText(window / 60_000)}`,
    ),
  )
})

test('servers of two releases count a route together, in whatever order they register their routes', async () => {
  const store = openLimitStore(undefined)
  const serverWith = (urls: string[]) => {
    const app = fastify()
    app.decorate('limitStore', store)
    for (const url of urls) app.get(url, { onRequest: limitTo(app, limits.sitemapsPerAddress) }, () => 'fine')
    return app
  }
  const [old, next] = [serverWith(['/a']), serverWith(['/new', '/a'])]
  const { max } = limits.sitemapsPerAddress
  for (let count = 0; count < max; count++) await [old, next][count % 2]?.inject('/a')

  const responses = [
    await old.inject('/a'),
    await next.inject('/a'),
    await next.inject({ method: 'HEAD', url: '/a' }),
    await next.inject('/new'),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 200])
  // A reader attempts nothing.
  expect(responses[0]?.json().message).toBe(tooManyReads)
})

test('a user with many rejected votes or ratings waits, also with a valid one', async () => {
  await using t = await startTestApp()
  const [ada, other] = [await t.make.user(), await t.make.user()]
  const [poll, politician] = [await t.make.poll(), await t.make.politician()]
  const voteIn = (id: number, user = ada) =>
    t.as(user).call(polls.castVote, { params: { id }, body: { option_id: poll.options[0]!.id } })
  const rate = (id: number, user = ada) =>
    t.as(user).call(politicians.ratePolitician, { params: { id }, body: { type: 'good' } })
  for (const [act, id] of [
    [voteIn, poll.id],
    [rate, politician.id],
  ] as const) {
    for (let count = 0; count <= limits.rejectedPerUser.max; count++) expect((await act(4711)).statusCode).toBe(404)
    const blocked = await act(id)
    expect([blocked.statusCode, blocked.json().code]).toEqual([429, 'too_many_attempts'])
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await act(id, other)).statusCode).toBe(200)
  }
})
