import type { suspendPeople as endpoint } from '@wtpu/contract/accounts/same-network'
import type { Input } from '@wtpu/contract/endpoint'
import type { Db } from '#db/client.ts'
import { ApiError } from '#http/errors.ts'
import { type App, decide, toSentence } from './decisions.ts'
import { findReportable } from './reports.ts'

/**
 * Suspends each account by a decision of its own, so that an undo or an appeal is about one account. Skips staff, and accounts that
 * were blocked or deleted meanwhile. @returns the ids of the suspended accounts
 */
export async function suspendPeople(
  app: App,
  { ids, moderatorId, ...decision }: Input<typeof endpoint>['body'] & { moderatorId: number },
): Promise<number[]> {
  const sentence = toSentence('sentence', decision.sentence)
  const suspended: number[] = []
  const isGone = async (tx: Db, id: number) => !(await findReportable(tx, 'user', id))?.isShown
  for (const id of ids) {
    if (await isGone(app.db, id)) continue
    try {
      await decide(
        app,
        { kind: 'user', contentId: id, authorId: id },
        { ...decision, action: 'suspend', sentence, moderatorId },
        (tx) => isGone(tx, id),
      )
      suspended.push(id)
    } catch (error) {
      const isLeftOut = error instanceof ApiError && ['forbidden', 'own_case', 'already_decided'].includes(error.code)
      if (!isLeftOut) throw error
    }
  }
  return suspended
}
