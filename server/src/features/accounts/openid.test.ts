import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@wtpu/contract/accounts/accounts'
import { requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import type { Output } from '@wtpu/contract/endpoint'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { identities, users } from '#db/schema/accounts.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { site } from '#db/schema/site.ts'
import { signInAtProvider, startOpenidProvider } from '#testing/openid-provider.ts'
import { asGoogle, readProviders } from '#openid-settings.ts'
import { createProviderClient } from './openid.ts'
import { startTestApp } from '#testing/test-app.ts'

const redirect_uri = 'http://localhost:3000/login'
const people = {
  mallory: { email: 'Victim@mail.example', email_verified: false, given_name: 'Mal' },
  posing: {
    email: 'admin@mail.example',
    email_verified: true,
    given_name: 'WTPU Support',
    family_name: 'evil.example.com',
  },
  nameless: { email: 'quiet@mail.example', email_verified: true },
  plain: { email: 'plain@mail.example', email_verified: true, picture: 'http://mail.example/insecure.png' },
  ada: {
    email: 'ada@mail.example',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    picture: 'https://pictures.mail.example/ada.png',
  },
}

async function start() {
  const provider = await startOpenidProvider({ redirectUris: [redirect_uri], people })
  const t = await startTestApp({ providers: [asGoogle(provider)] })
  const begin = () => t.call(contract.startGoogle, { body: { redirect_uri } })
  /** The parameters of the redirect back to /login, with the transaction. */
  const comeBack = async (login: string) => {
    const { authorization_url, transaction } = (await begin()).json()
    const back = await signInAtProvider(authorization_url, login)
    const param = (name: string) => back.searchParams.get(name) ?? ''
    return { code: param('code'), state: param('state'), iss: param('iss'), redirect_uri, transaction }
  }
  const finish = (body: Awaited<ReturnType<typeof comeBack>>) => t.call(contract.signInWithGoogle, { body })
  return {
    ...t,
    provider,
    begin,
    comeBack,
    finish,
    signIn: async (login: string) => finish(await comeBack(login)),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

test('a closed registration creates no account for a new person, but signs in to an existing one', async () => {
  await using t = await start()
  await t.signIn('ada')
  await t.db.insert(site).values({ registrationClosedAt: new Date() })
  const rejected = await t.signIn('nameless')
  expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'registration_closed'])
  expect((await t.signIn('ada')).statusCode).toBe(200)
})

test('requests email and profile with offline access, state, nonce and PKCE', async () => {
  await using t = await start()

  const { authorization_url } = (await t.begin()).json()

  const asked = new URL(authorization_url).searchParams
  expect(asked.get('scope')).toBe('openid email profile')
  expect(asked.get('access_type')).toBe('offline')
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(20)
})

test('creates an account with names and picture at the first sign-in and finds it at the next', async () => {
  await using t = await start()

  const first = await t.signIn('ada')
  const second = await t.signIn('ada')

  expect(first.statusCode).toBe(200)
  expect(first.json()).toMatchObject({
    access: expect.any(String),
    refresh: expect.any(String),
    is_new: true,
    user: { first_name: 'Ada', last_name: 'Lovelace', avatar: 'https://pictures.mail.example/ada.png' },
  })
  expect([second.statusCode, second.json().is_new]).toEqual([200, false])
  const rows = await t.db.select().from(users)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ email: 'ada@mail.example', passwordHash: null, termsVersion: expect.any(String) })
  expect(rows[0]?.emailVerifiedAt).not.toBeNull()
})

test('finds the account by issuer and subject after either email changes', async () => {
  await using t = await start()
  await t.signIn('ada')
  await t.db.update(users).set({ email: 'elsewhere@wtpu.example' })

  await t.signIn('ada')

  expect(await t.db.$count(users)).toBe(1)
})

test('links the account with the verified email, ignoring case', async () => {
  await using t = await start()
  const user = await t.make.user({ email: 'ADA@mail.example' })
  await t.db.update(users).set({ emailVerifiedAt: new Date(), passwordHash: 'kept' }).where(eq(users.id, user.id))

  const response = await t.signIn('ada')

  expect(response.statusCode).toBe(200)
  const [row] = await t.db.select().from(users)
  expect(row).toMatchObject({ id: user.id, firstName: user.first_name, passwordHash: 'kept' })
  expect(await t.db.select().from(identities)).toMatchObject([{ userId: user.id, subject: 'ada' }])
})

