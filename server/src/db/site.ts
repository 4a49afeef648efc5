import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { site } from './schema/site.ts'

/** What the database remembers about the site. */
export async function findSite(db: Db): Promise<{ awaitsDemo: boolean; publicSince: Date | null }> {
  const [found] = await db.select({ awaitsDemo: site.awaitsDemo, publicSince: site.publicSince }).from(site)
  return found ?? { awaitsDemo: false, publicSince: null }
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
