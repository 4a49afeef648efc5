import { claimSite } from '@wtpu/contract/site/on-demand/setup'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

test('asks a visitor for an account, and takes the token out of the address', async () => {
  fakeApi()
  const { router } = openPage('/setup#secret')
  const signUp = await screen.findByRole('link', { name: 'Create an account' })
  expect(sessionStorage.getItem('setup_token')).toBe('secret')
  await waitFor(() => expect(router.state.location.href).toBe('/setup'))
  await userEvent.click(signUp)
  await waitFor(() => expect(router.state.location.pathname).toBe('/signup'))
  expect(sessionStorage.getItem('post_login_redirect')).toBe('/setup')
})

test('makes the signed-in account the first admin, and says why that failed', async () => {
  signedIn()
  const fake = fakeApi()
  fake.respondError(claimSite, { status: 409, body: { detail: 'Not now.' } })
  openPage('/setup#secret')
  const become = await screen.findByRole('button', { name: 'Become the admin' })
  await userEvent.click(become)
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  fake.respond(claimSite, { role: 'admin' })
  await userEvent.click(become)
  expect((await screen.findByRole('link', { name: 'Go to Administration' })).getAttribute('href')).toBe('/admin')
  expect(document.activeElement?.textContent).toBe('You are an admin of this site.')
  expect(fake.callsOf(claimSite).map(({ body }) => body)).toEqual([{ token: 'secret' }, { token: 'secret' }])
  expect(sessionStorage.getItem('setup_token')).toBeNull()
})

test('a link that has ended offers nothing that would fail again, until another link is opened in this tab', async () => {
  signedIn()
  const fake = fakeApi()
  fake.respondError(claimSite, { status: 403, body: { code: 'setup_link_ended', detail: 'The link has ended.' } })
  const { router } = openPage('/setup#old')
  await userEvent.click(await screen.findByRole('button', { name: 'Become the admin' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The link has ended.')
  expect(document.activeElement?.textContent).toBe('Go to Home')
  expect(screen.queryByRole('button', { name: 'Become the admin' })).toBeNull()
  await router.navigate({ to: '/setup', hash: 'new' })
  fake.respond(claimSite, { role: 'admin' })
  await userEvent.click(await screen.findByRole('button', { name: 'Become the admin' }))
  await waitFor(() => expect(fake.callsOf(claimSite).at(-1)?.body).toEqual({ token: 'new' }))
})

test('says that a link without its token is not complete', async () => {
  fakeApi()
  openPage('/setup')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not complete\./)
})