test('removes the password, sessions and devices of an account registered with someone else’s email', async () => {
  await using t = await start()
  const squatter = await t.make.user({ email: 'ada@mail.example', password: 'waiting for ada' })
  const squatting = t.as(squatter)
  const device = { endpoint: 'https://push.example/1', userId: squatter.id, p256dh: 'key', auth: 'secret' }
  await t.db.insert(pushSubscriptions).values(device)
  expect((await squatting.call(contract.getAccount, {})).statusCode).toBe(200)

  await t.signIn('ada')

  expect(await t.db.$count(pushSubscriptions)).toBe(0)
  expect((await squatting.call(contract.getAccount, {})).statusCode).toBe(401)
  const password = await t.call(contract.createToken, {
    body: { username: 'ada@mail.example', password: 'waiting for ada' },
  })
  expect(password.statusCode).toBe(401)
})

test('neither links nor creates an account for an unverified email', async () => {
  await using t = await start()
  await t.make.user({ email: 'victim@mail.example' })

  const response = await t.signIn('mallory')

  expect(response.statusCode).toBe(403)
  expect(response.json()).toMatchObject({ code: 'email_not_verified' })
  expect(await t.db.$count(users)).toBe(1)
  expect(await t.db.$count(identities)).toBe(0)
})

test('never derives a missing or reserved name from the email, which is private, and ignores a picture without https', async () => {
  await using t = await start()

  expect((await t.signIn('nameless')).json().user).toMatchObject({ first_name: 'Citizen', last_name: '' })
  expect((await t.signIn('posing')).json().user).toMatchObject({ first_name: 'Citizen', last_name: '' })
  expect((await t.db.select().from(users).where(eq(users.email, 'admin@mail.example')))[0]?.username).toMatch(
    /^citizen/,
  )
  expect((await t.signIn('plain')).json().user).toMatchObject({ avatar: null })
})

test('creates one account for two concurrent sign-ins', async () => {
  await using t = await start()
  const both = [await t.comeBack('ada'), await t.comeBack('ada')]

  const responses = await Promise.all(both.map(t.finish))

  expect(responses.map((response) => response.statusCode)).toEqual([200, 200])
  expect(await t.db.$count(users)).toBe(1)
})

test('accepts a code once, with its own state, transaction and redirect URI', async () => {
  await using t = await start()
  const [mine, other] = [await t.comeBack('ada'), await t.comeBack('ada')]
  const expectRejected = async (change: object, status: number, detail: RegExp) => {
    const response = await t.finish({ ...mine, ...change })
    expect([response.statusCode, response.json().detail], JSON.stringify(change)).toEqual([
      status,
      expect.stringMatching(detail),
    ])
  }
  const failed = /^Google login failed\. Please try again\.$/

  await expectRejected({ state: other.state }, 400, failed)
  await expectRejected({ transaction: other.transaction, state: other.state }, 400, failed)
  await expectRejected({ transaction: 'forged' }, 400, /^Google authentication failed\. Please try again\.$/)
  await expectRejected({ iss: 'https://evil.example' }, 400, failed)
  await expectRejected({ redirect_uri: 'https://evil.example/login' }, 400, /^Google sign-in works at http:/)
  await expectRejected({ code: 'made up' }, 400, failed)
  expect(await t.db.$count(users)).toBe(0)
  expect((await t.finish(other)).statusCode).toBe(200)
  expect((await t.finish(other)).statusCode).toBe(400)
})

test('accepts only this site’s /login as redirect URI', async () => {
  await using t = await start()

  for (const wrong of ['https://evil.example/login', 'http://localhost:3000/login?x', 'http://localhost:3000/signup']) {
    const response = await t.call(contract.startGoogle, { body: { redirect_uri: wrong } })
    expect(response.statusCode, wrong).toBe(400)
  }
})

test('responds with 503 if the provider cannot be reached, and retries the next time', async () => {
  const provider = await startOpenidProvider({ redirectUris: [redirect_uri] })
  await provider[Symbol.asyncDispose]()
  await using t = await startTestApp({ providers: [asGoogle(provider)] })

  const response = await t.call(contract.startGoogle, { body: { redirect_uri } })
  await using back = await startOpenidProvider({
    port: Number(new URL(provider.issuer).port),
    redirectUris: [redirect_uri],
  })
  const later = await t.call(contract.startGoogle, { body: { redirect_uri } })

  expect(response.statusCode).toBe(503)
  expect(response.json().detail).toBe('Google login failed. Please try again.')
  expect(back.issuer).toBe(provider.issuer)
  expect(later.statusCode).toBe(200)
})

