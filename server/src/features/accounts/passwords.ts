import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type Caller, type Slot } from './sign-in/fair-queue.ts'

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing shares libuv's four threads with images, files and compression, so it uses at most two of them and leaves one
 * core to the event loop. A full lane of 40 takes about two seconds on one slow core.
 */
const queue = new FairQueue({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  slots: 40,
  slotsPerNetwork: 10,
})

const serverCaller: Caller = { network: '', known: true }

/** Reserves a slot in the hashing queue. Call it before counting an attempt. @throws ApiError 503 if the queue is full. */
export function reserveSlot(caller: Caller): Slot {
  return queue.reserve(caller)
}

export async function hashPassword(password: string, slot?: Slot): Promise<string> {
  if (slot) return slot.run(() => hash(password, cost))
  using serverSlot = queue.reserve(serverCaller)
  return await serverSlot.run(() => hash(password, cost))
}

const dummyHash = hash('an account that does not exist', cost)

/** Compares with a dummy hash if there is none, so that both cases take the same time. */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
  slot: Slot,
): Promise<boolean> {
  const compared = passwordHash ?? (await dummyHash)
  const matches = await slot.run(() => verify(compared, password))
  return matches && passwordHash != null
}
