import { createECDH, hkdfSync } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { Input } from '@wtpu/contract/endpoint'
import { notificationSentence } from '@wtpu/contract/notifications/sentence'
import type { subscribeToPush } from '@wtpu/contract/notifications/settings'
import { and, eq, sql } from 'drizzle-orm'
import webPush from 'web-push'
import type { Db } from '#db/client.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { invalidInput } from '#http/errors.ts'
import type { Delivered } from './write.ts'
import { findUnread } from './list.ts'
import { addressOf, isPublicAddress, isPublicUrl, publicLookup } from './push-addresses.ts'

const maxDevices = 10
/**
 * Notifications beyond `maxAtOnce` wait in memory. If more are waiting, new ones are dropped, because the site has all of
 * them.
 */
const maxWaiting = 10_000
const maxAtOnce = 8
const timeoutMilliseconds = 5_000
const keptSeconds = 24 * 60 * 60

interface Options {
  db: Db
  secret: string
  /** Push services learn whom they can ask. */
  publicUrl: string
  /** In development, subscriptions may be on this machine and without TLS. */
  allowsPrivate: boolean
  log: { warn(facts: object, message: string): void }
}

interface Device extends Record<string, unknown> {
  endpoint: string
  p256dh: string
  auth: string
  user_id: number
  ids: number[]
}

/** The VAPID keys, derived from the secret of the site, so that all its servers have the same. */
function vapidKeys(secret: string) {
  const ecdh = createECDH('prime256v1')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wtpu vapid', 32))
  ecdh.setPrivateKey(key)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}

/** Sends notifications to devices, a few at a time. What is not sent when the server stops is on the site anyway. */
export class Push {
  readonly publicKey: string
  readonly #privateKey: string
  readonly #options: Options
  #waiting: Delivered[] = []
  #sending: Promise<void> | undefined

  constructor(options: Options) {
    const { publicKey, privateKey } = vapidKeys(options.secret)
    this.publicKey = publicKey
    this.#privateKey = privateKey
    this.#options = options
  }

  /** Returns immediately. */
  add(delivered: readonly Delivered[]): void {
    this.#waiting.push(...delivered.slice(0, Math.max(0, maxWaiting - this.#waiting.length)))
    if (this.#waiting.length > 0) this.#start()
  }

  async idle(): Promise<void> {
    while (this.#sending) await this.#sending
  }

  #start(): void {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'notifications could not be pushed'))
      .finally(() => {
        this.#sending = undefined
      })
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 500)
      const { rows } = await this.#options.db.execute<Device>(sql`
        select device.endpoint, device.p256dh, device.auth, wanted.user_id, wanted.ids
        from (select n.user_id, array_agg(n.id) as ids
          from unnest(${sql.param(batch.map(({ id }) => id))}::bigint[], ${sql.param(batch.map(({ user_id }) => user_id))}::int[],
            ${sql.param(batch.map(({ kind }) => kind))}::text[]) as n(id, user_id, kind)
          join inboxes inbox on inbox.user_id = n.user_id and n.kind = any(inbox.push_kinds) group by n.user_id) wanted
          join push_subscriptions device on device.user_id = wanted.user_id`)
      for (let start = 0; start < rows.length; start += maxAtOnce) {
        await Promise.all(rows.slice(start, start + maxAtOnce).map((device) => this.#sendTo(device)))
      }
    }
  }

  async #sendTo(device: Device): Promise<void> {
    for (const notification of await findUnread(this.#options.db, device.user_id, device.ids)) {
      // The sentence quotes no text of others. `tag` replaces an earlier notification about the same.
      const { id, url } = notification
      const payload = { title: 'WTPU', body: notificationSentence(notification), url, tag: `notification-${id}` }
      const status = await this.#post(device, JSON.stringify(payload)).catch(() => 0)
      if (status !== 404 && status !== 410) continue
      await this.#options.db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, device.endpoint))
      return
    }
  }

  async #post({ endpoint, p256dh, auth }: Device, payload: string): Promise<number> {
    const { publicUrl, allowsPrivate } = this.#options
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      // A subject must be https or a mailto address.
      vapidDetails: {
        subject: publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost.invalid',
        publicKey: this.publicKey,
        privateKey: this.#privateKey,
      },
      TTL: keptSeconds,
    })
    const url = new URL(endpoint)
    const address = addressOf(url)
    if (!allowsPrivate && address !== undefined && !isPublicAddress(address)) return 410
    const client = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const request = client.request(url, {
        method: 'POST',
        headers,
        timeout: timeoutMilliseconds,
        ...(!allowsPrivate && { lookup: publicLookup }),
      })
      request.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      request.on('timeout', () => request.destroy(new Error('The push service does not answer.')))
      request.on('error', reject)
      request.end(body)
    })
  }

  /** @throws ApiError 400 if the endpoint is not a public https address or the keys are not valid. */
  async subscribe(userId: number, { endpoint, keys }: Input<typeof subscribeToPush>['body']): Promise<void> {
    await this.#check(endpoint, keys)
    await this.#options.db.transaction(async (tx) => {
      const device = { endpoint, userId, ...keys }
      await tx
        .insert(pushSubscriptions)
        .values(device)
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, ...keys, createdAt: sql`now()` } })
      await tx.execute(sql`delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions where user_id = ${userId} order by created_at desc, endpoint offset ${maxDevices})`)
    })
  }

  async #check(endpoint: string, { p256dh, auth }: { p256dh: string; auth: string }): Promise<void> {
    const url = URL.parse(endpoint)
    const { allowsPrivate } = this.#options
    const isUsable =
      url && (allowsPrivate || (url.protocol === 'https:' && url.username === '' && (await isPublicUrl(url))))
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
