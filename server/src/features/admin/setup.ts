import { createHash, randomBytes } from 'node:crypto'
import { setupLinkHours } from '@wtpu/contract/site/on-demand/setup'
import { and, eq, gt, sql } from 'drizzle-orm'
import { changeAccount, type RolesApp } from '#community/roles.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { site } from '#db/schema/site.ts'
import { ApiError } from '#http/errors.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether anyone can administer the site, in the demo too. */
const hasAdmin = sql<boolean>`exists (select from ${users} where role = 'admin' and is_active)`

/** A link that makes its owner the first admin, in place of an earlier one. Undefined if there is an admin. */
export async function createSetupLink(db: Db, { publicUrl }: { publicUrl: string }): Promise<string | undefined> {
  const token = randomBytes(24).toString('base64url')
  const link = {
    setupHash: hashOf(token),
    setupExpiresAt: sql`now() + ${`${setupLinkHours} hours`}::interval`,
  }
  const made = await db.transaction(async (tx) => {
    await tx.insert(site).values({}).onConflictDoNothing()
    return tx
      .update(site)
      .set(link)
      .where(sql`not ${hasAdmin}`)
      .returning({ isOnly: site.isOnly })
  })
  return made.length > 0 ? `${publicUrl}/setup#${token}` : undefined
}

/**
 * Succeeds for an admin without a change.
 * A wrong token does not end the link: nobody can guess the token, and otherwise anyone could end the link.
 * @throws ApiError 403 if the token is wrong, used or expired, or another account is an admin
 */
export async function claimSite(app: RolesApp, { userId, token }: { userId: number; token: string }): Promise<void> {
  const by = async (tx: Db) => {
    const redeemed = await tx
      .update(site)
      .set({ setupHash: null, setupExpiresAt: null })
      .where(and(eq(site.setupHash, hashOf(token)), gt(site.setupExpiresAt, sql`now()`), sql`not ${hasAdmin}`))
      .returning({ isOnly: site.isOnly })
    const [user] = await tx
      .select({ username: users.username, role: users.role })
      .from(users)
      .where(eq(users.id, userId))
    // The link was used in another tab, or the response to its first use was lost.
    const isAdmin = user?.role === 'admin'
    if (redeemed.length === 0 && !isAdmin) throw new ApiError('setup_link_ended')
    return { actor: user?.username || `account ${userId}`, actorId: userId, reason: '' }
  }
  await changeAccount(app, { userId, change: { role: 'admin' }, by })
}
