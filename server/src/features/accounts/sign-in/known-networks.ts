import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { knownNetworks } from '#db/schema/accounts.ts'
import { keyedHash } from './keyed-hash.ts'
import { FairQueue, type Caller } from './fair-queue.ts'

const keptPerAccount = 20

type App = Pick<FastifyInstance, 'db' | 'config'>

/** Who calls about an account, as its limits see it. */
export interface AccountCaller extends Caller {
  /** What the database keeps instead of the network. */
  networkHash: string
  /** Whether the account has known networks at all. */
  ownerIsKnown: boolean
}

/**
 * Sign-ins and resets look up their account here, a few at once: a flood of them leaves the other connections of the
 * database to everything else.
 */
const lookUps = new FairQueue({ concurrency: 6, places: 200, placesPerNetwork: 10 })

/** The networks seen last by this server, of all accounts: their look-ups go first. */
const seen = new Set<string>()
const maxSeen = 50_000

/** The account that `find` finds, and what it knows of the caller. @throws ApiError 503 when too many ask at once. */
export async function identify<Account extends { userId: number }>(
  app: App,
  network: string,
  find: () => Promise<Account | undefined>,
): Promise<{ account: Account | undefined; caller: AccountCaller }> {
  using place = lookUps.enter({ network, known: seen.has(network) })
  return await place.run(async () => {
    const account = await find()
    return { account, caller: await findCaller(app, network, account?.userId) }
  })
}

/** Without an account, the database is asked all the same: it takes as long (decision 107). */
async function findCaller(app: App, network: string, userId: number | undefined): Promise<AccountCaller> {
  const rows = await app.db
    .select({ network: knownNetworks.network })
    .from(knownNetworks)
    .where(eq(knownNetworks.userId, userId ?? 0))
  const networkHash = hashOf(app, userId ?? 0, network)
  return { network, networkHash, known: rows.some((row) => row.network === networkHash), ownerIsKnown: rows.length > 0 }
}

/** After a proof that the owner is there: a successful sign-in, or a code from their mail. */
export async function rememberNetwork(
  tx: Db,
  app: Pick<App, 'config'>,
  userId: number,
  network: string,
): Promise<void> {
  await tx
    .insert(knownNetworks)
    .values({ userId, network: hashOf(app, userId, network) })
    .onConflictDoUpdate({ target: [knownNetworks.userId, knownNetworks.network], set: { lastUsedAt: sql`now()` } })
  // Two sign-ins at once must not wait for each other here: the next one cleans up.
  await tx.execute(sql`
    delete from ${knownNetworks} where (user_id, network) in (
      select user_id, network from ${knownNetworks} where user_id = ${userId}
      order by last_used_at desc offset ${keptPerAccount} for update skip locked)`)
  remark(network)
}

function remark(network: string): void {
  seen.delete(network)
  seen.add(network)
  const [oldest] = seen
  if (seen.size > maxSeen && oldest !== undefined) seen.delete(oldest)
}

export async function forgetNetworks(tx: Db, userId: number): Promise<void> {
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId))
}

/** With the account in it, so that equal networks of two accounts do not look alike. */
function hashOf({ config }: Pick<App, 'config'>, userId: number, network: string): string {
  return keyedHash(config.jwtSecret, 'known networks', `${userId} ${network}`)
}
