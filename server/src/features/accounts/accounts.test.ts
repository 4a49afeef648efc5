import { hash, verify } from '@node-rs/argon2'
import * as contract from '@wtpu/contract/accounts/accounts'
import { updateAccount } from '@wtpu/contract/accounts/settings'
import { tooManyAttempts, tooManyReads } from '@wtpu/contract/errors'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { knownNetworks, sessions, users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'Ada.Lovelace@wtpu.example',
  state: 'New York',
  password: 'difference engine',
  confirm_password: 'difference engine',
}
const register = (t: TestApp, change: object = {}) => t.call(contract.register, { body: { ...ada, ...change } })
const signIn = (t: TestApp, username = ada.email, password = ada.password, more = {}) =>
  t.call(contract.createToken, { body: { username, password, ...more } })
const refresh = (t: TestApp, token: string) => t.call(contract.refreshToken, { body: { refresh: token } })
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

describe('register', () => {
  test('creates an account that can sign in and whose username is not the email', async () => {
    await using t = await startTestApp()

    const response = await register(t)

    expect(response.statusCode).toBe(201)
    expect(response.json().username).toMatch(/^adalovelace\d+$/)
    // Whatever the email is.
    const other = await register(t, { email: 'secret.address@wtpu.example', first_name: 'Zoë', last_name: 'O’Brien' })
    expect(other.json().username).toMatch(/^zoeobrien\d+$/)
    const [row] = await t.db.select().from(users).orderBy(users.id)
    expect(row).toMatchObject({ firstName: 'Ada', state: 'NY', newsletter: false, termsVersion: expect.any(String) })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(t)).statusCode).toBe(200)
  })

  test.each([
    [{ first_name: ' ' }, 'first_name', 'first_name is required'],
    [{ first_name: 'www.evil' }, 'first_name', expect.stringMatching(/^First name cannot contain an address/)],
    [{ last_name: 'Admin' }, 'last_name', expect.stringMatching(/^Last name cannot contain a word that is reserved/)],
    [{ last_name: '' }, 'last_name', 'last_name is required'],
    [{ email: undefined }, 'email', 'email is required'],
    [{ state: '' }, 'state', 'state is required'],
    [{ password: '', confirm_password: ada.password }, 'password', 'password is required'],
    [{ confirm_password: '' }, 'confirm_password', 'confirm_password is required'],
    [{ confirm_password: 'something else' }, 'confirm_password', 'Passwords do not match'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [
      { password: '👨‍👩‍👧‍👦'.repeat(7), confirm_password: '👨‍👩‍👧‍👦'.repeat(7) },
      'password',
      'Password must be at least 8 characters',
    ],
    [
      { password: 'e\u0301'.repeat(7), confirm_password: 'e\u0301'.repeat(7) },
      'password',
      'Password must be at least 8 characters',
    ],
    [{ password: 'x'.repeat(201) }, 'password', 'Password can have at most 200 characters'],
    [{ password: 'Password1' }, 'password', 'This password is too common. Please choose another.'],
    [{ password: ' iLoveYou ' }, 'password', 'This password is too common. Please choose another.'],
    [{ password: 'Lovelace1815!' }, 'password', 'This password is too easy to guess. Please choose another.'],
    [{ password: '\u2003 \u200B     ' }, 'password', 'Your password cannot be blank. Please choose another.'],
    [{ password: ada.email.toUpperCase() }, 'password', 'Your password cannot be your email. Please choose another.'],
    [{ password: 'ada.lovelace' }, 'password', 'Your password cannot be your email. Please choose another.'],
    [{ email: 'no at-sign' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a,b@wtpu.example' }, 'email', 'Enter a valid email address.'],
    [{ email: 'Ada <ada@wtpu.example>' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a\u200Bda@wtpu.example' }, 'email', 'Enter a valid email address.'],
    [{ email: 'ada@-wtpu.example' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a@b' }, 'email', 'Enter a valid email address.'],
    [{ email: 'ada@wtpu.e' }, 'email', 'Enter a valid email address.'],
    [{ email: 'ada@127.0.0.1' }, 'email', 'Enter a valid email address.'],
    [{ email: 'ada@wtpu.example.' }, 'email', 'Enter a valid email address.'],
    [{ first_name: '\u202E\u0001' }, 'first_name', 'first_name is required'],
    [{ state: 'Atlantis' }, 'state', 'state is not one of the listed states'],
  ])('rejects %o', async (change, field, message) => {
    await using t = await startTestApp()

    const confirmed = 'password' in change ? { confirm_password: change.password } : {}
    const response = await register(t, { ...confirmed, ...change })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: message, fields: { [field]: [message] } })
    expect(await t.db.$count(users)).toBe(0)
  })

  test('reports every missing field', async () => {
    await using t = await startTestApp()

    const response = await t.call(contract.register, { body: {} })

    expect(Object.keys(response.json().fields)).toEqual([
      'first_name',
      'last_name',
      'email',
      'state',
      'password',
      'confirm_password',
    ])
  })

  test('signs in if asked to, and the network is known', async () => {
    await using t = await startTestApp()

    const { id, access, refresh: token } = (await register(t, { sign_in: true })).json()

    const headers = { authorization: `Bearer ${access}` }
    expect((await t.call(contract.getAccount, {}, headers)).json()).toMatchObject({ id })
    expect((await refresh(t, token)).statusCode).toBe(200)
    expect(await t.db.$count(knownNetworks)).toBe(1)
  })

  test('keeps no account whose session cannot be stored', async () => {
    await using t = await startTestApp()
    await t.db.execute(sql`alter table sessions add check (false) not valid`)

    expect((await register(t, { sign_in: true })).statusCode).toBe(500)
    expect(await t.db.$count(users)).toBe(0)
  })

  test('signs nobody in whose mailbox is blocked, but creates the account', async () => {
    await using t = await startTestApp()
    const email = 'ada.b@gmail.com'
    await register(t, { email })
    await t.db.update(users).set({ blockedAt: new Date() })

    const response = await register(t, { email: 'adab@gmail.com', sign_in: true })
    expect([response.statusCode, 'access' in response.json()]).toEqual([201, false])
  })

  test('creates one account for twenty concurrent sign-ups with the same email in different case', async () => {
    await using t = await startTestApp()
    // Call the command directly, because the route allows fifteen requests a minute.
    const { registerUser } = await import('./commands.ts')

    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        registerUser(
          t.app,
          { ...ada, email: index % 2 ? ada.email : ada.email.toLowerCase() },
          { network: `203.0.113.${index}`, userAgent: undefined },
        ),
      ),
    )

    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ status: 400, fields: { email: ['email already exists'] } })
    expect(await t.db.$count(users)).toBe(1)
  })

  test.each([
    ['sixty /64 of one /56', 16, (index: number) => `2001:db8:1:${index}::1`],
    ['sixty /56 of one /48', 45, (index: number) => `2001:db8:1:${index.toString(16)}00::1`],
  ])('from %s, allows %i of sixty sign-ups a minute', async (_what, allowed, addressOf) => {
    await using t = await startTestApp({ trustedProxies: 1 })
    const statuses: number[] = []
    for (let index = 0; index < 60; index++) {
      const { statusCode } = await t.call(contract.register, { body: {} }, { 'x-forwarded-for': addressOf(index) })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([...Array<number>(allowed).fill(400), ...Array<number>(60 - allowed).fill(429)])
  })

  test('allows fifteen sign-ups a minute from one address', async () => {
    await using t = await startTestApp()
    for (let count = 0; count < 15; count++) expect((await register(t, { email: '' })).statusCode).toBe(400)

    const response = await register(t)

    expect(response.statusCode).toBe(429)
    expect(response.json()).toMatchObject({ detail: tooManyAttempts })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await t.db.$count(users)).toBe(0)
  })

  test('rejects text that cannot be stored before it reaches the database', async () => {
    await using t = await startTestApp()

    for (const first_name of ['A\0da', 'A\ud800da']) {
      expect((await register(t, { first_name })).json()).toMatchObject({ code: 'invalid_text' })
    }
    expect((await t.app.inject('/auth/api/user/a%00@b/')).statusCode).toBe(400)
  })
})

