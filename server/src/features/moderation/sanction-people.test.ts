import { register } from '@wtpu/contract/accounts/accounts'
import { getPerson, type Person } from '@wtpu/contract/accounts/people'
import { listSameNetwork, type SameNetworkAccount, suspendPeople } from '@wtpu/contract/accounts/same-network'
import { createPost } from '@wtpu/contract/boiler-room/posts'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetRegistrations } from '#features/accounts/people/same-network.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { ago, established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

async function startSite() {
  const t = await startTestApp({ trustedProxies: 1 })
  const admin = await t.make.user({ role: 'admin', username: 'grace' })
  const join = async (name: string, address: string) => {
    const password = 'difference engine'
    const form = { first_name: name, last_name: 'New', email: `${name}@wtpu.example`, state: 'NY' }
    const body = { ...form, password, confirm_password: password }
    return (await t.call(register, { body }, { 'x-forwarded-for': address })).json<{ id: number }>().id
  }
  const list = async (id: number) =>
    (await t.as(admin).call(listSameNetwork, { params: { id } })).json<SameNetworkAccount[]>().map((found) => found.id)
  const counted = async (id: number) =>
    (await t.as(admin).call(getPerson, { params: { id } })).json<Person>().same_network
  return { t, admin, join, list, counted, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('who registered within an hour from the same network is known for a week, and no address is stored', async () => {
  await using site = await startSite()
  const { t, join, list, counted } = site
  const ann = await join('ann', '2001:db8:1:2::1')
  const bob = await join('bob', '2001:db8:1:ff02::9')
  const cyd = await join('cyd', '203.0.113.7')
  expect(await list(ann)).toEqual([ann, bob])
  expect([await counted(ann), await counted(cyd)]).toEqual([1, 0])
  const { rows } = await t.db.execute(sql`select to_jsonb(users)::text as text from users`)
  expect(JSON.stringify(rows)).not.toMatch(/2001|203\.0/)

  await t.db
    .update(users)
    .set({ createdAt: ago('61 minutes') })
    .where(eq(users.id, bob))
  expect([await list(ann), await counted(ann)]).toEqual([[ann], 0])
  await t.db
    .update(users)
    .set({ createdAt: ago('8 days') })
    .where(inArray(users.id, [ann, bob]))
  await forgetRegistrations(t.db)
  expect([await list(ann), await list(cyd)]).toEqual([[], [cyd]])
})

test('an admin suspends several accounts at once, each with its own entry in the log, and never staff', async () => {
  await using site = await startSite()
  const { t, admin } = site
  const [one, two] = [await t.make.user(established), await t.make.user(established)]
  const moderator = await t.make.user({ role: 'moderator' })
  const ids = [one.id, moderator.id, two.id, admin.id, 99_999]
  const body = { ids, rule: 4, days: 30 as const, sentence: ' Many accounts\nof one person. ' }
  for (const as of [t, t.as(one), t.as(moderator)]) {
    expect((await as.call(suspendPeople, { body })).statusCode).toBe(404)
  }
  const response = await t.as(admin).call(suspendPeople, { body })
  expect(response.json()).toEqual({ suspended: [one.id, two.id] })
  const actions = await t.db.select().from(moderationActions).orderBy(moderationActions.id)
  const { actor, action, rule, days, reason } = {
    actor: 'grace',
    action: 'suspend',
    rule: 4,
    days: 30,
    reason: 'Many accounts of one person.',
  }
  expect(actions).toMatchObject([one.id, two.id].map((userId) => ({ userId, actor, action, rule, days, reason })))
  expect((await t.as(two).call(createPost, { body: { text: 'Hello' } })).statusCode).toBe(403)

  const call = async (change: object) =>
    (await t.as(admin).call(suspendPeople, { body: { ...body, ...change } })).statusCode
  expect(await call({ sentence: '  ' })).toBe(400)
  expect(await call({ ids: [] })).toBe(400)
  expect(await call({ ids: Array.from({ length: 51 }, (_, index) => index + 1) })).toBe(400)
  expect(await t.db.$count(moderationActions)).toBe(2)
})
