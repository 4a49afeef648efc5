import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readConfig } from './config.ts'

const folder = () => temporaryFolder().at()

test('uses the documented defaults without any settings', () => {
  const dataDir = folder()

  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    siteAccessCode: 'citizenship',
    seed: 'demo',
    trustedProxies: 0,
    liveStreams: 10_000,
    providers: [],
    onlyProviders: false,
    smtpUrl: undefined,
    mailFrom: undefined,
  })
})

test('generates a signing secret once and stores it readable only by its owner', () => {
  const dataDir = folder()

  const first = readConfig({ DATA_DIR: dataDir }).jwtSecret

  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(readConfig({ DATA_DIR: dataDir }).jwtSecret).toBe(first)
  expect(statSync(path.join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('leaves an empty data folder empty for a command that fills it', () => {
  const dataDir = folder()

  readConfig({ DATA_DIR: dataDir }, { createsSecret: false })

  expect(readdirSync(dataDir)).toEqual([])
})

const providers = (...changes: object[]) =>
  JSON.stringify(
    changes.map((change) => ({
      id: 'city',
      label: 'City',
      issuer: 'https://city.example',
      client_id: 'wtpu',
      client_secret: 'topsecret',
      ...change,
    })),
  )

test('prints no secret of OIDC_PROVIDERS', () => {
  const read = () => readConfig({ DATA_DIR: folder(), OIDC_PROVIDERS: providers({ scope: 'email' }) })
  expect(read).toThrow('0.scope')
  expect(read).not.toThrow('topsecret')
})

/** What every public site must choose. */
const chosen = { SITE_ACCESS_CODE: 'a code of our own' }

test.each([
  [{}, true],
  [{ HOST: '127.8.9.10', PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://wtpu.localhost/' }, true],
  // Behind a proxy on the same machine.
  [{ PUBLIC_URL: 'https://wtpu.example' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::', PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1.wtpu.example' }, false],
  [{ PUBLIC_URL: 'http://notlocalhost' }, false],
  [{ PUBLIC_URL: 'http://192.168.1.4' }, false],
])('with %j, HOST and PUBLIC_URL are loopback addresses: %s', (env, isLocal) => {
  // Settings of other programs decide nothing.
  const config = readConfig({ DATA_DIR: folder(), NODE_ENV: 'production', ...chosen, ...env })

  expect(config).toMatchObject({ isLocal, seed: isLocal ? 'demo' : 'none', votesNeedConfirmedEmail: !isLocal })
})

test('adds the demo to an external database or a public site only if a setting says so', () => {
  const settings = { DATA_DIR: folder(), ...chosen, PUBLIC_URL: 'https://wtpu.example', SEED: 'demo' }

  expect(readConfig({ DATA_DIR: folder(), DATABASE_URL: 'postgres://db/wtpu' }).seed).toBe('none')
  expect(() => readConfig(settings)).toThrow('add the line DEMO_ON_PUBLIC_SITE=true')
  expect(readConfig({ ...settings, DEMO_ON_PUBLIC_SITE: 'true' }).seed).toBe('demo')
})

test('people of the demo go on voting where the demo is, unless a setting says otherwise', () => {
  const votes = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...env }).demoVotes

  expect(votes({})).toBe(true)
  expect(votes({ DEMO_VOTES: 'false' })).toBe(false)
  expect(votes({ SEED: 'none', DEMO_VOTES: 'true' })).toBe(false)
  expect(votes({ DATABASE_URL: 'postgres://db/wtpu' })).toBe(false)
})

test('a public site with an external database needs JWT_SECRET, and its earlier one is named', () => {
  const dataDir = folder()
  const { jwtSecret } = readConfig({ DATA_DIR: dataDir, ...chosen, PUBLIC_URL: 'https://wtpu.example' })
  const external = {
    ...chosen,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://wtpu.example',
    DATABASE_URL: 'postgres://db/wtpu',
  }

  expect(() => readConfig(external)).toThrow(`the content of ${path.join(dataDir, 'jwt-secret')}`)
  // Such as the one that moves the database, which the guide runs first.
  expect(readConfig(external, { createsSecret: false }).jwtSecret).toBe(jwtSecret)
})

test.each(['citizenship', ' Citizenship '])('rejects the access code %j on a public site', (code) => {
  const read = () => readConfig({ DATA_DIR: folder(), PUBLIC_URL: 'https://wtpu.example', SITE_ACCESS_CODE: code })

  expect(read).toThrow('Write SITE_ACCESS_CODE=a code of your own')
})

test('a public site without an access code has one that nobody knows, the same on all its servers', () => {
  const secret = (letter: string) => ({ PUBLIC_URL: 'https://wtpu.example', JWT_SECRET: letter.repeat(32) })
  const codeOf = (letter: string) => readConfig(secret(letter)).siteAccessCode
  expect(codeOf('a')).toMatch(/^[0-9a-f]{12}$/)
  expect([codeOf('a') === codeOf('a'), codeOf('a') === codeOf('b')]).toEqual([true, false])
})

test.each([
  [{ VOTES_NEED_CONFIRMED_EMAIL: 'true' }, true],
  [{ ...chosen, HOST: '0.0.0.0', VOTES_NEED_CONFIRMED_EMAIL: 'false' }, false],
])('with %j votes need a confirmed email: %s', (env, needed) => {
  expect(readConfig({ DATA_DIR: folder(), ...env }).votesNeedConfirmedEmail).toBe(needed)
})

test.each([
  [{}, false],
  [{ STAFF_NEED_SECOND_FACTOR: 'true' }, true],
  [{ ...chosen, HOST: '0.0.0.0' }, true],
  [{ ...chosen, HOST: '0.0.0.0', STAFF_NEED_SECOND_FACTOR: 'false' }, false],
])('with %j staff need a second factor: %s', (env, needed) => {
  expect(readConfig({ DATA_DIR: folder(), ...env }).staffNeedSecondFactor).toBe(needed)
})

test('an empty access code disables the gate', () => {
  const settings = { DATA_DIR: folder(), PUBLIC_URL: 'https://wtpu.example/', SITE_ACCESS_CODE: '' }

  expect(readConfig(settings)).toMatchObject({ siteAccessCode: '', publicUrl: 'https://wtpu.example' })
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not "eighty".'],
  [{ PORT: '70000' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'wtpu.example' }, 'PUBLIC_URL must start with http:// or https://'],
  [{ PORT: '3e3' }, 'PORT must be a whole number'],
  [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT must be another port than PORT.'],
  [{ PUBLIC_URL: 'http://localhost:3000/wtpu' }, 'PUBLIC_URL must have no path'],
  [{ PUBLIC_URL: 'http://localhost:3000/?site' }, 'PUBLIC_URL must have no path'],
  [{ PUBLIC_URL: 'http://me:word@localhost' }, 'PUBLIC_URL must have no path'],
  [{ SITE_TIME_ZONE: 'Mars/Olympus' }, 'SITE_TIME_ZONE must be the name of a time zone'],
  [{ SITE_TIME_ZONE: '+05:00' }, 'SITE_TIME_ZONE must be the name of a time zone'],
  [{ SEED: 'some' }, 'SEED must be one of demo, none, not "some".'],
  [{ VOTES_NEED_CONFIRMED_EMAIL: 'maybe' }, 'VOTES_NEED_CONFIRMED_EMAIL must be one of true, false, not "maybe".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be false, true or the number of proxies, not "maybe".'],
  [{ LIVE_STREAMS: '0' }, 'LIVE_STREAMS must be a whole number from 1 to 999999, not "0".'],
  [{ LIVE_STREAMS: '1e4' }, 'LIVE_STREAMS must be a whole number'],
  [{ GOOGLE_CLIENT_ID: 'wtpu' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or neither.'],
  [{ GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER must start with https://'],
  [{ OIDC_PROVIDERS: '{"id":' }, 'OIDC_PROVIDERS must be a list in JSON'],
  [{ OIDC_PROVIDERS: '[{"id": "city"}]' }, 'OIDC_PROVIDERS must be a list in JSON'],
  [{ OIDC_PROVIDERS: providers({ claim: {} }) }, 'OIDC_PROVIDERS must be a list in JSON'],
  [{ OIDC_PROVIDERS: providers({ id: 'google' }) }, 'The id "google" in OIDC_PROVIDERS is that of GOOGLE_CLIENT_ID.'],
  [
    { OIDC_PROVIDERS: providers({ issuer: 'http://city.example' }) },
    'The issuer of "city" in OIDC_PROVIDERS must start',
  ],
  [{ OIDC_PROVIDERS: providers({}, {}) }, 'Two entries of OIDC_PROVIDERS have the same id.'],
  [{ OIDC_PROVIDERS: providers({ logo: 'https://city.example/a.png' }) }, '0.logo'],
  [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL must look like smtp://'],
  [{ MAIL_FROM: 'WTPU' }, 'MAIL_FROM must be an address such as'],
  [{ DATABASE_REPLICA_URL: 'postgres://a/b, c' }, 'DATABASE_REPLICA_URL must look like postgres://'],
  [{ REDIS_URL: 'cache.example' }, 'REDIS_URL must look like redis://'],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number from 1 to 65535, not "yes".'],
  [{ PROCESSES: '17' }, 'PROCESSES must be a whole number from 1 to 16, not "17".'],
  [{ MEDIA_STORE: '/srv/media' }, 'MEDIA_STORE must look like s3://bucket'],
  [{ MEDIA_STORE: 's3://a-bucket', AWS_ENDPOINT_URL_S3: 'minio:9000' }, 'AWS_ENDPOINT_URL_S3 must start with http'],
  [{ MEDIA_URL: 'https://cdn.example' }, 'MEDIA_URL is the public address of MEDIA_STORE, which is not set.'],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
  [{ DATABASE_URL: 'mysql://u:secret@db/x' }, 'DATABASE_URL must look like postgres://'],
  [{ ...chosen, HOST: '0.0.0.0', DATABASE_URL: 'postgres://db/wtpu' }, 'JWT_SECRET must be set for a public site'],
  [{ DATA_DIR: '/dev/null/wtpu' }, 'DATA_DIR /dev/null/wtpu cannot be written'],
])('rejects %o with a reason', (env, message) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(message)
})

test.each(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL', 'SMTP_URL'])(
  'says that the password in %s must be encoded, and prints no part of it',
  (name) => {
    const scheme = {
      DATABASE_URL: 'postgres',
      DATABASE_REPLICA_URL: 'postgresql',
      REDIS_URL: 'redis',
      SMTP_URL: 'smtps',
    }[name]
    const passwords = [
      'topse#cret',
      'topse/cret',
      '7777/cret',
      'topse?cret',
      '7777?cret',
      'topse@a/cret',
      'topse%cret',
      'topse@9#cret',
    ]
    for (const password of passwords) {
      const read = () => readConfig({ DATA_DIR: folder(), [name]: `${scheme}://wtpu:${password}@db.example/wtpu` })

      expect(read, password).toThrow(new RegExp(`password in ${name} must be percent-encoded`))
      expect(read, password).not.toThrow(/topse|7777|cret/)
    }
    const encoded = { DATA_DIR: folder(), [name]: `${scheme}://wtpu:topse%23cret@db.example/wtpu` }
    expect(() => readConfig(encoded)).not.toThrow()
  },
)

test('an invalid port is one problem, not two', () => {
  expect(() => readConfig({ PORT: 'abc' })).toThrow(/^PORT must be a whole number from 0 to 65535, not "abc"\.$/)
})

test('reports all invalid settings at once without printing secrets', () => {
  const bad = { PORT: 'x', SEED: 'y', DATABASE_URL: 'mysql://u:secret@db/x' }

  const read = () => readConfig(bad)

  expect(read).toThrow(/PORT[\s\S]*SEED|DATABASE_URL[\s\S]*SEED/)
  expect(read).not.toThrow(/secret/)
})