test('responds with 503 if Google sign-in is not set up', async () => {
  await using t = await startTestApp()

  const response = await t.call(contract.startGoogle, { body: { redirect_uri } })

  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ code: 'google_not_set_up' })
})

/** Two providers with other claims than Google's, and other ideas of what is verified. */
async function startOthers(only = false) {
  const city = await startOpenidProvider({
    redirectUris: [redirect_uri],
    claims: { email: ['email', 'confirmed'], profile: ['name'], address: ['address'] },
    people: {
      ada: { email: 'ada@city.example', confirmed: true, name: 'Ada Lovelace', address: { region: 'new york' } },
      abroad: { email: 'abroad@city.example', confirmed: true, name: 'Bo', address: { region: 'Bavaria' } },
      numbered: { email: 'numbered@city.example', confirmed: true, name: 'Cy', address: { region: '36' } },
      eve: { email: 'known@city.example', confirmed: false, name: 'Eve' },
      pretending: { email: 'known@city.example', confirmed: 'true', name: 'Eve' },
      mailless: { confirmed: true, name: 'No Mail' },
    },
  })
  const union = await startOpenidProvider({
    redirectUris: [redirect_uri],
    claims: { email: ['email'], profile: ['first', 'surname'] },
    people: { ada: { email: 'ada@union.example', first: 'Ada', surname: 'Byron' } },
  })
  const entries = [
    {
      id: 'city',
      label: 'Riverton account',
      issuer: city.issuer,
      client_id: city.clientId,
      client_secret: city.clientSecret,
      scope: 'openid email profile address',
      claims: { state: 'address.region', verified: 'confirmed' },
      sign_out: true,
      only,
    },
    {
      id: 'union',
      label: 'Union',
      logo: '/media/site/union.svg',
      issuer: union.issuer,
      client_id: union.clientId,
      client_secret: union.clientSecret,
      claims: { first_name: 'first', last_name: 'surname', verified: true },
    },
  ]
  const problems: string[] = []
  const settings = readProviders((name) => (name === 'OIDC_PROVIDERS' ? JSON.stringify(entries) : undefined), problems)
  expect(problems).toEqual([])
  const t = await startTestApp(settings)
  const comeBack = async (id: string, login: string) => {
    const started = await t.call(contract.startProvider, { params: { id }, body: { redirect_uri } })
    const { authorization_url, transaction } = started.json<Output<typeof contract.startProvider>>()
    const back = await signInAtProvider(authorization_url, login)
    const param = (name: string) => back.searchParams.get(name) ?? ''
    return { code: param('code'), state: param('state'), iss: param('iss'), redirect_uri, transaction }
  }
  const finish = (id: string, body: Awaited<ReturnType<typeof comeBack>>) =>
    t.call(contract.signInWithProvider, { params: { id }, body })
  return {
    ...t,
    comeBack,
    finish,
    signIn: async (id: string, login: string) => finish(id, await comeBack(id, login)),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await city[Symbol.asyncDispose]()
      await union[Symbol.asyncDispose]()
    },
  }
}

test('each provider has its own claims for the name, the state and what is verified', async () => {
  await using t = await startOthers()
  for (const id of ['city', 'union']) expect((await t.signIn(id, 'ada')).json()).toMatchObject({ is_new: true })
  expect((await t.signIn('city', 'ada')).json()).toMatchObject({ is_new: false })
  // What is no state of ours leaves the account without one, and its owner hears of it once.
  const unknown = []
  for (const login of ['abroad', 'numbered', 'abroad'])
    unknown.push((await t.signIn('city', login)).json().unknown_state)
  expect(unknown).toEqual(['Bavaria', '36', null])
  const rows = await t.db.select().from(users).orderBy(users.id)
  expect(rows.map(({ firstName, lastName, state }) => [firstName, lastName, state])).toEqual([
    ['Ada Lovelace', '', 'NY'],
    ['Ada', 'Byron', null],
    ['Bo', '', null],
    ['Cy', '', null],
  ])
  expect(rows.every(({ emailVerifiedAt }) => emailVerifiedAt)).toBe(true)
})

