import { iconPath } from '@wtpu/contract/site/logo'
import { site } from '@wtpu/contract/site/name'
import { createECDH } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type net from 'node:net'
import type { Input } from '@wtpu/contract/endpoint'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import type { subscribeToPush } from '@wtpu/contract/notifications/settings'
import { and, eq, sql } from 'drizzle-orm'
import webPush from 'web-push'
import type { Db } from '#db/client.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { invalidInput } from '#http/errors.ts'
import type { Delivered } from './write.ts'
import { findUnread, sentenceOf } from './list.ts'
import { canBePublic, lookupOf, PublicHosts } from '#public-addresses.ts'
import { UserQueues } from './user-queues.ts'

const maxDevices = 10
/**
 * Notifications beyond this number wait in memory to be matched with devices. If more are waiting, new ones are dropped, because
 * the site has all of them.
 */
const maxWaiting = 10_000
/** A device that fails this often in a row is deleted. */
const maxFailures = 5
const keptSeconds = 24 * 60 * 60

interface Options {
  db: Db
  /** The private key that devices know the server by (VAPID). All servers of the site have the same. */
  key: Buffer
  /** Push services learn whom they can ask. */
  publicUrl: string
  /** On one's own machine, subscriptions may be on this machine and without TLS. */
  isLocal: boolean
  hosts?: PublicHosts
  /** For everything that one device is sent at a time: looking up its name, connecting, sending, and the heads of responses. */
  deadlineMilliseconds?: number
  log: { warn(facts: object, message: string): void }
}

type Device = typeof pushSubscriptions.$inferSelect

/** `undecided`: others were looked up until the deadline, for which the device is not to blame. */
type Outcome = 'sent' | 'expired' | 'failed' | 'undecided'

/** What a device gets. The sentence quotes no text of others. `tag` replaces an earlier notification about the same. */
export const payloadOf = (notification: Notification): string =>
  JSON.stringify({
    title: site.name,
    body: sentenceOf(notification),
    icon: iconPath('/icon-192.png'),
    url: notification.url,
    tag: `notification-${notification.id}`,
    timestamp: Date.parse(notification.created_at),
  })

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))

function vapidKeys(key: Buffer) {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(key)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}

