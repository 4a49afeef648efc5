import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { publish, publishOwn } from '#live/publish.ts'

/** What a user chooses once: an option of a poll, or how an official does. */
export interface Choice {
  userId: number
  /** The response to the same request was lost: if the choice is stored, that is the outcome. */
  isRepetition?: boolean
}

export interface StoredChoice {
  user_id: number
  /** No count that anybody sees has changed. */
  is_hidden?: boolean
}

interface Options<C extends Choice, Stored extends StoredChoice, Subject> {
  /** For the metrics. */
  name: string
  /** Whose counts change. */
  of: 'polls' | 'politicians'
  subjectOf(choice: C): number
  /** Stores the choices that are allowed and their voters' first. The users are locked. */
  insert(tx: Db, choices: readonly C[]): Promise<Stored[]>
  /** Counts what `insert` stored. Every choice updates these rows and they stay locked until the commit, so this comes last. */
  count(tx: Db, stored: readonly Stored[]): Promise<unknown>
  findStored(tx: Db, choices: readonly C[]): Promise<Stored[]>
  findSubjects(db: Db, ids: number[]): Promise<Map<number, Subject>>
}

/** What everybody, and what only the user sees of a choice has changed. */
export function publishChoice(db: Db, of: 'polls' | 'politicians', id: number, stored: StoredChoice): void {
  if (!stored.is_hidden) publish(db, { kind: 'counts', of, id })
  publishOwn(db, stored.user_id, ownPaths[of])
}

const ownPaths = { polls: '/api/polls/my-votes/', politicians: '/api/politicians/my-ratings/' } as const

/**
 * Stores choices together with those that arrive at the same time. The function that it returns resolves once a choice is on disk,
 * to its row and its subject with the new counts, or to undefined if the choice was not accepted.
 */
export function choiceWriter<C extends Choice, Stored extends StoredChoice, Subject>({
  name,
  of,
  subjectOf,
  ...options
}: Options<C, Stored, Subject>) {
  const writer = new BatchWriter<C, { stored: Stored | undefined; readSubject(db: Db): Promise<Subject | undefined> }>({
    name,
    async write(tx, choices, active) {
      const allowed = choices.filter(({ userId }) => active.has(userId))
      const inserted = allowed.length > 0 ? await options.insert(tx, allowed) : []
      const stored = new Map(inserted.map((row) => [row.user_id, row]))
      const repeated = allowed.filter(({ userId, isRepetition }) => isRepetition && !stored.has(userId))
      // In this transaction: its commit, like every one, waits until what was committed before is safe on disk and replicas.
      if (repeated.length > 0) {
        for (const row of await options.findStored(tx, repeated)) stored.set(row.user_id, row)
      }
      let reading: Promise<Map<number, Subject>> | undefined
      const readSubject = async (db: Db, id: number) => {
        // All subjects of a batch are read at once.
        reading ??= options.findSubjects(db, [...new Set(allowed.map(subjectOf))])
        return (await reading).get(id)
      }
      return {
        results: choices.map((choice) => ({
          stored: stored.get(choice.userId),
          readSubject: (db) => readSubject(db, subjectOf(choice)),
        })),
        last: inserted.length > 0 ? options.count(tx, inserted) : undefined,
      }
    },
  })
  return async (db: Db, choice: C): Promise<{ stored: Stored; subject: Subject | undefined } | undefined> => {
    const { stored, readSubject } = await writer.enqueue(db, choice)
    if (!stored) return undefined
    publishChoice(db, of, subjectOf(choice), stored)
    return { stored, subject: await readSubject(db) }
  }
}
