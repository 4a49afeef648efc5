import { register } from '@wtpu/contract/accounts/accounts'
import { listMailDomains, openMailDomain } from '@wtpu/contract/accounts/mail-domains'
import { getPerson, type Person } from '@wtpu/contract/accounts/people'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { mailDomainOf } from '#community/new-voters.ts'

const password = 'difference engine'
const form = { first_name: 'Ada', last_name: 'New', state: 'NY', password, confirm_password: password }
const signUp = (t: TestApp, email: string, from: string) =>
  t.call(register, { body: { ...form, email } }, { 'x-forwarded-for': from })
const start = (databaseUrl?: string) => startTestApp({ trustedProxies: 1 }, undefined, databaseUrl)

test.each([
  ['a@catchall.example', 'catchall.example'],
  ['A+tag@CatchAll.Example', 'catchall.example'],
  ['a@x1.y2.catchall.example', 'catchall.example'],
  ['a@mail.catchall.co.uk', 'catchall.co.uk'],
  ['a@GMAIL.com', undefined],
  ['a@googlemail.com', undefined],
  ['a@mail.yahoo.co.jp', undefined],
])('the mail domain of %s is %s', (email, domain) => {
  expect(mailDomainOf(email)).toBe(domain)
})

test('of sixty sign-ups from sixty /64 of one /56 with addresses of one domain, few pass, and each shows the others', async () => {
  await using t = await start()
  const ids: number[] = []
  for (let index = 0; index < 60; index++) {
    const response = await signUp(t, `p${index}@catchall.example`, `2001:db8:1:${index}::1`)
    if (response.statusCode === 201) ids.push(response.json<{ id: number }>().id)
  }
  expect(ids).toHaveLength(16)
  const admin = await t.make.user({ role: 'admin' })
  const person = await t.as(admin).call(getPerson, { params: { id: ids[0]! } })
  expect(person.json<Person>().same_network).toBe(15)
})

test('one mail domain has twenty new accounts a day on all servers, until an admin lifts that', async () => {
  await using t = await start()
  await using other = await start(t.url)
  const addresses = ['catchall.example', 'CATCHALL.example', 'x1.catchall.example', 'x2.catchall.example']
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      signUp(index % 2 ? t : other, `p${index}@${addresses[index % 4]}`, `203.0.113.${index}`),
    ),
  )
  const refused = responses.filter(({ statusCode }) => statusCode !== 201)
  expect([refused.length, await t.db.$count(users)]).toEqual([4, 20])
  expect(refused[0]?.statusCode).toBe(429)
  expect(refused[0]?.json()).toMatchObject({
    code: 'daily_limit',
    detail:
      'Too many people signed up with an address of catchall.example today. Please try again tomorrow, or use another address.',
  })
  const again = async (email = 'late@catchall.example') => (await signUp(t, email, '203.0.113.99')).statusCode
  expect(await again('late@gmail.com')).toBe(201)

  const admin = t.as(await t.make.user({ role: 'admin' }))
  const set = (domain: string, is_open: boolean) => admin.call(openMailDomain, { body: { domain, is_open } })
  const busy = [{ domain: 'catchall.example', accounts: 20, today: 20 }]
  expect((await admin.call(listMailDomains, {})).json()).toEqual({ open: [], busy })
  expect((await set('@Mail.Catchall.example', true)).json()).toMatchObject({ open: ['catchall.example'] })
  expect(await again()).toBe(201)
  expect((await set('catchall.example', false)).json()).toMatchObject({ open: [] })
  expect(await again('later@catchall.example')).toBe(429)
  for (const domain of ['gmail.com', 'nothing', ' ']) expect((await set(domain, true)).statusCode).toBe(400)
  const log = await t.db
    .select({ reason: moderationActions.reason })
    .from(moderationActions)
    .orderBy(moderationActions.id)
  expect(log.map(({ reason }) => reason)).toEqual([
    'The limit of new accounts a day was lifted for the mail domain catchall.example.',
    'The limit of new accounts a day was set again for the mail domain catchall.example.',
  ])
  expect((await t.as(await t.make.user({ role: 'moderator' })).call(listMailDomains, {})).statusCode).toBe(404)
})
