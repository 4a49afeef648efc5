import { createPrivateKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import type { Reveal } from '@wtpu/contract/circles/reveals'
import type { PollRecord } from '@wtpu/contract/polls/totals'
import { desc, sql } from 'drizzle-orm'
import { type Cipher, tryDecrypt } from '#db/cipher.ts'
import type { Db } from '#db/client.ts'
import { locks } from '#db/locks.ts'
import { tallyKeys, tallyLog } from '#db/schema/tally.ts'

/** Locks the log until the end of the transaction, so that its entries are numbered without gaps. */
export async function lockLog(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.tallyLog})`)
}

/** Locks the log unless another transaction has locked it. @returns whether the log is locked now */
export async function tryLockLog(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${locks.tallyLog}) as locked`,
  )
  return rows[0]?.locked === true
}

export interface TallyKey {
  publicKey: string
  /** In the format PKCS #8, PEM. */
  privateKey: string
}

/** The key that signs entries. The first call creates the key and the first entry of the log. The log must be locked. */
export async function openLog(tx: Db, cipher: Cipher): Promise<TallyKey> {
  const [newest] = await tx.select().from(tallyKeys).orderBy(desc(tallyKeys.entryId)).limit(1)
  if (!newest) return addKey(tx, cipher)
  const privateKey = tryDecrypt(cipher, newest.privateKey)
  if (privateKey === undefined) throw new Error(unreadableTallyKey)
  return { publicKey: newest.publicKey, privateKey }
}

export const unreadableTallyKey =
  'The key of the tally log was stored with another JWT_SECRET, so polls that close are not sealed. No other key can continue the ' +
  'log: set the earlier JWT_SECRET, or run OLD_JWT_SECRET=… npm run admin -- secret rotate.'

/**
 * Adds a key with the entry that names it. The first key signs its own entry; the key before signs the entry of each other
 * key.
 */
async function addKey(tx: Db, cipher: Cipher, signer?: TallyKey): Promise<TallyKey> {
  const pair = generateKeyPairSync('ed25519')
  const key = {
    publicKey: pair.publicKey.export({ format: 'jwk' }).x ?? '',
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const entryId = await append(tx, signer ?? key, { kind: 'key', public_key: key.publicKey })
  const privateKey = cipher.encrypt(key.privateKey)
  await tx.insert(tallyKeys).values({ entryId, publicKey: key.publicKey, privateKey })
  return key
}

/** @returns the new public key */
export function rotateKey(db: Db, cipher: Cipher): Promise<string> {
  return db.transaction(async (tx) => {
    await lockLog(tx)
    const { publicKey } = await addKey(tx, cipher, await openLog(tx, cipher))
    return publicKey
  })
}

type Content =
  | { kind: 'key'; public_key: string }
  | {
      kind: 'seal'
      poll: number
      votes: number
      counts: { option: number; votes: number }[]
      /** The hash of the question and the options, which lets a text be removed. */
      texts: string
      /** How the poll was taken, as far as that was written down when it was so. */
      method: PollRecord
      reveal: Reveal
      /** Null if everyone could answer. */
      eligible: number | null
      /** How many of the answers came on paper. */
      paper: number | null
      /** The hash of the sorted keyed hashes of the people on the list, as it was at the close. */
      list: string | null
      /** Which of two wordings it is, and the key that drew them, in hexadecimal. Null if there is one. */
      wording: { pair: number; wording: number; key: string } | null
      /** Null if the ballots are not published. */
      root: string | null
    }

const noHash = '0'.repeat(64)

/** Appends an entry, signed with this key. The log must be locked. @returns its number */
export async function append(tx: Db, key: TallyKey, content: Content): Promise<number> {
  const [last] = await tx
    .select({ id: tallyLog.id, hash: tallyLog.hash })
    .from(tallyLog)
    .orderBy(desc(tallyLog.id))
    .limit(1)
  const id = last ? last.id + 1 : 0
  const facts = { index: id, previous: last?.hash ?? noHash, time: new Date().toISOString(), ...content }
  const entry = JSON.stringify({ ...facts, key: key.publicKey })
  await tx.insert(tallyLog).values({
    id,
    pollId: content.kind === 'seal' ? content.poll : null,
    entry,
    hash: hash('sha256', entry),
    signature: sign(null, Buffer.from(entry), createPrivateKey(key.privateKey)).toString('base64url'),
  })
  return id
}
