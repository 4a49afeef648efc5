import { createToken, getAccount, register, type Tokens } from '@wtpu/contract/accounts/accounts'
import { getSiteState, updateManagedAccount } from '@wtpu/contract/on-demand/admin'
import { listCases, listModerationLog } from '@wtpu/contract/moderation/cases'
import {
  acceptInvitation,
  closeRegistration,
  createInviteLink,
  getRegistration,
  inviteStaff,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from '@wtpu/contract/site/invitations'
import { getSetup, type SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sweepInvitations } from '#community/invitations.ts'
import { users } from '#db/schema/accounts.ts'
import { invitations } from '#db/schema/invitations.ts'
import { established } from '#testing/ago.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

async function startSite(settings: Parameters<typeof startTestApp>[0] = {}) {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url, ...settings })
  const admin = await t.make.user({ role: 'admin' })
  const as = t.as(admin)
  const tokenOf = (url: string) => url.split('#')[1] ?? ''
  const invite = async (email: string, role: 'moderator' | 'admin' = 'moderator') => {
    const links = () => mailbox.mails.flatMap(({ text }) => /\/invitation#([\w-]+)/.exec(text ?? '')?.[1] ?? [])
    const before = links().length
    expect((await as.call(inviteStaff, { body: { email, role } })).statusCode).toBe(200)
    await expect.poll(() => links().length).toBe(before + 1)
    return links().at(-1) ?? ''
  }
  const link = async (max_uses: number) =>
    tokenOf((await as.call(createInviteLink, { body: { max_uses, days: 7 } })).json().url)
  const join = (email: string, invitation?: string) =>
    t.call(register, {
      body: {
        first_name: 'Ben',
        last_name: 'Birchmere',
        email,
        state: 'Ohio',
        password: 'a long walk',
        confirm_password: 'a long walk',
        ...(invitation !== undefined && { invitation }),
      },
    })
  const close = (is_closed: boolean) => as.call(closeRegistration, { body: { is_closed } })
  const confirm = (email: string) =>
    t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email))
  const accept = (by: { id: number }, token: string) => t.as(by).call(acceptInvitation, { body: { token } })
  const account = async (email: string) => {
    const [found] = await t.db.select().from(users).where(eq(users.email, email))
    return found && { role: found.role, confirmed: found.emailVerifiedAt !== null }
  }
  const emailOf = async ({ id }: { id: number }) =>
    (await t.db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email
  const log = async () => {
    const { results } = (await t.call(listModerationLog, { querystring: {} })).json()
    return results.map(({ action, sentence }: { action: string; sentence: string }) => `${action}: ${sentence}`)
  }
  return {
    ...t,
    mailbox,
    admin,
    callAsAdmin: as.call,
    invite,
    link,
    join,
    close,
    account,
    confirm,
    accept,
    emailOf,
    log,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

test('a sign-up with an invitation gives the role once the invited address is confirmed, and all admins get a mail', async () => {
  await using t = await startSite()
  const other = await t.make.user({ role: 'admin', email: 'other@mail.example' })
  const token = await t.invite(' Ben@mail.example')
  expect(JSON.stringify(await t.db.select().from(invitations))).not.toContain(token)
  expect((await t.call(openInvitation, { body: { token } })).json()).toEqual({ role: 'moderator' })
  await t.close(true)
  const invited = async () => (await t.callAsAdmin(getSetup, {})).json<SetupFacts>().invited_moderators

  const joined = await t.join('ben@mail.example', token)
  expect([joined.statusCode, await t.account('ben@mail.example')]).toEqual([201, { role: 'user', confirmed: false }])
  const early = await t.accept(joined.json(), token)
  expect([early.statusCode, early.json().code, await invited()]).toEqual([403, 'email_not_confirmed', 1])
  await t.confirm('ben@mail.example')
  expect((await t.accept(joined.json(), token)).json()).toEqual({ role: 'moderator' })

  expect(await invited()).toBe(0)
  expect(await t.account('ben@mail.example')).toEqual({ role: 'moderator', confirmed: true })
  const again = await t.join('other2@mail.example', token)
  expect([again.statusCode, again.json().code]).toEqual([403, 'invitation_ended'])
  expect((await t.call(openInvitation, { body: { token } })).statusCode).toBe(403)
  expect(await t.log()).toEqual([
    'grant: An account became a moderator.',
    'settings: Registration was closed.',
    'invite: An invitation to become a moderator was mailed.',
  ])
  const about = () => t.mailbox.mails.filter(({ subject }) => subject?.startsWith('New moderator'))
  await expect.poll(() => about().length).toBe(2)
  // Mails leave at once, so that either may come first.
  const addresses = new Set(about().map(({ to }) => to?.[0]?.address))
  expect(addresses).toEqual(new Set([await t.emailOf(t.admin), await t.emailOf(other)]))
  const [person] = await t.db.select().from(users).where(eq(users.email, 'ben@mail.example'))
  for (const { text } of about()) {
    expect(text).toContain(`Ben Birchmere (@${person?.username}) is now a moderator.`)
    expect(text).toMatch(/accepted the invitation that @\S+ had mailed to Ben@mail\.example\./)
  }
})

test.each([
  ['harbor', true],
  ['', false],
])('an invitation says whether an access code is needed, but not which: %j', async (siteAccessCode, isNeeded) => {
  await using t = await startSite({ siteAccessCode })
  await t.invite('ben@mail.example')
  const text = t.mailbox.mails[0]?.text ?? ''
  expect(text.includes('The site asks for an access code first.')).toBe(isNeeded)
  expect(text).not.toContain('harbor')
})

test('an invitation of staff works for the invited, confirmed address only', async () => {
  await using t = await startSite()
  const user = await t.make.user({ email: 'cy@mail.example', email_verified_at: new Date() })
  const other = await t.make.user({ email: 'dee@mail.example', email_verified_at: new Date() })

  const token = await t.invite('CY@mail.example', 'admin')
  const stolen = await t.accept(other, token)
  expect([stolen.statusCode, stolen.json().code]).toEqual([403, 'invitation_of_other'])
  expect((await t.join('eve@mail.example', token)).json()).toMatchObject({ code: 'invitation_of_other' })
  expect([await t.account('dee@mail.example'), await t.account('eve@mail.example')]).toEqual([
    { role: 'user', confirmed: true },
    undefined,
  ])
  expect((await t.accept(user, token)).json()).toEqual({ role: 'admin' })
  expect((await t.as(user).call(getSiteState, {})).statusCode).toBe(200)
  // An admin stays one, and a link for members changes nothing.
  expect((await t.accept(user, await t.invite('cy@mail.example', 'moderator'))).json()).toEqual({ role: 'admin' })
  expect(await t.account('cy@mail.example')).toMatchObject({ role: 'admin' })
  expect((await t.accept(other, await t.link(1))).json()).toEqual({ role: 'user' })
  expect(await t.account('dee@mail.example')).toMatchObject({ role: 'user' })
})

test('a role by an invitation waits for the second factor, if the session began with a password alone', async () => {
  await using t = await startSite()
  const body = { username: 'invited@mail.example', password: 'typed once' }
  const invited = await t.make.user({ email: body.username, password: body.password, ...established })
  const { access } = (await t.call(createToken, { body })).json<Tokens>()
  const headers = { authorization: `Bearer ${access}` }
  const accepted = await t.call(acceptInvitation, { body: { token: await t.invite(body.username) } }, headers)
  expect(accepted.json()).toEqual({ role: 'moderator' })
  expect((await t.call(getAccount, {}, headers)).json()).toMatchObject({ role: 'user', waiting_role: 'moderator' })
  expect((await t.call(listCases, { querystring: {} }, headers)).statusCode).toBe(404)
  expect(await t.account(body.username)).toEqual({ role: 'moderator', confirmed: true })
  expect((await t.as(invited).call(listCases, { querystring: {} })).statusCode).toBe(200)
})

test('an invitation that is accepted twice at once gives one role and one mail to each admin', async () => {
  await using t = await startSite()
  const user = await t.make.user({ email: 'cy@mail.example', email_verified_at: new Date() })
  const token = await t.invite('cy@mail.example')
  const outcomes = await Promise.all([t.accept(user, token), t.accept(user, token)])
  expect(outcomes.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '403'])
  const about = () => t.mailbox.mails.filter(({ subject }) => subject?.startsWith('New moderator'))
  await expect.poll(() => about().length).toBe(1)
})

test('an invitation ends after 7 days, when it is revoked or mailed again, and with the role of its admin', async () => {
  await using t = await startSite()
  const open = async (token: string) => (await t.call(openInvitation, { body: { token } })).statusCode
  const [first, second] = [await t.invite('a@mail.example'), await t.invite('A@mail.example')]
  expect([await open(first), await open(second)]).toEqual([403, 200])
  const [row] = (await t.callAsAdmin(listInvitations, {})).json().results
  expect(row).toMatchObject({ role: 'moderator', email: 'A@mail.example', uses: 0, max_uses: 1 })
  expect(Math.round((Date.parse(row.expires_at) - Date.now()) / 86_400_000)).toBe(7)

  expect((await t.callAsAdmin(revokeInvitation, { params: { id: row.id } })).json().results).toEqual([])
  expect(await open(second)).toBe(403)
  expect((await t.callAsAdmin(revokeInvitation, { params: { id: row.id } })).statusCode).toBe(404)

  const expired = await t.invite('b@mail.example')
  await t.db.update(invitations).set({ expiresAt: new Date(Date.now() - 1) })
  expect(await open(expired)).toBe(403)
  await sweepInvitations(t.db)
  expect(await t.db.select().from(invitations)).toEqual([])

  const orphan = await t.invite('c@mail.example', 'admin')
  const other = await t.make.user({ role: 'admin' })
  await t.as(other).call(updateManagedAccount, { params: { id: t.admin.id }, body: { role: 'user' } })
  expect(await open(orphan)).toBe(403)
})

test('a link for members opens a closed registration, as often as it says: two at once do not share the last use', async () => {
  await using t = await startSite()
  expect((await t.close(true)).json()).toMatchObject({ is_closed: true })
  expect((await t.call(getRegistration, {})).json()).toMatchObject({ is_closed: true })
  const closed = await t.join('a@mail.example')
  expect([closed.statusCode, closed.json().code]).toEqual([403, 'registration_closed'])
  expect(closed.json().detail).toMatch(/^Registration is closed on this site\./)

  const token = await t.link(2)
  expect((await t.join('b@mail.example', token)).statusCode).toBe(201)
  const last = await Promise.all(['c', 'd', 'e'].map((name) => t.join(`${name}@mail.example`, token)))
  expect(last.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '403', '403'])
  expect(await t.account('b@mail.example')).toEqual({ role: 'user', confirmed: false })
  expect((await t.callAsAdmin(listInvitations, {})).json().results).toEqual([])

  await t.close(true)
  await t.close(false)
  expect((await t.join('f@mail.example')).statusCode).toBe(201)
  expect(await t.log()).toEqual([
    'settings: Registration was opened.',
    'invite: A link was made with which 2 people can join within 7 days.',
    'settings: Registration was closed.',
  ])
})

test('a rejected registration keeps the use of the invitation', async () => {
  await using t = await startSite()
  const token = await t.link(1)
  await t.make.user({ email: 'a@mail.example' })
  expect((await t.join('a@mail.example', token)).statusCode).toBe(400)
  expect((await t.join('b@mail.example', token)).statusCode).toBe(201)
})

test('an address of an invitation must be one', async () => {
  await using t = await startSite()
  const wrong = await t.callAsAdmin(inviteStaff, { body: { email: 'nobody', role: 'admin' } })
  expect(wrong.json()).toMatchObject({ code: 'invalid', fields: { email: ['Enter a valid email address.'] } })
})
