import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue, type Caller, type Slot } from './fair-queue.ts'
import { passwordMaxLength, passwordMinLength } from '@wtpu/contract/accounts/accounts'
import { passwordErrors } from '@wtpu/contract/accounts/on-demand/credentials'
import { characterCount, charactersOf } from '@wtpu/contract/characters'
import { site } from '@wtpu/contract/site/name'
import { toSingleLine } from '@wtpu/contract/schemas'
import { demoAdminEmail, demoEmail, demoPassword } from '#db/demo-accounts.ts'

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

const minDistinct = 4
const maxRepeated = 5
/** Forwards and backwards. */
const sequences = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row) => [
  row.repeat(2),
  charactersOf(row).toReversed().join('').repeat(2),
])

/** Whether the text is one run of a sequence, such as "abcdefgh1234": a few runs, each of at least three characters. */
function isSequence(text: string): boolean {
  let rest = text
  for (let runs = 0; runs < 3 && rest !== ''; runs++) {
    const length = Math.max(...sequences.map((row) => commonLength(row, rest)))
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return rest === ''
}

/** How much of the start of `text` is in `row`. */
function commonLength(row: string, text: string): number {
  let length = 0
  while (length < text.length && row.includes(text.slice(0, length + 1))) length++
  return length
}

const isRepeated = new RegExp(`^(.{1,${maxRepeated}}?)\\1+$`, 'su')

interface PasswordOwner {
  email: string
  first_name?: string | null
  last_name?: string | null
  username?: string | null
}

/** Letters and digits only, without digits at the ends: "Ada Lovelace 1815!" is "adalovelace". */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/^\p{N}+|\p{N}+$/gu, '')

/** Whether the password is made of nothing but what others know about the owner and the site. */
function isKnown(plain: string, { email, first_name, last_name, username }: PasswordOwner): boolean {
  const [first, last] = [first_name ?? '', last_name ?? '']
  const known = [email, email.split('@')[0] ?? '', username ?? '', first, last, first + last, last + first, site.name]
  const word = bare(plain)
  return word === '' ? false : known.some((text) => bare(text) === word)
}

/** Returns the error message for a password that this account may not use, or undefined if it may. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const length = characterCount(password)
  if (length < passwordMinLength) return passwordErrors.short
  if (length > passwordMaxLength) return passwordErrors.long
  const plain = toSingleLine(password).normalize('NFKC').toLowerCase()
  if (plain === '') return passwordErrors.blank
  const address = owner.email.trim().toLowerCase()
  if (plain === address || plain === address.split('@')[0]) {
    return passwordErrors.email
  }
  if ((await commonPasswords()).has(plain)) return passwordErrors.common
  const isSimple = new Set(charactersOf(plain)).size < minDistinct || isRepeated.test(plain) || isSequence(plain)
  const isPrinted = plain === demoPassword && ![demoEmail, demoAdminEmail].includes(address)
  if (isSimple || isPrinted || isKnown(plain, owner)) return passwordErrors.simple
  return undefined
}
