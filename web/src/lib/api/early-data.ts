declare global {
  interface Window {
    /** What public/early-data.js has requested, by path, and the access token it did so with. */
    earlyData?: { access: string | null; replies: Record<string, Promise<Response>> }
  }
}

/** After this long on the page a reply no longer counts as fresh. */
const freshMs = 10_000

/** The reply to this GET that was requested ahead of the scripts, once; undefined where there is none or it failed. */
export async function takeEarlyReply(path: string, access: string | null | undefined): Promise<Response | undefined> {
  const { replies, access: sentWith } = window.earlyData ?? {}
  const reply = replies?.[path]
  if (!replies || !reply) return undefined
  delete replies[path]
  if ((access ?? null) !== sentWith || performance.now() > freshMs) return undefined
  return reply.catch(() => undefined)
}
