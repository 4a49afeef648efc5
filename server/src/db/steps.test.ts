import { disclosureSteps } from '@wtpu/contract/disclosure'
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
const tens = (steps: number) => Array.from({ length: steps }, () => counts(10, 0))

test('steps grow by ten, and by a fifth from 50 on', () => {
  expect(disclosureSteps.slice(0, 10)).toEqual([10, 20, 30, 40, 50, 60, 75, 90, 110, 135])
})

test.each([
  ['ten alike', [counts(10, 0)], undefined],
  ['one who chose otherwise', [counts(9, 1)], undefined],
  ['four who chose otherwise', [counts(6, 4)], undefined],
  ['five who chose otherwise', [counts(5, 5)], counts(5, 5)],
  ['nine of ten', [counts(5, 4)], undefined],
  // The difference of the two steps would be ten alike.
  ['a step that adds ten alike', [counts(5, 5), counts(0, 10)], counts(5, 5)],
  ['a step that adds six and four', [counts(5, 5), counts(6, 4)], counts(5, 5)],
  ['the step after it', [counts(5, 5), counts(0, 10), counts(8, 2)], counts(13, 17)],
  ['twenty of whom the first ten were alike', [counts(10, 0), counts(5, 5)], counts(15, 5)],
  ['sixty of whom a twelfth chose otherwise', [...tens(5), counts(5, 5)], undefined],
  ['sixty of whom a tenth chose otherwise', [...tens(5), counts(4, 6)], counts(54, 6)],
  ['ten yes and then nine no', [counts(10, 0), counts(0, 9)], undefined],
  ['ten yes and then ten no', [counts(10, 0), counts(0, 10)], counts(10, 10)],
])('publishes of a state with %s what tells nobody’s choice', (_what, additions, published) => {
  expect(lastDisclosed(additions)?.counts).toEqual(published)
})

test.each([
  ['ninety alike', [...tens(6), counts(15, 0), counts(15, 0)], undefined],
  ['110 alike', [...tens(6), counts(15, 0), counts(15, 0), counts(20, 0)], { step: 110, leadsClearly: 'yes' }],
  [
    'ten of 110 who chose otherwise',
    [...tens(6), counts(15, 0), counts(15, 0), counts(10, 10)],
    { step: 110, leadsClearly: 'yes' },
  ],
  [
    'eleven of 110 who chose otherwise',
    [...tens(6), counts(15, 0), counts(14, 1), counts(10, 10)],
    { step: 110, counts: counts(99, 11) },
  ],
  ['counts before those who are alike', [counts(5, 5), ...tens(12)], { step: 10, counts: counts(5, 5) }],
])('says without counts who leads clearly in a state with %s', (_what, additions, published) => {
  expect(lastDisclosed(additions)).toEqual(published)
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