test.each([
  ['eve', 'email_not_verified', 'Riverton account has not verified this email address.'],
  ['pretending', 'email_not_verified', 'Riverton account has not verified this email address.'],
  ['mailless', 'email_missing', 'Riverton account sent no email address, which this site needs.'],
])('an account there as %s neither joins nor creates one here', async (login, code, sentence) => {
  await using t = await startOthers()
  await t.make.user({ email: 'known@city.example' })
  const refused = await t.signIn('city', login)
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    expect.objectContaining({ code, detail: expect.stringContaining(sentence) }),
  ])
  expect([await t.db.$count(users), await t.db.$count(identities)]).toEqual([1, 0])
})

test('the answer of one provider is not taken as that of another', async () => {
  await using t = await startOthers()
  const fromUnion = await t.comeBack('union', 'ada')
  const refused = await t.finish('city', fromUnion)
  expect(refused.json()).toMatchObject({
    code: 'provider_transaction',
    detail: 'Riverton account authentication failed. Please try again.',
  })
  expect((await t.finish('google', fromUnion)).statusCode).toBe(404)
  expect((await t.finish('nobody', fromUnion)).statusCode).toBe(404)
  const { iss, ...without } = await t.comeBack('city', 'ada')
  expect((await t.finish('city', { ...without, iss: fromUnion.iss })).json()).toMatchObject({
    code: 'provider_refused',
    detail: 'Riverton account login failed. Please try again.',
  })
  expect((await t.finish('union', fromUnion)).statusCode).toBe(200)
  expect(iss).not.toBe(fromUnion.iss)
})

test('a sign-out there is offered where the settings ask for it', async () => {
  await using t = await startOthers()
  const begin = (id: string) => t.call(contract.startProvider, { params: { id }, body: { redirect_uri } })
  expect((await begin('union')).json()).toMatchObject({ sign_out_url: null })
  const { sign_out_url: url } = (await begin('city')).json<{ sign_out_url: string }>()
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    client_id: 'wtpu',
    post_logout_redirect_uri: 'http://localhost:3000/',
  })
  // The provider would refuse an address that is not registered.
  expect((await fetch(url)).status).toBe(200)
})

test('a site can take its provider as the only way', async () => {
  await using t = await startOthers(true)
  const password = 'a password of old'
  const { email } = await t.make.user({ password })
  expect((await t.call(getRegistration, {})).json()).toEqual({
    is_closed: false,
    providers: [{ id: 'city', label: 'Riverton account', logo: null }],
    only_providers: true,
  })
  const refused = [
    await t.call(contract.createToken, { body: { username: email, password } }),
    await t.call(contract.register, { body: {} }),
    await t.call(requestPasswordReset, { body: { email } }),
    await t.call(contract.startGoogle, { body: { redirect_uri } }),
    await t.call(contract.startProvider, { params: { id: 'union' }, body: { redirect_uri } }),
  ]
  expect(refused.map((answer) => answer.json().code)).toEqual([
    ...Array.from({ length: 3 }, () => 'other_way_only'),
    'google_not_set_up',
    'not_found',
  ])
  expect(refused[0]?.json().detail).toBe('This site takes no other way to sign in than Riverton account.')
  expect((await t.signIn('city', 'ada')).statusCode).toBe(200)
})

test.each([
  ['answers slowly', () => undefined],
  ['fails', (reply: ServerResponse) => void reply.writeHead(500).end()],
  [
    'has another issuer',
    (reply: ServerResponse) =>
      void reply.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer: 'https://elsewhere.example',
          authorization_endpoint: 'https://elsewhere.example/a',
        }),
      ),
  ],
])('a provider that %s is named, and nobody waits for long', async (_name, answer) => {
  const server = createServer((_request, reply) => answer(reply)).listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const provider = asGoogle({ issuer: `http://localhost:${port}`, clientId: 'a', clientSecret: 'b' })
  await using t = await startTestApp()
  const client = createProviderClient({ ...provider, label: 'Riverton account' }, t.app.log, 1)
  await expect(client.begin(redirect_uri)).rejects.toMatchObject({
    code: 'provider_unreachable',
    message: 'Riverton account login failed. Please try again.',
  })
})
