import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findUnreadSettings, startList } from './check-settings.ts'
import { settingNames } from './settings.ts'

const example = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8')

test('.env.example documents all settings, and no others', () => {
  const documented = [...example.matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map((match) => match[1])

  expect(new Set(documented)).toEqual(new Set(settingNames))
})

test.each([
  ['SITE_ACESS_CODE=x', 'SITE_ACESS_CODE in .env is not a setting. Did you mean SITE_ACCESS_CODE?'],
  ['PUBLIC_ULR=x', 'Did you mean PUBLIC_URL?'],
  ['export SMTPURL=x', 'Did you mean SMTP_URL?'],
  ['public_url=x', 'Did you mean PUBLIC_URL?'],
  ['WTPU_PORT=x', 'Did you mean PORT?'],
  ['SOMETHING_ELSE=x', 'SOMETHING_ELSE in .env is not a setting of WTPU.'],
  ['SMTP_URL=smtp://wtpu:pass#word@mail', 'SMTP_URL in .env ends before the #'],
])('warns about %s in the file of settings', (line, warning) => {
  expect(findUnreadSettings({ environment: {}, file: `PORT=3000\n${line}\n` })).toEqual([
    expect.stringContaining(warning),
  ])
})

test('warns about nothing in a file whose lines are read', () => {
  const file = `${example}\nTZ=UTC\nPGSSLMODE=require\nNODE_OPTIONS=--trace-warnings\nSMTP_URL="smtp://a:b#c@mail" # ours`

  expect(findUnreadSettings({ environment: {}, file })).toEqual([])
})

test('warns about names of the environment only if they are almost ours', () => {
  const foreign = {
    HOME: '/',
    HOSTNAME: 'x',
    LOGNAME: 'x',
    SHELL: 'x',
    NODE_ENV: 'production',
    DATABASE: 'x',
  }

  expect(findUnreadSettings({ environment: foreign })).toEqual([])
  expect(
    findUnreadSettings({ environment: { ...foreign, DATABASE_ULR: 'x', TRUST_PROXIES: '1', SEEDS: 'none' } }),
  ).toEqual(['DATABASE_ULR is not a setting. Did you mean DATABASE_URL?', 'SEEDS is not a setting. Did you mean SEED?'])
  // A setting of another program is ignored if ours is set as well.
  expect(findUnreadSettings({ environment: { REDIS_URI: 'x', REDIS_URL: 'y' } })).toEqual([])
})

const bare = {
  publicUrl: 'https://wtpu.example',
  host: '127.0.0.1',
  smtpUrl: undefined,
  trustedProxies: 0,
  siteAccessCode: '',
  votesNeedConfirmedEmail: true,
  dataDir: '/data',
  demoOnPublicSite: false,
}

test('the start list of a public site says what is missing, with the line to add', () => {
  const lines = startList(bare, { officials: 0, admins: 0, hasOwnSecret: false }).split('\n')

  expect(lines.filter((line) => line.includes('MISSING')).map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'MISSING Mail set it at /admin, or SMTP_URL=smtp://user:password@mail.example:587 (until then, nobody can confirm an address and vote)',
    'MISSING Proxy TRUST_PROXY=true (else all visitors share its limits)',
    'MISSING Officials npm run import:officials',
    'MISSING First admin open the link of “Set up” above, or: npm run admin -- setup-link',
  ])
  expect(lines.join()).toContain('none, the site is open to everyone')
})

test('the start list of a complete site misses nothing, and prints no secret', () => {
  const complete = {
    ...bare,
    smtpUrl: 'smtp://wtpu:secret@mail.example:587',
    trustedProxies: 1,
    siteAccessCode: 'secret',
  }
  const list = startList(complete, { officials: 535, admins: 1, hasOwnSecret: true })

  expect(list).not.toMatch(/MISSING|secret(?!,)/)
  expect(list).toContain('mail.example:587')
})
