import { expect, test } from 'vitest'
import { legislator, now } from '#testing/officials-files.ts'
import { readCongress } from './congress.ts'

const read = (...records: unknown[]) => readCongress(records, 'congress.yaml', now)
const describe = (...terms: Parameters<typeof legislator>[2][]) =>
  read(legislator('A000001', 'Ada Ashgrove', ...terms.filter((term) => term !== undefined))).officials[0]?.description

test('builds an official from the current term, with the public photo and the contact form', () => {
  const { officials, skipped, notes } = read({
    id: { bioguide: 'S000148' },
    name: { first: 'Charles', last: 'Schumer', nickname: 'Chuck', official_full: 'Charles E. Schumer' },
    terms: [
      { type: 'sen', start: '2017-01-03', end: '2023-01-03', state: 'NY', party: 'Democrat', phone: '1' },
      {
        type: 'sen',
        start: '2023-01-03',
        end: '2029-01-03',
        state: 'NY',
        party: 'Democrat',
        phone: '202-224-6542',
        url: 'https://www.schumer.senate.gov',
        contact_form: 'https://www.schumer.senate.gov/contact/email-chuck',
        address: '322 Hart Senate Office Building\n  Washington DC 20510',
      },
    ],
  })

  expect([skipped, notes]).toEqual([[], []])
  expect(officials).toEqual([
    {
      source: 'congress',
      externalId: 'S000148',
      name: 'Charles E. Schumer',
      party: 'D',
      office: 'Sen',
      state: 'NY',
      district: null,
      profileImage: 'https://unitedstates.github.io/images/congress/450x550/S000148.jpg',
      description: 'Senator for New York since 2017.',
      email: 'https://www.schumer.senate.gov/contact/email-chuck',
      phoneNumber: '202-224-6542',
      officialWebsite: 'https://www.schumer.senate.gov',
      officeAddress: '322 Hart Senate Office Building Washington DC 20510',
      sortName: 'schumer charles',
      keywords: expect.stringContaining(' Chuck '),
    },
  ])
})

test.each([
  ...['D', 'Dem.', 'Democrat', 'Democratic', 'DEMOCRATIC PARTY', 'Democrats', 'Democrat (D)'].map((name) => [
    name,
    'D',
  ]),
  ...['Democratic-Farmer-Labor', 'DFL', 'Democratic-NPL Party', 'the Democratic Party'].map((name) => [name, 'D']),
  ...['R', 'Rep.', 'Republican', 'Republican Party', 'GOP', 'G.O.P.', 'Grand Old Party', '[R]'].map((name) => [
    name,
    'R',
  ]),
  ...['I', 'Ind.', 'Independent'].map((name) => [name, 'I']),
  ...['Nonpartisan', 'None', 'NPA', 'Green', 'Libertarian', 'Unaffiliated', '-', 'constructor'].map((name) => [
    name,
    null,
  ]),
  ...['Democratic Socialist', 'Social Democrat', 'Independent Republican', 'American Independent'].map((name) => [
    name,
    null,
  ]),
  ...['Democratic/Republican', 'Independence Party', 'Partido Nuevo Progresista'].map((name) => [name, null]),
])('the party %j is %j, and another name is noted', (party, code) => {
  const batch = read(legislator('A000001', 'Ada Ashgrove', { party: party ?? '' }))

  expect(batch.officials[0]?.party).toBe(code)
  expect(batch.notes).toHaveLength(code === null ? 1 : 0)
})

test('"since" is the start of the first consecutive term; a gap or another office restarts it', () => {
  const first = { start: '2001-01-03', end: '2007-01-03' }
  const second = { start: '2007-01-04', end: '2013-01-03' }
  const later = { start: '2015-01-06', end: '2027-01-03' }

  expect(describe(first, second, { start: '2013-01-03' })).toBe('Senator for Ohio since 2001.')
  expect(describe(first, second, later)).toBe('Senator for Ohio since 2015.')
  expect(describe({ ...first, type: 'rep', district: 4 }, second, { start: '2013-01-03' })).toBe(
    'Senator for Ohio since 2007.',
  )
})

test.each([
  ['OH', 2, 'Representative for the 2nd district of Ohio, in the House of Representatives since 2023.'],
  ['NY', 11, 'Representative for the 11th district of New York, in the House of Representatives since 2023.'],
  ['TX', 23, 'Representative for the 23rd district of Texas, in the House of Representatives since 2023.'],
  ['WY', 0, 'Representative for Wyoming at large, in the House of Representatives since 2023.'],
  ['DC', 0, 'Delegate for the District of Columbia, in the House of Representatives since 2023.'],
  ['GU', 0, 'Delegate for Guam, in the House of Representatives since 2023.'],
  ['PR', 0, 'Resident Commissioner of Puerto Rico, in the House of Representatives since 2023.'],
])('describes the seat of %s, district %i', (state, district, sentence) => {
  expect(describe({ type: 'rep', state, district })).toBe(sentence)
})

