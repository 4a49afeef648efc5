import * as accounts from '@wtpu/contract/accounts/accounts'
import * as factors from '@wtpu/contract/accounts/on-demand/factors'
import { prove } from '@wtpu/contract/accounts/proof'
import * as settings from '@wtpu/contract/accounts/settings'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { maintainSession, startSession } from '#lib/session/session.ts'
import { accessToken, fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'
import { account, ada, device } from '#features/accounts/fixtures.ts'
import { choicesOf } from '#community/small/lazy-choices.tsx'
import { ofBio } from '@wtpu/contract/schemas'

async function open({
  devices = [device()],
  ...over
}: Partial<typeof account> & { devices?: ReturnType<typeof device>[] } = {}) {
  signedIn()
  const api = fakeApi()
  api.respond(accounts.getUser, ada)
  api.respond(accounts.getAccount, { ...account, ...over })
  api.respond(settings.listSessions, devices)
  const page = openPage('/profile-settings')
  await screen.findByRole('button', { name: 'Edit Profile' })
  return { api, ...page }
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const png = new File(['picture'], 'me.png', { type: 'image/png' })

test('prompts visitors to sign in and stores the page to return to', async () => {
  fakeApi()
  openPage('/profile-settings')
  expect(await screen.findByText('Sign in to change your profile')).toBeDefined()

  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))

  expect(sessionStorage.getItem('post_login_redirect')).toBe('/profile-settings')
})

