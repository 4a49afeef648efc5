import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { changeSiteLogo, getSiteIdentity } from '@wtpu/contract/site/identity'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { emptySite, startSite } from '#testing/fake-admin.ts'

const png = () => new File(['x'], 'logo.png', { type: 'image/png' })
const logo = { src: '/logo/0123456789abcdef-header.png', width: 120, height: 40 }
const section = async () => within(await screen.findByRole('region', { name: 'Name and look' }))

test('shows a chosen logo on both themes and saves it, and offers to remove it', async () => {
  const fake = startSite(emptySite)
  const look = await section()
  await userEvent.upload(await look.findByLabelText('Logo'), png())
  for (const theme of ['light', 'dark']) {
    const image = await look.findByRole<HTMLImageElement>('img', { name: `Logo, ${theme} theme` })
    expect(image.src).toMatch(/^data:image\/png/)
  }
  expect(look.queryByRole('button', { name: 'Remove the logo' })).toBeNull()

  const saved = { identity: defaultIdentity, logo, version: 1 }
  fake.respond(changeSiteLogo, saved)
  fake.respond(getSiteIdentity, saved)
  await userEvent.click(look.getByRole('button', { name: 'Save logo' }))
  const remove = await look.findByRole('button', { name: 'Remove the logo' })
  expect(fake.callsOf(changeSiteLogo)[0]?.body).toMatchObject({ version: '0', logo: expect.any(File) })
  expect(look.getByLabelText<HTMLInputElement>('Logo').files).toHaveLength(0)

  expect(await screen.findByText('Logo saved')).toBeTruthy()
  fake.respondError(changeSiteLogo, { status: 400, body: { detail: 'Not now.' } })
  await userEvent.click(remove)
  expect(await look.findByText('Not now.')).toBeTruthy()
  expect(screen.queryByText('Logo saved')).toBeNull()
  expect(fake.callsOf(changeSiteLogo)[1]?.body).toEqual({ version: '1' })
})

test('an upload that fails keeps the file and what is typed', async () => {
  const fake = startSite(emptySite)
  const look = await section()
  const name = await look.findByRole<HTMLInputElement>('textbox', { name: 'Name of the site' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Civic Post')
  const field = look.getByLabelText<HTMLInputElement>('Logo')
  const save = look.getByRole('button', { name: 'Save logo' })
  await userEvent.upload(field, png())
  // jsdom loads no images.
  fireEvent.error(await look.findByRole('img', { name: 'Logo, light theme' }))
  expect(look.queryByRole('img', { name: /^Logo/ })).toBeNull()

  const tooSmall = 'This image is 20 pixels high; to be sharp, a logo needs at least 80.'
  fake.respondError(changeSiteLogo, { status: 400, body: { detail: tooSmall, fields: { logo: [tooSmall] } } })
  await userEvent.click(save)
  expect(await look.findByText(tooSmall)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(look.queryByRole('img', { name: /^Logo/ })).toBeNull()

  fake.respondError(changeSiteLogo, { status: 409, body: { code: 'changed_meanwhile', detail: 'Changed.' } })
  fake.respond(getSiteIdentity, { identity: { ...defaultIdentity, tagline: 'Theirs' }, logo, version: 4 })
  await userEvent.click(save)
  expect(await look.findByText(/^Another admin has changed the name or look/)).toBeTruthy()
  expect(look.getByRole('img', { name: 'The saved logo' }).getAttribute('src')).toBe(logo.src)
  expect(field.files?.[0]?.name).toBe('logo.png')
  expect(name.value).toBe('Civic Post')
  await userEvent.click(save)
  await waitFor(() => expect(fake.callsOf(changeSiteLogo).at(-1)?.body).toMatchObject({ version: '4' }))
})

test('says why a file cannot be a logo, and does not send it', async () => {
  const fake = startSite(emptySite)
  const look = await section()
  const field = await look.findByLabelText('Logo')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(field, new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
  expect(look.getByText('This is an SVG drawing. Please choose a PNG, JPEG or WebP image.')).toBeTruthy()
  await user.upload(field, new File([], 'logo.png', { type: 'image/png' }))
  expect(look.getByText('This file is empty.')).toBeTruthy()
  expect(look.getByRole<HTMLButtonElement>('button', { name: 'Save logo' }).ariaDisabled).toBe('true')
  expect(fake.callsOf(changeSiteLogo)).toEqual([])
})
