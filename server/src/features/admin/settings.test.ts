import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { enterSite } from '@wtpu/contract/site/site'
import { changeAccessCode, changeMailServer, getSetup, sendTestMail } from '@wtpu/contract/site/on-demand/setup'
import { expect, test } from 'vitest'
import { site } from '#db/schema/site.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'

const builtWeb = () => temporaryFolder({ 'index.html': '<html data-gate="__GATE__"><head></head></html>' }).at()

type Settings = Parameters<typeof startTestApp>[0]

async function startSite(settings: Settings = {}, logTo?: { write(line: string): void }) {
  const t = await startTestApp(settings, builtWeb(), undefined, logTo)
  const admin = await t.make.user({ role: 'admin', email: 'ada@wtpu.example' })
  const { call } = t.as(admin)
  const facts = async () => (await call(getSetup, {})).json()
  const setCode = async (code: string, tried = code, version?: number) =>
    call(changeAccessCode, { body: { code, tried, version: version ?? (await facts()).settings_version } })
  const setMail = async (body: Partial<typeof mail> = {}, version = 0) =>
    call(changeMailServer, { body: { ...mail, ...body, version } })
  return { ...t, call, facts, setCode, setMail }
}
const mail = { host: '127.0.0.1', port: '', user: '', password: '', from: '' }
const granted = async (t: Pick<Awaited<ReturnType<typeof startTestApp>>, 'call'>, code: string) =>
  (await t.call(enterSite, { body: { code } })).json().granted
const gate = async (t: Pick<Awaited<ReturnType<typeof startTestApp>>, 'app'>) =>
  /data-gate="(\w+)"/.exec((await t.app.inject('/')).body)?.[1]

test('an access code that an admin chose is that of all servers within a second, and opens the site when it is empty', async () => {
  await using t = await startSite({ siteAccessCode: 'citizenship' })
  await using other = await startTestApp({ siteAccessCode: 'citizenship' }, builtWeb(), t.url)
  expect(await t.facts()).toMatchObject({ access: 'default', on_server: [], settings_version: 0 })
  expect((await t.setCode('Blue  Harbor')).json()).toMatchObject({ access: 'own', settings_version: 1 })
  expect([await granted(t, 'Blue Harbor'), await granted(t, 'citizenship')]).toEqual([true, false])
  await expect.poll(() => granted(other, 'Blue Harbor')).toBe(true)
  expect([await gate(t), await gate(other)]).toEqual(['on', 'on'])

  expect((await t.setCode('', '')).json()).toMatchObject({ access: 'none' })
  expect(await gate(t)).toBe('off')
  await expect.poll(() => gate(other)).toBe('off')
  expect(await t.setCode('late', 'late', 1).then((response) => response.json().code)).toBe('changed_meanwhile')
  const { results } = (await t.call(listModerationLog, { querystring: {} })).json()
  const log = results.map(({ sentence }: { sentence: string }) => sentence)
  expect(log).toEqual(['The site was opened without an access code.', 'The access code was changed.'])
  expect(JSON.stringify(results)).not.toContain('Harbor')
})

test.each([
  ['', 'x', { tried: ['This is another code. The one above would not let you in.'] }],
  ['harbor', 'Harbor', { tried: ['This is another code. The one above would not let you in.'] }],
  [' Citizenship', 'Citizenship', { code: ['This code is published. Choose another one.'] }],
])('the access code %j, tried as %j, is refused, and the one before stays', async (code, tried, fields) => {
  await using t = await startSite({ siteAccessCode: 'before' })
  expect((await t.setCode(code, tried)).json()).toMatchObject({ code: 'invalid', fields })
  expect(await granted(t, 'before')).toBe(true)
})