describe('createToken', () => {
  test('accepts the email in any case or the username, and issues a token with user_id and exp', async () => {
    await using t = await startTestApp()
    const { id, username } = (await register(t)).json()

    const tokens = (await signIn(t, ada.email.toUpperCase())).json()

    expect(claims(tokens.access)).toMatchObject({ user_id: id, exp: expect.any(Number) })
    expect(claims(tokens.access).exp - claims(tokens.access).iat).toBe(3600)
    expect((await signIn(t, username)).statusCode).toBe(200)
  })

  test.each(['Crème brûlée', '각종 비밀번호 만들기', 'Tiếng Việt'])(
    'accepts %s, however the device writes its accents',
    async (text) => {
      await using t = await startTestApp()
      const [composed, decomposed] = [text.normalize('NFC'), text.normalize('NFD')]
      await register(t, { password: decomposed, confirm_password: composed })
      const hashOf = async () => (await t.db.select({ hash: users.passwordHash }).from(users))[0]?.hash ?? ''

      expect(await verify(await hashOf(), composed)).toBe(true)
      for (const password of [composed, decomposed]) expect((await signIn(t, ada.email, password)).statusCode).toBe(200)

      // An older hash is of what the device had sent. The first sign-in replaces it.
      await t.db.update(users).set({ passwordHash: await hash(decomposed) })
      expect((await signIn(t, ada.email, composed)).statusCode).toBe(200)
      expect(await verify(await hashOf(), composed)).toBe(true)
      expect((await signIn(t, ada.email, `${composed}!`)).statusCode).toBe(401)
    },
  )

  test('replies the same to a wrong password and an unknown email', async () => {
    await using t = await startTestApp()
    await register(t)

    const [wrong, unknown] = [await signIn(t, ada.email, 'wrong password'), await signIn(t, 'unknown@wtpu.example')]

    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ detail: 'No active account found with the given credentials' })
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  })

  test('lasts 30 days with remember me instead of 1', async () => {
    await using t = await startTestApp()
    await register(t)
    const days = async (more: object) => {
      const { exp } = claims((await signIn(t, ada.email, ada.password, more)).json().refresh)
      return Math.round((exp - Date.now() / 1000) / 86_400)
    }

    expect(await days({})).toBe(1)
    expect(await days({ remember: true })).toBe(30)
  })

  test('allows twenty attempts per account in five minutes, by email or username, and keeps open sessions', async () => {
    await using t = await startTestApp({ trustedProxies: 1 })
    const { username } = (await register(t)).json()
    const { refresh: token } = (await signIn(t)).json()
    const guess = (address: number, password = 'wrong password') =>
      t.call(
        contract.createToken,
        { body: { username: address % 2 ? ada.email.toUpperCase() : username, password } },
        { 'x-forwarded-for': `203.0.113.${address}` },
      )
    for (let count = 1; count <= 20; count++) expect((await guess(count)).statusCode).toBe(401)

    const response = await guess(99, ada.password)

    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(60)
    expect((await refresh(t, token)).statusCode).toBe(200)
  })

  test.each([
    ['without a proxy', 0, (count: number) => `203.0.113.${count}`],
    ['behind a proxy that appends the address', 1, (count: number) => `203.0.113.${count}, 198.51.100.7`],
  ])('allows twenty attempts a minute from one address, even with a forged X-Forwarded-For, %s', async (...row) => {
    const [, trustedProxies, forged] = row
    await using t = await startTestApp({ trustedProxies })
    const guess = (count: number) =>
      t.call(
        contract.createToken,
        { body: { username: `unknown${count}@wtpu.example`, password: 'wrong password' } },
        { 'x-forwarded-for': forged(count) },
      )
    for (let count = 0; count < 20; count++) expect((await guess(count)).statusCode).toBe(401)

    expect((await guess(20)).statusCode).toBe(429)
  })
})

