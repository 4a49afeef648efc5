import { defaultIdentity } from '@wtpu/contract/site/defaults'
import type { Logo } from '@wtpu/contract/site/logo'
import { site as current, type SiteIdentity } from '@wtpu/contract/site/name'
import type { Db } from './client.ts'
import { site } from './schema/site.ts'

/** What admins chose, completed by the defaults, and how often it was changed. */
export async function findIdentity(db: Db): Promise<{ identity: SiteIdentity; logo: Logo | null; version: number }> {
  const [found] = await db.select({ chosen: site.identity, logo: site.logo, version: site.identityVersion }).from(site)
  // The specification's accounts in social networks belong to its name.
  const isRenamed = found?.chosen.name !== undefined
  const identity = { ...defaultIdentity, ...(isRenamed && { social: [] }), ...found?.chosen }
  return { identity, logo: found?.logo ?? null, version: found?.version ?? 0 }
}

/** Makes the stored name and look those of this process. */
export async function loadIdentity(db: Db): Promise<void> {
  const { identity: chosen, logo } = await findIdentity(db)
  Object.assign(current, chosen, { logo })
}
