import { describe, expect, test } from 'vitest'
import { makePolitician } from './fixtures.ts'
import {
  allFilterOptions,
  approval,
  emailLink,
  splitStatesAndTerritories,
  contactFormUrl,
  phoneLink,
  uniquePoliticians,
  websiteLink,
  parseDirectoryFilters,
} from './rules.ts'
import { parseProfileTab } from './search.ts'

test.each([
  [0, 0, 0, undefined],
  [3, 1, 4, 75],
  [1, 2, 3, 33],
  [2, 1, 3, 67],
  [0, 9, 9, 0],
  [-4, 2, 2, 0],
])(
  '%i good and %i bad ratings make a total of %i and %s percent approval',
  (good_job_count, bad_job_count, total, percent) => {
    expect(approval({ good_job_count, bad_job_count })).toMatchObject({ total, percent })
  },
)

test.each([
  [{}, undefined],
  [{ tab: 'wall' }, undefined],
  [{ tab: 'contact' }, 'contact'],
  [{ tab: 'records' }, 'records'],
  [{ tab: 'polls' }, 'polls'],
  [{ tab: 'toString' }, undefined],
])('the search params %j open the tab %s', (query, tab) => {
  expect(parseProfileTab(query).tab).toBe(tab)
})

test.each([
  ['https://doe.gov/contact', 'https://doe.gov/contact'],
  ['office@doe.gov', undefined],
  ['', undefined],
])('contactFormUrl of an office whose email field is %j', (email, form) => {
  expect(contactFormUrl({ email })).toBe(form)
})

test('removes politicians with the same name, state and office, and keeps those with only the same name', () => {
  const list = [
    makePolitician({ id: 1, name: 'Pat Doe', state: 'NY', office: 'Rep' }),
    makePolitician({ id: 2, name: 'Pat Doe', state: 'NY', office: 'Rep' }),
    makePolitician({ id: 3, name: 'Pat Doe', state: 'NJ', office: 'Rep' }),
    makePolitician({ id: 4, name: 'Pat Doe', state: 'NY', office: 'Sen' }),
  ]

  expect(uniquePoliticians(list).map(({ id }) => id)).toEqual([1, 3, 4])
})

describe('parseDirectoryFilters', () => {
  test.each([
    [{}, {}],
    [
      { search: ' schumer ', state: 'NY', party: 'D', office: 'Sen' },
      { search: 'schumer', state: 'NY', party: 'D', office: 'Sen' },
    ],
    [{ state: 'all', party: 'all', office: 'all', search: '  ' }, {}],
    [
      { state: 'new york', party: 'd', office: 'sen' },
      { state: 'NY', party: 'D', office: 'Sen' },
    ],
    [{ state: '32' }, { state: 'NY' }],
    [{ state: 'ZZ', party: 'toString', office: '7' }, {}],
    [{ search: ['a', 'b'] }, {}],
  ])('parses %j as %j', (query, filters) => {
    expect(parseDirectoryFilters(query)).toEqual(filters)
  })
})

test('separates DC and the territories from the fifty states', () => {
  const { states, territories } = splitStatesAndTerritories(allFilterOptions.states)

  expect(states).toHaveLength(50)
  expect(territories.map(({ code }) => code)).toEqual(['AS', 'DC', 'GU', 'MP', 'PR', 'VI'])
})

test.each([
  ['office@example.gov', { href: 'mailto:office@example.gov', label: 'office@example.gov' }],
  ['https://www.doe.senate.gov/contact', { href: 'https://www.doe.senate.gov/contact', label: 'Contact form' }],
  ['www.doe.senate.gov/contact', { href: 'https://www.doe.senate.gov/contact', label: 'Contact form' }],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('emailLink for %j', (value, link) => {
  expect(emailLink(value)).toEqual(link)
})

test.each([
  ['202-224-6542', 'tel:2022246542'],
  ['+1 (202) 224-6542', 'tel:+12022246542'],
  ['202-224-6542 ext. 12', 'tel:2022246542,12'],
  ['', undefined],
  ['none', undefined],
])('phoneLink for %j', (value, link) => {
  expect(phoneLink(value)).toBe(link)
})

test.each([
  ['https://www.doe.house.gov/', { href: 'https://www.doe.house.gov/', label: 'doe.house.gov' }],
  ['http://doe.house.gov', { href: 'http://doe.house.gov', label: 'doe.house.gov' }],
  ['doe.house.gov', { href: 'https://doe.house.gov', label: 'doe.house.gov' }],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('websiteLink for %j', (value, link) => {
  expect(websiteLink(value)).toEqual(link)
})
