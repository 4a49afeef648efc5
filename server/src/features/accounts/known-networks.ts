import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { knownNetworks } from '#db/schema/accounts.ts'
import { newLru } from '#http/cache/lru.ts'
import { keyedHash } from '#http/keyed-hash.ts'
import { widestOf } from '#http/network.ts'
import { FairQueue, type Caller } from './fair-queue.ts'

const maxPerAccount = 20

type App = Pick<FastifyInstance, 'db' | 'config'>

/** A caller in relation to one account, for the account's limits. */
export interface AccountCaller extends Caller {
  /** Stored in the database instead of the network. */
  networkHash: string
  /** The same of its `widestOf`, for what unknown networks may do. */
  widestHash: string
  /** Whether the account has any known network. */
  hasKnownNetworks: boolean
}

/**
 * Limits how many account lookups run at a time, so that a flood of sign-ins or resets leaves database connections for other
 * requests.
 */
const lookUpQueue = new FairQueue({ concurrency: 6, slots: 200, slotsPerNetwork: 10 })

/** Networks that any account recently used on this server. Their lookups have priority. */
const recentNetworks = newLru<string, true>(50_000)

/** Returns the result of `find`, and how the caller relates to that account. @throws ApiError 503 if the queue is full. */
export async function identifyCaller<Account extends { userId: number }>(
  app: App,
  network: string,
  find: () => Promise<Account | undefined>,
): Promise<{ account: Account | undefined; caller: AccountCaller }> {
  using slot = lookUpQueue.reserve({ network, known: recentNetworks.has(network) })
  return await slot.run(async () => {
    const account = await find()
    return { account, caller: await findCaller(app, network, account?.userId) }
  })
}

/** Queries the database even without an account, so that both cases take the same time. */
async function findCaller(app: App, network: string, userId: number | undefined): Promise<AccountCaller> {
  const rows = await app.db
    .select({ network: knownNetworks.network })
    .from(knownNetworks)
    .where(eq(knownNetworks.userId, userId ?? 0))
  const networkHash = hashNetwork(app, userId ?? 0, network)
  return {
    network,
    networkHash,
    widestHash: hashNetwork(app, userId ?? 0, widestOf(network)),
    known: rows.some((row) => row.network === networkHash),
    hasKnownNetworks: rows.length > 0,
  }
}

/** Call this after the owner proved who they are, with a successful sign-in or a mailed code. */
export async function rememberNetwork(
  tx: Db,
  app: Pick<App, 'config'>,
  userId: number,
  network: string,
): Promise<void> {
  await tx
    .insert(knownNetworks)
    .values({ userId, network: hashNetwork(app, userId, network) })
    .onConflictDoUpdate({ target: [knownNetworks.userId, knownNetworks.network], set: { lastUsedAt: sql`now()` } })
  // Skip locked rows, so that concurrent sign-ins do not wait for each other. The next sign-in deletes them.
  await tx.execute(sql`
    delete from ${knownNetworks} where (user_id, network) in (
      select user_id, network from ${knownNetworks} where user_id = ${userId}
      order by last_used_at desc offset ${maxPerAccount} for update skip locked)`)
  recentNetworks.set(network, true)
}

export async function forgetNetworks(tx: Db, userId: number): Promise<void> {
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId))
}

/** All but this one. */
export async function forgetOtherNetworks(tx: Db, userId: number, networkHash: string): Promise<void> {
  await tx.delete(knownNetworks).where(and(eq(knownNetworks.userId, userId), ne(knownNetworks.network, networkHash)))
}

/** Includes the account, so that the hashes do not show that two accounts share a network. */
export function hashNetwork({ config }: Pick<App, 'config'>, userId: number, network: string): string {
  return keyedHash(config.jwtSecret, 'known networks', `${userId} ${network}`)
}

/** The key of a limit of an account. Failures from other networks do not use up that of a known one. */
export const accountKey = (what: string, userId: number, { known, networkHash }: AccountCaller): string =>
  known ? `${what} ${userId} from ${networkHash}` : `${what} ${userId}`

/** Counts codes to the unconfirmed accounts of a mailbox. */
export const mailboxCodesKey = (voterId: number): string => `reset code to mailbox ${voterId}`
