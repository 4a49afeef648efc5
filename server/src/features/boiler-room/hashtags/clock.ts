import type { Db } from '#db/client.ts'
import { expireHashtagUses } from '#community/hashtag-uses.ts'
import { repeat } from '#db/repeat.ts'

const batchSize = 500
const expireEvery = 60_000
const busyPause = 100

/**
 * Uncounts uses of hashtags once they are no longer recent, a batch at a time. Several servers share the work. `onExpired`
 * runs after uses were uncounted, so that browsers refetch the trending topics.
 */
export function startHashtagClock(db: Db, onExpired: () => void): { close(): Promise<void> } {
  return repeat(async () => {
    try {
      const { due, expired } = await expireHashtagUses(db, batchSize)
      if (expired > 0) onExpired()
      return due === batchSize ? busyPause : expireEvery
    } catch {
      // The database is unavailable.
      return expireEvery
    }
  })
}
