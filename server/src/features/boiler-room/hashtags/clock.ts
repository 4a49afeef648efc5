import type { Db } from '#db/client.ts'
import { expireHashtagUses } from '#db/shared/hashtag-uses.ts'

const batchSize = 500
const expireEvery = 60_000
const busyPause = 100

/**
 * Uncounts uses of hashtags once they are no longer recent, a batch at a time. Several servers share the work. `onExpired`
 * runs after uses were uncounted, so that browsers refetch the trending topics.
 */
export function startHashtagClock(db: Db, onExpired: () => void): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let working = Promise.resolve()

  const sleep = (milliseconds: number) => {
    if (!closed) timer = setTimeout(wake, milliseconds).unref()
  }
  const work = async () => {
    let pause = expireEvery
    try {
      const { due, expired } = await expireHashtagUses(db, batchSize)
      if (expired > 0) onExpired()
      if (due === batchSize) pause = busyPause
    } catch {
      // The database is unavailable.
    }
    sleep(pause)
  }
  const wake = () => {
    working = work()
  }
  wake()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}
