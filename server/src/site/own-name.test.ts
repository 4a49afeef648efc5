import { DecisionAction } from '@wtpu/contract/moderation/decided'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { downloadModerationLog } from '@wtpu/contract/moderation/figures'
import { updateAccount } from '@wtpu/contract/accounts/settings'
import { resendConfirmation } from '@wtpu/contract/accounts/confirmation'
import { exportPerson } from '@wtpu/contract/accounts/people'
import { requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { setRetention } from '@wtpu/contract/accounts/retention'
import { contactOffice } from '@wtpu/contract/politicians'
import { inviteStaff } from '@wtpu/contract/site/invitations'
import { sendTestMail } from '@wtpu/contract/site/on-demand/setup'
import { downloadCommonGround, downloadLine } from '@wtpu/contract/common-ground'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { downloadRollCall } from '@wtpu/contract/roll-call-files'
import {
  changeSiteIdentity,
  changeSiteLogo,
  getSiteIdentity,
  type NameAndLook,
  type StoredIdentity,
} from '@wtpu/contract/site/identity'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { site, type SiteIdentity } from '@wtpu/contract/site/name'
import { homeFigures, isShown } from '@wtpu/contract/site/figures'
import { boilerRoomFigures, directoryFigures, lastUpdated, timeline } from '@wtpu/contract/site/on-demand/more-figures'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { loadIdentity } from '#db/identity.ts'
import { politicians } from '#db/schema/politicians.ts'
import { site as siteRows } from '#db/schema/site.ts'
import { rememberPublicSite } from '#db/site.ts'
import { expireAccounts } from '#features/accounts/retention/retention.ts'
import { addAppealMail, addDecisionMail, addUndoMail } from '#features/moderation/mails.ts'
import { publish } from '#live/publish.ts'
import { sendDueDigests } from '#notifications/digest.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { sendDueMails } from '#notifications/mails.ts'
import { ago, established } from '#testing/ago.ts'
import { sendForm } from '#testing/send-form.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'
import { joinTestDatabase } from '#testing/test-database.ts'

// Other test files of this process are about a site with the default name.
afterEach(() => void Object.assign(site, defaultIdentity, { logo: null }))

const template =
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/apple-touch-icon.png" />' +
  '<html data-gate="__GATE__" data-time-zone="__TIME_ZONE__" data-site="{}"><head><!--head--><!--preloads--></head></html>'

async function startSite(settings: Parameters<typeof startTestApp>[0] = {}) {
  const folder = temporaryFolder({ 'index.html': template })
  const t = await startTestApp({ publicUrl: 'https://civic.example', ...settings }, folder.at())
  const admin = await t.make.user({ role: 'admin', username: 'ada', email: 'ada@civic.example' })
  const read = async () => (await t.as(admin).call(getSiteIdentity, {})).json<StoredIdentity>()
  const change = async (changes: Partial<SiteIdentity>, from?: StoredIdentity) => {
    const { identity, version } = from ?? (await read())
    return t.as(admin).call(changeSiteIdentity, { body: { identity: { ...identity, ...changes }, version } })
  }
  const text = async (url: string) => (await t.app.inject(url)).body
  /** A red one. */
  const changeLogo = async () => {
    const { version } = await read()
    const create = { width: 300, height: 100, channels: 3, background: '#c80000' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const files = [{ field: 'logo', bytes }]
    const response = await sendForm(t, admin, changeSiteLogo, { text: { version: String(version) }, files })
    return response.json<NameAndLook>().logo?.src ?? expect.fail('no logo')
  }
  return { ...t, admin, read, change, changeLogo, text }
}

const civicPost = {
  name: 'Civic Post',
  tagline: 'News & votes',
  contact: 'desk@civic.example',
  accent: '#7a1f5c',
  licence: 'CC BY 4.0',
}

test('what a site with its own name serves does not contain the default name', async () => {
  await using t = await startSite()
  const [poll, politician] = await Promise.all([t.make.poll(), t.make.politician({ name: 'Ann Lee' })])
  const [rollCall] = await Promise.all([t.make.rollCall(), t.make.discussion({ author: t.admin })])
  // What was asked for before is not kept.
  const addresses = [
    ...pages.map(({ path }) => path.replace(/\$\w+/g, '1')),
    '/nowhere',
    '/manifest.webmanifest',
    '/robots.txt',
    '/sitemap.xml',
    '/feeds/polls.atom',
    '/feeds/discussions.atom',
    '/feeds/moderation.atom',
    `/feeds/politicians/${politician.id}.atom`,
    `/embed/polls/${poll.id}`,
    '/embed/polls/999',
    '/api/docs/',
    '/api/docs/openapi.json',
    '/api/docs/openapi.yaml',
    getPollTotals.url.replace(':id', String(poll.id)),
    '/.well-known/security.txt',
  ]
  const files = [
    downloadPollTotals.url.replace(':id', String(poll.id)),
    downloadRollCall.url.replace(':id', String(rollCall.id)),
    downloadModerationLog.url,
    downloadCommonGround.url,
    downloadLine.url,
  ]
  for (const address of addresses) await t.text(address)

  expect((await t.change(civicPost)).statusCode).toBe(200)

  // The path of the key of the tally is in documents and programs. Storage of the browser has names that nobody is shown.
  const technical = /wtpu-(tally-key|authenticated)/g
  for (const address of addresses)
    expect.soft((await t.text(address)).replaceAll(technical, ''), address).not.toMatch(/wtpu|partisanship/i)
  for (const file of files) {
    const { headers, body } = await t.app.inject(file)
    expect.soft(headers['content-disposition'], file).toMatch(/^attachment; filename="civic-post-[a-z\d-]+\.csv"$/)
    expect.soft(body, file).not.toMatch(/WTPU|Partisanship/)
  }
  expect(await t.text('/about')).toContain('<title data-head>About | Civic Post</title>')
  expect(await t.text(`/embed/polls/${poll.id}`)).toContain(':root{--accent-light:#7a1f5c}')
  expect(await t.text('/feeds/polls.atom')).toContain('<name>Civic Post</name>')
  expect(await t.text('/api/docs/openapi.json')).toContain('"title":"Civic Post"')
  expect(JSON.parse(await t.text('/manifest.webmanifest'))).toMatchObject({
    name: 'Civic Post: News & votes',
    theme_color: '#7a1f5c',
  })
  const totals = JSON.parse(await t.text(getPollTotals.url.replace(':id', String(poll.id))))
  expect(totals.method).toMatchObject({ run_by: 'Civic Post, the operator of this site', licence: 'CC BY 4.0' })

  // Its icons are its own.
  const icons = /(?<!maskable-)(favicon|apple-touch-icon|icon-\d+)\.(svg|png|ico)/
  expect(await t.text('/about')).toMatch(icons)
  const src = await t.changeLogo()
  for (const address of addresses) expect.soft(await t.text(address), address).not.toMatch(icons)
  const iconOf = (size: string) => src.replace('header', size)
  const page = await t.text('/about')
  for (const size of ['32', '180', '192', '512']) expect.soft(page).toContain(`${iconOf(size)}"`)
  expect(await t.text('/feeds/polls.atom')).toContain(`<icon>https://civic.example${iconOf('192')}</icon>`)
  expect(await t.text(`/embed/polls/${poll.id}`)).toContain(
    `<img src="${src}" width="120" height="40" alt="Civic Post">`,
  )
  const { icons: ofManifest } = JSON.parse(await t.text('/manifest.webmanifest'))
  expect(ofManifest.map((icon: { src: string }) => icon.src)).toEqual(['192', '512', 'maskable'].map(iconOf))
})

test('every mail has the name of the site, and not the default one', async () => {
  await using mailbox = await startMailbox()
  await using t = await startSite({ smtpUrl: mailbox.url, mailFrom: undefined })
  const ben = await t.make.user(established)
  const [newcomer, official] = await Promise.all([
    t.make.user(),
    t.make.politician({ email: 'office@senate.example' }),
    t.make.user({ last_seen_on: ago('9 years') }),
  ])
  await t.change(civicPost)
  const [asAdmin, asBen] = [t.as(t.admin), t.as(ben)]
  await asAdmin.call(inviteStaff, { body: { email: 'cy@civic.example', role: 'moderator' } })
  await t.as(newcomer).call(resendConfirmation, {})
  await t.call(requestPasswordReset, { body: { email: ben.email } })
  await asAdmin.call(exportPerson, { params: ben })
  await asAdmin.call(sendTestMail, {})
  await asBen.call(contactOffice, { params: official, body: { message: 'Please vote yes.' } })
  await t.db.transaction(async (tx) => {
    const decision = {
      actionId: 1,
      userId: ben.id,
      rule: 1,
      days: 1,
      sentence: 'Please read them.',
      kind: 'post',
      contentId: 1,
    } as const
    for (const action of DecisionAction.enum) await addDecisionMail(tx, t.app, { ...decision, action })
    await addUndoMail(tx, t.app, decision)
    await addAppealMail(tx, t.app, {
      ...decision,
      granted: false,
      text: 'It was not me.',
      answer: 'It stays.',
      isBlock: false,
    })
    await notifyOfSecurity(tx, ben.id, 'password_changed')
  })
  await t.app.notifications.idle()
  await t.db.execute(sql`update notifications set mail_due_at = now()`)
  await sendDueMails(t.app)
  await asBen.call(updateAccount, { body: { newsletter: true } })
  await t.db.execute(sql`update inboxes set digest_due_at = now() where digest_due_at is not null`)
  await sendDueDigests(t.app)
  await asAdmin.call(setRetention, { body: { years: 1 } })
  await expireAccounts(t.app)

  const subjects = () => mailbox.mails.map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 20_000 }).toHaveLength(DecisionAction.enum.length + 12)
  for (const { subject, from, html, text } of mailbox.mails) {
    expect.soft(from?.name, subject).toBe('Civic Post')
    for (const part of [html, text]) expect.soft(part, subject).toContain('Civic Post')
    expect.soft(`${subject} ${html} ${text}`, subject).not.toMatch(/WTPU|Partisanship/)
  }
})

