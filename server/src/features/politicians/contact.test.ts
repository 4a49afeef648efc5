import { register } from '@wtpu/contract/accounts/accounts'
import { deleteAccount } from '@wtpu/contract/accounts/settings'
import * as contract from '@wtpu/contract/politicians'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { politicianMessages } from '#db/schema/politicians.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type User = { id: number }

const send = (t: TestApp, user: User, politician: User, body: object = { message: 'Please.' }) =>
  t.as(user).call(contract.contactOffice, { params: { id: politician.id }, body })
const written = (t: TestApp) => t.db.$count(politicianMessages)
const statuses = (responses: { statusCode: number }[]) => responses.map((response) => response.statusCode)

test('stores the message and mails it if the office has an address', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const ada = await t.make.user()
  const byMail = await t.make.politician({ name: 'Jo Doe', email: 'office@senate.example' })
  const byForm = await t.make.politician({ email: 'https://senate.example/contact' })
  const body = { subject: 'Roads\r\nBcc: x@y', message: 'Please.\n\nThanks' }

  expect((await send(t, ada, byMail, body)).json()).toEqual({ stored: true, mailed: true })
  expect((await send(t, ada, byForm, body)).json()).toEqual({ stored: true, mailed: false })

  await expect.poll(() => mailbox.mails.length).toBe(1)
  const [mail] = mailbox.mails
  expect(mail).toMatchObject({
    to: [{ address: 'office@senate.example' }],
    subject: 'Message through WTPU: Roads Bcc: x@y',
  })
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.text).toContain('Thanks')
  expect(await written(t)).toBe(2)
})

test('a letter keeps the lines that a word processor separated', async () => {
  await using t = await startTestApp()
  const [ada, office] = [await t.make.user(), await t.make.politician()]
  await send(t, ada, office, { subject: 'Roads\vand parks', message: 'Dear sir,\vPlease.\u0085\n\n\nThanks' })
  expect(await t.db.select().from(politicianMessages)).toMatchObject([
    { subject: 'Roads and parks', message: 'Dear sir,\nPlease.\n\n\n\nThanks' },
  ])
})

test('counts the characters of a message as people see them', async () => {
  await using t = await startTestApp()
  const [ada, office] = [await t.make.user(), await t.make.politician()]
  const withSubject = (subject: string) => send(t, ada, office, { subject, message: 'Please.' })

  expect((await withSubject('🇺🇸'.repeat(200))).statusCode).toBe(200)
  const rejected = await withSubject('🇺🇸'.repeat(201))
  expect(rejected.json()).toMatchObject({ fields: { subject: ['The subject can have at most 200 characters.'] } })
})

test('a message contains the name of the account, not the typed name and email', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const mallory = await t.make.user({ first_name: 'Mal', last_name: 'Lory' })
  const office = await t.make.politician({ email: 'office@senate.example' })

  await send(t, mallory, office, { name: 'The President', email: 'president@white.example', message: 'Resign.' })

  await expect.poll(() => mailbox.mails.length).toBe(1)
  const [mail] = mailbox.mails
  expect(mail?.replyTo).toBeUndefined()
  expect(mail?.text).toContain('Written by the WTPU account "Mal Lory"')
  expect(mail?.text).toContain('WTPU has not verified who the sender is and does not vouch for this message.')
  expect(mail?.text).toContain('has not confirmed an email address')
  expect(JSON.stringify(mail)).not.toMatch(/president/i)
})

test('a mail says in which language the message is, and its layout is in English', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const office = await t.make.politician({ email: 'office@senate.example' })

  await send(t, await t.make.user(), office, { message: 'Arreglen la calle.\n\nGracias', lang: 'es' })

  await expect.poll(() => mailbox.mails.length).toBe(1)
  const html = String(mailbox.mails[0]?.html)
  expect(html).toContain('<html lang="en">')
  expect([...html.matchAll(/<p lang="es"[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    'Arreglen la calle.',
    'Gracias',
  ])
})

test('a reply goes to the confirmed email of the account', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const ada = await t.make.user({ email: 'ada@wtpu.example', email_verified_at: new Date() })
  const office = await t.make.politician({ email: 'office@senate.example' })

  await send(t, ada, office, { email: 'else@where.example', message: 'Please.' })

  await expect.poll(() => mailbox.mails.length).toBe(1)
  expect(mailbox.mails[0]?.replyTo).toEqual([{ address: 'ada@wtpu.example', name: '' }])
})

