import * as accounts from '@wtpu/contract/accounts/accounts'
import * as settings from '@wtpu/contract/accounts/settings'
import { politicianRatings } from '#db/schema/politicians.ts'
import { ratedBeforeDeletion, ratedWithOtherAccount, ratePolitician } from '@wtpu/contract/politicians'
import { castVote, votedBeforeDeletion, votedWithOtherAccount } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { signInAtProvider, startOpenidProvider } from '#testing/openid-provider.ts'
import { asGoogle } from '#openid-settings.ts'
import { startTestApp } from '#testing/test-app.ts'

const password = 'difference engine'
const redirect_uri = 'http://localhost:3000/login'
type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Row = { id: number }

async function signUp(t: TestApp, email: string): Promise<Row> {
  const body = { first_name: 'Ada', last_name: 'L', state: 'NY', email, password, confirm_password: password }
  return (await t.call(accounts.register, { body })).json()
}
const remove = (t: TestApp, user: Row) => t.as(user).call(settings.deleteAccount, { body: { password } })
const vote = (t: TestApp, user: Row, poll: Row & { options: Row[] }, option = 0) =>
  t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[option]!.id } })
const rate = (t: TestApp, user: Row, politician: Row) =>
  t.as(user).call(ratePolitician, { params: { id: politician.id }, body: { type: 'good' } })

test('counts one vote and one rating per email after accounts are deleted and registered again', async () => {
  await using t = await startTestApp()
  const [poll, other, politician] = [await t.make.poll(), await t.make.poll(), await t.make.politician()]
  let account = await signUp(t, 'ada@wtpu.example')
  expect((await vote(t, account, poll)).statusCode).toBe(200)
  expect((await rate(t, account, politician)).statusCode).toBe(200)

  for (const email of ['ada@wtpu.example', 'Ada@wtpu.example', 'ada+again@wtpu.example']) {
    await remove(t, account)
    account = await signUp(t, email)
    const [voted, rated] = [await vote(t, account, poll, 1), await rate(t, account, politician)]
    expect(voted.statusCode).toBe(409)
    expect(voted.json()).toMatchObject({ detail: votedBeforeDeletion })
    expect(rated.statusCode).toBe(409)
    expect(rated.json()).toMatchObject({ detail: ratedBeforeDeletion })
  }

  expect(votedBeforeDeletion).toBe('You already voted before deleting your account.')
  expect(ratedBeforeDeletion).toContain('already rated')
  expect(await t.db.$count(pollVotes)).toBe(1)
  expect(await t.db.$count(politicianRatings)).toBe(1)
  expect((await vote(t, account, other)).statusCode).toBe(200)
})

test('keeps only a keyed hash of a deleted email', async () => {
  await using t = await startTestApp()
  // Not a name that hexadecimal digits can spell.
  await remove(t, await signUp(t, 'zoya@wtpu.example'))

  const { rows } = await t.db.execute<{ text: string }>(sql`
    select coalesce(string_agg(u::text, ' '), '') || (select string_agg(k::text, ' ') from voter_keys k)
      || (select coalesce(string_agg(c::text, ' '), '') from email_confirmations c) as text from users u`)
  expect(rows[0]?.text).not.toContain('zoya')
  expect(rows[0]?.text).not.toContain(Buffer.from('zoya').toString('hex'))
})

test('counts one vote and one rating for concurrent requests by two accounts of one mailbox', async () => {
  await using t = await startTestApp()
  const [ada, alias] = await Promise.all([signUp(t, 'a.da@gmail.com'), signUp(t, 'ad.a+x@googlemail.com')])
  expect(await t.db.$count(users)).toBe(2)

  for (let round = 0; round < 10; round++) {
    const [poll, politician] = [await t.make.poll(), await t.make.politician()]
    const votes = await Promise.all([vote(t, ada, poll), vote(t, alias, poll, 1)])
    expect(votes.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(votes.find((response) => response.statusCode === 409)?.json()).toMatchObject({
      detail: votedWithOtherAccount,
    })
    const ratings = await Promise.all([rate(t, ada, politician), rate(t, alias, politician)])
    expect(ratings.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(ratings.find((response) => response.statusCode === 409)?.json()).toMatchObject({
      detail: ratedWithOtherAccount,
    })
  }
})

test('recognizes the email of an account without a voter key after its deletion', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const before = await t.make.user({ email: 'ada@wtpu.example', password })
  await vote(t, before, poll)
  await remove(t, before)

  const response = await vote(t, await signUp(t, 'ada@wtpu.example'), poll)

  expect(response.json()).toMatchObject({ detail: votedBeforeDeletion })
})

test('gives no second vote after signing in with Google with the same email', async () => {
  const people = { ada: { email: 'ada@wtpu.example', email_verified: true, given_name: 'Ada' } }
  await using provider = await startOpenidProvider({ redirectUris: [redirect_uri], people })
  await using t = await startTestApp({ providers: [asGoogle(provider)] })
  const poll = await t.make.poll()
  const before = await signUp(t, 'ada@wtpu.example')
  await vote(t, before, poll)
  await remove(t, before)

  const { authorization_url, transaction } = (await t.call(accounts.startGoogle, { body: { redirect_uri } })).json()
  const back = (await signInAtProvider(authorization_url, 'ada')).searchParams
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => back.get(name) ?? '') as [string, string, string]
  const signedIn = await t.call(accounts.signInWithGoogle, { body: { code, state, iss, redirect_uri, transaction } })
  const authorization = `Bearer ${signedIn.json<{ access: string }>().access}`
  const body = { option_id: poll.options[0]!.id }
  const response = await t.call(castVote, { params: { id: poll.id }, body }, { authorization })

  expect(response.json()).toMatchObject({ detail: votedBeforeDeletion })
})
