import { replaySeconds } from '@wtpu/contract/live'

/** With more paths than this, everything counts as stale. */
const maxPaths = 200

/**
 * Keeps the paths that became stale within the last `seconds`. A browser that joins has fetched its page a moment
 * before, and receives them. A server that has just started has missed what was published before, so everything is stale.
 */
export function rememberPaths(now = Date.now, { seconds = replaySeconds, stale = ['/api/'] } = {}) {
  const staleSince = new Map(stale.map((path) => [path, now()]))
  const forgetOld = () => {
    const oldest = now() - seconds * 1000
    for (const [path, at] of staleSince) {
      // Ordered by time.
      if (at > oldest) return
      staleSince.delete(path)
    }
  }
  return {
    add(path: string): void {
      forgetOld()
      const kept = staleSince.size < maxPaths ? path : '/api/'
      if (kept === '/api/') staleSince.clear()
      // Moves the entry to the end.
      staleSince.delete(kept)
      staleSince.set(kept, now())
    },
    list(since = -Infinity): string[] {
      forgetOld()
      return [...staleSince].flatMap(([path, at]) => (at < since ? [] : [path]))
    },
  }
}
