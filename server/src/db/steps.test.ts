import { accountsThatReveal, disclosureSteps, minOtherVoters } from '@wtpu/contract/disclosure'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ago, counted } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { findStatesInSteps, lastDisclosed } from './steps.ts'

const counts = (yes: number, no: number) =>
  new Map([
    ['yes', yes],
    ['no', no],
  ])

test('steps grow by ten, and by a fifth from 50 on', () => {
  expect(disclosureSteps.slice(0, 10)).toEqual([10, 20, 30, 40, 50, 60, 75, 90, 110, 135])
})

test.each([
  ['ten alike', [counts(10, 0)], undefined],
  ['one who chose otherwise', [counts(9, 1)], undefined],
  ['two who chose otherwise', [counts(8, 2)], counts(8, 2)],
  ['nine of ten', [counts(5, 4)], undefined],
  // The difference of the two steps would be ten alike.
  ['a step that adds ten alike', [counts(8, 2), counts(0, 10)], counts(8, 2)],
  ['the step after it', [counts(8, 2), counts(0, 10), counts(8, 2)], counts(16, 14)],
  ['twenty of whom the first ten were alike', [counts(10, 0), counts(8, 2)], counts(18, 2)],
  ['ten yes and then nine no', [counts(10, 0), counts(0, 9)], undefined],
  ['ten yes and then ten no', [counts(10, 0), counts(0, 10)], counts(10, 10)],
  ['a tie', [counts(5, 5)], counts(5, 5)],
])('publishes of a state with %s what tells nobody’s choice', (_what, additions, published) => {
  expect(lastDisclosed(additions)?.counts).toEqual(published)
})

test.each([
  ['twenty alike', [counts(10, 0), counts(10, 0)], { step: 20, leadsClearly: 'yes' }],
  ['one of twenty who chose otherwise', [counts(0, 10), counts(1, 9)], { step: 20, leadsClearly: 'no' }],
  ['nineteen alike', [counts(10, 0), counts(9, 0)], undefined],
  ['thirty alike', [counts(10, 0), counts(10, 0), counts(10, 0)], { step: 30, leadsClearly: 'yes' }],
  [
    'two of thirty who chose otherwise',
    [counts(10, 0), counts(9, 1), counts(9, 1)],
    { step: 30, counts: counts(28, 2) },
  ],
  [
    'counts before those who are alike',
    [counts(8, 2), counts(10, 0), counts(10, 0)],
    { step: 10, counts: counts(8, 2) },
  ],
])('says without counts who leads clearly in a state with %s', (_what, additions, published) => {
  expect(lastDisclosed(additions)).toEqual(published)
})

test('an attacker with one account fewer than needed sees the sum of two others', () => {
  const known = accountsThatReveal.stateResult - 1
  const seen = [0, 1].map((first) => lastDisclosed([counts(5 + first, known - 5 + 2 - first)])?.counts)
  expect(seen).toEqual([counts(5, 5), counts(6, 4)])
  expect(lastDisclosed([counts(5, known - 5 + 1)])).toBeUndefined()
  expect(minOtherVoters).toBe(2)
})

test('counts established accounts only, from when they are, and the first of them never change', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ published_at: new Date(Date.now() - 30 * 86_400_000) })
  const vote = async (account: object, option: number) => {
    const user = await t.make.user({ ...account, state: 'WY' })
    await t.make.vote({ poll, user, option, created_at: new Date(Date.now() - 2 * 86_400_000) })
    return user
  }
  const read = async () => {
    const found = await findStatesInSteps(
      t.db,
      sql`select state, option_id as choice, user_id, created_at from poll_votes where poll_id = ${poll.id}`,
    )
    return [...(found.get('WY')?.counts ?? [])]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, people]) => people)
  }
  // Nine fresh accounts and nine without a confirmed address, beside one that is counted.
  const fresh = []
  for (let index = 0; index < 9; index++) {
    fresh.push(await vote({ created_at: ago('6 days'), email_verified_at: ago('6 days') }, 0))
    await vote({ created_at: ago('30 days') }, 0)
  }
  await vote(counted, 1)
  expect(await read()).toEqual([])

  for (let index = 0; index < 9; index++) await vote(counted, index % 2)
  expect(await read()).toEqual([5, 5])

  // The fresh ones voted before, but are counted later: the first ten are the same.
  await t.db
    .execute(sql`update users set created_at = now() - interval '7 days 1 hour', email_verified_at = now() - interval '7 days'
    where id = any(${sql.param(fresh.map(({ id }) => id))}::int[])`)
  expect(await read()).toEqual([5, 5])
})