describe('refreshToken', () => {
  test('rotates, and returns the same successor again for ten seconds', async () => {
    await using t = await startTestApp()
    await register(t)
    const first = (await signIn(t)).json()

    const [second, repeated] = await Promise.all([refresh(t, first.refresh), refresh(t, first.refresh)])
    const again = await refresh(t, first.refresh)

    expect(second.statusCode).toBe(200)
    expect(second.json().refresh).not.toBe(first.refresh)
    expect(repeated.json().refresh).toBe(second.json().refresh)
    expect(again.json().refresh).toBe(second.json().refresh)
    expect((await refresh(t, second.json().refresh)).statusCode).toBe(200)
  })

  test('ends the session for a token two rotations old, even within ten seconds', async () => {
    await using t = await startTestApp()
    await register(t)
    const first = (await signIn(t)).json().refresh
    const second = (await refresh(t, first)).json().refresh
    const third = (await refresh(t, second)).json().refresh

    expect((await refresh(t, first)).statusCode).toBe(401)
    expect((await refresh(t, third)).statusCode).toBe(401)
  })

  test('keeps the sessions of other devices', async () => {
    await using t = await startTestApp()
    await register(t)
    const [phone, desk] = [(await signIn(t)).json(), (await signIn(t)).json()]

    await t.call(contract.logout, { body: { refresh: phone.refresh } })

    expect((await refresh(t, phone.refresh)).statusCode).toBe(401)
    expect((await refresh(t, desk.refresh)).statusCode).toBe(200)
  })

  test('rejects expired sessions and foreign, forged or unsigned tokens', async () => {
    await using t = await startTestApp()
    await register(t)
    const tokens = (await signIn(t)).json()
    const [head, body] = tokens.refresh.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')

    for (const token of ['nonsense', `${none}.${body}.`, `${head}.${body}.AAAA`, tokens.access]) {
      expect((await refresh(t, token)).statusCode).toBe(401)
    }
    await t.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await refresh(t, tokens.refresh)).statusCode).toBe(401)
  })
})

