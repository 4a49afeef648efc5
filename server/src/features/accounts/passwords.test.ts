import { passwordErrors } from '@wtpu/contract/accounts/on-demand/credentials'
import { expect, test } from 'vitest'
import { demoAdminEmail, demoPassword } from '#db/demo-accounts.ts'
import { passwordProblem } from './passwords.ts'

const owner = { email: 'ada.l@wtpu.example', first_name: 'Ada', last_name: 'Lovelace', username: 'countess7' }

test.each([
  ['few different characters', ['aaaaaaaaaaaa', 'abababababab', '112233112233', 'ÄÄÄÄäääää']],
  ['a repeated part', ['xyzwxyzwxyzw', 'ada1!ada1!']],
  ['sequences', ['abcdefghijkl', '1234567890123', 'mlkjihgfedcba', 'qwertyuiopasdfgh', 'abcdef123456', 'poiuytrewq']],
  ['the name', ['Lovelace1815!', 'ada lovelace 1', 'LovelaceAda', '12Lovelace']],
  ['the username', ['Countess7', 'countess_2026']],
  ['the address', ['ada.l2026', 'ada.l@wtpu.example!']],
  ['the name of the site', ['WTPU-2026-12', '**wtpu**1234']],
  ['the password of the demo', [demoPassword, 'Citizen-Demo']],
])('refuses a password of %s', async (_title, passwords) => {
  const answers = await Promise.all(passwords.map((password) => passwordProblem(password, owner)))
  expect(answers.map((problem, index) => [passwords[index], problem])).toEqual(
    passwords.map((password) => [
      password,
      expect.toBeOneOf([passwordErrors.simple, passwordErrors.common, passwordErrors.email]),
    ]),
  )
})

test.each([
  'difference engine',
  'lovelace likes wine',
  'abcdefg walks home',
  'k7f3-99qx-aa',
  'ada wrote the notes',
  'пароль из слов',
])('accepts %s', async (password) => {
  expect(await passwordProblem(password, owner)).toBeUndefined()
})

test('the demo accounts keep the printed password', async () => {
  expect(await passwordProblem(demoPassword, { email: demoAdminEmail })).toBeUndefined()
})
