import type { PagePath, pages } from '@wtpu/contract/site/on-demand/pages'

/** Addresses of routes that show nothing with an id of 1, or that need a query. */
const addresses: Partial<Record<PagePath, string>> = {
  '/verify-otp': '/verify-otp?email=ada%40wtpu.example',
  '/reset-password': '/reset-password?email=ada%40wtpu.example&code=123456',
  '/search': '/search?q=school',
  '/boiler-room/hashtag/$tag': '/boiler-room/hashtag/water',
}

/** Pages from which members are led elsewhere. */
export const forVisitors: readonly PagePath[] = ['/login', '/signup', '/profile', '/contact-politicians']

export const addressesOf = (routes: typeof pages) =>
  routes.map(({ path }) => addresses[path] ?? path.replace(/\$\w+/, '1'))
