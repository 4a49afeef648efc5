import { defaultTimeZone, isTimeZone } from '@wtpu/contract/on-demand/time-zone'
import { publishedAccessCode } from '@wtpu/contract/site/on-demand/setup'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Providers, readProviders } from './openid-settings.ts'
import { loadOrCreateSecret, minSecretLength, readSecretFile, secretFile } from './secret-file.ts'
import { isLoopback, protocolOf, secretUrlProblem, settingNames, type SettingName, type Value } from './settings.ts'

/** Connections that wait to be accepted. After a restart, thousands of browsers reconnect within seconds. */
export const listenBacklog = 4_096

/** All settings of the server. Only `readConfig` reads the environment. */
export interface Config extends Providers {
  /** Whether HOST and PUBLIC_URL are both loopback addresses. Decides every default that is right on one's own machine only. */
  isLocal: boolean
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Absolute path. */
  dataDir: string
  /** Undefined: use the embedded database. */
  databaseUrl: string | undefined
  /** Physical replicas of the database, which reads that everyone shares go to. */
  replicaUrls: string[]
  /** Empty: no site gate. Admins may choose another one (`db/site-settings.ts`). */
  siteAccessCode: string
  /** In which "today" begins, and dates are printed where the reader's zone is unknown. An IANA name. */
  siteTimeZone: string
  jwtSecret: string
  /** The folder of an earlier PostgreSQL, for `db:upgrade`. */
  oldPostgres?: string | undefined
  /** The names of the settings that are set. */
  settings: string[]
  /** The secret before this one, for `secret rotate`. */
  oldJwtSecret?: string | undefined
  /** Undefined: mail is written to DATA_DIR/mail. */
  smtpUrl: string | undefined
  /** By default the name of the site and no-reply at its host. */
  mailFrom: string | undefined
  /** Whether voting, rating, posting and messages to offices wait until the account's email is confirmed. */
  votesNeedConfirmedEmail: boolean
  /** Whether roles of staff count only in sessions with a second factor. */
  staffNeedSecondFactor: boolean
  seed: 'demo' | 'none'
  /** Whether people of the demo go on voting while the server runs. */
  demoVotes: boolean
  /** Whether a public site may have the demo's accounts, whose password is published. */
  demoOnPublicSite: boolean
  logLevel: LogLevel
  /** Undefined: limits are counted, and invalidations sent, without Redis. */
  redisUrl: string | undefined
  /** Undefined: uploads are stored in DATA_DIR/media. */
  mediaStore: { bucket: string; prefix: string; endpoint: string | undefined; region: string } | undefined
  /** Where browsers load uploads from, without a trailing slash. Undefined: from this site. */
  mediaUrl: string | undefined
  /** How long the server goes on after SIGTERM, while a proxy sends new requests to others. */
  drainSeconds: number
  /** Where /metrics is served. Undefined: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** How many processes of this machine share the port. */
  processes: number
  /** Number of proxies in front of the server. That many last entries of X-Forwarded-For are trusted. */
  trustedProxies: number
  /** Maximum number of open live streams. The descriptor limit of the process may allow fewer. */
  liveStreams: number
  /** How long browsers use only https for this host. */
  hstsSeconds: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

type Environment = Record<string, string | undefined>

/**
 * Reads and validates all settings. Without JWT_SECRET, creates a secret in DATA_DIR, unless `createsSecret` is off.
 * @throws an Error with one line per invalid setting, for the terminal.
 */
export function readConfig(env: Environment, { createsSecret = true } = {}): Config {
  const problems: string[] = []
  const value: Value = (name) => env[name]?.trim() || undefined
  const choice = <T extends string>(name: SettingName, allowed: readonly T[], fallback: T): T => {
    const text = value(name)
    const found = allowed.find((candidate) => candidate === text)
    if (text && !found) problems.push(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
    return found ?? fallback
  }

  const readCount = (name: SettingName, fallback: number, most: number, least = 1): number => {
    const text = value(name) ?? String(fallback)
    const count = /^\d{1,8}$/.test(text) ? Number(text) : -1
    if (count >= least && count <= most) return count
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
    return fallback
  }
  /** The value may contain a password, so it is never printed. */
  const readUrls = (name: SettingName, protocols: RegExp, example: string, separator?: RegExp): string[] => {
    const text = value(name)
    const urls = text === undefined ? [] : separator ? text.split(separator) : [text]
    const found = urls.map((url) => secretUrlProblem(name, url, protocols, example))
    problems.push(...new Set(found.filter((problem) => problem !== undefined)))
    return urls
  }
  const port = readCount('PORT', 3000, 65_535, 0)
  const host = value('HOST') ?? '127.0.0.1'
  const postgres = [/^postgres(ql)?:$/, 'postgres://user:password@host:5432/database'] as const
  const [databaseUrl] = readUrls('DATABASE_URL', ...postgres)
  const replicaUrls = readUrls('DATABASE_REPLICA_URL', ...postgres, /[\s,]+/)
  const [redisUrl] = readUrls('REDIS_URL', /^rediss?:$/, 'redis://user:password@host:6379, or rediss:// for TLS')
  const [smtpUrl] = readUrls('SMTP_URL', /^smtps?:$/, 'smtp://user:password@host:587, or smtps:// for implicit TLS')
  const publicUrl = readPublicUrl(value('PUBLIC_URL') ?? `http://localhost:${port}`, problems)
  // HOST alone does not show that the site is local, because it is also a loopback address behind a proxy.
  const isLocal = isLoopback(host) && (publicUrl === undefined || isLoopback(publicUrl.hostname))
  const needed = choice('VOTES_NEED_CONFIRMED_EMAIL', ['true', 'false'], isLocal ? 'false' : 'true')
  const staffNeed = choice('STAFF_NEED_SECOND_FACTOR', ['true', 'false'], isLocal ? 'false' : 'true')
  const seed = choice('SEED', ['demo', 'none'], isLocal && !databaseUrl ? 'demo' : 'none')
  const demoOnPublicSite = choice('DEMO_ON_PUBLIC_SITE', ['true', 'false'], 'false') === 'true'
  const demoVotes = choice('DEMO_VOTES', ['true', 'false'], 'true') === 'true'
  if (seed === 'demo' && !isLocal && !demoOnPublicSite) {
    problems.push(
      'SEED=demo adds an administrator whose password is published, and this site is public. Remove SEED, or for a site that is ' +
        'only a demo add the line DEMO_ON_PUBLIC_SITE=true.',
    )
  }
  const chosenCode = env['SITE_ACCESS_CODE']?.trim() ?? (isLocal ? publishedAccessCode : undefined)
  if (!isLocal && chosenCode?.toLowerCase() === publishedAccessCode) {
    problems.push(
      'SITE_ACCESS_CODE must not be the published code on a public site. Write SITE_ACCESS_CODE=a code of your own, ' +
        'SITE_ACCESS_CODE= without a code to open the site to everyone, or remove the line and choose at /admin.',
    )
  }
  const siteTimeZone = value('SITE_TIME_ZONE') ?? defaultTimeZone
  if (!isTimeZone(siteTimeZone)) {
    problems.push(`SITE_TIME_ZONE must be the name of a time zone, such as ${defaultTimeZone}, not "${siteTimeZone}".`)
  }
  const metrics = value('METRICS_PORT')
    ? { port: readCount('METRICS_PORT', 9464, 65_535), host: value('METRICS_HOST') ?? '127.0.0.1' }
    : undefined
  if (metrics?.port === port) problems.push('METRICS_PORT must be another port than PORT.')
  const dataDir = path.resolve(value('DATA_DIR') ?? 'data')
  const jwtSecret = value('JWT_SECRET')
  if (createsSecret && !jwtSecret && !isLocal && databaseUrl) {
    const example = existsSync(secretFile(dataDir))
      ? `the content of ${secretFile(dataDir)}, which the site used until now.`
      : 'at least 32 characters, for example the output of `openssl rand -hex 32`.'
    problems.push(
      `JWT_SECRET must be set for a public site with an external database, so that all servers use the same one: ${example}`,
    )
  }
  if (jwtSecret && jwtSecret.length < minSecretLength) {
    problems.push(`JWT_SECRET must have at least ${minSecretLength} characters.`)
  }
  const config = {
    isLocal,
    port,
    host,
    publicUrl: publicUrl?.origin ?? '',
    dataDir,
    databaseUrl,
    replicaUrls,
    oldJwtSecret: value('OLD_JWT_SECRET'),
    oldPostgres: value('PG_OLD_DIR'),
    siteTimeZone,
    ...readProviders(value, problems),
    smtpUrl,
    mailFrom: readMailFrom(value, problems),
    votesNeedConfirmedEmail: needed === 'true',
    staffNeedSecondFactor: staffNeed === 'true',
    seed,
    demoVotes: demoVotes && seed === 'demo',
    demoOnPublicSite,
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
    trustedProxies: readTrustedProxies(value('TRUST_PROXY'), problems),
    liveStreams: readCount('LIVE_STREAMS', 10_000, 999_999),
    hstsSeconds: readCount('HSTS_SECONDS', 31_536_000, 63_072_000, 0),
    redisUrl,
    ...readMedia(value, problems),
    metrics,
    processes: readCount('PROCESSES', 1, 16),
    drainSeconds: value('DRAIN_SECONDS') ? readCount('DRAIN_SECONDS', 0, 300) : 0,
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const secret = jwtSecret ?? (createsSecret ? loadOrCreateSecret(dataDir) : readSecretFile(dataDir)) ?? ''
  // An empty access code is a choice.
  const settings = settingNames.filter(
    (name) => value(name) || (name === 'SITE_ACCESS_CODE' && env[name] !== undefined),
  )
  return { ...config, settings, siteAccessCode: chosenCode ?? generateCode(secret), jwtSecret: secret }
}

/** The access code of a public site until an admin chooses one: the same on all servers. */
const generateCode = (secret: string) => createHmac('sha256', secret).update('access code').digest('hex').slice(0, 12)

/** The origin, because routes begin at the root of the site. */
function readPublicUrl(text: string, problems: string[]): URL | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push(`PUBLIC_URL must start with http:// or https://, not "${text}".`)
    return undefined
  }
  if (url.username || url.password || !/^\w+:\/\/[^/?#]+\/*$/.test(text)) {
    problems.push(`PUBLIC_URL must have no path: the site is always at the root of its address, such as ${url.origin}.`)
  }
  return url
}

function readMailFrom(value: Value, problems: string[]): string | undefined {
  const mailFrom = value('MAIL_FROM')
  if (mailFrom !== undefined && !/^[^@<>]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/.test(mailFrom)) {
    problems.push(`MAIL_FROM must be an address such as Civic Post <no-reply@wtpu.example>, not "${mailFrom}".`)
  }
  return mailFrom
}

function readMedia(value: Value, problems: string[]): Pick<Config, 'mediaStore' | 'mediaUrl'> {
  const store = value('MEDIA_STORE')
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(store ?? '') ?? []
  if (store !== undefined && bucket === '') {
    problems.push(`MEDIA_STORE must look like s3://bucket or s3://bucket/prefix, not "${store}".`)
  }
  const endpoint = value('AWS_ENDPOINT_URL_S3') ?? value('AWS_ENDPOINT_URL')
  for (const [name, url] of [
    ['AWS_ENDPOINT_URL_S3', endpoint],
    ['MEDIA_URL', value('MEDIA_URL')],
  ]) {
    if (url !== undefined && !/^https?:$/.test(protocolOf(url) ?? '')) {
      problems.push(`${name} must start with http:// or https://, not "${url}".`)
    }
  }
  if (value('MEDIA_URL') && !store) problems.push('MEDIA_URL is the public address of MEDIA_STORE, which is not set.')
  return {
    mediaStore:
      (store && {
        bucket,
        prefix: prefix === '' ? '' : `${prefix}/`,
        endpoint,
        region: value('AWS_REGION') ?? value('AWS_DEFAULT_REGION') ?? 'us-east-1',
      }) ||
      undefined,
    mediaUrl: value('MEDIA_URL')?.replace(/\/+$/, ''),
  }
}

/** `true` means one proxy. Entries that a client adds to X-Forwarded-For are further left, so they are never trusted. */
function readTrustedProxies(text: string | undefined, problems: string[]): number {
  if (text === undefined || text === 'false') return 0
  if (text === 'true') return 1
  if (/^\d$/.test(text)) return Number(text)
  problems.push(`TRUST_PROXY must be false, true or the number of proxies, not "${text}".`)
  return 0
}
