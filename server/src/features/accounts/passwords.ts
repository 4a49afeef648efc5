import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type Caller, type Slot } from './fair-queue.ts'
import { passwordErrors, passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { characterCount } from '@wtpu/contract/characters'
import { toSingleLine } from '@wtpu/contract/schemas'

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

/** Hashes the composed form, because some devices send an accent as a character of its own. */
export async function hashPassword(rawPassword: string, slot?: Slot): Promise<string> {
  const password = rawPassword.normalize()
  if (slot) return slot.run(() => hash(password, cost))
  using serverSlot = queue.reserve(serverCaller)
  return await serverSlot.run(() => hash(password, cost))
}

const dummyHash = hash('an account that does not exist', cost)

/**
 * The Unicode form of the password that the hash is of, if any: older hashes are of what the device had sent. Compares with a
 * dummy hash if there is none, so that both cases take the same time.
 */
export async function findMatchingForm(
  passwordHash: string | null | undefined,
  password: string,
  slot: Slot,
): Promise<string | undefined> {
  const compared = passwordHash ?? (await dummyHash)
  for (const form of new Set([password.normalize(), password, password.normalize('NFD')])) {
    // oxlint-disable-next-line no-await-in-loop -- most passwords have one form
    if (await slot.run(() => verify(compared, form))) return passwordHash == null ? undefined : form
  }
  return undefined
}

export async function passwordMatches(...compared: Parameters<typeof findMatchingForm>): Promise<boolean> {
  return (await findMatchingForm(...compared)) !== undefined
}

/** Size of the blocklist: the most common passwords among those of sufficient length. */
const commonCount = 10_000

let loaded: Promise<Set<string>> | undefined

/** Loaded on first use, because unpacking the list takes about 50 ms. */
function commonPasswords(): Promise<Set<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    // The list is in lower case, most common first.
    const longEnough = dictionary['passwords-common'].filter(({ length }) => length >= passwordMinLength)
    return new Set(longEnough.slice(0, commonCount))
  })
  return loaded
}

/** Returns the error message for a password that this account may not use, or undefined if it may. */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  const length = characterCount(password)
  if (length < passwordMinLength) return passwordErrors.short
  if (length > passwordMaxLength) return passwordErrors.long
  const plain = toSingleLine(password).normalize('NFKC').toLowerCase()
  if (plain === '') return passwordErrors.blank
  const address = email.trim().toLowerCase()
  if (plain === address || plain === address.split('@')[0]) {
    return passwordErrors.email
  }
  if ((await commonPasswords()).has(plain)) return passwordErrors.common
  return undefined
}
