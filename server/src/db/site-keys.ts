import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { type Cipher, createCipher, tryDecrypt } from './cipher.ts'
import type { Db } from './client.ts'
import { locks } from './locks.ts'
import { sessions } from './schema/accounts.ts'
import { mails } from './schema/mails.ts'
import { siteKeys } from './schema/operation.ts'
import { tallyKeys } from './schema/tally.ts'
import { voterKeys } from './schema/voters.ts'
import { createVoterKey, type VoterKey } from './voters.ts'

/**
 * What protects stored data. The keys are stored, encrypted with the server's secret, so that the secret can be changed while the
 * data stays readable.
 */
export interface SiteKeys {
  /** The row of `site_keys`. */
  id: number
  /** Encrypts mail that waits. */
  mail: Cipher
  /** Encrypts the key that signs the tally log. */
  tally: Cipher
  voterKey: VoterKey
  /** What is drawn for a voter: 32 bits, from which the order of the options in each poll follows. */
  drawOf: DrawOf
  wordingKeyOf: WordingKeyOf
  /** The private key that devices know the server by. */
  push: Buffer
  /** Encrypts the secrets of authenticator apps. */
  factors: Cipher
  /** Encrypts the access code and the mail server that admins chose. */
  settings: Cipher
  /** Makes the links and codes of ballots, and the hashes of them that are stored. */
  ballots: Buffer
}

export type DrawOf = (voterId: number) => number
/** The key that draws one of two wordings for each voter. It is published when the poll is sealed. */
type WordingKeyOf = (pairId: number) => Buffer

const purposes = ['mail', 'tally', 'voter', 'push'] as const
type Keys = Record<(typeof purposes)[number], Buffer>

const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `wtpu ${purpose}`, 32))

/** The keys that servers derived from the secret before they stored them. Servers of the last release still do. */
const derive = (secret: string): Keys => ({
  mail: deriveKey(secret, 'mail'),
  tally: deriveKey(secret, 'tally'),
  voter: deriveKey(secret, 'voter'),
  push: deriveKey(secret, 'vapid'),
})

const makeKeys = (): Keys => ({
  mail: randomBytes(32),
  tally: randomBytes(32),
  voter: randomBytes(32),
  push: randomBytes(32),
})

const cipherOf = (secret: string) => createCipher(deriveKey(secret, 'site keys'))

const seal = (secret: string, keys: Keys) =>
  cipherOf(secret).encrypt(
    JSON.stringify(Object.fromEntries(purposes.map((name) => [name, keys[name].toString('hex')]))),
  )

function unseal(secret: string, sealed: Buffer): Keys | undefined {
  const text = tryDecrypt(cipherOf(secret), sealed)
  if (text === undefined) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `seal` and authenticated by the cipher
  const stored = JSON.parse(text) as Record<keyof Keys, string>
  const key = (name: keyof Keys) => Buffer.from(stored[name], 'hex')
  return { mail: key('mail'), tally: key('tally'), voter: key('voter'), push: key('push') }
}

/** The key is made from the one that no new secret replaces, so that nobody sees another order after that. */
function createDraw(voter: Buffer): DrawOf {
  const key = deriveKey(voter.toString('hex'), 'draw')
  return (voterId) => createHmac('sha256', key).update(String(voterId)).digest().readInt32BE()
}

/** From the same key as the order of options, by another label. */
function createWordingKey(voter: Buffer): WordingKeyOf {
  const key = deriveKey(voter.toString('hex'), 'wordings')
  return (pairId) => createHmac('sha256', key).update(String(pairId)).digest()
}

/** Which of two wordings is drawn. `checkWording` of the contract repeats this. */
export const drawnWording = (key: Buffer, draw: number): number =>
  createHmac('sha256', key).update(String(draw)).digest().readUInt8() & 1

/** What draws one of two wordings for each voter. */
export type WordingKeys = Pick<SiteKeys, 'drawOf' | 'wordingKeyOf'>

/** Which of the two wordings of a pair is drawn for a voter, 0 or 1. */
export const wordingOf = ({ drawOf, wordingKeyOf }: WordingKeys, pairId: number, voterId: number): number =>
  drawnWording(wordingKeyOf(pairId), drawOf(voterId))

