import { officeNames } from '@wtpu/contract/politicians'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { figurePages } from '@wtpu/contract/site/identity'
import type { Logo } from '@wtpu/contract/site/logo'
import { pagesForVisitors, placesOf } from '@wtpu/contract/site/on-demand/find-page'
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

/** Whether officials are listed, and none of them is of Congress or a governor. */
async function hasLocalOfficials(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_local: boolean }>(sql`select
    coalesce(bool_and(office <> all(${sql.param(Object.keys(officeNames))}::text[])), false) as is_local
    from ${politicians} where retired_at is null`)
  return rows[0]?.is_local === true
}

let lastTurn = 0
let shownTurn = 0

/** Makes the stored name, look and parts, and what kind of officials are listed, those of this process. Of two at the same time, the one that began later wins. */
export async function loadIdentity(db: Db): Promise<void> {
  const turn = ++lastTurn
  const [{ identity: chosen, logo }, { off, reading, ratings_closed }, isLocal] = await Promise.all([
    findIdentity(db),
    findParts(db),
    hasLocalOfficials(db),
  ])
  if (turn < shownTurn) return
  shownTurn = turn
  Object.assign(current, chosen, {
    logo,
    off: off.length === 0 ? undefined : off,
    closed: off.length === 0 ? undefined : placesOf(off),
    forVisitors: reading === 'members' ? pagesForVisitors() : undefined,
    ratings_closed: ratings_closed ?? undefined,
    local: isLocal || undefined,
  })
}
