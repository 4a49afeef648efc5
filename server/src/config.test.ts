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
    google: undefined,
    smtpUrl: undefined,
    mailFrom: 'WTPU <no-reply@localhost>',
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

test('demo accounts are seeded by default only on loopback with the embedded database', () => {
  const DATA_DIR = folder()

  expect(readConfig({ DATA_DIR, HOST: '0.0.0.0' }).seed).toBe('none')
  expect(readConfig({ DATA_DIR, DATABASE_URL: 'postgres://db/wtpu' }).seed).toBe('none')
  expect(readConfig({ DATA_DIR, HOST: '0.0.0.0', SEED: 'demo' }).seed).toBe('demo')
})

test.each([
  [{}, false],
  [{ SMTP_URL: 'smtp://mail.example' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }, true],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example', VOTES_NEED_CONFIRMED_EMAIL: 'false' }, false],
  [{ PUBLIC_URL: 'https://wtpu.example', SMTP_URL: 'smtp://mail.example' }, true],
  [{ VOTES_NEED_CONFIRMED_EMAIL: 'true' }, true],
])('with %j votes need a confirmed email: %s', (env, needed) => {
  expect(readConfig({ DATA_DIR: folder(), ...env }).votesNeedConfirmedEmail).toBe(needed)
})

test('an empty access code disables the gate', () => {
  expect(readConfig({ DATA_DIR: folder(), SITE_ACCESS_CODE: '' }).siteAccessCode).toBe('')
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not "eighty".'],
  [{ PORT: '70000' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'wtpu.example' }, 'PUBLIC_URL must start with http:// or https://'],
  [{ SEED: 'some' }, 'SEED must be one of demo, none, not "some".'],
  [{ VOTES_NEED_CONFIRMED_EMAIL: 'maybe' }, 'VOTES_NEED_CONFIRMED_EMAIL must be one of true, false, not "maybe".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be false, true or the number of proxies, not "maybe".'],
  [{ LIVE_STREAMS: '0' }, 'LIVE_STREAMS must be a whole number from 1 to 999999, not "0".'],
  [{ LIVE_STREAMS: '1e4' }, 'LIVE_STREAMS must be a whole number'],
  [{ GOOGLE_CLIENT_ID: 'wtpu' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or neither.'],
  [{ GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER must start with https://'],
  [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL must look like smtp://'],
  [{ MAIL_FROM: 'WTPU' }, 'MAIL_FROM must be an address such as'],
  [{ DATABASE_REPLICA_URL: 'postgres://a/b, c' }, 'DATABASE_REPLICA_URL must be URLs like that of DATABASE_URL'],
  [{ REDIS_URL: 'cache.example' }, 'REDIS_URL must look like redis://'],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number from 1 to 65535, not "yes".'],
  [{ PROCESSES: '17' }, 'PROCESSES must be a whole number from 1 to 16, not "17".'],
  [{ MEDIA_STORE: '/srv/media' }, 'MEDIA_STORE must look like s3://bucket'],
  [{ MEDIA_STORE: 's3://a-bucket', AWS_ENDPOINT_URL_S3: 'minio:9000' }, 'AWS_ENDPOINT_URL_S3 must start with http'],
  [{ MEDIA_URL: 'https://cdn.example' }, 'MEDIA_URL is the public address of MEDIA_STORE, which is not set.'],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
  [{ DATABASE_URL: 'mysql://u:secret@db/x' }, 'DATABASE_URL must look like postgres://'],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/wtpu' }, 'JWT_SECRET must be set in production'],
  [{ DATA_DIR: '/dev/null/wtpu' }, 'DATA_DIR /dev/null/wtpu cannot be written'],
])('rejects %o with a reason', (env, message) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(message)
})

test('reports all invalid settings at once without printing secrets', () => {
  const bad = { PORT: 'x', SEED: 'y', DATABASE_URL: 'mysql://u:secret@db/x' }

  const read = () => readConfig(bad)

  expect(read).toThrow(/PORT[\s\S]*SEED|DATABASE_URL[\s\S]*SEED/)
  expect(read).not.toThrow(/secret/)
})