test('rejects messages to a former official', async () => {
  await using t = await startTestApp()
  const [ada, retired] = [await t.make.user(), await t.make.politician({ retired_at: new Date() })]

  expect((await send(t, ada, retired)).json()).toMatchObject({ code: 'retired' })
  expect(await written(t)).toBe(0)
})

test('rejects a sender whose account was deleted', async () => {
  await using t = await startTestApp()
  const [ada, politician] = [await t.make.user(), await t.make.politician()]
  await t.as(ada).authorization()
  await t.db.update(users).set({ deletedAt: new Date() })

  expect((await send(t, ada, politician)).statusCode).toBe(401)
  expect(await written(t)).toBe(0)
})

test('does not store a blank message', async () => {
  await using t = await startTestApp()
  const [ada, politician] = [await t.make.user(), await t.make.politician()]

  expect((await send(t, ada, politician, { name: 'Ada', message: ' \u200B ' })).json()).toEqual({
    stored: false,
    mailed: false,
  })
  expect((await send(t, ada, politician, {})).statusCode).toBe(200)
  expect(await written(t)).toBe(0)
  expect((await send(t, ada, { id: 4711 }, {})).statusCode).toBe(404)
})

test('sends only one of twenty concurrent messages from a user to one office', async () => {
  await using t = await startTestApp()
  const [ada, office] = [await t.make.user(), await t.make.politician()]

  const responses = await Promise.all(Array.from({ length: 20 }, () => send(t, ada, office)))

  expect(statuses(responses).filter((status) => status === 200)).toHaveLength(1)
  const rejected = responses.find((response) => response.statusCode === 429)
  expect(rejected?.json()).toMatchObject({ detail: 'You can send one message to the same office in 24 hours.' })
  expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(24 * 60 * 60 - 60)
  expect(await written(t)).toBe(1)
})

test('sends only five of twenty concurrent messages from a user to different offices', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const offices = await Promise.all(Array.from({ length: 20 }, () => t.make.politician()))

  const responses = await Promise.all(offices.map((office) => send(t, ada, office)))

  expect(statuses(responses).filter((status) => status === 200)).toHaveLength(5)
  const rejected = responses.find((response) => response.statusCode === 429)
  expect(rejected?.json()).toMatchObject({ detail: 'You can send at most 5 messages in 24 hours.' })
  expect(await written(t)).toBe(5)
})

test('limits an office to 50 messages a day, even for concurrent senders', async () => {
  await using t = await startTestApp()
  const office = await t.make.politician()
  const people = await Promise.all(Array.from({ length: 60 }, () => t.make.user()))

  const responses = await Promise.all(people.map((user) => send(t, user, office)))

  expect(statuses(responses).filter((status) => status === 200)).toHaveLength(50)
  expect(responses.find((response) => response.statusCode === 429)?.json().detail).toMatch(
    /^This office has already received/,
  )
  await t.db.execute(sql`update attempts set times = array(select time - interval '24 hours' from unnest(times) time)`)
  expect((await send(t, people[59]!, office)).statusCode).toBe(200)
})

test('deleting the account and registering again does not reset the limit', async () => {
  await using t = await startTestApp()
  const office = await t.make.politician()
  const password = 'difference engine'
  const body = { first_name: 'Ada', last_name: 'L', state: 'NY', email: 'ada@wtpu.example', password }
  const signUp = async () =>
    (await t.call(register, { body: { ...body, confirm_password: password } })).json<{ id: number }>()
  const first = await signUp()
  expect((await send(t, first, office, { name: 'Ada', message: 'My private words.' })).statusCode).toBe(200)

  await t.as(first).call(deleteAccount, { body: { password } })

  expect((await send(t, await signUp(), office)).statusCode).toBe(429)
  expect(await t.db.select().from(politicianMessages)).toMatchObject([
    { name: '', email: '', subject: '', message: '' },
  ])
})