test('sets up an authenticator app, shows recovery codes once, and switches it off after a proof', async () => {
  const { api } = await open()
  api.respond(factors.startApp, { secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/WTPU:ada?secret=ABCDEFGHIJKL' })
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Add this site to your app' }))
  expect(screen.getByText('ABCD EFGH IJKL')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toMatch(/^otpauth:/)
  const wrong = 'This code is not right.'
  api.respondError(factors.confirmApp, { status: 403, body: { detail: wrong, fields: { code: [wrong] } } })
  await userEvent.type(field('Code that the app shows now'), '123456{Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(field('Code that the app shows now').value).toBe('123456')

  api.respond(factors.confirmApp, { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] })
  api.respond(factors.getFactors, {
    app: { added_at: '2026-11-20T10:00:00Z', last_used_at: null },
    passkeys: [],
    recovery_codes: 2,
  })
  api.respond(accounts.getAccount, { ...account, second_factor: true })
  await userEvent.click(button('Switch on'))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Keep your recovery codes' }))
  expect(screen.getByText('eeee-ffff-gggg-hhhh')).toBeTruthy()
  await userEvent.click(button('I have kept them'))
  expect(await screen.findByText('Recovery codes that are left: 2')).toBeTruthy()

  api.respondRaw(factors.removeApp, () =>
    api.callsOf(prove).length > 0 ? json({ removed: true }) : json({ code: 'proof_required', detail: '' }, 403),
  )
  api.respond(prove, { proved: true })
  await userEvent.click(button('Switch off'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  api.respond(factors.getFactors, { app: null, passkeys: [], recovery_codes: 0 })
  await userEvent.type(dialog.getByLabelText('Code'), '654321{Enter}')
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeTruthy()
  expect(api.callsOf(prove).map(({ body }) => body)).toEqual([{ code: '654321' }])
})

test('shows the profile', async () => {
  await open()
  for (const text of ['@ada1815', 'Engines', 'ada@wtpu.example', 'New York', 'March 2026']) {
    expect(screen.getAllByText(text)[0]).toBeDefined()
  }
  expect(screen.getByRole('link', { name: 'Change Password' }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByRole('link', { name: 'See what others see' }).getAttribute('href')).toBe('/user/7')
})

test.each([
  ['user', []],
  ['moderator', ['/moderation']],
  ['admin', ['/moderation', '/admin']],
] as const)('links the pages of staff for a %s', async (role, paths) => {
  await open({ role })
  await screen.findByRole('button', { name: 'Delete my account' })
  const links = screen.queryAllByRole('link', { name: /^(Reports and appeals|Administration)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(paths)
})

test('offers Try Again if the profile fails to load', async () => {
  signedIn()
  const api = fakeApi()
  api.respondError(accounts.getUser, { status: 400 })
  api.respond(accounts.getAccount, account)
  api.respond(settings.listSessions, [device()])
  openPage('/profile-settings')
  await screen.findByText('Your profile could not be loaded')
  api.respond(accounts.getUser, ada)
  await userEvent.click(button('Try Again'))
  expect(await screen.findByText('Engines')).toBeDefined()
})

describe('editing', () => {
  test('saves, shows a success toast, and updates the header', async () => {
    const { api } = await open()
    api.respond(settings.updateProfile, { ...ada, first_name: 'Augusta', name: 'Augusta Lovelace', bio: 'Notes' })
    await userEvent.click(button('Edit Profile'))
    expect(field('Email').readOnly).toBe(true)
    await userEvent.clear(field('First name'))
    await userEvent.type(field('First name'), 'Augusta')
    await userEvent.clear(field('Bio'))
    await userEvent.type(field('Bio'), 'Notes')
    expect(screen.getByText('5/250')).toBeDefined()

    await userEvent.click(button('Save Changes'))

    expect(await screen.findByText('Success')).toBeDefined()
    expect(api.callsOf(settings.updateProfile)[0]?.body).toEqual({
      first_name: 'Augusta',
      last_name: 'Lovelace',
      bio: 'Notes',
      ...ofBio(choicesOf({})),
    })
    expect(button('Account menu for Augusta Lovelace')).toBeDefined()
    expect(JSON.parse(localStorage.getItem('user_profile') ?? '')).toMatchObject({
      first_name: 'Augusta',
      bio: 'Notes',
    })
    expect(Number(localStorage.getItem('profile_last_fetch'))).toBeGreaterThan(Date.now() - 60_000)
  })

  test('sends the language of the bio, and shows it with the bio', async () => {
    const { api } = await open()
    const bio = 'Me gustan las máquinas y los números, pero también la música de mi ciudad'
    api.respond(settings.updateProfile, { ...ada, bio, bio_lang: 'es' })
    await userEvent.click(button('Edit Profile'))
    await userEvent.clear(field('Bio'))
    await userEvent.type(field('Bio'), bio)
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language of your text' })).value).toBe('es')

    await userEvent.click(button('Save Changes'))

    expect((await screen.findByText(bio, { selector: 'p' })).lang).toBe('es')
    expect(api.callsOf(settings.updateProfile)[0]?.body).toMatchObject({ bio, bio_lang: 'es' })
  })

  test('Cancel restores the saved profile', async () => {
    const { api } = await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), ' and more')
    await userEvent.click(button('Cancel'))
    expect(screen.getByText('Engines')).toBeDefined()
    await userEvent.click(button('Edit Profile'))
    expect(field('Bio').value).toBe('Engines')
    expect(api.callsOf(settings.updateProfile)).toHaveLength(0)
  })

  test('requires a first or last name', async () => {
    await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.clear(field('First name'))
    await userEvent.clear(field('Last name'))
    await userEvent.click(button('Save Changes'))
    expect((await screen.findByRole('alert')).textContent).toBe('First name or last name is required')
    expect(document.activeElement).toBe(field('First name'))
  })

  test('says at the field why a name is not allowed', async () => {
    await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Last name'), ' Moderator')
    await userEvent.click(button('Save Changes'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Last name cannot contain a word that is reserved/)
    expect(document.activeElement).toBe(field('Last name'))
  })

  test('saves another username, and says at the field why one is not allowed', async () => {
    const { api } = await open()
    await userEvent.click(button('Edit Profile'))
    const rename = async (username: string) => {
      await userEvent.clear(field('Username'))
      await userEvent.type(field('Username'), username)
      await userEvent.click(button('Save Changes'))
    }
    await rename('site_admin')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^A username cannot contain a word that is reserved/)
    expect(document.activeElement).toBe(field('Username'))
    const taken = 'This username is taken. Please choose another.'
    api.respondError(settings.updateProfile, { status: 400, body: { code: 'invalid', fields: { username: [taken] } } })
    await rename('countess')
    expect((await screen.findByRole('alert')).textContent).toBe(taken)
    api.respond(settings.updateProfile, { ...ada, username: 'countess_1815' })

    await rename('Countess_1815')

    expect(await screen.findByText('@countess_1815')).toBeDefined()
    expect(api.callsOf(settings.updateProfile).at(-1)?.body).toMatchObject({ username: 'Countess_1815' })
  })

  test('rejects a bio of 251 characters', async () => {
    await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.clear(field('Bio'))
    await userEvent.click(field('Bio'))
    await userEvent.paste('x'.repeat(251))
    expect(screen.getByText('251/250')).toBeDefined()
    await userEvent.click(button('Save Changes'))
    expect((await screen.findByRole('alert')).textContent).toBe('A bio can have at most 250 characters.')
  })

  test('shows a toast after a failed save and keeps the typed text', async () => {
    const { api } = await open()
    api.respondError(settings.updateProfile, { status: 500 })
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    await userEvent.click(button('Save Changes'))
    expect((await screen.findAllByText('Failed to update profile. Please try again.')).length).toBeGreaterThan(0)
    expect(field('Bio').value).toBe('Engines!')
  })

  test('explains that the connection was lost', async () => {
    const { api } = await open()
    api.failToConnect(settings.updateProfile)
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    await userEvent.click(button('Save Changes'))
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeDefined()
    const reason = 'The server could not be reached. Check your connection and try again.'
    expect(screen.getByRole('alert').textContent).toBe(reason)
    expect(screen.getAllByText(reason).length).toBeGreaterThan(1)
    expect(field('Bio').value).toBe('Engines!')
  })

  test('moves focus to the first field, and to Edit Profile after Cancel and Save', async () => {
    const { api } = await open()
    api.respond(settings.updateProfile, { ...ada, bio: 'Engines!' })
    const pressWithKeyboard = (name: string) => {
      button(name).focus()
      return userEvent.keyboard('{Enter}')
    }
    await pressWithKeyboard('Edit Profile')
    expect(document.activeElement).toBe(field('First name'))
    await pressWithKeyboard('Cancel')
    expect(document.activeElement).toBe(button('Edit Profile'))
    await pressWithKeyboard('Edit Profile')
    await userEvent.type(field('Bio'), '!')
    await pressWithKeyboard('Save Changes')
    await waitFor(() => expect(document.activeElement).toBe(button('Edit Profile')))
  })

  test('asks before leaving with unsaved changes', async () => {
    const { router } = await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    void router.navigate({ to: '/about' })
    expect(await screen.findByText('Leave without saving?')).toBeDefined()
    await userEvent.click(button('Keep editing'))
    expect(field('Bio').value).toBe('Engines!')
    void router.navigate({ to: '/about' })
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'About WTPU' })).toBeDefined()
    await act(() => router.navigate({ to: '/profile-settings' }))
    expect(button('Edit Profile')).toBeDefined()
  })

  test('Sign Out discards the draft and goes Home', async () => {
    const { api, router } = await open()
    api.respond(accounts.logout, { signed_out: true })
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    await userEvent.click(button(/^Account menu/))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })

  test('restores the draft after the session expired and the user signed in again', async () => {
    const { api, router } = await open()
    api.respondError(settings.updateProfile, { status: 401 })
    api.respondError(accounts.refreshToken, { status: 401 })
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    await userEvent.click(button('Save Changes'))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(sessionStorage.getItem('post_login_redirect')).toBe('/profile-settings')

    act(() => startSession({ access: accessToken(), refresh: 'refresh' }))

    await waitFor(() => expect(field('Bio').value).toBe('Engines!'))
    expect(router.state.location.pathname).toBe('/profile-settings')
  })

  test('restores the draft after a sign-out in another tab and a new sign-in', async () => {
    await open()
    onTestFinished(maintainSession())
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    localStorage.removeItem('access')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: null })))
    await screen.findByText('Sign in to change your profile')

    act(() => startSession({ access: accessToken(), refresh: 'refresh' }))

    await waitFor(() => expect(field('Bio').value).toBe('Engines!'))
  })

  test('removes the draft when the text equals the saved profile again', async () => {
    await open()
    await userEvent.click(button('Edit Profile'))
    await userEvent.type(field('Bio'), '!')
    expect(sessionStorage.getItem('draft:7:profile')).not.toBeNull()
    await userEvent.type(field('Bio'), '{Backspace}')
    expect(sessionStorage.getItem('draft:7:profile')).toBeNull()
  })
})