/** Sends notifications to the devices of users. What is not sent when the server stops is on the site anyway. */
export class Push {
  readonly publicKey: string
  readonly #privateKey: string
  readonly #options: Options
  readonly #hosts: PublicHosts
  #waiting: Delivered[] = []
  #matching: Promise<void> | undefined
  readonly #users = new UserQueues<number>((userId, ids) =>
    this.#serve(userId, ids).catch((error: unknown) => this.#warn(error)),
  )

  constructor(options: Options) {
    const { publicKey, privateKey } = vapidKeys(options.key)
    this.publicKey = publicKey
    this.#privateKey = privateKey
    this.#options = options
    this.#hosts = options.hosts ?? new PublicHosts()
  }

  /** Returns immediately. */
  enqueue(delivered: readonly Delivered[]): void {
    this.#waiting.push(...delivered.slice(0, Math.max(0, maxWaiting - this.#waiting.length)))
    if (this.#waiting.length === 0) return
    this.#matching ??= this.#matchAll()
      .catch((error: unknown) => this.#warn(error))
      .finally(() => {
        this.#matching = undefined
      })
  }

  async idle(): Promise<void> {
    while (this.#matching) await this.#matching
    await this.#users.idle()
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'notifications could not be pushed')
  }

  /** Finds the few users who have devices and want the notifications there. */
  async #matchAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 500)
      const { rows } = await this.#options.db.execute<{ user_id: number; ids: number[] }>(sql`
        select n.user_id, array_agg(n.id order by n.id) as ids
        from unnest(${sql.param(batch.map(({ id }) => id))}::bigint[], ${sql.param(batch.map(({ user_id }) => user_id))}::int[],
          ${sql.param(batch.map(({ kind }) => kind))}::text[]) as n(id, user_id, kind)
        join inboxes inbox on inbox.user_id = n.user_id and n.kind = any(inbox.push_kinds)
        where exists (select from push_subscriptions device where device.user_id = n.user_id) group by n.user_id`)
      for (const { user_id: userId, ids } of rows) this.#users.enqueue(userId, ids)
    }
  }

  async #serve(userId: number, ids: number[]): Promise<void> {
    const { db } = this.#options
    const unread = await findUnread(db, userId, ids)
    const devices = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
    await Promise.all(devices.map((device) => this.#sendTo(device, unread.map(payloadOf))))
  }

  async #sendTo(device: Device, payloads: string[]): Promise<void> {
    const { db } = this.#options
    const own = eq(pushSubscriptions.endpoint, device.endpoint)
    const outcome = await this.#sendAll(device, payloads)
    if (outcome === 'expired' || (outcome === 'failed' && device.failures + 1 >= maxFailures)) {
      await db.delete(pushSubscriptions).where(own)
    } else if (outcome === 'failed' || (outcome === 'sent' && device.failures > 0)) {
      const failures = outcome === 'sent' ? 0 : device.failures + 1
      await db.update(pushSubscriptions).set({ failures }).where(own)
    }
  }

  /** Stops at the first payload that is not delivered. */
  async #sendAll(device: Device, payloads: string[]): Promise<Outcome> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMilliseconds ?? 5_000)
    const url = new URL(device.endpoint)
    let lookup: net.LookupFunction | undefined
    if (!this.#options.isLocal) {
      const found = await Promise.race([this.#hosts.find(url).catch(() => undefined), aborted(deadline)])
      if (!found) return 'undecided'
      if (url.protocol !== 'https:' || found.length === 0) return 'failed'
      lookup = lookupOf(found)
    }
    for (const payload of payloads) {
      const status = await this.#post(device, { url, payload, lookup, signal: deadline }).catch(() => 0)
      if (status === 404 || status === 410) return 'expired'
      if (status < 200 || status > 299) return 'failed'
    }
    return 'sent'
  }

  /** Follows no redirect and reads nothing of the response beyond its head. @returns its status. */
  async #post(
    { endpoint, p256dh, auth }: Device,
    { url, payload, ...options }: { url: URL; payload: string; lookup?: net.LookupFunction; signal: AbortSignal },
  ): Promise<number> {
    const { publicUrl } = this.#options
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      // A subject must be https or a mailto address.
      vapidDetails: {
        subject: publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost.invalid',
        publicKey: this.publicKey,
        privateKey: this.#privateKey,
      },
      TTL: keptSeconds,
    })
    const client = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const request = client.request(url, { method: 'POST', headers, agent: false, ...options })
      request.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  /** @throws ApiError 400 if the endpoint is not a public https address or the keys are not valid. */
  async subscribe(userId: number, { endpoint, keys }: Input<typeof subscribeToPush>['body']): Promise<void> {
    this.#check(endpoint, keys)
    await this.#options.db.transaction(async (tx) => {
      const device = { endpoint, userId, ...keys }
      await tx
        .insert(pushSubscriptions)
        .values(device)
        .onConflictDoUpdate({
          target: pushSubscriptions.endpoint,
          set: { userId, ...keys, failures: 0, createdAt: sql`now()` },
        })
      await tx.execute(sql`delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions where user_id = ${userId} order by created_at desc, endpoint offset ${maxDevices})`)
    })
  }

  #check(endpoint: string, { p256dh, auth }: { p256dh: string; auth: string }): void {
    const url = URL.parse(endpoint)
    const isUsable =
      url && (this.#options.isLocal || (url.protocol === 'https:' && url.username === '' && canBePublic(url)))
    if (!isUsable || !/^https?:$/.test(url.protocol)) {
      throw invalidInput({ endpoint: ['The endpoint must be a public https address.'] })
    }
    if (Buffer.from(p256dh, 'base64url').length !== 65 || Buffer.from(auth, 'base64url').length !== 16) {
      throw invalidInput({ keys: ['The keys are not valid.'] })
    }
  }

  async unsubscribe(userId: number, endpoint: string): Promise<void> {
    await this.#options.db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)))
  }

  countDevices(userId: number): Promise<number> {
    return this.#options.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))
  }
}
