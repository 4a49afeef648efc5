import { isDeepStrictEqual } from 'node:util'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import { closeParts, partFacts, partsReasonLength, type SiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import type { PartName } from '@wtpu/contract/site/part-names'
import { and, isNotNull, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { findParts, loadIdentity } from '#db/identity.ts'
import { runningOlderServers } from '#db/open.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { site } from '#db/schema/site.ts'
import { participationError } from '#http/auth.ts'
import { ApiError, assertFields } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import { lockSite } from './identity.ts'

/**
 * Switches parts off and on, on all servers. What belongs to a part stays stored.
 * @throws ApiError 400 or 409
 */
export async function changeParts(
  db: Db,
  { version, by, ...typed }: SiteParts & { reason: string; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  const reason = toSingleLine(typed.reason)
  assertFields({
    reason: reason === '' ? 'A reason is required.' : lengthProblem('A reason', reason, partsReasonLength),
  })
  const off = closeParts(typed.off)
  const { reading } = typed
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockSite(tx, version, findParts)
    if (isDeepStrictEqual(off, before.off) && reading === before.reading) return
    if (reading === 'members' && reading !== before.reading) await assertCanClose(tx, decision)
    await tx.update(site).set({ parts: { off, reading }, partsVersion: version + 1 })
    const changes = [
      sentence(
        'Switched off',
        off.filter((part) => !before.off.includes(part)),
      ),
      sentence(
        'Switched on',
        before.off.filter((part) => !off.includes(part)),
      ),
      reading === before.reading ? '' : `${readingSentences[reading]} `,
    ]
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason: `${changes.join('')}${reason}` })
  })
  await loadIdentity(db)
  publish(db, { kind: 'site' })
}

const readingSentences: Record<SiteParts['reading'], string> = {
  everyone: 'Everyone can read the site.',
  members: 'Only members can read the site.',
}

/** An admin must not lock themselves out, and no running server may go on to show everything. @throws ApiError */
async function assertCanClose(tx: Db, { actorId }: Decision): Promise<void> {
  const isConfirmed = and(isActiveAccount(actorId ?? 0), isNotNull(users.emailVerifiedAt))
  if ((await tx.$count(users, isConfirmed)) === 0) throw await participationError(tx, actorId ?? 0)
  const { rowCount } = await tx.execute(sql.raw(runningOlderServers))
  if (rowCount) throw new ApiError('older_server')
}

const sentence = (change: string, parts: PartName[]) =>
  parts.length === 0 ? '' : `${change}: ${parts.map((part) => partFacts[part].name).join(', ')}. `
