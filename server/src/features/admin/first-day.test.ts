import { register } from '@wtpu/contract/accounts/accounts'
import { confirmEmail } from '@wtpu/contract/accounts/confirmation'
import { createPoll } from '@wtpu/contract/polls/polls'
import { changeSiteIdentity, getSiteIdentity } from '@wtpu/contract/site/identity'
import { changeSiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import { acceptInvitation, inviteStaff } from '@wtpu/contract/site/invitations'
import { exampleOfOwnList, importOfficials } from '@wtpu/contract/site/officials'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import { claimSite, firstPolls, getSetup, sendTestMail, setupSteps } from '@wtpu/contract/site/on-demand/setup'
import { publishSitePage } from '@wtpu/contract/site/site-pages'
import { expect, test } from 'vitest'
import { startMailbox } from '#testing/mailbox.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createSetupLink } from './setup.ts'

test('an organization sets up its site with the link of the first start and its browser alone', async () => {
  await using mailbox = await startMailbox()
  const access = { siteAccessCode: 'harbor', settings: ['SITE_ACCESS_CODE'] }
  await using t = await startTestApp({ smtpUrl: mailbox.url, ...access })
  const link = await createSetupLink(t.db, t.config)
  const join = async (email: string, invitation?: string) => {
    const password = 'a long walk'
    const person = { first_name: 'Ada', last_name: 'Ashgrove', state: 'Ohio', password, confirm_password: password }
    const joined = await t.call(register, { body: { ...person, email, ...(invitation && { invitation }) } })
    expect(joined.statusCode).toBe(201)
    return joined.json<{ id: number }>()
  }
  const tokenMailedTo = async (email: string, pattern: RegExp) => {
    const find = () =>
      mailbox.mails
        .filter(({ to }) => to?.[0]?.address === email)
        .map(({ text }) => pattern.exec(text ?? '')?.[1])
        .find(Boolean)
    await expect.poll(find).toBeDefined()
    return find() ?? ''
  }
  const admin = await join('ada@mail.example')
  const { call } = t.as(admin)
  expect((await call(claimSite, { body: { token: link?.split('#')[1] ?? '' } })).statusCode).toBe(200)

  const parts = { off: [], reading: 'everyone', ratings_closed: null, version: 0 } as const
  const reason = 'This site is for everything.'
  expect((await call(changeSiteParts, { body: { ...parts, off: [], reason } })).statusCode).toBe(200)

  const { identity, version } = (await call(getSiteIdentity, {})).json()
  const named = { ...identity, name: 'Civic Post', contact: 'desk@civic.example' }
  await call(changeSiteIdentity, { body: { identity: named, version } })

  const list = { field: 'own', bytes: Buffer.from(exampleOfOwnList.replaceAll(/https:\S+\.jpg/g, '')) }
  const checked = await sendForm(t, admin, importOfficials, { text: { from: 'files' }, files: [list] })
  const text = { from: 'files', checksum: checked.json().checksum }
  expect((await sendForm(t, admin, importOfficials, { text, files: [list] })).json().is_imported).toBe(true)

  await call(sendTestMail, {})
  for (const name of ['terms', 'privacy', 'guidelines'] as const)
    await call(publishSitePage, { params: { name }, body: { text: 'Text', what_changed: '', version: 0 } })
  for (const { id: idempotency_key, ...poll } of pollTemplates.slice(0, firstPolls))
    await call(createPoll, { body: { ...poll, duration_days: 30, idempotency_key } })

  for (const email of ['ben@mail.example', 'cy@mail.example']) {
    await call(inviteStaff, { body: { email, role: 'moderator' } })
    const token = await tokenMailedTo(email, /\/invitation#([\w-]+)/)
    const moderator = await join(email, token)
    const confirmation = await tokenMailedTo(email, /\/confirm-email#([\w-]+)/)
    await t.call(confirmEmail, { body: { token: confirmation } })
    expect((await t.as(moderator).call(acceptInvitation, { body: { token } })).json()).toEqual({ role: 'moderator' })
  }

  const facts = (await call(getSetup, {})).json()
  expect(Object.entries(setupSteps).filter(([, isDone]) => !isDone(facts))).toEqual([])
})
