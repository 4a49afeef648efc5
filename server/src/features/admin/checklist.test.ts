import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { createPoll } from '@wtpu/contract/polls/polls'
import { changeSiteIdentity, getSiteIdentity } from '@wtpu/contract/site/identity'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import {
  closeSetup,
  getSetup,
  sendTestMail,
  type SetupFacts,
  setupSteps,
  type TestMail,
} from '@wtpu/contract/site/on-demand/setup'
import { publishSitePage } from '@wtpu/contract/site/site-pages'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { politicians } from '#db/schema/politicians.ts'
import { mailFolder } from '#mail/transport.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

async function startSite(settings: Parameters<typeof startTestApp>[0] = {}) {
  const t = await startTestApp(settings)
  const admin = await t.make.user({ role: 'admin', email: 'ada@wtpu.example' })
  const as = t.as(admin)
  const facts = async () => (await as.call(getSetup, {})).json<SetupFacts>()
  const done = async () => {
    const found = await facts()
    return Object.entries(setupSteps).flatMap(([step, isDone]) => (isDone(found) ? [step] : []))
  }
  const log = async () => {
    const { results } = (await t.call(listModerationLog, { querystring: {} })).json()
    return results.map(({ sentence }: { sentence: string }) => sentence)
  }
  const testMail = async () => (await as.call(sendTestMail, {})).json<TestMail>()
  return { ...t, admin, call: as.call, facts, done, log, testMail }
}

test('each step is done once the database or the settings say so', async () => {
  await using mailbox = await startMailbox()
  await using t = await startSite({ smtpUrl: mailbox.url, siteAccessCode: 'citizenship' })
  expect(await t.done()).toEqual([])
  // An official of the demo is not one of the site.
  await t.make.politician()
  await t.db.update(politicians).set({ source: 'sample' })
  expect(await t.done()).toEqual([])

  const { identity, version } = (await t.call(getSiteIdentity, {})).json()
  const named = { ...identity, name: 'Civic Post', hidden: [] }
  expect((await t.call(changeSiteIdentity, { body: { identity: named, version } })).statusCode).toBe(200)
  expect(await t.done()).toEqual(['name'])
  await t.db.update(politicians).set({ source: 'congress' })
  expect(await t.done()).toEqual(['name', 'officials'])
  await t.db.update(politicians).set({ retiredAt: new Date() })
  expect(await t.done()).toEqual(['name'])
  await t.testMail()
  expect(await t.done()).toEqual(['name', 'mail'])

  for (const name of ['terms', 'privacy', 'guidelines'] as const) {
    const body = { text: 'Text', what_changed: '', version: 0 }
    await t.call(publishSitePage, { params: { name }, body })
  }
  expect((await t.facts()).missing_pages).toEqual([])
  expect(await t.done()).toEqual(['name', 'mail'])
  await t.call(changeSiteIdentity, { body: { identity: { ...named, contact: 'ada@wtpu.example' }, version: 1 } })
  expect(await t.done()).toEqual(['name', 'mail', 'pages'])

  await t.make.poll()
  await t.make.poll()
  await t.make.poll({ published_at: new Date(Date.now() + 3_600_000) })
  await t.make.user({ role: 'moderator' })
  expect(await t.done()).toEqual(['name', 'mail', 'pages'])
  await t.make.poll()
  await t.make.user({ role: 'moderator' })
  expect(await t.done()).toEqual(['name', 'mail', 'pages', 'polls', 'moderators'])
})

test.each([
  ['own', { siteAccessCode: 'harbor', settings: ['SITE_ACCESS_CODE'] }],
  ['none', { siteAccessCode: '', settings: ['SITE_ACCESS_CODE'] }],
  ['default', { siteAccessCode: 'citizenship', settings: [] }],
])('says that the access code is: %s', async (access, settings) => {
  await using t = await startSite(settings)
  expect(await t.facts()).toMatchObject({ access })
})

test('an admin closes the list for all admins, and opens it again', async () => {
  await using t = await startSite()
  const other = await t.make.user({ role: 'admin' })
  expect((await t.call(closeSetup, { body: { is_closed: true } })).json()).toMatchObject({ is_closed: true })
  expect((await t.as(other).call(getSetup, {})).json()).toMatchObject({ is_closed: true })
  expect((await t.as(other).call(closeSetup, { body: { is_closed: false } })).json()).toMatchObject({
    is_closed: false,
  })
  await t.call(closeSetup, { body: { is_closed: false } })
  expect(await t.log()).toEqual(['The list of the set-up was opened.', 'The list of the set-up was closed.'])
})

test('names the templates of which staff has published a poll', async () => {
  await using t = await startSite()
  const publish = async (template: (typeof pollTemplates)[number], by = t.admin) => {
    const { id: idempotency_key, ...poll } = template
    const responses = await Promise.all(
      [1, 2].map(() => t.as(by).call(createPoll, { body: { ...poll, duration_days: 30, idempotency_key } })),
    )
    // Two presses at once make one poll.
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  }
  await publish(pollTemplates[0]!)
  await publish(pollTemplates[1]!, await t.make.user())
  expect(await t.facts()).toMatchObject({ polls: 2, used_templates: [pollTemplates[0]!.id] })
  expect(await t.log()).toEqual(['A first poll was published from a template.'])
})

test('a test mail arrives, and the answer of the mail server is shown', async () => {
  await using mailbox = await startMailbox()
  await using t = await startSite({ smtpUrl: mailbox.url })
  const accepted = await t.testMail()
  expect(accepted).toMatchObject({ to: 'ada@wtpu.example', is_accepted: true, answer: expect.stringMatching(/^250 /) })
  await expect.poll(() => mailbox.mails.map(({ subject }) => subject)).toEqual(['Test mail of WTPU'])
  expect((await t.facts()).mail_tested_at).not.toBeNull()
})

test('a rejected test mail and an unreachable mail server are answers too, and tests are limited', async () => {
  const mailbox = await startMailbox()
  await using t = await startSite({ smtpUrl: mailbox.url })
  mailbox.rejectWith(554, 451)
  expect(await t.testMail()).toMatchObject({ is_accepted: false, answer: '554 not now' })
  expect(await t.testMail()).toMatchObject({ is_accepted: false, answer: '451 not now' })
  await mailbox[Symbol.asyncDispose]()
  expect(await t.testMail()).toMatchObject({ is_accepted: false, answer: expect.stringContaining('ECONNREFUSED') })
  expect(await t.facts()).toMatchObject({ sends_mail: true, mail_tested_at: null })
  await t.testMail()
  await t.testMail()
  expect((await t.call(sendTestMail, {})).statusCode).toBe(429)
})

test('without a mail server, the test mail is a file, and the step is not done', async () => {
  await using t = await startSite()
  const { answer, is_accepted } = await t.testMail()
  expect(is_accepted).toBe(true)
  expect(answer).toContain((await readdir(mailFolder(t.config.dataDir)))[0])
  expect(await t.facts()).toMatchObject({ sends_mail: false, mail_tested_at: null })
})
