import { createHmac, hkdfSync } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { getAccount, register } from '@wtpu/contract/accounts/accounts'
import { getSiteState } from '@wtpu/contract/on-demand/admin'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { runAdminCommand } from '#cli/admin-commands.ts'
import { sealIfDue, warnIfUnreadable } from '#features/tally/schedule.ts'
import { openMailQueue } from '#mail/outbox.ts'
import { openFolderStore } from '#media/file-store.ts'
import { secretFile } from '#secret-file.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { createCipher } from './cipher.ts'
import { users } from './schema/accounts.ts'
import { mails } from './schema/mails.ts'
import { tallyKeys, tallyLog } from './schema/tally.ts'
import { voterKeys } from './schema/voters.ts'
import { openKeys, openOrMakeKeys } from './site-keys.ts'
import { addMissingVoterKeys } from './voters.ts'

const secret = 'a secret that only tests know, 32 characters and more'
const otherSecret = 'another secret, thirty-two characters long'

/** A server of a site with this secret. Only one runs at a time. */
async function startServer(url: string, jwtSecret: string) {
  const logged: string[] = []
  const settings = { jwtSecret, logLevel: 'error' as const }
  const t = await startTestApp(settings, undefined, url, { write: (line) => logged.push(line) })
  await addMissingVoterKeys(t.db, t.app.keys)
  onTestFinished(() => t[Symbol.asyncDispose]())
  return { ...t, logged }
}

async function signUp(t: Pick<TestApp, 'call' | 'db'>, email: string): Promise<number | undefined> {
  const password = 'a password for tests'
  const body = { first_name: 'Ada', last_name: 'L', email, state: 'Ohio', password, confirm_password: password }
  expect((await t.call(register, { body })).statusCode).toBe(201)
  return voterOf(t, email)
}

async function voterOf({ db }: Pick<TestApp, 'db'>, email: string): Promise<number | undefined> {
  return (await db.select({ voterId: users.voterId }).from(users).where(eq(users.email, email)))[0]?.voterId
}

/** @returns how many seals there are */
async function sealPoll(t: Pick<TestApp, 'db' | 'make' | 'url' | 'app'>): Promise<number> {
  await t.make.poll({ published_at: new Date(Date.now() - 7_200_000), closes_at: new Date(Date.now() - 3_600_000) })
  await sealIfDue(t.db, t.url, t.app.keys)
  return t.db.$count(tallyLog, eq(sql`entry::json->>'kind'`, 'seal'))
}

const rotate = (t: Pick<TestApp, 'db' | 'config'>, config: Partial<TestApp['config']> = {}) =>
  runAdminCommand(['secret', 'rotate'], async () => ({
    db: t.db,
    config: { ...t.config, ...config },
    files: openFolderStore(t.config.dataDir),
  }))

test('a site from before keys were stored goes on with those that were derived from its secret', async () => {
  await using t = await startTestDatabase()
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `wtpu ${purpose}`, 32))
  const privateKey = createCipher(derive('tally')).encrypt('the private key')
  await t.db.insert(tallyLog).values({ id: 0, entry: '{}', hash: '', signature: '' })
  await t.db.insert(tallyKeys).values({ entryId: 0, publicKey: '', privateKey })

  await expect(openKeys(t.db, otherSecret)).rejects.toThrow('JWT_SECRET is not the one that this site has run with')
  // Commands also work before the first start of this version.
  expect((await openKeys(t.db, secret)).tally.decrypt(privateKey)).toBe('the private key')
  const [keys, again] = await Promise.all([openOrMakeKeys(t.db, secret), openOrMakeKeys(t.db, secret)])

  expect(again.push).toEqual(keys.push)
  expect(keys.tally.decrypt(privateKey)).toBe('the private key')
  expect(keys.mail.decrypt(createCipher(derive('mail')).encrypt('a mail'))).toBe('a mail')
  expect(keys.push).toEqual(derive('vapid'))
  const hash = createHmac('sha256', derive('voter')).update('ada@wtpu.example').digest()
  expect(keys.voterKey('Ada+x@wtpu.example')).toEqual({ emailKey: hash, keySet: 1 })
})

