import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from './errors.ts'
import { networkOf } from './network.ts'

declare module 'fastify' {
  interface FastifyInstance {
    turns: Turns
  }
  interface FastifyRequest {
    /** Set while the request holds a turn. */
    endTurn: (() => void) | undefined
  }
}

/** How many requests of one person, or of all strangers of one network, run at a time, and how many more may wait. */
const atOnce = 8
const mayWait = { person: 100, network: 500 }

interface Lane {
  running: number
  queue: (() => void)[]
}

/**
 * The database's pool has 20 connections. Requests beyond a person's share wait here, before their handler starts, so
 * that nobody can keep everybody else from the database.
 */
class Turns {
  readonly #lanes = new Map<string, Lane>()

  /** Calls `start` when it is this key's turn, with the function that ends the turn. False: too many wait already. */
  take(key: string, limit: number, reply: FastifyReply, start: (end: () => void) => void): boolean {
    const lane = this.#lanes.get(key) ?? { running: 0, queue: [] }
    this.#lanes.set(key, lane)
    const begin = () => {
      lane.running++
      start(() => {
        lane.running--
        lane.queue.shift()?.()
        if (lane.running === 0) this.#lanes.delete(key)
      })
    }
    if (lane.running < atOnce) begin()
    else if (lane.queue.length >= limit) return false
    else {
      lane.queue.push(begin)
      // A request whose client goes away while it waits never starts.
      reply.raw.once('close', () => {
        const place = lane.queue.indexOf(begin)
        if (place >= 0) lane.queue.splice(place, 1)
      })
    }
    return true
  }
}

export function registerTurns(app: FastifyInstance): void {
  app.decorate('turns', new Turns())
  app.decorateRequest('endTurn', undefined)
  // The handler has finished. Not when the client goes away: its query still occupies a connection.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endTurn?.()
    done()
  })
}

/** `preHandler` of every route that queries the database; it runs behind the guards, which know the person. */
export function takeTurn(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const isPerson = request.viewerId !== 0
  const key = isPerson ? `person ${request.viewerId}` : networkOf(request.ip)
  const limit = isPerson ? mayWait.person : mayWait.network
  const taken = request.server.turns.take(key, limit, reply, (end) => {
    request.endTurn = () => {
      request.endTurn = undefined
      end()
    }
    done()
  })
  if (!taken) done(tooMany(1))
}