test('a mail server is used once it has taken a test mail, on all servers, and its password is nowhere', async () => {
  await using mailbox = await startMailbox({ password: 's3cret/of@mail' })
  const lines: string[] = []
  await using t = await startSite(
    { logLevel: 'trace', mailFrom: undefined },
    { write: (line) => void lines.push(line) },
  )
  await using other = await startTestApp({}, undefined, t.url)
  const account = { port: String(mailbox.port), user: 'wtpu@mail', from: 'town@wtpu.example' }
  const refused = (await t.setMail({ ...account, password: 'wrong' })).json()
  expect(refused).toMatchObject({ is_accepted: false, answer: expect.stringMatching(/^535 /) })
  expect(await t.facts()).toMatchObject({ sends_mail: false, mail_server: null, mail_tested_at: null })

  const accepted = (await t.setMail({ ...account, password: 's3cret/of@mail' })).json()
  expect(accepted).toMatchObject({ to: 'ada@wtpu.example', is_accepted: true, answer: expect.stringMatching(/^250 /) })
  const { port, user, from } = account
  expect(await t.facts()).toMatchObject({ sends_mail: true, mail_server: { host: '127.0.0.1', port, user, from } })
  expect((await t.facts()).mail_tested_at).not.toBeNull()
  expect(mailbox.mails.map((one) => one.from)).toEqual([{ name: 'WTPU', address: 'town@wtpu.example' }])
  await t.call(sendTestMail, {})
  await expect.poll(() => other.app.config.smtpUrl).toBe(t.app.config.smtpUrl)
  await other.app.outbox.sendNow({ to: 'bo@wtpu.example', subject: 'By the other', text: '', html: '' })
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
    'Test mail of WTPU',
    'Test mail of WTPU',
    'By the other',
  ])

  const { results } = (await t.call(listModerationLog, { querystring: {} })).json()
  expect(results).toMatchObject([{ sentence: 'Another mail server was set, which took a test mail.' }])
  const [stored] = await t.db.select().from(site)
  const seen = JSON.stringify([await t.facts(), accepted, refused, results, stored, lines, String(stored?.settings)])
  expect(seen).not.toMatch(/s3cret|wrong"/)
})

test.each([
  [{ host: 'mail server' }, { host: ['Write a name such as mail.example.org.'] }],
  [{ port: '70000' }, { port: ['Write a number such as 587.'] }],
  [{ user: 'ada' }, { password: ['Write the password. It is never shown again.'] }],
  [{ password: 'x' }, { user: ['A password needs a user name.'] }],
  [{ from: 'ada' }, { from: ['Enter a valid email address.'] }],
])('the mail server %j is refused', async (wrong, fields) => {
  await using t = await startSite()
  expect((await t.setMail({ port: '587', ...wrong })).json()).toMatchObject({ code: 'invalid', fields })
})

test('a public site reaches only the usual ports of mail servers', async () => {
  await using t = await startSite({ isLocal: false })
  expect((await t.setMail({ port: '6379' })).json().fields).toEqual({ port: ['Write 25, 465, 587, 2525.'] })
})

test('what is set on the server wins, and admins are told so', async () => {
  const settings = ['SITE_ACCESS_CODE', 'SMTP_URL']
  await using mailbox = await startMailbox()
  await using t = await startSite({ siteAccessCode: 'before' })
  await t.setCode('stored')
  await t.setMail({ port: String(mailbox.port) }, 1)
  const smtpUrl = 'smtp://127.0.0.1:9'
  await using set = await startTestApp({ siteAccessCode: 'set', smtpUrl, settings }, undefined, t.url)
  expect([await granted(set, 'set'), await granted(set, 'stored'), set.app.config.smtpUrl]).toEqual([
    true,
    false,
    smtpUrl,
  ])
  const admin = await t.make.user({ role: 'admin', email: 'eve@wtpu.example' })
  const body = { code: 'other', tried: 'other', version: 2 }
  const code = await set.as(admin).call(changeAccessCode, { body })
  expect(code.json().detail).toBe('SITE_ACCESS_CODE in the settings of the server decides this.')
  const server = await set.as(admin).call(changeMailServer, { body: { ...mail, port: '587', version: 2 } })
  expect(server.json().detail).toBe('SMTP_URL in the settings of the server decides this.')
  expect((await set.as(admin).call(getSetup, {})).json()).toMatchObject({ on_server: settings, access: 'own' })
})

test('a server with another secret goes on with its own settings', async () => {
  await using t = await startSite({ siteAccessCode: 'before' })
  await t.setCode('stored')
  await t.db.update(site).set({ settings: Buffer.from('written with another secret, or damaged') })
  await using other = await startTestApp({ siteAccessCode: 'generated' }, undefined, t.url)
  expect([await granted(other, 'generated'), await granted(other, 'stored')]).toEqual([true, false])
})
