declare global {
  interface Window {
    /** Set by public/early-data.js: the replies it requested, by path, and the access token it sent. */
    earlyData?: { access: string | null; replies: Record<string, Promise<Response>> }
  }
}

/** Early replies are ignored once the page has been open this long. */
const maxAgeMs = 10_000

/** Returns the early reply for this GET path once; undefined if there is none, it failed, or the session changed. */
export async function takeEarlyReply(path: string, access: string | null | undefined): Promise<Response | undefined> {
  const { replies, access: sentWith } = window.earlyData ?? {}
  const reply = replies?.[path]
  if (!replies || !reply) return undefined
  delete replies[path]
  if ((access ?? null) !== sentWith || performance.now() > maxAgeMs) return undefined
  return reply.catch(() => undefined)
}
