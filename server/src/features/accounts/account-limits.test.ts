import * as accounts from '@wtpu/contract/accounts/accounts'
import * as recovery from '@wtpu/contract/accounts/recovery'
import * as settings from '@wtpu/contract/accounts/settings'
import { tooManyAttempts } from '@wtpu/contract/errors'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { attempts, knownNetworks, passwordResets, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/mails.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { startTestApp } from '#testing/test-app.ts'
import { hashPassword } from './passwords.ts'

afterEach(() => void vi.useRealTimers())

const email = 'ada@wtpu.example'
const password = 'difference engine'
const newPassword = 'analytical engine'
const home = '198.51.100.1'
/** Returns a different network for each number. */
const stranger = (number: number) => `203.0.${number >> 8}.${number & 255}`

async function start(databaseUrl?: string) {
  const t = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:9', trustedProxies: 1 }, undefined, databaseUrl)
  const from = (network: string) => ({ 'x-forwarded-for': network })
  return {
    ...t,
    signIn: (network: string, typed = password, username = email) =>
      t.call(accounts.createToken, { body: { username, password: typed } }, from(network)),
    request: (network: string, address = email) =>
      t.call(recovery.requestPasswordReset, { body: { email: address } }, from(network)),
    confirm: (network: string, code: string) =>
      t.call(
        recovery.confirmPasswordReset,
        { body: { email, code, new_password: newPassword, confirm_password: newPassword } },
        from(network),
      ),
  }
}

async function startWithAda() {
  const t = await start()
  const ada = await t.make.user({ email, password })
  return { ...t, ada }
}

const count = (responses: { statusCode: number }[], status: number) =>
  responses.filter((response) => response.statusCode === status).length

describe('reset codes', () => {
  test('creates ten codes for a hundred parallel requests from different networks, and no more that day on other servers', async () => {
    await using t = await startWithAda()
    await using other = await start(t.url)

    const responses = await Promise.all(Array.from({ length: 100 }, (_, number) => t.request(stranger(number))))
    // A busy machine responds to some requests with 503, so request the codes that are left for the day.
    let after = await other.request(stranger(100))
    for (let number = 101; number < 110 && after.statusCode === 200; number++) {
      responses.push(after)
      after = await other.request(stranger(number))
    }

    expect(count(responses, 200)).toBe(await t.db.$count(mails))
    expect(count(responses, 200)).toBeLessThanOrEqual(10)
    expect(count(responses, 200) + count(responses, 429) + count(responses, 503)).toBe(responses.length)
    expect([after.statusCode, after.json().error]).toEqual([429, 'You can request at most 10 codes in 24 hours.'])
    expect(Number(after.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    await t.db.execute(sql`update ${attempts} set times = array[now() - interval '23 hours 59 minutes 50 seconds']
      || array_fill(now() - interval '1 hour', array[9]) where key like 'reset code%'`)
    expect(Number((await t.request(stranger(201))).headers['retry-after'])).toBeLessThanOrEqual(10)
    await t.db.execute(sql`update ${attempts} set times[1] = now() - interval '25 hours'`)
    expect((await t.request(stranger(201))).statusCode).toBe(200)
    expect((await t.request(stranger(202))).statusCode).toBe(429)
  })

  test('limits all unconfirmed accounts of one mailbox to ten codes a day in total', async () => {
    await using t = await start()
    const voterId = await findOrCreateVoter(t.db, t.app.voterKey('adal@gmail.com'))
    const spelling = (number: number) => `adal+${number}@gmail.com`
    for (let number = 0; number < 12; number++) await t.make.user({ email: spelling(number) })
    await t.make.user({ email: 'ada.l@gmail.com', email_verified_at: new Date() })
    await t.db.update(users).set({ voterId })

    const responses: { statusCode: number }[] = []
    for (let number = 0; number < 12; number++) responses.push(await t.request(stranger(number), spelling(number)))

    expect([count(responses, 200), count(responses, 429)]).toEqual([10, 2])
    expect((await t.request(stranger(20), 'ada.l@gmail.com')).statusCode).toBe(200)
  })

  test('sends five codes in half an hour to an unknown network', async () => {
    await using t = await startWithAda()
    for (let number = 0; number < 5; number++) expect((await t.request(stranger(1))).statusCode).toBe(200)

    const response = await t.request(stranger(1))

    expect([response.statusCode, response.json().error]).toEqual([429, tooManyAttempts])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(25 * 60)
    expect((await t.request(stranger(2))).statusCode).toBe(200)
  })

  test.each([
    { title: 'codes', isConfirmed: true },
    { title: 'codes of a mailbox, with many accounts of it', isConfirmed: false },
  ])('one network cannot use up $title for others that day', async ({ isConfirmed }) => {
    await using t = await start()
    const names = isConfirmed ? ['ada@gmail.com'] : ['ada@gmail.com', 'ada+1@gmail.com', 'ada+2@gmail.com']
    for (const name of names) await t.make.user({ email: name, ...(isConfirmed && { email_verified_at: new Date() }) })
    await t.db.update(users).set({ voterId: await findOrCreateVoter(t.db, t.app.voterKey('ada@gmail.com')) })
    const accepted: number[] = []
    for (let round = 0; round < 4; round++) {
      for (const name of names.toReversed()) accepted.push(...(await requestTimes(t, 3, name)))
      await t.db.execute(sql`update ${attempts} set times =
        array(select time - interval '31 minutes' from unnest(times) as time)`)
    }

    expect(accepted.filter((status) => status === 200)).toHaveLength(5)
    expect((await t.request(stranger(2), 'ada@gmail.com')).statusCode).toBe(200)
  })

  async function requestTimes(t: Awaited<ReturnType<typeof start>>, times: number, name: string): Promise<number[]> {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await t.request(stranger(1), name)).statusCode)
    return statuses
  }

  test('wrong codes from one network leave tries for a correct one from another unknown network', async () => {
    await using t = await startWithAda()
    const codeHash = await hashPassword('123456')
    const renewCode = () =>
      t.db
        .insert(passwordResets)
        .values({ userId: t.ada.id, codeHash, expiresAt: sql`now() + interval '10 minutes'` })
        .onConflictDoUpdate({ target: passwordResets.userId, set: { tries: 0 } })
    for (let round = 0; round < 6; round++) {
      await renewCode()
      for (let guess = 0; guess < 5; guess++) await t.confirm(stranger(1), '000000')
    }
    await renewCode()

    expect((await t.confirm(home, '123456')).statusCode).toBe(200)
  })

  test('sends five codes in half an hour to an unknown IPv6 /48', async () => {
    await using t = await startWithAda()
    const line = (number: number) => t.request(`2001:db8:1:${number * 300}::1`)
    for (let number = 0; number < 5; number++) expect((await line(number)).statusCode).toBe(200)

    expect((await line(5)).statusCode).toBe(429)
    expect((await t.request('2001:db8:2::1')).statusCode).toBe(200)
  })

  test('reserves codes for an owner who requests them from a known network', async () => {
    await using t = await startWithAda()
    await t.signIn(home)
    const strangers: { statusCode: number }[] = []
    for (let number = 0; number < 12; number++) strangers.push(await t.request(stranger(number)))

    const owner: { statusCode: number }[] = []
    for (let number = 0; number < 4; number++) owner.push(await t.request(home))

    expect(strangers.map((response) => response.statusCode)).toEqual([...Array(7).fill(200), ...Array(5).fill(429)])
    expect(owner.map((response) => response.statusCode)).toEqual([200, 200, 200, 429])
  })

  test('rejects even the correct code after twenty-five wrong ones in a day, from any network', async () => {
    await using t = await startWithAda()
    const code = '123456'
    const codeHash = await hashPassword(code)
    const renewCode = () =>
      t.db
        .insert(passwordResets)
        .values({ userId: t.ada.id, codeHash, expiresAt: sql`now() + interval '10 minutes'` })
        .onConflictDoUpdate({ target: passwordResets.userId, set: { tries: 0 } })
    for (let round = 0; round < 5; round++) {
      await renewCode()
      const guesses = Array.from({ length: 20 }, (_, number) => t.confirm(stranger(100 * round + number), '000000'))
      expect(count(await Promise.all(guesses), 400)).toBe(20)
    }
    await renewCode()

    const response = await t.confirm(stranger(999), code)

    expect([response.statusCode, response.json().error]).toEqual([
      429,
      'You can enter at most 25 wrong codes in 24 hours.',
    ])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await t.db.select().from(passwordResets))[0]?.tries).toBe(0)
  })

  test('does not count a correct code as wrong, and stores its network as known', async () => {
    await using t = await startWithAda()
    const codeHash = await hashPassword('123456')
    await t.db
      .insert(passwordResets)
      .values({ userId: t.ada.id, codeHash, expiresAt: sql`now() + interval '10 minutes'` })

    expect((await t.confirm(home, '123456')).statusCode).toBe(200)

    expect((await t.db.select({ times: attempts.times }).from(attempts)).flatMap(({ times }) => times)).toEqual([])
    expect(await t.db.$count(knownNetworks)).toBe(1)
  })

  test('expire by the clock of the database, not that of the server', async () => {
    await using t = await startWithAda()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })

    expect((await t.request(home)).statusCode).toBe(200)

    vi.useRealTimers()
    const { rows } = await t.db.execute(
      sql`select expires_at between now() + interval '9 minutes' and now() + interval '10 minutes' as fits from ${passwordResets}`,
    )
    expect(rows).toEqual([{ fits: true }])
  })
})