describe('picture', () => {
  test('starts editing with a preview when chosen, and is saved as a file', async () => {
    const { api, container } = await open()
    api.respond(settings.updateProfile, { ...ada, avatar: '/media/avatars/a-320.webp' })

    await userEvent.upload(field('Change picture'), png)

    await waitFor(() => expect(container.querySelector('img[src^="data:image/png"]')).not.toBeNull())
    await userEvent.click(button('Save Changes'))
    await screen.findByText('Success')
    expect(api.callsOf(settings.updateProfile)[0]?.body).toMatchObject({ avatar: expect.any(File) })
    expect(container.querySelector('main img')?.getAttribute('src')).toMatch(/\/media\/avatars\/a-320\.jpg$/)
  })

  test.each([
    [new File(['x'], 'note.txt', { type: 'text/plain' }), 'Please select a valid image file'],
    [new File([], 'me.png', { type: 'image/png' }), 'Please select a valid image file. This file is empty.'],
    [new File(['x'], 'me.avif', { type: '' }), 'Please select a valid image file. This is an AVIF image.'],
    [
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
      'Image size must be less than 5MB',
    ],
  ])('rejects %o before the upload', async (file, message) => {
    await open()
    await userEvent.upload(field('Change picture'), file, { applyAccept: false })
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(button('Edit Profile')).toBeDefined()
  })

  test('shows the server’s error about the picture', async () => {
    const { api } = await open()
    const detail = 'Please select a valid image file'
    api.respondError(settings.updateProfile, { status: 400, body: { detail, fields: { avatar: [detail] } } })
    await userEvent.upload(field('Change picture'), png)
    await userEvent.click(button('Save Changes'))
    expect(await screen.findByText(detail)).toBeDefined()
  })

  test('can be removed', async () => {
    signedIn()
    const api = fakeApi()
    api.respond(accounts.getUser, { ...ada, avatar: '/media/avatars/a-320.webp' })
    api.respond(accounts.getAccount, account)
    api.respond(settings.listSessions, [])
    api.respond(settings.updateProfile, ada)
    openPage('/profile-settings')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
    await userEvent.click(button('Remove picture'))
    await userEvent.click(button('Save Changes'))
    await screen.findByText('Success')
    expect(api.callsOf(settings.updateProfile)[0]?.body).toMatchObject({ remove_avatar: 'true' })
  })
})

