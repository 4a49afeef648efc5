import type { NewDecision } from '@wtpu/contract/moderation/cases'
import type { Db } from '#db/client.ts'
import { ApiError } from '#http/errors.ts'
import { type App, decide, toSentence } from './decisions.ts'
import { findReportable } from './reports.ts'

type Sanction = Pick<NewDecision, 'action' | 'rule' | 'days' | 'sentence'> & { action: 'suspend' | 'block' }

/**
 * Suspends or blocks each account by a decision of its own, so that an undo or an appeal is about one account. Skips staff, and
 * accounts that were blocked or deleted meanwhile. @returns the ids of the others
 */
export async function sanctionPeople(
  app: App,
  { ids, ...input }: Sanction & { ids: readonly number[]; moderatorId: number },
): Promise<number[]> {
  const sentence = toSentence('sentence', input.sentence)
  const sanctioned: number[] = []
  const isGone = async (tx: Db, id: number) => !(await findReportable(tx, 'user', id))?.isShown
  for (const id of ids) {
    if (await isGone(app.db, id)) continue
    try {
      await decide(app, { kind: 'user', contentId: id, authorId: id }, { ...input, sentence }, (tx) => isGone(tx, id))
      sanctioned.push(id)
    } catch (error) {
      const isLeftOut = error instanceof ApiError && ['forbidden', 'own_case', 'already_decided'].includes(error.code)
      if (!isLeftOut) throw error
    }
  }
  return sanctioned
}
