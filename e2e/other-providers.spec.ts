import type { Page } from '@playwright/test'
import { startOpenidProvider } from '#server/testing/openid-provider.ts'
import { main } from './accounts.ts'
import { expect, newIpAddress, passGate, test } from './fixtures.ts'
import { ownAddress, startOwnSite } from './own-site.ts'
import { expectAccessible } from './screen.ts'

const redirectUris = [`${ownAddress('providers')}/login`]

/** Two providers with other claims than Google's. */
async function startProviders() {
  const city = await startOpenidProvider({
    redirectUris,
    claims: { email: ['email', 'confirmed'], profile: ['name'], address: ['address'] },
    people: { bo: { email: 'bo@city.example', confirmed: true, name: 'Bo Lindqvist', address: { region: 'Bavaria' } } },
  })
  const union = await startOpenidProvider({
    redirectUris,
    claims: { email: ['email'], profile: ['first', 'surname'] },
    people: { ada: { email: 'ada@union.example', first: 'Ada', surname: 'Byron' } },
  })
  const settings = [
    {
      ...keysOf(city),
      id: 'city',
      label: 'Riverton account',
      scope: 'openid email profile address',
      claims: { state: 'address.region', verified: 'confirmed' },
      sign_out: true,
    },
    {
      ...keysOf(union),
      id: 'union',
      label: 'Union',
      claims: { first_name: 'first', last_name: 'surname', verified: true },
    },
  ]
  return {
    settings,
    async [Symbol.asyncDispose]() {
      await city[Symbol.asyncDispose]()
      await union[Symbol.asyncDispose]()
    },
  }
}

const keysOf = ({ issuer, clientId, clientSecret }: Awaited<ReturnType<typeof startOpenidProvider>>) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
})

async function signInThere(page: Page, label: string, login: string) {
  await page.goto('/login')
  await page.getByRole('button', { name: `Continue with ${label}` }).press('Enter')
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
}

test('people of two providers sign in by keyboard at 390 px, and sign out there, too', async ({ browser }) => {
  await using providers = await startProviders()
  await using site = await startOwnSite('providers', { OIDC_PROVIDERS: JSON.stringify(providers.settings) })
  const { baseURL } = site
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
  await passGate(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Union' })).toBeVisible()
  await expectAccessible(page)
  await signInThere(page, 'Riverton account', 'bo')
  await expect(page.getByText('Riverton account calls your state “Bavaria”', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/profile-settings')
  await expect(main(page).getByText('Bo Lindqvist').first()).toBeVisible()
  await main(page).getByRole('button', { name: 'Sign Out', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Yes, sign me out' }).press('Enter')
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeHidden()

  await signInThere(page, 'Union', 'ada')
  await page.goto('/profile-settings')
  await expect(main(page).getByText('Ada Byron').first()).toBeVisible()
  await main(page).getByRole('button', { name: 'Sign Out', exact: true }).press('Enter')
  await expect(page).toHaveURL(`${baseURL}/`)
  await context.close()
})
