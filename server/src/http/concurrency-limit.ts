import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReached } from './errors.ts'
import { networkOf } from './network.ts'
import type { LimitStore } from './limits/limit-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    concurrencyLimit: ConcurrencyLimit
  }
  interface FastifyRequest {
    /** Set while the request holds a slot. */
    releaseSlot: (() => void) | undefined
  }
}

/** How many requests of one user, or of all anonymous clients of one network, run at a time and how many may wait. */
const maxRunning = 8
const maxWaiting = { user: 100, network: 500 }

interface Slots {
  running: number
  queue: (() => void)[]
}

/** While other processes have taken all slots of a client, its requests ask again after this time. */
const retryMilliseconds = 50

/**
 * Limits concurrent requests per client. The database pool has 20 connections, and one client must not occupy them all.
 * Excess requests wait before their handler starts.
 */
class ConcurrencyLimit {
  readonly #store: LimitStore
  readonly #slots = new Map<string, Slots>()

  constructor(store: LimitStore) {
    this.#store = store
  }

  /** Calls `start` with a release function once a slot is free. Returns false if too many requests already wait. */
  acquire(key: string, queueLimit: number, reply: FastifyReply, start: (release: () => void) => void): boolean {
    const slots = this.#slots.get(key) ?? { running: 0, queue: [] }
    this.#slots.set(key, slots)
    const free = () => {
      slots.running--
      slots.queue.shift()?.()
      if (slots.running === 0) this.#slots.delete(key)
    }
    const begin = () => {
      slots.running++
      if (this.#store.isShared) void this.#takeShared(key, reply, free, start)
      else start(free)
    }
    if (slots.running < maxRunning) begin()
    else if (slots.queue.length >= queueLimit) return false
    else {
      slots.queue.push(begin)
      // A request whose client disconnects while it waits never starts.
      reply.raw.once('close', () => {
        const index = slots.queue.indexOf(begin)
        if (index >= 0) slots.queue.splice(index, 1)
      })
    }
    return true
  }

  async #takeShared(
    key: string,
    reply: FastifyReply,
    free: () => void,
    start: (release: () => void) => void,
  ): Promise<void> {
    for (;;) {
      const giveBack = await this.#store.take(key, maxRunning)
      if (giveBack && !reply.raw.destroyed) {
        return start(() => {
          giveBack()
          free()
        })
      }
      giveBack?.()
      if (reply.raw.destroyed) return free()
      await sleep(retryMilliseconds)
    }
  }
}

export function registerConcurrencyLimit(app: FastifyInstance, store: LimitStore): void {
  app.decorate('concurrencyLimit', new ConcurrencyLimit(store))
  app.decorateRequest('releaseSlot', undefined)
  // Release when the handler has finished, not when the client disconnects: its query still occupies a connection.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.releaseSlot?.()
    done()
  })
}

/** `preHandler` of every route that queries the database. Runs after the guards, which identify the user. */
export function acquireSlot(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const isUser = request.viewerId !== 0
  const key = isUser ? `user ${request.viewerId}` : networkOf(request.ip)
  const queueLimit = isUser ? maxWaiting.user : maxWaiting.network
  const accepted = request.server.concurrencyLimit.acquire(key, queueLimit, reply, (release) => {
    request.releaseSlot = () => {
      request.releaseSlot = undefined
      release()
    }
    done()
  })
  if (!accepted) done(limitReached(1))
}
