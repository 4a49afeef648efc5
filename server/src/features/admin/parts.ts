import { isDeepStrictEqual } from 'node:util'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import { closeParts, partFacts, partsReasonLength, type SiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import type { PartName } from '@wtpu/contract/site/part-names'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { findParts, loadIdentity } from '#db/identity.ts'
import { site } from '#db/schema/site.ts'
import { assertFields } from '#http/errors.ts'
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
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockSite(tx, version, findParts)
    if (isDeepStrictEqual(off, before.off)) return
    await tx.update(site).set({ parts: { off }, partsVersion: version + 1 })
    const changes = [
      sentence(
        'Switched off',
        off.filter((part) => !before.off.includes(part)),
      ),
      sentence(
        'Switched on',
        before.off.filter((part) => !off.includes(part)),
      ),
    ]
    const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason: `${changes.join('')}${reason}` })
  })
  await loadIdentity(db)
  publish(db, { kind: 'site' })
}

const sentence = (change: string, parts: PartName[]) =>
  parts.length === 0 ? '' : `${change}: ${parts.map((part) => partFacts[part].name).join(', ')}. `
