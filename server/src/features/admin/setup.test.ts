import { createToken, getAccount, type Tokens } from '@wtpu/contract/accounts/accounts'
import { getSiteState } from '@wtpu/contract/on-demand/admin'
import { claimSite } from '@wtpu/contract/site/on-demand/setup'
import { expect, test } from 'vitest'
import { site } from '#db/schema/site.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createSetupLink } from './setup.ts'

async function startSite() {
  const t = await startTestApp({ trustedProxies: 1 })
  const user = await t.make.user()
  const newToken = async () =>
    (await createSetupLink(t.db, { publicUrl: 'https://civic.example' }))?.split('#')[1] ?? ''
  const claim = (token: string, by = user) => t.as(by).call(claimSite, { body: { token } })
  return { ...t, user, newToken, claim }
}

test('the link makes its owner the first admin, once, and only its hash is stored', async () => {
  await using t = await startSite()
  const token = await t.newToken()
  expect(JSON.stringify(await t.db.select().from(site))).not.toContain(token)

  expect((await t.claim(token)).statusCode).toBe(200)
  expect((await t.as(t.user).call(getSiteState, {})).statusCode).toBe(200)
  // From a second tab, or because the response was lost.
  expect((await t.claim(token)).statusCode).toBe(200)

  const other = await t.make.user()
  const again = await t.claim(token, other)
  expect([again.statusCode, again.json().code]).toEqual([403, 'setup_link_ended'])
  expect(await createSetupLink(t.db, { publicUrl: 'https://civic.example' })).toBeUndefined()
})

test('a role by the link waits for the second factor, if the session began with a password alone', async () => {
  await using t = await startSite()
  const { email, ...user } = await t.make.user({ password: 'typed once' })
  const { access } = (await t.call(createToken, { body: { username: email, password: 'typed once' } })).json<Tokens>()
  const headers = { authorization: `Bearer ${access}` }
  expect((await t.call(claimSite, { body: { token: await t.newToken() } }, headers)).statusCode).toBe(200)
  expect((await t.call(getAccount, {}, headers)).json()).toMatchObject({ id: user.id, waiting_role: 'admin' })
  expect((await t.call(getSiteState, {}, headers)).statusCode).toBe(404)
})

test('of several people with the link at the same time, one becomes an admin', async () => {
  await using t = await startSite()
  const token = await t.newToken()
  const people = [t.user, await t.make.user(), await t.make.user()]
  const outcomes = await Promise.all(people.map((person) => t.claim(token, person)))
  expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a link ends when it expires and when a new one is made, and not by wrong tokens of others', async () => {
  await using t = await startSite()
  const first = await t.newToken()
  const expired = await t.newToken()
  expect((await t.claim(first)).statusCode).toBe(403)
  await t.db.update(site).set({ setupExpiresAt: new Date(Date.now() - 1) })
  expect((await t.claim(expired)).statusCode).toBe(403)

  const token = await t.newToken()
  const authorization = await t.as(await t.make.user()).authorization()
  // From several networks, because each may send ten a minute.
  const guess = (number: number) =>
    t.call(claimSite, { body: { token: 'wrong' } }, { authorization, 'x-forwarded-for': `203.0.113.${number}` })
  for (let number = 0; number < 25; number++) expect((await guess(number)).statusCode).toBe(403)
  expect((await t.claim(token)).statusCode).toBe(200)
})

test('a link of a site that got an admin otherwise does not work', async () => {
  await using t = await startSite()
  const token = await t.newToken()
  await t.make.user({ role: 'admin' })
  expect((await t.claim(token)).statusCode).toBe(403)
})
