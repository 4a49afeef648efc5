import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

type Send = (to: Iterable<ServerResponse>, text: string) => void

const newsEvent = 'event: news\ndata:\n\n'

/**
 * Knows which user each open stream of this server belongs to. A stream has no user until a signed-in call to any server returns
 * its ticket, which only its browser knows. So no token is ever in the URL of a stream.
 */
export function trackIdentities(send: Send) {
  const streams = new Map<string, ServerResponse>()
  const owned = new Map<number, Set<ServerResponse>>()
  const ticketEvent = (response: ServerResponse) => {
    const ticket = randomBytes(18).toString('base64url')
    streams.set(ticket, response)
    response.on('close', () => streams.delete(ticket))
    return `event: ticket\ndata: ${ticket}\n\n`
  }
  return {
    ticketEvent,
    /** Each ticket works once. Sends news, because some may have been missed. */
    redeem({ ticket, userId }: { ticket: string; userId: number }): void {
      const response = streams.get(ticket)
      streams.delete(ticket)
      if (!response || response.destroyed) return
      const own = owned.get(userId) ?? new Set()
      owned.set(userId, own.add(response))
      response.on('close', () => {
        own.delete(response)
        if (own.size === 0 && owned.get(userId) === own) owned.delete(userId)
      })
      send([response], newsEvent)
    },
    sendNews(userIds: readonly number[]): void {
      for (const userId of userIds) send(owned.get(userId) ?? [], newsEvent)
    },
    /** Sessions of the user ended: browsers that are still signed in identify their streams again. */
    forget(userId: number): void {
      const own = owned.get(userId) ?? []
      owned.delete(userId)
      for (const response of own) send([response], ticketEvent(response))
    },
  }
}
