import { getUser, logout } from '@wtpu/contract/accounts/accounts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { endSession } from '#lib/session/session.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const sessionExpired = 'You were signed out. Please sign in again.'
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const links = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
const meta = (name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

describe('header', () => {
  test('shows visitors About, Login and Join Now', async () => {
    fakeApi()
    openPage('/')
    await heading('Citizenship Before Partisanship')
    const header = screen.getByRole('banner')
    expect(links(within(header).getByRole('navigation', { name: 'Main' }))).toEqual(['About /about'])
    expect(links(header)).toEqual(['WTPU /', 'About /about', ' /search', 'Login /login', 'Join Now /signup'])
  })

  test('shows members the five main links, Profile Settings and Sign Out', async () => {
    fakeApi()
    signedIn()
    openPage('/')
    await heading('Citizenship Before Partisanship')
    expect(links(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' }))).toEqual([
      'Politicians /politicians',
      'Forums /forums',
      'Boiler Room /boiler-room',
      'Polls /polls',
      'About /about',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Account menu for Ada Lovelace' }))
    expect((await screen.findByRole('menuitem', { name: 'Profile Settings' })).getAttribute('href')).toBe(
      '/profile-settings',
    )
    expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeDefined()
  })

  test('signing out on a members’ page goes Home and stores no redirect', async () => {
    const api = fakeApi()
    api.respond(logout, { signed_out: true })
    signedIn()
    const { router } = openPage('/forums')
    await heading('Political Forums')
    await userEvent.click(screen.getByRole('button', { name: 'Account menu for Ada Lovelace' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
    await heading('Citizenship Before Partisanship')
    expect(router.state.location.href).toBe('/')
    expect(sessionStorage.getItem('post_login_redirect')).toBeNull()
    expect(localStorage.getItem('access')).toBeNull()
    expect(router.state.location.state.sessionExpired).toBeUndefined()
  })
})

describe('mobile menu', () => {
  test('opens as a dialog with the header’s links; Esc closes it and restores focus', async () => {
    openPage('/about')
    await heading('About WTPU')
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const dialog = await screen.findByRole('dialog', { name: 'Menu' })
    expect(links(dialog)).toEqual([
      ' Search /search',
      'About /about',
      ' Common Ground /common-ground',
      ' Votes of Congress /roll-calls',
      'Login /login',
      'Join Now /signup',
    ])
    expect(dialog.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' })))
  })

  test('shows members their links and closes when one is followed', async () => {
    fakeApi()
    signedIn()
    openPage('/about')
    await heading('About WTPU')
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const dialog = await screen.findByRole('dialog', { name: 'Menu' })
    expect(links(dialog)).toEqual([
      ' Search /search',
      'Politicians /politicians',
      'Forums /forums',
      'Boiler Room /boiler-room',
      'Polls /polls',
      'About /about',
      ' Common Ground /common-ground',
      ' Votes of Congress /roll-calls',
      ' Notifications /notifications',
      ' Profile Settings /profile-settings',
    ])
    await userEvent.click(within(dialog).getByRole('link', { name: 'Forums' }))
    await heading('Political Forums')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('applies and stores the theme chosen in the footer', async () => {
  fakeApi()
  openPage('/')
  await heading('Citizenship Before Partisanship')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'System' })).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
  expect(document.documentElement.classList.contains('dark')).toBe(false)
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(localStorage.getItem('theme')).toBeNull()
})

test('the footer switch reopens and closes the ticker', async () => {
  localStorage.setItem('wtpu-ticker-closed', 'true')
  openPage('/about')
  await heading('About WTPU')
  const ticker = await screen.findByRole<HTMLInputElement>('switch', { name: 'Ticker on the home page' })
  expect(ticker.checked).toBe(false)
  await userEvent.click(ticker)
  expect(ticker.checked).toBe(true)
  expect(localStorage.getItem('wtpu-ticker-closed')).toBe('false')
  await userEvent.click(ticker)
  expect(localStorage.getItem('wtpu-ticker-closed')).toBe('true')
})

describe('placeholders', () => {
  test.each(['/invite', '/media', '/help'])('%s shows Coming Soon and the planned features', async (path) => {
    openPage(path)
    expect(await screen.findByRole('heading', { name: 'Planned Features' })).toBeDefined()
    expect(screen.getByText('Coming Soon')).toBeDefined()
    expect(links(screen.getByRole('main'))).toEqual(['Back to Home /', 'Learn More /about', 'Join WTPU /signup'])
  })

  test.each(['/dashboard', '/contact-politicians', '/notifications', '/profile'])(
    '%s says what members have there today, and Sign In leads back to it',
    async (path) => {
      openPage(path)
      expect(await screen.findByText(/^Members .* today/)).toBeDefined()
      expect(screen.getByText('Coming Soon')).toBeDefined()
      expect(links(screen.getByRole('main'))).toEqual([
        'Sign In /login',
        'Back to Home /',
        'Learn More /about',
        'Join WTPU /signup',
      ])
      await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign In' }))
      expect(sessionStorage.getItem('post_login_redirect')).toBe(path)
    },
  )

  test.each([
    ['/profile', '/user/7'],
    ['/contact-politicians', '/dashboard'],
  ])('%s leads members to what it announces, without an entry of its own in the history', async (path, target) => {
    signedIn()
    fakeApi().respondError(getUser, { status: 404 })
    const { router } = openPage('/about')
    await heading('About WTPU')
    const entries = router.history.length
    await act(() => router.navigate({ href: path }))
    await waitFor(() => expect(router.state.location.pathname).toBe(target))
    expect(router.history.length).toBe(entries + 1)
  })

  test.each([
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
    ['/guidelines', 'Community Guidelines'],
    ['/support', 'Support'],
    ['/accessibility', 'Accessibility'],
  ])('%s has no coming-soon note', async (path, title) => {
    openPage(path)
    await heading(title)
    expect(screen.queryByText('Coming Soon')).toBeNull()
    expect(screen.queryByText('Planned Features')).toBeNull()
  })
})

test('shows the not-found page for an unknown path and does not store it as last route', async () => {
  const { router } = openPage('/about')
  await heading('About WTPU')
  await act(() => router.navigate({ href: '/nowhere?q=x' }))
  await heading('Oops! Page not found')
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  await waitFor(() => expect(document.title).toBe('Page not found | WTPU'))
  expect(meta('robots')).toBe('noindex')
  expect(sessionStorage.getItem('last_route')).toBe('/about')
})

describe('navigation', () => {
  test('replaces the page head that the server rendered', async () => {
    document.head.innerHTML = '<title data-head>Old</title><meta data-head name="description" content="old">'
    fakeApi()
    const { router } = openPage('/')
    await waitFor(() => expect(document.title).toBe('WTPU | Citizenship Before Partisanship'))
    await act(() => router.navigate({ to: '/about' }))
    await waitFor(() => expect(document.title).toBe('About | WTPU'))
    expect(document.head.querySelectorAll('title, meta[name="description"]')).toHaveLength(2)
    expect(meta('description')).toContain('mission')
    expect(meta('og:title')).toBe('About | WTPU')
    expect(meta('og:image:width')).toBe('1200')
    expect(meta('theme-color')).toBe('#1e40af')
    expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      `${window.location.origin}/about`,
    )
    expect(document.head.querySelector('script[type="application/ld+json"]')?.textContent).toContain('/search?q=')
  })

  test('moves focus to the heading, but not on the first load', async () => {
    fakeApi()
    const { router } = openPage('/')
    await heading('Citizenship Before Partisanship')
    expect(document.activeElement).toBe(document.body)
    await act(() => router.navigate({ to: '/about' }))
    const about = await heading('About WTPU')
    await waitFor(() => expect(document.activeElement).toBe(about))
  })
})

describe('members’ pages', () => {
  test('redirect a visitor to sign-in and store path and query', async () => {
    const { router } = openPage('/forums?q=taxes')
    await heading('Welcome Back')
    expect(router.state.location.pathname).toBe('/login')
    expect(sessionStorage.getItem('post_login_redirect')).toBe('/forums?q=taxes')
  })

  test('redirect to /login when the session expires and store path and query', async () => {
    fakeApi()
    signedIn()
    openPage('/forums?q=taxes')
    await heading('Political Forums')
    act(() => endSession('expired'))
    await heading('Welcome Back')
    expect(sessionStorage.getItem('post_login_redirect')).toBe('/forums?q=taxes')
    expect(screen.getByText(sessionExpired)).toBeDefined()
  })

  test('do not show the expired-session notice to a visitor who was never signed in', async () => {
    openPage('/forums')
    await heading('Welcome Back')
    expect(screen.queryByText(sessionExpired)).toBeNull()
  })
})

describe('events without a usable target', () => {
  const events = (name: string) => [
    new Event(name),
    new CustomEvent(name),
    new CustomEvent(name, { detail: {} }),
    new CustomEvent(name, { detail: { target: 'https://evil.example/', reason: 'unheard-of' } }),
    new CustomEvent(name, { detail: { target: '//evil.example' } }),
    new CustomEvent(name, { detail: { target: 42 } }),
  ]

  test.each(events('wtpu-logged-out'))('wtpu-logged-out %# stores the path and goes to /login', async (event) => {
    fakeApi()
    const { router } = openPage('/about?x=1')
    await heading('About WTPU')
    act(() => void window.dispatchEvent(event))
    await heading('Welcome Back')
    expect(router.state.location.href).toBe('/login')
    expect(sessionStorage.getItem('post_login_redirect')).toBe('/about?x=1')
    expect(screen.queryByText(sessionExpired)).toBeNull()
  })

  test.each(events('wtpu-post-login-redirect'))('wtpu-post-login-redirect %# goes to the last route', async (event) => {
    fakeApi()
    const { router } = openPage('/about')
    await heading('About WTPU')
    await act(() => router.navigate({ to: '/login' }))
    act(() => void window.dispatchEvent(event))
    await heading('About WTPU')
    expect(router.state.location.href).toBe('/about')
  })

  test('wtpu-post-login-redirect without a last route goes Home', async () => {
    fakeApi()
    const { router } = openPage('/login')
    await heading('Welcome Back')
    act(() => void window.dispatchEvent(new Event('wtpu-post-login-redirect')))
    await waitFor(() => expect(router.state.location.href).toBe('/'))
  })
})