test('pages carry the name and look for their scripts, and the accent of each theme', async () => {
  await using t = await startSite()
  const own = (html: string) => /data-site="(.*?)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
  expect(JSON.parse(own(await t.text('/')))).toMatchObject({ name: 'WTPU' })
  expect(await t.text('/')).not.toContain('<style')

  await t.change({ accent: '#7a1f5c' })
  const rules = (await t.text('/')).match(/[^{}]+\{--accent:#7a1f5c/g)
  expect(rules, 'not in the dark theme').toEqual([':root:not(.dark){--accent:#7a1f5c', ':root:root{--accent:#7a1f5c'])
  expect(await t.text('/')).toContain('@media print{:root:root{')
  await t.change({ accent: '' })

  await t.change({ name: 'A "B" <i>', hidden: ['citizens'], accent_dark: '#f0a0d0' })

  const page = await t.text('/')
  expect(JSON.parse(own(page))).toMatchObject({ name: 'A "B" &lt;i&gt;', hidden: ['citizens'] })
  expect(page).toMatch(/<style>@media \(forced-colors:none\)\{@media screen\{:root\.dark\{--accent:#f0a0d0;/)
  expect(page).toContain('<title data-head>A &quot;B&quot; &lt;i&gt; | Citizenship Before Partisanship</title>')
})

test('a server has the name that another one was given within a second', async () => {
  await using t = await startSite()
  await using other = joinTestDatabase(t.url)
  await other.db.insert(siteRows).values({ identity: { name: 'Civic Post' } })
  publish(other.db, { kind: 'site' })
  await expect.poll(() => site.name, { timeout: 1_000 }).toBe('Civic Post')
})

test('of two readings of the name at the same time, the one that began later wins', async () => {
  await using t = await startSite()
  await t.db.transaction(
    async (before) => {
      // The snapshot of this transaction has the name of before. The reading waits for the sleep on the same connection.
      await before.execute(sql`select from site`)
      const sleep = before.execute(sql`select pg_sleep(1)`).then(() => undefined)
      const late = loadIdentity(before)
      await t.change({ name: 'Civic Post' })
      await Promise.all([sleep, late])
    },
    { isolationLevel: 'repeatable read' },
  )
  expect(site.name).toBe('Civic Post')
})

test('the second of two admins gets an error and loses nothing, and the log says what changed', async () => {
  await using t = await startSite()
  const opened = await t.read()
  expect((await t.change({ name: 'First' }, opened)).statusCode).toBe(200)
  const second = await t.change({ tagline: 'Second' }, opened)
  expect([second.statusCode, second.json().code]).toEqual([409, 'changed_meanwhile'])
  expect(await t.read()).toMatchObject({ identity: { name: 'First', tagline: defaultIdentity.tagline }, version: 1 })
  expect((await t.change({ tagline: 'Second' })).statusCode).toBe(200)
  expect(await t.read()).toMatchObject({ identity: { name: 'First', tagline: 'Second' }, version: 2 })

  const log = (await t.call(listModerationLog, { querystring: {} })).json()
  expect(log.results).toMatchObject([
    { action: 'identity', kind: 'site', sentence: 'Changed of the site: tagline.' },
    { sentence: 'Changed of the site: name.' },
  ])
})

test('of two changes of one version at the same time, one is stored', async () => {
  await using t = await startSite()
  const opened = await t.read()
  const outcomes = await Promise.all(['One', 'Two', 'Three'].map((name) => t.change({ name }, opened)))
  expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await t.read()).version).toBe(1)
})

test('every field says what is wrong, and nothing is stored', async () => {
  await using t = await startSite()
  const response = await t.change({
    name: ' \u200b ',
    tagline: 'x'.repeat(101),
    contact: 'desk',
    social: [{ label: 'Forum', href: 'javascript:alert(1)' }],
    accent: '#a9bdff',
    accent_dark: 'blue',
    licence: '',
  })
  expect(response.statusCode).toBe(400)
  const { fields } = response.json<{ fields: Record<string, string[]> }>()
  expect(fields['accent']?.[0]).toMatch(/light theme.* The nearest color that works is #[\da-f]{6}\.$/)
  expect(fields).toMatchObject({
    name: ['The site needs a name.'],
    contact: ['Enter a valid email address.'],
    social: ['The address of Forum must start with https://, without a user name.'],
    accent_dark: ['Write the color as #1e40af.'],
    licence: ['Say under which terms others may use the data.'],
  })
  expect(Object.keys(fields)).toContain('tagline')
  expect((await t.read()).version).toBe(0)
})

test('the share image of the site is drawn with its name and color', async () => {
  await using t = await startSite()
  expect(await t.text('/about')).toContain('https://civic.example/share.png')
  await t.change({ name: 'Civic Post', accent: '#7a1f5c' })
  expect(await t.text('/about')).toContain('https://civic.example/share/site.png')
  const image = await t.app.inject('/share/site.png')
  const { data } = await sharp(image.rawPayload)
    .extract({ left: 600, top: 625, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data]).toEqual([0x7a, 0x1f, 0x5c])

  await t.changeLogo()
  const withLogo = sharp((await t.app.inject('/share/site.png')).rawPayload)
  const { data: logo } = await withLogo
    .extract({ left: 100, top: 76, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...logo]).toEqual([200, 0, 0])
})

test('only the demo on a local site has the fixed figures, until an admin switches them on', async () => {
  await using t = await startSite()
  const shown = async () => {
    await loadIdentity(t.db)
    return [...homeFigures, ...directoryFigures, lastUpdated, ...boilerRoomFigures, timeline].filter(isShown).length
  }
  expect(await shown(), 'empty').toBe(0)
  await t.make.politician()
  await t.db.update(politicians).set({ source: 'congress' })
  expect(await shown(), 'real officials').toBe(0)
  await t.db.update(politicians).set({ source: 'sample' })
  expect(await shown(), 'the demo').toBe(14)
  await rememberPublicSite(t.db)
  expect(await shown(), 'a public demo').toBe(0)

  expect((await t.change({ tagline: 'Ours' })).statusCode).toBe(200)
  expect(await shown(), 'an admin saved something else').toBe(0)
  await t.change({ hidden: ['accuracy'] })
  expect((await t.read()).identity.hidden).toEqual(['accuracy'])
  expect(await shown(), 'an admin switched them on').toBe(12)
  await t.change({ hidden: [] })
  expect(await shown(), 'all of them').toBe(14)
})
