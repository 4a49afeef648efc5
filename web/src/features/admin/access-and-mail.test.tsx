import { changeAccessCode, changeMailServer, getSetup, type SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { completeSite, emptySite, startSite } from '#testing/fake-admin.ts'

async function open(facts: SetupFacts) {
  const fake = startSite({ ...facts, is_closed: true })
  const title = 'Access code and mail server'
  await userEvent.click(await screen.findByRole('heading', { name: title }))
  return { fake, section: within(screen.getByRole('region', { name: title })) }
}

test('an access code is typed twice, and the button says what an empty one does', async () => {
  const { fake, section } = await open(emptySite)
  expect(await section.findByRole('button', { name: 'Open the site without a code' })).toBeTruthy()
  await userEvent.type(section.getByLabelText('New access code'), 'harbor')
  await userEvent.type(section.getByLabelText('Try it'), 'harbor')
  fake.respond(changeAccessCode, { ...emptySite, access: 'own' })
  fake.respond(getSetup, { ...emptySite, is_closed: true, access: 'own' })
  await userEvent.click(section.getByRole('button', { name: 'Use this code' }))
  expect(await section.findByText(/^Visitors see the pages with your access code/)).toBeTruthy()
  expect(fake.callsOf(changeAccessCode)[0]?.body).toEqual({ code: 'harbor', tried: 'harbor', version: 0 })
  expect(section.getByLabelText<HTMLInputElement>('Try it').value).toBe('')
})

test('what a mail server answers is shown, and what was typed stays until it takes a mail', async () => {
  const { fake, section } = await open(emptySite)
  const password = await section.findByLabelText<HTMLInputElement>('Password')
  await userEvent.type(section.getByLabelText('Name of the server'), 'mail.example.org')
  await userEvent.type(section.getByLabelText('User name'), 'town')
  const send = () => userEvent.click(section.getByRole('button', { name: 'Send a test and use it' }))
  await send()
  expect((await section.findByRole('alert')).textContent).toContain('Write the password')
  await userEvent.type(password, 'secret')
  const answer = { to: 'ada@wtpu.example', is_sent: true, is_accepted: false, answer: '535 no' }
  fake.respond(changeMailServer, answer)
  await send()
  expect((await section.findByRole('alert')).textContent).toMatch(/said: 535 no\. Nothing was changed\.$/)
  expect(password.value).toBe('secret')
  fake.respond(changeMailServer, { ...answer, is_accepted: true, answer: '250 yes' })
  await send()
  expect(await section.findByText('From now on, all mails are sent by it.')).toBeTruthy()
  expect(password.value).toBe('')
})

test('says what the settings of the server decide', async () => {
  const { section } = await open({ ...completeSite, on_server: ['SITE_ACCESS_CODE', 'SMTP_URL'] })
  expect(await section.findByText(/^SITE_ACCESS_CODE in the settings/)).toBeTruthy()
  expect(section.getByText(/^SMTP_URL in the settings/)).toBeTruthy()
  expect(section.queryByRole('button', { name: /code|test/ })).toBeNull()
})
