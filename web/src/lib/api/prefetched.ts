declare global {
  interface Window {
    /** Set by head-scripts/prefetch.js: the responses it requested, by path, and the access token it sent. */
    prefetched?: { access: string | null; responses: Record<string, Promise<Response>> }
  }
}

/** Prefetched responses are ignored once the page has been open this long. */
const maxAgeMs = 10_000

/** Paths requested since the page was opened. Their prefetched responses may be older than what the application already shows. */
const requestedPaths = new Set<string>()
let discarded = false

/**
 * Returns the prefetched response for the first GET of this path; undefined if there is none, it failed, or the session changed.
 */
export function takePrefetched(
  path: string,
  access: string | null | undefined,
): Promise<Response | undefined> | undefined {
  if (discarded || performance.now() > maxAgeMs) return undefined
  const isFirst = !requestedPaths.has(path)
  requestedPaths.add(path)
  const { responses, access: sentWith } = window.prefetched ?? {}
  const response = responses?.[path]
  delete responses?.[path]
  if (!isFirst || !response || (access ?? null) !== sentWith) return undefined
  return response.catch(() => undefined)
}

/** Called when data has changed since the page was opened: by an invalidation or by the viewer. */
export function discardPrefetched(): void {
  discarded = true
}

/** For tests: as if the page had just been opened. */
export function resetPrefetched(): void {
  discarded = false
  requestedPaths.clear()
}