test('a rotation ends sessions and keeps everything else readable', async () => {
  await using t = await startTestDatabase()
  const { at: dataDir, write } = temporaryFolder()
  write('jwt-secret', secret)
  const before = await startServer(t.url, secret)
  const voter = await signUp(before, 'ada@wtpu.example')
  expect(await sealPoll(before)).toBe(1)
  const authorization = await before.as((await before.db.select().from(users))[0]!).authorization()
  const mail = { to: 'ada@wtpu.example', subject: 'Later', text: 'Text', html: '' }
  await t.db.delete(mails)
  await openMailQueue(before.app.keys.mail).enqueue(t.db, mail, { kind: 'message', usefulMinutes: 60 })
  await t.db.update(mails).set({ nextAttemptAt: sql`now() + interval '1 hour'` })
  const stored = async () => ({
    mail: (await t.db.select().from(mails))[0]!.sealed,
    tally: (await t.db.select().from(tallyKeys))[0]!.privateKey,
  })
  const old = await stored()

  const config = { dataDir: dataDir() }
  await expect(rotate(before, config)).rejects.toThrow('Servers run on this database. Stop them first.')
  await before.app.close()
  const output = await rotate({ ...before, db: t.db }, config)
  const newSecret = await readFile(secretFile(dataDir()), 'utf8')

  expect(output).toContain('All sessions have ended')
  expect(output).not.toContain(newSecret)
  expect(await readdir(dataDir())).toEqual(['jwt-secret'])
  await expect(openKeys(t.db, secret)).rejects.toThrow('JWT_SECRET is not the one')
  const after = await startServer(t.url, newSecret)
  expect((await after.app.inject({ url: getAccount.url, headers: { authorization } })).statusCode).toBe(401)
  expect(await signUp(after, 'ada+again@wtpu.example')).toBe(voter)
  expect(await sealPoll(after)).toBe(2)
  expect(after.app.push.publicKey).toBe(before.app.push.publicKey)
  const renewed = await stored()
  expect(JSON.parse(after.app.keys.mail.decrypt(renewed.mail))).toMatchObject(mail)
  // A person who knows the old secret and gets the database later reads neither mail nor the key of the log.
  expect(() => before.app.keys.mail.decrypt(renewed.mail)).toThrow()
  expect(() => before.app.keys.tally.decrypt(renewed.tally)).toThrow()
  expect(before.app.keys.mail.decrypt(old.mail)).toContain('Later')
})

test('with another secret, the site goes on without seals and says so, until it gets the earlier one', async () => {
  await using t = await startTestDatabase()
  const before = await startServer(t.url, secret)
  const voter = await signUp(before, 'ada@wtpu.example')
  await sealPoll(before)
  await before.app.close()

  const lost = await startServer(t.url, otherSecret)
  const admin = await lost.make.user({ role: 'admin' })
  expect((await lost.as(admin).call(getSiteState, {})).json()).toMatchObject({ can_seal: false })
  await warnIfUnreadable(lost.app)
  expect(lost.logged.join('')).toContain('polls that close are not sealed')
  expect(await sealPoll(lost)).toBe(1)
  // Accounts that exist are still recognized. Those that were deleted are not.
  expect(await signUp(lost, 'ada+lost@wtpu.example')).toBe(voter)
  expect(await signUp(lost, 'bob@wtpu.example')).not.toBe(voter)
  await lost.app.close()

  await expect(rotate({ ...lost, db: t.db }, { oldJwtSecret: 'wrong'.repeat(8) })).rejects.toThrow(
    'is not that of this',
  )
  await rotate({ ...lost, db: t.db }, { oldJwtSecret: secret })
  const found = await startServer(t.url, otherSecret)
  expect((await found.as(admin).call(getSiteState, {})).json()).toMatchObject({ can_seal: true })
  expect(await sealPoll(found)).toBe(3)
  expect(await signUp(found, 'bob+found@wtpu.example')).toBe(await voterOf(found, 'bob@wtpu.example'))
  expect(await voterOf(found, 'ada+lost@wtpu.example')).toBe(voter)
  expect(await t.db.$count(voterKeys, sql`key_set <> 1`)).toBe(0)
})

test('with the secret in the settings, a rotation leaves the new one in a file that only its owner reads', async () => {
  await using t = await startTestDatabase()
  await openOrMakeKeys(t.db, secret)
  const dataDir = temporaryFolder().at('data')
  const site = await startTestApp({ jwtSecret: secret, dataDir }, undefined, t.url)
  await site[Symbol.asyncDispose]()

  const output = await rotate({ db: t.db, config: site.config })

  expect(output).toContain(`The new secret is in ${secretFile(dataDir)}.new. Set JWT_SECRET to it`)
  await openKeys(t.db, await readFile(`${secretFile(dataDir)}.new`, 'utf8'))
})
