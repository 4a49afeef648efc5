import type { MailServer } from '@wtpu/contract/site/on-demand/setup'
import { tryDecrypt } from './cipher.ts'
import type { Db } from './client.ts'
import { site } from './schema/site.ts'
import type { SiteKeys } from './site-keys.ts'

/** What admins chose. */
export interface SiteSettings {
  accessCode?: string
  mail?: MailServer
}

interface Site {
  db: Db
  keys: SiteKeys
  config: {
    siteAccessCode: string
    smtpUrl: string | undefined
    mailFrom: string | undefined
    /** The names of the settings that are set. */
    settings: string[]
  }
}

export const settingsOfAdmins = ['SITE_ACCESS_CODE', 'SMTP_URL'] as const

/** With another secret they cannot be read, and are none. */
export async function findSettings({
  db,
  keys,
}: Pick<Site, 'db' | 'keys'>): Promise<{ settings: SiteSettings; version: number }> {
  const [found] = await db.select({ sealed: site.settings, version: site.settingsVersion }).from(site)
  const text = found?.sealed && tryDecrypt(keys.settings, found.sealed)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `changeSettings` and authenticated by the cipher
  return { settings: text ? (JSON.parse(text) as SiteSettings) : {}, version: found?.version ?? 0 }
}

/** Makes what admins chose that of this process. What is set on the server wins. */
export async function loadSettings({ db, keys, config }: Site): Promise<void> {
  const { accessCode, mail } = (await findSettings({ db, keys })).settings
  const isFree = (name: string) => !config.settings.includes(name)
  if (accessCode !== undefined && isFree('SITE_ACCESS_CODE')) config.siteAccessCode = accessCode
  if (!mail || !isFree('SMTP_URL')) return
  config.smtpUrl = urlOf(mail)
  if (isFree('MAIL_FROM')) config.mailFrom = mail.from || undefined
}

export function urlOf({ host, port, user, password }: MailServer): string {
  const account = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${port === '465' ? 'smtps' : 'smtp'}://${account}${host}:${port}`
}
