import {
  maxListedVersions,
  normalizePage,
  type SitePage,
  sitePageErrors,
  type SitePageName,
  sitePageTitles,
  type WrittenPage,
} from '@wtpu/contract/site/site-pages'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { sitePages } from '#db/schema/site.ts'
import { ApiError, assertFields } from '#http/errors.ts'
import { publishInvalidation, publishNews } from '#live/publish.ts'

/** A page's text, by default the newest one. Undefined if there is no such version. */
export async function findSitePage(db: Db, name: SitePageName, version?: number): Promise<SitePage | undefined> {
  const versions = await db
    .select({
      version: sitePages.version,
      published_at: isoTime(sitePages.publishedAt),
      what_changed: sitePages.whatChanged,
    })
    .from(sitePages)
    .where(eq(sitePages.name, name))
    .orderBy(desc(sitePages.version))
    .limit(maxListedVersions)
  if (version === undefined && versions.length === 0) return { text: '', current: null, versions }
  const current = version === undefined ? versions[0] : versions.find((one) => one.version === version)
  if (!current) return undefined
  const [found] = await db
    .select({ text: sitePages.text })
    .from(sitePages)
    .where(and(eq(sitePages.name, name), eq(sitePages.version, current.version)))
  return found && { text: found.text, current, versions }
}

/**
 * Adds a version. Only one is based on another, so two admins do not overwrite each other's text.
 * @throws ApiError 400 or 409
 */
export async function publishSitePage(
  db: Db,
  { name, by, ...typed }: WrittenPage & { name: SitePageName; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  assertFields(sitePageErrors(typed))
  const { text, what_changed: whatChanged } = normalizePage(typed)
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const newest = sql`(select coalesce(max(version), 0) from ${sitePages} where name = ${name})`
    const { rowCount } = await tx.execute(sql`insert into ${sitePages} (name, version, text, what_changed)
      select ${name}, ${typed.version + 1}, ${text}, ${whatChanged} where ${newest} = ${typed.version}
      on conflict do nothing`)
    if (rowCount === 0) throw new ApiError('changed_meanwhile')
    if (name === 'terms' && decision.actorId)
      await tx
        .update(users)
        .set({ termsSeen: typed.version + 1 })
        .where(eq(users.id, decision.actorId))
    const reason = `New version ${typed.version + 1} of the page ${sitePageTitles[name]}${whatChanged && `: ${whatChanged}`}`
    await recordModeration(tx, { action: 'identity', subjectKind: 'site', subjectId: 0 }, { ...decision, reason })
  })
  publishInvalidation(db, '/api/pages/')
}

/** The user sees no notice about this version of the terms again. */
export async function seeTerms(db: Db, { userId, version }: { userId: number; version: number }): Promise<void> {
  await db
    .update(users)
    .set({ termsSeen: version })
    .where(and(eq(users.id, userId), lt(users.termsSeen, version)))
  publishNews(db, [userId])
}
