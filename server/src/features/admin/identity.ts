import { isDeepStrictEqual } from 'node:util'
import { identityErrors, normalizeIdentity, type StoredIdentity } from '@wtpu/contract/site/identity'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import type { SiteIdentity } from '@wtpu/contract/site/name'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { findIdentity, loadIdentity } from '#db/identity.ts'
import { site } from '#db/schema/site.ts'
import { ApiError, assertFields } from '#http/errors.ts'
import { publish } from '#live/publish.ts'

/** For the log. */
const names: Record<keyof SiteIdentity, string> = {
  name: 'name',
  tagline: 'tagline',
  contact: 'contact address',
  social: 'links to social networks',
  hidden: 'fixed figures',
  accent: 'color in the light theme',
  accent_dark: 'color in the dark theme',
  licence: 'terms for its data',
  newsletter: 'sentence about the newsletter',
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const fields = Object.keys(names) as (keyof SiteIdentity)[]

const isSame = (one: SiteIdentity, other: SiteIdentity) => (field: keyof SiteIdentity) =>
  isDeepStrictEqual(one[field], other[field])

/**
 * Call it in the transaction that changes the name and look. @returns what it is before
 * @throws ApiError 409 if `version` is not the current one
 */
export async function lockIdentity(tx: Db, version: number): ReturnType<typeof findIdentity> {
  return lockSite(tx, version, findIdentity)
}

/** Makes only the first of the changes that are based on one version. @throws ApiError 409 */
export async function lockSite<Found extends { version: number }>(
  tx: Db,
  version: number,
  find: (tx: Db) => Promise<Found>,
): Promise<Found> {
  await tx.insert(site).values({}).onConflictDoNothing()
  await tx.select({ isOnly: site.isOnly }).from(site).for('update')
  const before = await find(tx)
  if (before.version !== version) throw new ApiError('changed_meanwhile')
  return before
}

/**
 * Stores what differs from the defaults, and which fixed figures are shown, because their default depends on the site. Only one change is based on a version, so two admins do not overwrite each other's changes.
 * @throws ApiError 400 or 409
 */
export async function changeIdentity(
  db: Db,
  { identity: typed, version, by }: StoredIdentity & { by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  assertFields(identityErrors(typed))
  const identity = normalizeIdentity(typed)
  const isDefault = isSame(identity, defaultIdentity)
  const own = Object.fromEntries(
    fields.filter((field) => field === 'hidden' || !isDefault(field)).map((field) => [field, identity[field]]),
  )
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockIdentity(tx, version)
    const isAsBefore = isSame(identity, before.identity)
    const changed = fields.filter((field) => !isAsBefore(field)).map((field) => names[field])
    if (changed.length === 0) return
    await tx.update(site).set({ identity: own, identityVersion: version + 1 })
    const action = { action: 'identity', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason: `Changed of the site: ${changed.join(', ')}.` })
  })
  await loadIdentity(db)
  publish(db, { kind: 'site' })
}