describe('privacy and devices', () => {
  test('saves the email setting on click, and rolls back with an error after a failure', async () => {
    const { api } = await open()
    api.respondError(settings.updateAccount, { status: 500 })
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Show my email on my public profile' })
    await userEvent.click(box)
    expect(await screen.findByText('The setting could not be saved. Please try again.')).toBeDefined()
    await waitFor(() => expect(box.checked).toBe(false))
    expect(screen.queryByText('Saved')).toBeNull()
    api.respond(settings.updateAccount, { ...account, show_email: true })
    await userEvent.click(box)
    await waitFor(() => expect([box.checked, box.ariaDisabled]).toEqual([true, null]))
    // An output element is a polite live region.
    expect(screen.getByText('Saved').closest('output')).not.toBeNull()
  })

  test('keeps focus and sends no second request while the email setting is saved', async () => {
    const { api } = await open()
    api.respond(settings.updateAccount, () => new Promise<never>(() => undefined))
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Show my email on my public profile' })
    box.focus()
    await userEvent.keyboard('  ')
    expect([box.checked, box.disabled, box.ariaDisabled]).toEqual([true, false, 'true'])
    expect(document.activeElement).toBe(box)
    expect(api.callsOf(settings.updateAccount)).toHaveLength(1)
  })

  test('signs out other devices after a confirmation', async () => {
    const { api } = await open({ devices: [device(), device({ id: 'b', device: 'Safari on iOS', current: false })] })
    api.respond(settings.endOtherSessions, { ended: 1 })
    expect(await screen.findByText('This device')).toBeDefined()
    await userEvent.click(button('Sign out everywhere else'))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out other devices' }))
    expect(await screen.findByText('One other device was signed out.')).toBeDefined()
  })

  test('hides the sign-out button if there is only one device', async () => {
    await open()
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })
})

