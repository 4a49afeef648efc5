import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

// The sections, labels and links of the specification, in their order.

const linkTexts = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
const headings = (level: number) =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level })
    .map(({ textContent }) => textContent)
const region = (name: string) => screen.getByRole('region', { name })

describe('Home', () => {
  const tagline = 'Citizenship Before Partisanship'

  async function openHome() {
    fakeApi()
    openPage('/')
    await screen.findByRole('region', { name: 'Live voting' })
    return (await screen.findByRole('heading', { level: 1, name: tagline })).closest('section')!
  }

  test('has its sections in the order of the specification', async () => {
    await openHome()
    expect(headings(1)).toEqual([tagline])
    expect(headings(2)).toEqual([
      'The foundation',
      'Three places to be heard',
      'Live voting',
      'The country is having a conversation. It is missing your voice.',
    ])
  })

  test('shows visitors its links section by section', async () => {
    const hero = await openHome()
    expect(linkTexts(hero)).toEqual([
      'Join Now /signup',
      'Explore Politician Pages /politicians',
      'Read Mission /about',
    ])
    expect(linkTexts(region('Three places to be heard'))).toEqual([
      'Find an official /politicians',
      'Open the feed /boiler-room',
      'Join a discussion /forums',
    ])
    expect(linkTexts(region('Live voting'))[0]).toBe('See all polls /polls')
    expect(linkTexts(region(headings(2)[3]!))).toEqual(['Join the Movement /signup', 'Start Discussing /forums'])
  })

  test('shows the fixed figures', async () => {
    const hero = await openHome()
    const figures = [...hero.querySelectorAll('dl > div')].map((figure) => [
      figure.querySelector('dd')?.textContent,
      figure.querySelector('dt')?.textContent,
    ])
    expect(figures).toEqual([
      ['2.5M+', 'citizens'],
      ['15K+', 'politicians'],
      ['98%', 'accuracy'],
      ['Free', 'forever'],
    ])
  })
})

test('About has mission, four values, the years 2021-2024, How We Work and a call to join', async () => {
  openPage('/about')
  await screen.findByRole('heading', { level: 1, name: 'About WTPU' })
  expect(headings(2)).toEqual([
    'Our mission is to give every citizen an equal voice, and every official a public record.',
    'Core values',
    'Our story, 2021-2024',
    'How We Work',
    'Make your voice count',
  ])
  const terms = within(region('Core values')).getAllByRole('term')
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'Nonpartisan',
    'Transparent',
    'Respectful',
    'Open to all',
  ])
  const years = within(region('Our story, 2021-2024')).getAllByRole('listitem')
  expect(years.map(({ textContent }) => textContent.slice(0, 4))).toEqual(['2021', '2022', '2023', '2024'])
  expect(within(region('How We Work')).getAllByRole('listitem')).toHaveLength(3)
})

test.each([
  ['/dashboard', 'Dashboard'],
  ['/contact-politicians', 'Contact Politicians'],
  ['/notifications', 'Notifications'],
  ['/profile', 'Profile'],
  ['/invite', 'Invite Friends'],
  ['/media', 'Media'],
  ['/help', 'Help Center'],
])(
  '%s shows note, title, description, Planned Features, buttons and join prompt in this order',
  async (path, title) => {
    openPage(path)
    await screen.findByRole('heading', { level: 1, name: title })
    const text = screen.getByRole('main').textContent
    const planned = within(region('Planned Features')).getAllByRole('listitem')
    expect(planned).toHaveLength(4)
    const inOrder = [
      'Coming Soon',
      title,
      '.',
      'Planned Features',
      planned[0]!.textContent,
      'Back to Home',
      'Learn More',
    ]
    const places = [...inOrder, 'Join WTPU'].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  },
)

test.each(['/terms', '/privacy', '/guidelines', '/support', '/accessibility'])(
  '%s has a text, the buttons and the join prompt',
  async (path) => {
    fakeApi()
    openPage(path)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    const log = path === '/guidelines' ? ['moderation log /moderation/log'] : []
    const links = ['Back to Home /', 'Learn More /about', 'Join WTPU /signup']
    expect(linkTexts(screen.getByRole('main'))).toEqual([...log, ...links])
    expect(screen.getByRole('main').textContent.length).toBeGreaterThan(300)
  },
)

test.each(['/media', '/help', '/invite', '/terms'])(
  'on %s, members see a link to the polls instead of the join prompt',
  async (path) => {
    signedIn()
    fakeApi()
    openPage(path)
    await screen.findByRole('heading', { level: 1 })
    expect(linkTexts(screen.getByRole('main'))).toEqual([
      'Back to Home /',
      'Learn More /about',
      'vote in the polls /polls',
    ])
    expect(screen.queryByText(/Not a member yet/)).toBeNull()
  },
)

test('the guidelines list eight rules', async () => {
  openPage('/guidelines')
  await screen.findByRole('heading', { level: 1, name: 'Community Guidelines' })
  const rules = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(rules.map((rule) => rule.querySelector('strong')?.textContent)).toEqual([
    'Address the argument, not the person.',
    'People before parties.',
    'Say what is true.',
    'One person, one voice.',
    'Keep private lives private.',
    'No violence, no hatred.',
    'Nothing for sale.',
    'Help us keep it that way.',
  ])
})

test('the footer has all links of the specification', async () => {
  openPage('/about')
  await screen.findByRole('heading', { level: 1 })
  const links = linkTexts(screen.getByRole('contentinfo'))
  expect(links.slice(17).every((link) => link.includes(' (opens in a new tab) https://'))).toBe(true)
  expect(links.slice(0, 17)).toEqual([
    'Dashboard /dashboard',
    'Politicians /politicians',
    'Forums /forums',
    'Polls /polls',
    'Boiler Room /boiler-room',
    'Votes of Congress /roll-calls',
    'About /about',
    'Media /media',
    'Help Center /help',
    'Contact Politicians /contact-politicians',
    'Invite Friends /invite',
    'Common Ground /common-ground',
    'Privacy Policy /privacy',
    'Terms of Service /terms',
    'Community Guidelines /guidelines',
    'Support /support',
    'Accessibility /accessibility',
  ])
})
