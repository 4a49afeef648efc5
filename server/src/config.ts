import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Every setting of the server. `readConfig` is the only reader of the environment. */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  /** Unset: the embedded database. */
  databaseUrl: string | undefined
  /** Empty: no gate. */
  siteAccessCode: string
  jwtSecret: string
  /** Unset: no Google sign-in. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Unset: mail is written to DATA_DIR/mail. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Whether voting, rating, posting and letters wait until the account's email is confirmed. */
  votesNeedConfirmedEmail: boolean
  seed: 'demo' | 'none'
  logLevel: LogLevel
  /** How many proxies stand before the server: that many last entries of X-Forwarded-For are believed. 0: none. */
  trustedProxies: number
  production: boolean
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

type Environment = Record<string, string | undefined>

/**
 * Reads and checks all settings at once.
 * @throws an Error with one line per wrong setting, ready to be printed.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const value = (name: string) => env[name]?.trim() || undefined
  const choice = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const given = value(name)
    const found = allowed.find((one) => one === given)
    if (given && !found) problems.push(`${name} must be one of ${allowed.join(', ')}, not "${given}".`)
    return found ?? fallback
  }

  const port = Number(value('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`PORT must be a whole number from 0 to 65535, not "${value('PORT')}".`)
  }
  const host = value('HOST') ?? '127.0.0.1'
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:$/.test(protocol(databaseUrl) ?? '')) {
    // The value is not repeated: it may hold a password.
    problems.push('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  const publicUrl = (value('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (!/^https?:$/.test(protocol(publicUrl) ?? '')) {
    problems.push(`PUBLIC_URL must start with http:// or https://, not "${publicUrl}".`)
  }
  const mail = readMail(value, publicUrl, problems)
  // Without SMTP nobody gets a link, and on one's own machine nobody needs one.
  const needed = choice(
    'VOTES_NEED_CONFIRMED_EMAIL',
    ['true', 'false'],
    isLoopback(host) || !mail.smtpUrl ? 'false' : 'true',
  )
  const production = value('NODE_ENV') === 'production'
  const dataDir = path.resolve(value('DATA_DIR') ?? 'data')
  const jwtSecret = value('JWT_SECRET')
  if (!jwtSecret && production && databaseUrl) {
    problems.push(
      'JWT_SECRET must be set in production with an external database, so that every server signs alike: ' +
        'at least 32 characters, for example the output of `openssl rand -hex 32`.',
    )
  }
  if (jwtSecret && jwtSecret.length < 32) problems.push('JWT_SECRET must have at least 32 characters.')
  const config = {
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl,
    siteAccessCode: env['SITE_ACCESS_CODE']?.trim() ?? 'citizenship',
    google: readGoogle(value, problems),
    ...mail,
    votesNeedConfirmedEmail: needed === 'true',
    seed: choice('SEED', ['demo', 'none'], !databaseUrl && isLoopback(host) ? 'demo' : 'none'),
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
    trustedProxies: readTrustedProxies(value('TRUST_PROXY'), problems),
    production,
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { ...config, jwtSecret: jwtSecret ?? keptSecret(dataDir) }
}

type Value = (name: string) => string | undefined

function readGoogle(value: Value, problems: string[]): Config['google'] {
  const [clientId, clientSecret] = [value('GOOGLE_CLIENT_ID'), value('GOOGLE_CLIENT_SECRET')]
  const issuer = value('GOOGLE_ISSUER') ?? 'https://accounts.google.com'
  if (!clientId !== !clientSecret) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.')
  }
  const url = URL.parse(issuer)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!safe) problems.push(`GOOGLE_ISSUER must start with https://, or http:// on this machine, not "${issuer}".`)
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}

function readMail(value: Value, publicUrl: string, problems: string[]): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = value('SMTP_URL')
  if (smtpUrl && !/^smtps?:$/.test(protocol(smtpUrl) ?? '')) {
    // The value is not repeated: it may hold a password.
    problems.push('SMTP_URL must look like smtp://user:password@host:587, or smtps:// for TLS from the start.')
  }
  const mailFrom = value('MAIL_FROM') ?? `WTPU <no-reply@${URL.parse(publicUrl)?.hostname ?? 'localhost'}>`
  if (!/^[^@<>]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/.test(mailFrom)) {
    problems.push(`MAIL_FROM must be an address such as WTPU <no-reply@wtpu.example>, not "${mailFrom}".`)
  }
  return { smtpUrl, mailFrom }
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host)
}

/** true means one: what a client itself wrote into X-Forwarded-For stands further left and is never believed. */
function readTrustedProxies(given: string | undefined, problems: string[]): number {
  if (given === undefined || given === 'false') return 0
  if (given === 'true') return 1
  if (/^\d$/.test(given)) return Number(given)
  problems.push(`TRUST_PROXY must be false, true or the number of proxies, not "${given}".`)
  return 0
}

function protocol(url: string): string | undefined {
  return URL.parse(url)?.protocol
}

/** The signing secret of an installation that was given none: made once, kept in DATA_DIR, readable by its owner only. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    // "wx" fails where the file exists, so two first starts agree on one secret.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new Error(`DATA_DIR ${dataDir} cannot be written: ${String(error)}`, { cause: error })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
