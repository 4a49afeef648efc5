import { expect, test } from 'vitest'
import { governor, now } from '#testing/officials-files.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { findGovernorFiles, readGovernors, statesWithoutGovernor } from './governors.ts'

async function read(files: Record<string, string>) {
  const folder = temporaryFolder(files)
  return await readGovernors(await findGovernorFiles(folder.at()), now)
}

test('reads a governor with office, links and address', async () => {
  const { officials, notes } = await read({
    'data/mn/executive/tim.yml': governor(7, {
      name: 'Tim Lakehaven',
      state: 'mn',
      party: 'Democratic-Farmer-Labor',
      start: '2019-01-07',
      more: `image: https://mn.gov/tim.png
offices:
- classification: capitol
  address: 130 State Capitol; St. Paul, MN 55155
  voice: 651-201-3400
links:
- url: https://mn.gov/contact/
  note: webform
- url: https://mn.gov/governor/
`,
    }),
  })

  expect(notes).toEqual([])
  expect(officials).toEqual([
    {
      source: 'openstates',
      externalId: 'ocd-person/00000000-0000-4000-8000-000000000007',
      name: 'Tim Lakehaven',
      party: 'D',
      office: 'Gov',
      state: 'MN',
      district: null,
      profileImage: 'https://mn.gov/tim.png',
      description: 'Governor of Minnesota since 2019.',
      email: 'https://mn.gov/contact/',
      phoneNumber: '651-201-3400',
      officialWebsite: 'https://mn.gov/governor/',
      officeAddress: '130 State Capitol, St. Paul, MN 55155',
      sortName: 'lakehaven tim',
      keywords: expect.stringContaining(' Minnesota '),
    },
  ])
})

test('prefers an email over a contact form, and leaves out a photo that is not https', async () => {
  const { officials, notes } = await read({
    'a.yml': governor(1, {
      more: 'email: governor@ohio.example\nimage: http://ohio.example/a.jpg\nlinks:\n- url: https://f.example\n  note: webform\n',
    }),
  })

  expect(officials[0]).toMatchObject({ email: 'governor@ohio.example', profileImage: null, officialWebsite: '' })
  expect(notes).toEqual(["Gov Number1 (OH): the photo's URL is not https and was left out"])
})

test('keeps only current governors and gives a reason for each skipped one', async () => {
  const { officials, skipped } = await read({
    'data/nj/executive/ended.yml': governor(1, { state: 'nj', end: '2026-01-20' }),
    'data/va/executive/coming.yml': governor(2, { state: 'va', start: '2027-01-17', end: '2031-01-17' }),
    'data/dc/executive/mayor.yml': governor(3, { state: 'dc' }).replace('state:dc', 'district:dc'),
    'data/oh/executive/lieutenant.yml': governor(4, { type: 'lt_governor' }),
    'data/in/executive/old.yml': governor(5, { state: 'in', start: '2017-01-09', end: '' }),
    'data/in/executive/new.yml': governor(6, { state: 'in', start: '2025-01-13', end: '' }),
    'data/pr/executive/territory.yml': governor(8, { state: 'pr' }).replace('state:pr', 'territory:pr'),
  })

  expect(officials.map(({ name, state }) => [name, state])).toEqual([
    ['Gov Number6', 'IN'],
    ['Gov Number8', 'PR'],
  ])
  expect(skipped.toSorted((a, b) => a.who.localeCompare(b.who))).toEqual([
    { who: 'Gov Number1 (NJ)', reason: 'the term ended on 2026-01-20' },
    { who: 'Gov Number2 (VA)', reason: 'the term begins on 2027-01-17' },
    { who: 'Gov Number3 (DC)', reason: 'the District of Columbia has a mayor, not a governor' },
    { who: 'Gov Number5 (IN)', reason: 'succeeded by Gov Number6' },
  ])
})

test('an oddity in another role stops nothing, and one in a term that may be current does', async () => {
  const odd = `- start_date: soon
  end_date: '2021-01-11'
  type: governor
- start_date: long ago
  type: upper
- 7
`
  const { officials } = await read({ 'a.yml': governor(1).replace('roles:\n', `roles:\n${odd}`) })

  expect(officials).toMatchObject([{ name: 'Gov Number1' }])
  await expect(read({ 'a.yml': governor(1, { start: 'soon' }) })).rejects.toThrow(/a\.yml: roles\.0\.start_date /)
})

test('prefers a major party when several are listed, and notes an unknown party', async () => {
  const { officials, notes } = await read({
    'a.yml': governor(1, { party: 'Working Families\n- name: Democratic' }),
    'b.yml': governor(2, { state: 'ny', party: 'Partido Nuevo Progresista' }),
  })

  expect(officials.map(({ party }) => party)).toEqual(['D', null])
  expect(notes).toEqual(['Gov Number2 (NY): “Partido Nuevo Progresista” is shown as no party'])
})

test('finds files from the root of a checkout, its data folder, a state folder, or a folder of files', async () => {
  const folder = temporaryFolder({
    'data/oh/executive/a.yml': governor(1),
    'data/oh/legislature/b.yml': 'never read: [',
    'README.md': 'no record',
  })

  for (const place of ['.', 'data', 'data/oh', 'data/oh/executive']) {
    expect(await findGovernorFiles(folder.at(place))).toEqual([folder.at('data/oh/executive/a.yml')])
  }
  await expect(findGovernorFiles(folder.at('README.md'))).rejects.toThrow(/is not a folder/)
  const empty = temporaryFolder({ 'a.txt': '' })
  await expect(findGovernorFiles(empty.at())).rejects.toThrow(/contains no data\/<state>\/executive/)
})

test.each([
  ['invalid YAML', 'id: [', /a\.yml is not valid YAML/],
  ['another shape', '- 1', /a\.yml: it must be object/],
  ['a wrong id', governor(1).replace('ocd-person/', ''), /a\.yml: id must match/],
  ['an unknown state', governor(1, { state: 'zz' }), /a\.yml: the jurisdiction of Gov Number1 is not a state/],
  ['no content', '', /a\.yml is empty/],
  ['NUL', governor(1, { more: 'email: "a\\0b"\n' }), /a\.yml: email contains characters that cannot be stored/],
])('rejects a file with %s and names it', async (_what, content, message) => {
  await expect(read({ 'a.yml': content })).rejects.toThrow(message)
})

test('the list of states without a governor covers 50 states and 5 territories, but not DC', () => {
  expect(statesWithoutGovernor([])).toHaveLength(55)
  expect(statesWithoutGovernor([])).not.toContain('District of Columbia')
  expect(statesWithoutGovernor([{ state: 'OH' }])).not.toContain('Ohio')
})