test.each([
  { district: -1 },
  { district: '3' },
  { type: 'gov' },
  { state: 'Ohio' },
  { party: ['Democrat'] },
  { start: '2001-1-3' },
  { end: null },
  { start: 2001, end: 2007 },
])('an oddity in a past term stops nothing: %j', (odd) => {
  const ada = legislator('A000001', 'Ada Ashgrove', { start: '2001-01-03', end: '2007-01-03' }, {})
  const { officials } = read({ ...ada, terms: [{ ...ada.terms[0], ...odd }, ...ada.terms.slice(1)] })

  expect(officials).toMatchObject([{ name: 'Ada Ashgrove', description: 'Senator for Ohio since 2023.' }])
  expect(() => read({ ...ada, terms: [...ada.terms.slice(0, 1), { ...ada.terms[1], ...odd }] })).toThrow(
    /\(Ada Ashgrove, A000001\): terms\.1\./,
  )
})

test.each([{}, 'a text', null])('a past term of another shape stops nothing: %j', (odd) => {
  const ben = legislator('B000002', 'Ben Birchmere', { start: '2019-01-03', end: '2025-01-03' })
  const { skipped } = read({ ...ben, terms: [odd, ...ben.terms] })

  expect(skipped).toEqual([{ who: 'Ben Birchmere (B000002)', reason: 'the term ended on 2025-01-03' }])
})

test('skips officials whose terms have ended or not begun', () => {
  const { officials, skipped } = read(
    legislator('A000001', 'Ada Ashgrove', { start: '2025-01-21', end: '2026-11-03' }),
    legislator('B000002', 'Ben Birchmere', { start: '2027-01-03', end: '2033-01-03' }),
    legislator(
      'C000003',
      'Cy Cedar',
      { start: '2025-01-03', end: '2027-01-03' },
      { start: '2027-01-03', end: '2033-01-03', state: 'NY' },
    ),
  )

  expect(officials.map(({ name, state }) => [name, state])).toEqual([['Cy Cedar', 'OH']])
  expect(skipped).toEqual([
    { who: 'Ada Ashgrove (A000001)', reason: 'the term ended on 2026-11-03' },
    { who: 'Ben Birchmere (B000002)', reason: 'the term begins on 2027-01-03' },
  ])
})

test.each([
  ['an object instead of a list', { people: [] }, /congress\.yaml does not contain a list/],
  ['a string instead of a record', ['hello'], /record 1: it must be object/],
  ['no id', [{ name: { first: 'A', last: 'B' }, terms: [] }], /record 1: it must have required properties id/],
  [
    'a wrong id',
    [legislator('../../x', 'Ada Ashgrove')],
    /record 1 \(Ada Ashgrove, \.\.\/\.\.\/x\): id\.bioguide must match/,
  ],
  ['no terms', [{ ...legislator('A000001', 'Ada Ashgrove'), terms: [] }], /\(Ada Ashgrove, A000001\): terms /],
  [
    'an invalid date',
    [legislator('A000001', 'Ada Ashgrove', { start: 'soon' })],
    /A000001\): terms\.0\.start must match/,
  ],
  ['an unknown office', [legislator('A000001', 'Ada Ashgrove', { type: 'gov' })], /terms\.0\.type .*sen, rep/],
  ['no party', [legislator('A000001', 'Ada Ashgrove', { party: '' })], /A000001\): the current term has no party/],
  ['NUL', [legislator('A000001', 'Ada \0shgrove')], /A000001\): name contains characters that cannot be stored/],
  ['half a surrogate pair', [legislator('A000001', 'Ada \ud83d')], /A000001\): name contains characters/],
  ['bytes that are not UTF-8', [legislator('A000001', 'Ada \ufffd')], /A000001\): name contains characters/],
  [
    'a duplicate id',
    [legislator('A000001', 'Ada'), legislator('A000001', 'Ben')],
    /record 2 \(Ben, A000001\): has the same id/,
  ],
])('rejects a file with %s and names the record', (_what, records, message) => {
  expect(() => readCongress(records, 'congress.yaml', now)).toThrow(message)
})

test('leaves out URLs that are not http(s) and notes them', () => {
  const { officials, notes } = read(
    legislator('A000001', 'Ada Ashgrove', { url: 'javascript:alert(1)', contact_form: 'data:x' }),
  )

  expect(officials[0]).toMatchObject({ officialWebsite: '', email: '' })
  expect(notes).toEqual(['Ada Ashgrove (A000001): "javascript:alert(1)" is not a web address and was left out'])
})
