import * as accounts from '@wtpu/contract/accounts/accounts'
import * as settings from '@wtpu/contract/accounts/settings'
import { listDistricts } from '@wtpu/contract/my-politicians'
import { site } from '@wtpu/contract/site/name'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeApi, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { account } from '#features/accounts/fixtures.ts'
import { DistrictSettings } from './district-form.tsx'

afterEach(() => void (site.local = undefined))

function open() {
  const fake = fakeApi()
  fake.respond(accounts.getAccount, account)
  fake.respond(listDistricts, [
    { district: 1, representative: { id: 4, name: 'Pat Doe', party: 'D' } },
    { district: 2, representative: null },
  ])
  signedIn()
  renderComponent(<DistrictSettings />)
  return fake
}

const district = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Congressional district' })

test('saves the district chosen by its representative, and keeps the choice when that fails', async () => {
  const fake = open()
  await within(await screen.findByRole('combobox', { name: 'Congressional district' })).findByRole('option', {
    name: 'District 1: Pat Doe (Democrat)',
  })
  expect(within(district()).getByRole('option', { name: 'District 2: nobody listed here' })).toBeTruthy()
  expect(screen.getByText(/^With your state and district, we can show who represents you\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find your district' }).getAttribute('href')).toContain('house.gov')
  fake.respondError(settings.updateAccount, { status: 503 })
  await userEvent.selectOptions(district(), '1')
  await userEvent.click(screen.getByRole('button', { name: 'Save District' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(district().value).toBe('1')

  fake.respond(settings.updateAccount, { ...account, district: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Save District' }))

  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(fake.callsOf(settings.updateAccount).at(-1)?.body).toEqual({ state: 'NY', district: 1 })
})

test('asks for no district in a state with one representative, and removes that of the other state', async () => {
  const fake = open()
  fake.respond(accounts.getAccount, { ...account, district: 2 })
  fake.respond(settings.updateAccount, { ...account, state: 'VT' })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Vermont')
  expect(screen.getByText('Vermont has one representative.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save District' }))

  await screen.findByText('Saved')
  expect(fake.callsOf(settings.updateAccount)[0]?.body).toEqual({ state: 'VT', district: null })
})

test('asks for the state alone where all officials are of the site’s own place', async () => {
  site.local = true
  open()
  expect(await screen.findByRole('button', { name: 'Save State' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Congressional district' })).toBeNull()
  expect(document.body.textContent).not.toMatch(/represent|district/)
})

test('offers Try Again for an account or districts that could not be loaded', async () => {
  const fake = open()
  fake.respondError(accounts.getAccount, { status: 503 })
  fake.respondError(listDistricts, { status: 400 })
  await screen.findByText('Your district could not be loaded')
  fake.respond(accounts.getAccount, account)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('The districts could not be loaded.')).toBeTruthy()
  fake.respond(listDistricts, [{ district: 1, representative: null }])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('option', { name: 'District 1: nobody listed here' })).toBeTruthy()
})
