import { expect, test } from 'vitest'
import { nameErrors, nameProblem } from './allowed-names.ts'

const addresses = `https://evil.example www.evil evil.example.com evil.com t.co бад.рф 192.168.0.1 a/b a\\b me@mail a＠b
  ｅｖｉｌ．ｃｏｍ evil。com evil․com evil.c\u200Bom evil⁄path ／x Evil.Com xn--80ak6aa92e.com`
test.each(addresses.split(/\s+/))('a name cannot contain the address %s', (name) => {
  expect(nameProblem(name)).toContain('address')
  expect(nameProblem(`Sign in at ${name} now`)).toContain('address')
})

const reserved = `admin ADMIN Admins administrator Moderator mods staff Official officials support security System WTPU wtpu-team
  WTPUsupport admin42 mod_1 2staff adm1n m0derator 5taff offlcial OFFIClAL аdmin Ａｄｍｉｎ ádmin a\u00ADdmin ᴀᴅᴍɪɴ adrnin ad-min a.d.m.i.n
  [mod] Support! $taff`
test.each([...reserved.split(/\s+/), 'a d m i n', 'Site Admin', 'The Official Account', 'M O D', 'MOD (Ann)'])(
  'a name cannot contain the reserved word %s',
  (name) => {
    expect(nameProblem(name)).toContain('reserved')
  },
)

test.each([
  ...`Padmini Modi Modesto Stafford Bernard O'Brien Jean-Luc D’Angelo Øystein José 李明 Иван Ph.D. J.R. Null Officer Systema`.split(
    ' ',
  ),
  'J. R. R.',
  'St. John',
  'King, Jr.',
  'Ana María',
  'Sammy 2',
  'Mary Ann',
  '',
])('people may be called %s', (name) => {
  expect(nameProblem(name)).toBeUndefined()
})

test('a name from before these rules stays until it is changed', () => {
  const saved = { first_name: 'Admin', last_name: 'evil.com' }
  expect(nameErrors(saved, saved)).toEqual({})
  expect(nameErrors({ first_name: 'Admin' }, saved)).toEqual({})
  expect(nameErrors({ ...saved, first_name: 'Staff' }, saved)).toEqual({
    first_name: expect.stringMatching(/^First name cannot contain a word/),
  })
})
