import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReached } from './errors.ts'
import { type Bound, boundsOf, networkOf } from './network.ts'
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

  /** Calls `start` with a release function once a slot of each key is free, or `refuse` if too many requests already wait. */
  acquire(
    bounds: readonly Bound[],
    queueLimit: number,
    reply: FastifyReply,
    start: (release: () => void) => void,
    refuse: () => void,
  ): void {
    const begin = (free: () => void) => {
      if (this.#store.isShared) void this.#takeShared(bounds, reply, free, start)
      else start(free)
    }
    this.#takeHere(bounds, queueLimit, reply, begin, (reason) => reason === 'full' && refuse())
  }

  /** Takes one slot after the other, so that few requests of each narrow network wait for the slots of a wider one. */
  #takeHere(
    [bound, ...wider]: readonly Bound[],
    queueLimit: number,
    reply: FastifyReply,
    start: (free: () => void) => void,
    leave: (reason: 'full' | 'gone') => void,
  ): void {
    if (!bound) return start(() => undefined)
    const { key, max } = bound
    const slots = this.#slots.get(key) ?? { running: 0, queue: [] }
    this.#slots.set(key, slots)
    const free = () => {
      slots.running--
      slots.queue.shift()?.()
      if (slots.running === 0) this.#slots.delete(key)
    }
    const begin = () => {
      slots.running++
      const startWith = (freeWider: () => void) =>
        start(() => {
          freeWider()
          free()
        })
      this.#takeHere(wider, queueLimit, reply, startWith, (reason) => {
        free()
        leave(reason)
      })
    }
    if (slots.running < max) begin()
    else if (slots.queue.length >= queueLimit) leave('full')
    else {
      slots.queue.push(begin)
      // A request whose client disconnects while it waits never starts.
      reply.raw.once('close', () => {
        const index = slots.queue.indexOf(begin)
        if (index < 0) return
        slots.queue.splice(index, 1)
        leave('gone')
      })
    }
  }

  async #takeShared(
    bounds: readonly Bound[],
    reply: FastifyReply,
    free: () => void,
    start: (release: () => void) => void,
  ): Promise<void> {
    for (;;) {
      const giveBack = await this.#store.take('requests', bounds)
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
  request.server.concurrencyLimit.acquire(
    boundsOf(key, maxRunning),
    queueLimit,
    reply,
    (release) => {
      request.releaseSlot = () => {
        request.releaseSlot = undefined
        release()
      }
      done()
    },
    () => done(limitReached(1)),
  )
}