describe('sign-in', () => {
  test('does not lock out a known network after failures from other networks', async () => {
    await using t = await startWithAda()
    await using other = await start(t.url)
    await t.signIn(home)
    const guesses: { statusCode: number }[] = []
    for (let number = 0; number < 25; number++) guesses.push(await t.signIn(stranger(number), 'wrong password'))

    expect(guesses.map((response) => response.statusCode)).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    expect((await other.signIn(stranger(99))).statusCode).toBe(429)
    expect((await t.signIn(home)).statusCode).toBe(200)
    expect((await other.signIn(home)).statusCode).toBe(200)
  })

  test('allows a known network twenty failures in five minutes, counted separately', async () => {
    await using t = await startWithAda()
    await using other = await start(t.url)
    await t.signIn(home)
    // Use two servers, so that the limit per network is not reached first.
    for (let number = 0; number < 10; number++) {
      expect((await t.signIn(home, 'wrong password')).statusCode).toBe(401)
      expect((await other.signIn(home, 'wrong password')).statusCode).toBe(401)
    }

    const response = await other.signIn(home)

    expect([response.statusCode, response.json().error]).toEqual([429, tooManyAttempts])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(60)
  })

  test('checks the password for at most twenty of a hundred parallel guesses from different networks', async () => {
    await using t = await startWithAda()

    const guesses = Array.from({ length: 100 }, (_, number) => t.signIn(stranger(number), 'wrong password'))

    const responses = await Promise.all(guesses)
    expect(count(responses, 401)).toBeGreaterThan(0)
    expect(count(responses, 401)).toBeLessThanOrEqual(20)
    expect(count(responses, 401) + count(responses, 429) + count(responses, 503)).toBe(100)
  })

  test('limits an unknown email like an account with a wrong password', async () => {
    await using t = await startWithAda()
    const seen = async (username: string) => {
      const responses: unknown[] = []
      for (let number = 0; number < 22; number++) {
        const response = await t.signIn(
          stranger(number),
          'wrong password',
          number % 2 ? username : username.toUpperCase(),
        )
        responses.push([response.statusCode, response.body])
      }
      return responses
    }

    expect(await seen('unknown@wtpu.example')).toEqual(await seen(email))
  })

  test('does not count successful sign-ins', async () => {
    await using t = await startWithAda()

    for (let number = 0; number < 25; number++) expect((await t.signIn(stranger(number))).statusCode).toBe(200)
  })

  test('stores at most twenty networks per account as hashes and deletes them with the account', async () => {
    await using t = await startWithAda()
    for (let number = 0; number < 22; number++) await t.signIn(stranger(number))

    const rows = await t.db.select().from(knownNetworks)
    expect(rows).toHaveLength(20)
    expect(JSON.stringify(rows)).not.toContain('203.0')
    await t.as(t.ada).call(settings.deleteAccount, { body: { password } })
    expect(await t.db.$count(knownNetworks)).toBe(0)
  })

  test('rejects a flood from many networks early and serves a known network first', async () => {
    await using t = await startWithAda()
    await t.signIn(home)
    const answered: number[] = []
    const flood = Promise.all(
      Array.from({ length: 300 }, async (_, number) => {
        const response = await t.signIn(stranger(number), 'wrong password', `unknown${number}@wtpu.example`)
        answered.push(response.statusCode)
        return response
      }),
    )
    await expect.poll(() => answered.includes(503)).toBe(true)

    const honest = await t.signIn(home)

    expect(honest.statusCode).toBe(200)
    expect(answered.filter((status) => status === 401).length).toBeLessThan(40)
    const responses = await flood
    expect(count(responses, 401) + count(responses, 503)).toBe(300)
    for (const rejected of responses.filter((response) => response.statusCode === 503)) {
      expect(rejected.json().code).toBe('overloaded')
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThanOrEqual(2)
      expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(20)
    }
  })
})

test('deletes expired counts when it adds new ones', async () => {
  await using t = await startWithAda()
  await t.db.execute(sql`insert into ${attempts}
    select 'old ' || number, array[now() - interval '2 days'], now() - interval '1 day' from generate_series(1, 5) number`)

  for (let number = 0; number < 3; number++) await t.signIn(home, 'wrong password', `unknown${number}@wtpu.example`)

  expect(await t.db.$count(attempts)).toBe(3)
})

test('measures the grace period of a refresh token by the clock of the database', async () => {
  await using t = await startWithAda()
  const { refresh } = (await t.signIn(home)).json()
  const rotate = () => t.call(accounts.refreshToken, { body: { refresh } })
  const successor = (await rotate()).json().refresh
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })

  const again = await rotate()

  vi.useRealTimers()
  expect([again.statusCode, again.json().refresh]).toEqual([200, successor])
  expect(await t.db.$count(users)).toBe(1)
})