test('logout replies the same to valid and invalid tokens', async () => {
  await using t = await startTestApp()

  const response = await t.call(contract.logout, { body: { refresh: 'nonsense' } })

  expect([response.statusCode, response.json()]).toEqual([200, { signed_out: true }])
})

test.each(['Bearer', 'bearer', 'BEARER'])('accepts the scheme %s', async (scheme) => {
  await using t = await startTestApp()
  const token = (await t.as(await t.make.user()).authorization()).replace('Bearer ', '')

  const response = await t.call(contract.getAccount, {}, { authorization: `${scheme} ${token}` })

  expect(response.statusCode).toBe(200)
})

describe('getUser', () => {
  test.each(['İstanbul@wtpu.example', 'ΑΣ@wtpu.example'])('finds an account by the email %s', async (email) => {
    await using t = await startTestApp()
    await t.make.user({ email })

    const response = await t.call(contract.getUser, { params: { id: email } })

    expect(response.json()).toEqual({ exists: true })
  })

  test('reveals only whether an email exists, at most twenty times a minute', async () => {
    await using t = await startTestApp()
    await register(t)
    const ask = (email: string) => t.call(contract.getUser, { params: { id: email } })

    expect((await ask('ADA.lovelace@wtpu.example')).json()).toEqual({ exists: true })
    expect((await ask('unknown@wtpu.example')).statusCode).toBe(404)
    for (let count = 2; count < 20; count++) await ask('unknown@wtpu.example')
    expect((await ask(ada.email)).statusCode).toBe(429)
  })

  test('limits visitors to sixty profiles a minute, and signed-in users separately', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const ask = () => t.call(contract.getUser, { params: { id: String(user.id) } })
    for (let count = 0; count < 60; count++) expect((await ask()).statusCode).toBe(200)

    const response = await ask()

    expect([response.statusCode, response.json().error]).toEqual([429, tooManyReads])
    const signedIn = await t.as(user).call(contract.getUser, { params: { id: String(user.id) } })
    expect(signedIn.statusCode).toBe(200)
  })

  test('shows public fields by id, and the email to its owner or if it is shared', async () => {
    await using t = await startTestApp()
    const { id } = (await register(t)).json()
    const other = await t.make.user()
    const ask = (as?: { id: number }) => (as ? t.as(as) : t).call(contract.getUser, { params: { id: String(id) } })

    const seen = (await ask(other)).json()

    expect(seen).toMatchObject({ id, name: 'Ada Lovelace', state: 'New York', location: 'New York', avatar: null })
    expect(Object.keys(seen)).not.toContain('email')
    expect(Object.keys(seen)).not.toContain('show_email')
    expect(JSON.stringify(seen)).not.toMatch(/argon2|password/)
    expect((await ask({ id })).json()).toMatchObject({ email: ada.email, show_email: false })
    const shared = await t.as({ id }).call(updateAccount, { body: { show_email: true } })
    expect(shared.json()).toMatchObject({ show_email: true, newsletter: false, has_password: true, has_google: false })
    expect((await ask(other)).json().email).toBe(ada.email)
    expect((await ask({ id })).json().show_email).toBe(true)
    expect((await t.call(contract.getUser, { params: { id: seen.username.toUpperCase() } })).json().id).toBe(id)
    expect((await t.call(contract.getUser, { params: { id: '4711' } })).statusCode).toBe(404)
    expect((await t.call(contract.getUser, { params: { id: 'drop' } })).statusCode).toBe(404)
  })
})
