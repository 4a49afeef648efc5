import type { Page } from '@playwright/test'
import { resendSeconds } from '@wtpu/contract/accounts/recovery'
import type { startMailbox } from '#server/testing/mailbox.ts'
import { main, register, signUpByForm } from '../accounts.ts'
import { serverError, tooMany, unreachable, type Prepared, type Write } from '../failing-writes.ts'
import { expect, newIpAddress } from '../fixtures.ts'
import { codesTo, confirmationLinksTo, firstOf } from '../mails.ts'

type MailedWrite = Omit<Write, 'prepare'> & {
  prepare: (page: Page, mailbox: Awaited<ReturnType<typeof startMailbox>>) => Promise<Prepared>
}

const says = { broken: serverError, offline: unreachable, limited: tooMany }

async function signIn(page: Page, email: string, password: string) {
  const headers = { 'x-forwarded-for': newIpAddress() }
  return page.request.post('/auth/api/token/', { data: { username: email, password }, headers })
}

/** Each needs the mailbox, so only email-codes-and-links.spec.ts may use them. */
export const mailedWrites: MailedWrite[] = [
  {
    name: 'a new password',
    call: /\/password_reset\/confirm\/$/,
    prepare: async (page, mailbox) => {
      const { email, password: old } = await register(page)
      await page.request.post('/auth/api/password_reset/', { data: { email } })
      const code = await firstOf(() => codesTo(mailbox, email))
      await page.goto(`/reset-password?email=${encodeURIComponent(email)}&code=${code}`)
      const password = page.getByLabel('New password', { exact: true })
      const again = page.getByLabel('Confirm password', { exact: true })
      await password.fill('a new long walk')
      await again.fill('a new long walk')
      const failed = 'Failed to reset password'
      return {
        button: main(page).getByRole('button', { name: /^Sav(e Password|ing)/ }),
        says: { broken: failed, offline: `${failed}. ${unreachable}`, limited: tooMany },
        kept: async () => {
          await expect(password).toHaveValue('a new long walk')
          await expect(again).toHaveValue('a new long walk')
        },
        done: async () => {
          await expect(page).toHaveURL('/login?reset=1')
          expect((await signIn(page, email, old)).status()).toBe(401)
          expect((await signIn(page, email, 'a new long walk')).status()).toBe(200)
        },
      }
    },
  },
  {
    name: 'another reset code',
    call: /\/password_reset\/$/,
    prepare: async (page, mailbox) => {
      const { email } = await register(page)
      await page.clock.install()
      // The page would follow the server's time, which does not jump.
      await page.addInitScript(() => {
        const { get } = Headers.prototype
        Headers.prototype.get = function (name) {
          return /^date$/i.test(name) ? null : get.call(this, name)
        }
      })
      await page.goto(`/verify-otp?email=${encodeURIComponent(email)}`)
      const field = page.getByLabel('Verification code')
      await field.pressSequentially('123')
      const wait = () => page.clock.fastForward(resendSeconds * 1000)
      const counting = main(page).getByText(/^Resend code in \d+s$/)
      await expect(counting).toBeVisible()
      await wait()
      return {
        button: main(page).getByRole('button', { name: 'Resend Code' }),
        // A failure is ignored silently. The user can try again after the countdown.
        says: { broken: undefined, offline: undefined, limited: undefined },
        kept: async () => {
          await expect(counting).toBeVisible()
          await expect(field).toHaveValue('123')
          await expect(field).toBeFocused()
        },
        dismiss: wait,
        done: async () => {
          await expect(counting).toBeVisible()
          await firstOf(() => codesTo(mailbox, email))
        },
        rows: async () => codesTo(mailbox, email).length,
      }
    },
  },
  {
    name: 'the confirmation of an email',
    call: /\/email\/confirm\/$/,
    prepare: async (page, mailbox) => {
      const { email, password } = await register(page)
      await page.goto(await firstOf(() => confirmationLinksTo(mailbox, email)))
      const confirm = main(page).getByRole('button', { name: /^Confirm(ing| My Email)/ })
      return {
        button: confirm,
        says,
        kept: () => expect(confirm).toBeEnabled(),
        done: () => expect(main(page).getByText('Your email is confirmed. Thank you!')).toBeVisible(),
        rows: async () => {
          const { access }: { access: string } = await (await signIn(page, email, password)).json()
          const headers = { authorization: `Bearer ${access}` }
          const account: { email_confirmed: boolean } = await (
            await page.request.get('/auth/api/account/', { headers })
          ).json()
          return Number(account.email_confirmed)
        },
      }
    },
  },
  {
    name: 'another confirmation email',
    call: /\/email\/resend\/$/,
    prepare: async (page, mailbox) => {
      const email = await signUpByForm(page)
      const links = () => confirmationLinksTo(mailbox, email)
      await firstOf(links)
      const banner = page.getByRole('complementary', { name: 'Confirm your email' })
      return {
        button: banner.getByRole('button', { name: /^(Resend|Sending)/ }),
        says,
        kept: () => expect(banner).toBeVisible(),
        done: async () => {
          await expect(banner.getByText('Sent. Please check your inbox.')).toBeVisible()
          await firstOf(() => links().slice(1))
        },
        rows: async () => links().length - 1,
      }
    },
  },
]
