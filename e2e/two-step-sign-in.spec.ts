import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './screen.ts'
import { expect, newUser, test } from './fixtures.ts'
import { main } from './accounts.ts'
import { grantModerator } from './moderator.ts'

const periodMs = 30_000

test('a member sets up an app, signs in with it by keyboard, and with a recovery code', async ({
  newMember,
  visitor,
}) => {
  test.setTimeout(120_000)
  const user = newUser()
  const member = await newMember(user)
  // Other members need a confirmed email first.
  await grantModerator(member, user.email)
  await member.setViewportSize({ width: 390, height: 844 })
  await member.goto('/profile-settings')
  await main(member).getByRole('button', { name: 'Set up an app' }).click()
  await expect(member.getByRole('heading', { name: 'Add this site to your app' })).toBeFocused()
  const key = (await main(member).locator('p.font-mono').innerText()).replaceAll(' ', '')
  const code = (aheadMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + aheadMs })
  await expectAccessible(member)
  await main(member).getByLabel('Code that the app shows now').fill(code())
  await member.keyboard.press('Enter')
  await expect(member.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused()
  const [recovery = ''] = await main(member)
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await expectAccessible(member)
  await main(member).getByRole('button', { name: 'I have kept them' }).click()
  await expect(main(member).getByText('Recovery codes that are left: 10')).toBeVisible()

  const startSignIn = async () => {
    await visitor.goto('/login')
    await visitor.getByLabel('Email').fill(user.email)
    await visitor.getByLabel('Password', { exact: true }).fill(user.password)
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('heading', { name: 'One more step' })).toBeFocused()
  }
  await startSignIn()
  await expectAccessible(visitor)
  // The code that set the app up does not work again. The next one does, because clocks differ.
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.type(code(periodMs))
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await visitor.goto('/profile-settings')
  await main(visitor).getByRole('button', { name: 'Sign Out', exact: true }).click()
  await startSignIn()
  await visitor.getByLabel('Code').fill(recovery)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
})
