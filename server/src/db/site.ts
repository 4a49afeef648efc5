import { defaultTimeZone } from '@wtpu/contract/on-demand/time-zone'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { site } from './schema/site.ts'

/** What the database remembers about the site. */
export async function findSite(db: Db): Promise<{ awaitsDemo: boolean; publicSince: Date | null }> {
  const [found] = await db.select({ awaitsDemo: site.awaitsDemo, publicSince: site.publicSince }).from(site)
  return found ?? { awaitsDemo: false, publicSince: null }
}

export async function isRegistrationClosed(db: Db): Promise<boolean> {
  const [found] = await db.select({ closedAt: site.registrationClosedAt }).from(site)
  return found?.closedAt != null
}

/** @throws Error if PostgreSQL does not know the time zone */
export async function rememberTimeZone(db: Db, timeZone: string): Promise<void> {
  try {
    await db.execute(sql`select now() at time zone ${timeZone}`)
  } catch (error) {
    throw new Error(`The database does not know the time zone ${timeZone}. Set SITE_TIME_ZONE to another name.`, {
      cause: error,
    })
  }
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ timeZone: site.timeZone }).from(site)
    if ((before?.timeZone ?? defaultTimeZone) === timeZone) return
    await tx.insert(site).values({ timeZone }).onConflictDoUpdate({ target: site.isOnly, set: { timeZone } })
    await tx.execute(sql`update inboxes set time_zone = ${timeZone}
      where time_zone = ${before?.timeZone ?? defaultTimeZone} and digest_due_at is null`)
  })
}

/** Remembers that the database was created for the demo, also if the start ends before the demo is complete. */
export async function expectDemo(db: Db): Promise<void> {
  await db.insert(site).values({ awaitsDemo: true }).onConflictDoNothing()
}

export async function stopExpectingDemo(db: Db): Promise<void> {
  await db.update(site).set({ awaitsDemo: false })
}

/** From now on, the database is that of a real site, also if a start lacks its settings. */
export async function rememberPublicSite(db: Db): Promise<void> {
  await db
    .insert(site)
    .values({ publicSince: new Date() })
    .onConflictDoUpdate({
      target: site.isOnly,
      set: { awaitsDemo: false, publicSince: sql`coalesce(${site.publicSince}, now())` },
    })
}
