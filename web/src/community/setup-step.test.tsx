import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getPollSummary } from '@wtpu/contract/polls/polls'
import { listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import { listFilterOptions } from '@wtpu/contract/politicians'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const pages = [
  ['/polls', 'Check back later for new polls!', 'Choose polls', '/admin#setup-polls'],
  ['/politicians', 'Officials will be listed here.', 'How to import officials', '/admin#setup-officials'],
] as const

function open(path: string, role: 'user' | 'admin') {
  signedIn()
  const fake = fakeApi()
  fake.respond(getAccount, { ...account, role })
  fake.respond(listScheduledPolls, [])
  fake.respondError(getPollSummary, { status: 500 })
  fake.respondError(listFilterOptions, { status: 500 })
  openPage(path)
}

test.each(pages)('the empty page %s shows an admin the step that fills it', async (path, words, action, place) => {
  open(path, 'admin')
  expect((await screen.findByRole('link', { name: action })).getAttribute('href')).toBe(place)
  expect(screen.queryByText(words)).toBeNull()
})

test.each(pages)('the empty page %s keeps its words for everyone else', async (path, words, action) => {
  open(path, 'user')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: action })).toBeNull()
})
