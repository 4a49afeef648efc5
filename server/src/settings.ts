import { isIPv4 } from 'node:net'

/** The names of all settings, as .env.example documents them. Amazon's own variables are among them. */
export const settingNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'PG_OLD_DIR',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'PROCESSES',
  'DRAIN_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'MEDIA_STORE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_S3',
  'MEDIA_URL',
  'SITE_ACCESS_CODE',
  'SITE_TIME_ZONE',
  'JWT_SECRET',
  'OLD_JWT_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'OIDC_PROVIDERS',
  'SMTP_URL',
  'MAIL_FROM',
  'VOTES_NEED_CONFIRMED_EMAIL',
  'STAFF_NEED_SECOND_FACTOR',
  'SEED',
  'DEMO_ON_PUBLIC_SITE',
  'DEMO_VOTES',
  'LOG_LEVEL',
  'LIVE_STREAMS',
  'TRUST_PROXY',
  'HSTS_SECONDS',
] as const

/** Amazon's SDK reads more variables than we document. */
export type SettingName = (typeof settingNames)[number] | 'AWS_ENDPOINT_URL' | 'AWS_DEFAULT_REGION'

/** Reads one setting, without spaces around it. Undefined if it is unset or empty. */
export type Value = (name: SettingName) => string | undefined

/** Whether only programs of this machine reach the host: 127.0.0.0/8, ::1, localhost and names below it. */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (isIPv4(plain)) return plain.startsWith('127.')
  return plain === '::1' || plain === 'localhost' || plain.endsWith('.localhost')
}

export function protocolOf(url: string): string | undefined {
  return URL.parse(url)?.protocol
}

/**
 * What is wrong with a URL that may contain a password, or undefined. Never names a part of the value: in a URL whose password is
 * not encoded, any part may be the password.
 */
export function secretUrlProblem(
  name: SettingName,
  text: string,
  protocols: RegExp,
  example: string,
): string | undefined {
  const [protocol = ''] = /^[a-z]+:(?=\/\/)/i.exec(text) ?? []
  const url = URL.parse(text)
  // What follows a character that ends the host, up to the last @, belongs to the password.
  const isCut = url ? `${url.pathname}${url.search}`.includes('@') || url.hash !== '' : text.includes('@')
  const isMalformed = /%(?![\da-f]{2})/i.test(`${url?.username}${url?.password}`)
  if (protocols.test(protocol) && (isCut || isMalformed)) {
    return `The user and the password in ${name} must be percent-encoded: for example %40 for @, %23 for # and %2F for /.`
  }
  return url && protocols.test(protocol) ? undefined : `${name} must look like ${example}.`
}
