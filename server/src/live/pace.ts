/** With this many browsers for each second of the interval, an item is invalidated every ten seconds for 3,000. */
const browsersPerSecond = 300
const maxInterval = 10_000
/** The oldest are forgotten beyond this number. */
const maxRemembered = 1_000
const hasId = /\/\d+\//

/**
 * Says whether an invalidation may be sent now. All readers of an item, such as a viral post, fetch it again each time, so the more
 * browsers are connected, the longer the next invalidation of the same item waits. The first one never waits.
 */
export function paceItems(countBrowsers: () => number, now: () => number = () => performance.now()) {
  const sentAt = new Map<string, number>()
  return (path: string): boolean => {
    if (!hasId.test(path)) return true
    const interval = Math.min(maxInterval, (countBrowsers() / browsersPerSecond) * 1_000)
    if (now() - (sentAt.get(path) ?? -Infinity) < interval) return false
    // Moves the entry to the end.
    sentAt.delete(path)
    sentAt.set(path, now())
    const [oldest] = sentAt.keys()
    if (sentAt.size > maxRemembered && oldest !== undefined) sentAt.delete(oldest)
    return true
  }
}
