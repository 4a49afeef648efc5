declare global {
  interface Window {
    /** Set by head-scripts/early-data.js: the replies it requested, by path, and the access token it sent. */
    earlyData?: { access: string | null; replies: Record<string, Promise<Response>> }
  }
}

/** Early replies are ignored once the page has been open this long. */
const maxAgeMs = 10_000

/** Paths requested since the page was opened. Their early replies may be older than what the application already shows. */
const requestedPaths = new Set<string>()
let discarded = false

/**
 * Returns the early reply for the first GET of this path; undefined if there is none, it failed, or the session changed.
 */
export function takeEarlyReply(
  path: string,
  access: string | null | undefined,
): Promise<Response | undefined> | undefined {
  if (discarded || performance.now() > maxAgeMs) return undefined
  const isFirst = !requestedPaths.has(path)
  requestedPaths.add(path)
  const { replies, access: sentWith } = window.earlyData ?? {}
  const reply = replies?.[path]
  delete replies?.[path]
  if (!isFirst || !reply || (access ?? null) !== sentWith) return undefined
  return reply.catch(() => undefined)
}

/** Called when data has changed since the page was opened: by a live hint or by the viewer. */
export function discardEarlyReplies(): void {
  discarded = true
}

/** For tests: as if the page had just been opened. */
export function resetEarlyReplies(): void {
  discarded = false
  requestedPaths.clear()
}
