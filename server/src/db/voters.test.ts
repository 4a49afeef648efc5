import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestDatabase } from '#testing/test-database.ts'
import { users } from './schema/accounts.ts'
import { pollVotes } from './schema/polls.ts'
import { voterKeys } from './schema/voters.ts'
import { canonicalEmail, createVoterKey, addMissingVoterKeys } from './voters.ts'

const voterKey = createVoterKey(Buffer.alloc(32, 1), 1)

test.each([
  ['Ada@WTPU.example', 'ada@wtpu.example'],
  ['ada+polls@wtpu.example', 'ada@wtpu.example'],
  ['a.d.a@wtpu.example', 'a.d.a@wtpu.example'],
  ['A.d.a+x+y@GMail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+@wtpu.example', '+@wtpu.example'],
])('maps %s to the mailbox %s', (email, canonical) => {
  expect(canonicalEmail(email)).toBe(canonical)
})

test('hashes with the key, without revealing the address', () => {
  const key = voterKey('ada@wtpu.example').emailKey

  expect(key).toHaveLength(32)
  expect(createVoterKey(Buffer.alloc(32, 2), 1)('ada@wtpu.example').emailKey).not.toEqual(key)
  expect(key.toString('latin1')).not.toContain('ada')
})

test('adds missing keys once and merges accounts of one mailbox into one voter', async () => {
  await using t = await startTestDatabase()
  const ada = await t.make.user({ email: 'ada@gmail.com' })
  const other = await t.make.user({ email: 'a.da+x@gmail.com' })
  const bob = await t.make.user({ email: 'bob@wtpu.example' })
  const poll = await t.make.poll()
  await t.make.vote({ poll, user: other })
  const voters = async () => new Map((await t.db.select().from(users)).map((user) => [user.id, user.voterId]))

  await addMissingVoterKeys(t.db, { id: 1, voterKey })
  const first = await voters()
  await addMissingVoterKeys(t.db, { id: 1, voterKey })

  expect(first.get(other.id)).toBe(first.get(ada.id))
  expect(first.get(bob.id)).not.toBe(first.get(ada.id))
  expect(await t.db.$count(voterKeys)).toBe(2)
  expect(await voters()).toEqual(first)
  const [vote] = await t.db.select().from(pollVotes).where(eq(pollVotes.userId, other.id))
  expect(vote?.voterId).toBe(first.get(ada.id))
})

test('keeps both votes if both accounts of a mailbox voted before', async () => {
  await using t = await startTestDatabase()
  const poll = await t.make.poll()
  for (const email of ['ada@gmail.com', 'a.da@gmail.com']) {
    await t.make.vote({ poll, user: await t.make.user({ email }) })
  }

  await addMissingVoterKeys(t.db, { id: 1, voterKey })

  expect(await t.db.$count(pollVotes)).toBe(2)
})
