import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { figurePages } from '@wtpu/contract/site/identity'
import type { Logo } from '@wtpu/contract/site/logo'
import { pagesForVisitors, placesOf } from '@wtpu/contract/site/on-demand/page-facts'
import { site as current, type SiteIdentity } from '@wtpu/contract/site/name'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { findParts } from './parts.ts'
import { politicians } from './schema/politicians.ts'
import { site } from './schema/site.ts'

/** What admins chose, completed by the defaults, and how often it was changed. */
export async function findIdentity(db: Db): Promise<{ identity: SiteIdentity; logo: Logo | null; version: number }> {
  const [found] = await db.select({ chosen: site.identity, logo: site.logo, version: site.identityVersion }).from(site)
  // The specification's accounts in social networks belong to its name.
  const isRenamed = found?.chosen.name !== undefined
  const hidden = found?.chosen.hidden ?? ((await isLocalDemo(db)) ? [] : allFigures)
  const identity = { ...defaultIdentity, ...(isRenamed && { social: [] }), ...found?.chosen, hidden }
  return { identity, logo: found?.logo ?? null, version: found?.version ?? 0 }
}

const allFigures = [...new Set(figurePages.flatMap(([, figures]) => figures.map(({ label }) => label)))]

/** The fixed figures are true of the demo only. Other sites have none until an admin switches them on. */
async function isLocalDemo(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_demo: boolean }>(sql`select
    exists (select from ${politicians} where source = 'sample')
      and not exists (select from ${site} where public_since is not null) as is_demo`)
  return rows[0]?.is_demo === true
}

let lastTurn = 0
let shownTurn = 0

/** Makes the stored name, look and parts those of this process. Of two at the same time, the one that began later wins. */
export async function loadIdentity(db: Db): Promise<void> {
  const turn = ++lastTurn
  const [{ identity: chosen, logo }, { off, reading, ratings_closed }] = await Promise.all([
    findIdentity(db),
    findParts(db),
  ])
  if (turn < shownTurn) return
  shownTurn = turn
  Object.assign(current, chosen, {
    logo,
    off: off.length === 0 ? undefined : off,
    closed: off.length === 0 ? undefined : placesOf(off),
    forVisitors: reading === 'members' ? pagesForVisitors() : undefined,
    ratings_closed: ratings_closed ?? undefined,
  })
}