describe('sign-out, data export and account deletion', () => {
  test('Sign Out goes Home', async () => {
    const { api, router } = await open()
    api.respond(accounts.logout, { signed_out: true })
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(localStorage.getItem('access')).toBeNull()
  })

  test('downloads the data as a file', async () => {
    const { api } = await open()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    Object.assign(URL, { createObjectURL: () => 'blob:data', revokeObjectURL: () => undefined })
    api.respondRaw(settings.getAccountData, () => new Response('{"votes":[]}'))
    await userEvent.click(button('Download my data'))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('wtpu-my-data.json')
  })

  test('deletion asks for the password and shows an error if it is wrong', async () => {
    const { api, router } = await open()
    const wrong = { detail: 'Incorrect password', fields: { password: ['Incorrect password'] } }
    api.respondError(settings.deleteAccount, { status: 403, body: wrong })
    await waitFor(() => expect(button('Delete my account').ariaDisabled).toBeNull())
    await userEvent.click(button('Delete my account'))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete forever' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Please fill in this field.')
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
    expect(api.callsOf(settings.deleteAccount)).toHaveLength(0)
    await userEvent.type(dialog.getByLabelText('Password'), 'difference engine')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete forever' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Incorrect password')
    api.respond(settings.deleteAccount, { deleted: true })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete forever' }))
    expect(await screen.findByText('Your account was deleted.')).toBeDefined()
    expect(router.state.location.pathname).toBe('/')
    expect(localStorage.getItem('access')).toBeNull()
  })

  test('deletion shows an error if the account fails to load', async () => {
    const { api, queryClient } = await open()
    await waitFor(() => expect(button('Delete my account').ariaDisabled).toBeNull())
    api.respondError(accounts.getAccount, { status: 404 })
    await act(() => queryClient.resetQueries({ queryKey: accountQuery().queryKey }))
    expect(await screen.findByText('Your account could not be loaded')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  })

  test('deletion asks for the email if the account has no password', async () => {
    const { api } = await open({ has_password: false })
    api.respond(settings.deleteAccount, { deleted: true })
    await waitFor(() => expect(button('Delete my account').ariaDisabled).toBeNull())
    await userEvent.click(button('Delete my account'))
    await userEvent.type(await screen.findByLabelText('Type ada@wtpu.example to confirm'), 'ada@wtpu.example')
    await userEvent.click(button('Delete forever'))
    await waitFor(() => expect(api.callsOf(settings.deleteAccount)[0]?.body).toEqual({ email: 'ada@wtpu.example' }))
  })
})
