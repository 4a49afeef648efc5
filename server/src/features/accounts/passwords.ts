import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type Caller, type Place } from './sign-in/fair-queue.ts'

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing shares the four threads of libuv with pictures, files and compression: it takes at most two of them, and leaves a
 * core to the event loop. A full lane of 40 is worked off in about two seconds on one slow core.
 */
const queue = new FairQueue({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  places: 40,
  placesPerNetwork: 10,
})

const theServer: Caller = { network: '', known: true }

/** A place in the queue, to be taken before anything is counted. @throws ApiError 503 when the server is too busy. */
export function takePlace(caller: Caller): Place {
  return queue.enter(caller)
}

export async function hashPassword(password: string, place?: Place): Promise<string> {
  if (place) return place.run(() => hash(password, cost))
  using own = queue.enter(theServer)
  return await own.run(() => hash(password, cost))
}

const nobody = hash('an account that does not exist', cost)

/** Takes the same time whether or not there is a hash to compare with (decision 107). */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
  place: Place,
): Promise<boolean> {
  const compared = passwordHash ?? (await nobody)
  const matches = await place.run(() => verify(compared, password))
  return matches && passwordHash != null
}