const open = (id: number, keys: Keys): SiteKeys => ({
  id,
  mail: createCipher(keys.mail),
  tally: createCipher(keys.tally),
  voterKey: createVoterKey(keys.voter, id),
  drawOf: createDraw(keys.voter),
  wordingKeyOf: createWordingKey(keys.voter),
  push: keys.push,
  // These keys are made of the one that no new secret replaces, so that apps, links and settings go on.
  factors: createCipher(deriveKey(keys.voter.toString('hex'), 'factors')),
  settings: createCipher(deriveKey(keys.voter.toString('hex'), 'settings')),
  ballots: deriveKey(keys.voter.toString('hex'), 'ballots'),
})

interface Found {
  id: number
  keys: Keys
  isStored: boolean
}

async function find(db: Db, secret: string): Promise<Found | undefined> {
  const rows = await db.select().from(siteKeys).orderBy(desc(siteKeys.id))
  for (const { id, sealed } of rows) {
    const keys = unseal(secret, sealed)
    if (keys) return { id, keys, isStored: true }
  }
  if (rows.some(({ id }) => id === 1)) return undefined
  const keys = derive(secret)
  return (await canReadTally(db, createCipher(keys.tally))) ? { id: 1, keys, isStored: false } : undefined
}

/** Whether the key that signs the tally log can be read, or there is none yet. */
export async function canReadTally(db: Db, cipher: Cipher): Promise<boolean> {
  const [newest] = await db.select().from(tallyKeys).orderBy(desc(tallyKeys.entryId)).limit(1)
  return newest === undefined || tryDecrypt(cipher, newest.privateKey) !== undefined
}

/** For commands. @throws Error if the secret is not that of the site */
export async function openKeys(db: Db, secret: string): Promise<SiteKeys> {
  const found = await find(db, secret)
  if (found) return open(found.id, found.keys)
  throw new Error(
    'JWT_SECRET is not the one that this site has run with. Run the command with the settings of the server (.env, DATA_DIR).',
  )
}

/** For servers. Makes new keys if the secret opens none, so that a site whose secret is lost goes on. */
export function openOrMakeKeys(db: Db, secret: string): Promise<SiteKeys> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.siteKeys})`)
    const found = await find(tx, secret)
    if (found?.isStored) return open(found.id, found.keys)
    const keys = found?.keys ?? makeKeys()
    const [newest] = await tx.select({ id: siteKeys.id }).from(siteKeys).orderBy(desc(siteKeys.id)).limit(1)
    const id = found?.id ?? Math.max(newest?.id ?? 1, 1) + 1
    await tx.insert(siteKeys).values({ id, sealed: seal(secret, keys) })
    return open(id, keys)
  })
}

/**
 * Replaces the secret: encrypts the keys with the new one. Waiting mail and the key of the tally log are encrypted anew, with new
 * keys. The hashes of mailboxes cannot be made anew without the addresses of deleted accounts, so their key stays; so does the
 * key that devices know. What a server has stored meanwhile with the new secret is taken over. Ends
 * all sessions, because the secret signs their tokens.
 * @throws Error if the old secret is not that of the site
 */
export function replaceSecret(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.siteKeys})`)
    const old = await find(tx, from)
    if (!old) throw new Error('The old secret is not that of this site. Nothing was changed.')
    const meanwhile = await find(tx, to)
    const keys = { ...old.keys, mail: randomBytes(32), tally: randomBytes(32) }
    const reencrypt = (purpose: 'mail' | 'tally', encrypted: Buffer) => {
      const readable = [old, ...(meanwhile ? [meanwhile] : [])]
      const texts = readable.map((found) => tryDecrypt(createCipher(found.keys[purpose]), encrypted))
      const text = texts.find((candidate) => candidate !== undefined)
      return text === undefined ? undefined : createCipher(keys[purpose]).encrypt(text)
    }
    for (const { id, sealed } of await tx.select().from(mails).for('update')) {
      const again = reencrypt('mail', sealed)
      if (again) await tx.update(mails).set({ sealed: again }).where(eq(mails.id, id))
    }
    for (const { entryId, privateKey } of await tx.select().from(tallyKeys)) {
      const again = reencrypt('tally', privateKey)
      if (again) await tx.update(tallyKeys).set({ privateKey: again }).where(eq(tallyKeys.entryId, entryId))
    }
    // The next start gives accounts from meanwhile a hash by the key that stays.
    if (meanwhile?.isStored) {
      await tx.delete(siteKeys).where(eq(siteKeys.id, meanwhile.id))
      await tx.delete(voterKeys).where(eq(voterKeys.keySet, meanwhile.id))
    }
    await tx
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(isNull(sessions.revokedAt))
    const row = { id: old.id, sealed: seal(to, keys) }
    await tx.insert(siteKeys).values(row).onConflictDoUpdate({ target: siteKeys.id, set: row })
  })
}
