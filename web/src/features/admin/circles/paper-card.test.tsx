import { getCircle, type ListReport, replaceList } from '@wtpu/contract/circles/on-demand/circles'
import { getPaper, type Paper } from '@wtpu/contract/circles/on-demand/papers'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { circle, paper } from './fixtures.ts'

afterEach(() => {
  document.documentElement.dataset['gate'] = 'off'
})

function open(more: Partial<Paper> = {}) {
  signedIn()
  const api = fakeApi()
  api.respond(getCircle, { ...circle, is_admin: true })
  api.respond(getPaper, { ...paper, sent_at: null, polls: [], ...more })
  openPage('/admin/circles/7')
  return api
}

test.each<[string, Partial<Paper>, string, Record<string, string>]>([
  ['nothing, if all can be reached', {}, 'off', {}],
  ['that mails are not sent', { sends_mail: false }, 'off', { 'Set it up': '/admin#setup-mail' }],
  ['nothing of mails, if there are none', { sends_mail: false, without_address: 30 }, 'off', {}],
  ['that people are asked for an access code', {}, 'opened', { 'open the site': '/admin#setup-access' }],
])('before a paper is sent, its draft says %s', async (_, more, gate, expected) => {
  document.documentElement.dataset['gate'] = gate
  open(more)
  await screen.findByText(/^It goes to 30 people/)
  const links = screen.queryAllByRole('link', { name: /^(Set it up|open the site)$/ })
  expect(Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual(expected)
})

const ends =
  'Ballot papers that are open are mailed to it, and links that were mailed before end. Who has answered keeps the answer.'

test.each([
  [0, 0, []],
  [1, 0, ['1 row gets an address, to which ballot papers that are open are mailed.']],
  [1_200, 0, ['1,200 rows get an address, to which ballot papers that are open are mailed.']],
  [0, 1, [`1 row gets another address. ${ends}`]],
  [0, 1_200, [`1,200 rows get another address. ${ends}`]],
])(
  'the check of a list says that %i rows get an address, and %i another one',
  async (addressed, readdressed, lines) => {
    const api = open()
    const report: ListReport = {
      is_applied: false,
      rows: 30,
      new: 0,
      changed: addressed + readdressed,
      addressed,
      readdressed,
      unchanged: 30,
      gone: 0,
      struck: 0,
      doubled: { count: 0, first: [] },
      unusable: { count: 0, first: [] },
      first: [],
      groups: [],
      late_ballots: 0,
    }
    api.respond(replaceList, report)
    await userEvent.upload(await screen.findByLabelText('New list'), new File(['email'], 'list.csv'))
    await userEvent.click(screen.getByRole('button', { name: 'Check' }))
    await screen.findByRole('heading', { name: 'The new list has 30 people' })
    expect(screen.queryAllByText(/rows? gets? /).map(({ textContent }) => textContent)).toEqual(lines)
  },
)
