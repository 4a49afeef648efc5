import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { replaySeconds } from '@wtpu/contract/live'

type Send = (to: Iterable<ServerResponse>, text: string) => void
type GiveBack = () => void

interface Stream {
  ticket?: string
  userId?: number
  /** Since when it may have missed what only members hear of. */
  missedSince: number
  /** Gives back the slot that the stream takes: of its network, or of its user. */
  giveBack: GiveBack
}

const newsEvent = 'event: news\ndata:\n\n'

/**
 * Knows which user each open stream of this server belongs to. A stream has no user until a signed-in call to any server returns
 * its ticket, which only its browser knows. So no token is ever in the URL of a stream. From then on the stream counts for
 * its user instead of its network, so that a school needs no more streams than it has visitors who are not signed in.
 */
export function trackIdentities(
  send: Send,
  takeSlotOf: (userId: number) => Promise<GiveBack | undefined>,
  missedEvents: (since: number) => string = () => '',
) {
  const streams = new Map<ServerResponse, Stream>()
  const byTicket = new Map<string, ServerResponse>()
  const byUser = new Map<number, Set<ServerResponse>>()

  function* streamsOfUsers() {
    for (const [response, { userId }] of streams) if (userId !== undefined) yield response
  }
  const streamsOf = (userIds: readonly number[]) => userIds.flatMap((userId) => [...(byUser.get(userId) ?? [])])
  const disown = (response: ServerResponse, stream: Stream) => {
    if (stream.userId === undefined) return
    const own = byUser.get(stream.userId)
    own?.delete(response)
    if (own?.size === 0) byUser.delete(stream.userId)
    delete stream.userId
  }
  const ticketEvent = (response: ServerResponse) => {
    const ticket = randomBytes(18).toString('base64url')
    const stream = streams.get(response)
    if (stream) {
      byTicket.delete(stream.ticket ?? '')
      stream.ticket = ticket
      byTicket.set(ticket, response)
    }
    return `event: ticket\ndata: ${ticket}\n\n`
  }
  /** A user with too many streams keeps those of the network. */
  const countForUser = async (response: ServerResponse, userId: number) => {
    const giveBack = await takeSlotOf(userId)
    const stream = streams.get(response)
    if (!stream || !giveBack) return giveBack?.()
    stream.giveBack()
    stream.giveBack = giveBack
  }
  return {
    add(response: ServerResponse, giveBack: GiveBack): void {
      const stream: Stream = { giveBack, missedSince: Date.now() - replaySeconds * 1000 }
      streams.set(response, stream)
      response.on('close', () => {
        streams.delete(response)
        byTicket.delete(stream.ticket ?? '')
        disown(response, stream)
        stream.giveBack()
      })
    },
    ticketEvent,
    /** Each ticket works once. Sends what its user may have missed, news among it. Returns whether this server has the stream. */
    redeem({ ticket, userId }: { ticket: string; userId: number }): boolean {
      const response = byTicket.get(ticket)
      byTicket.delete(ticket)
      const stream = response && streams.get(response)
      if (!response || !stream || response.destroyed) return false
      disown(response, stream)
      stream.userId = userId
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(response))
      send([response], newsEvent + missedEvents(stream.missedSince))
      void countForUser(response, userId)
      return true
    },
    hasUsers: () => byUser.size > 0,
    sendToUsers: (text: string) => send(streamsOfUsers(), text),
    sendNews: (userIds: readonly number[]) => send(streamsOf(userIds), newsEvent),
    sendOwn: (userIds: readonly number[], path: string) => send(streamsOf(userIds), `event: own\ndata: ${path}\n\n`),
    /** Sessions of the user ended: browsers that are still signed in identify their streams again. */
    forget(userId: number): void {
      for (const response of byUser.get(userId) ?? []) {
        const stream = streams.get(response)
        if (stream) {
          disown(response, stream)
          stream.missedSince = Date.now()
        }
        send([response], ticketEvent(response))
      }
    },
  }
}
