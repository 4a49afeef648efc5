import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { pagesWithQuery } from '#server/site/prefetched-calls.ts'
import { expect, test } from 'vitest'

const routes = join(import.meta.dirname, '../web/src/routes')

/** The route table of the specification, /search, /confirm-email, the pages of set-up, notifications, moderation, administration and roll calls, with parameters in the router's notation (`$tag` for `{tag}`). */
const publicPaths = [
  '/',
  '/about',
  '/signup',
  '/login',
  '/forgot-password',
  '/verify-otp',
  '/reset-password',
  '/confirm-email',
  '/profile-settings',
  '/profile-settings/notifications',
  '/unsubscribe',
  '/unsubscribe/$token',
  '/setup',
  '/invitation',
  '/appeal',
  '/appeal/$token',
  '/search',
  '/dashboard',
  '/contact-politicians',
  '/notifications',
  '/profile',
  '/invite',
  '/media',
  '/help',
  '/terms',
  '/privacy',
  '/guidelines',
  '/support',
  '/accessibility',
  '/common-ground',
  '/moderation/log',
  '/moderation/figures',
  '/results/$pollId',
  '/polls/$pollId/check',
  '/roll-calls',
  '/roll-calls/$rollCallId',
]
const memberPaths = [
  '/politicians',
  '/politicians/$politicianId',
  '/forums',
  '/forums/activity',
  '/forums/$discussionId',
  '/boiler-room',
  '/boiler-room/hashtag/$tag',
  '/user/$userId',
  '/polls',
  '/polls/$pollId',
  '/moderation',
  '/admin',
  '/admin/people',
  '/admin/officials',
]

/** The paths and access of a route file, derived from its name like the router does. */
function routesOf(file: string): { path: string; member: boolean }[] {
  const segments = file
    .replace(/\.tsx$/, '')
    .split(/[/.]/)
    .filter((segment) => segment !== 'index' && !/^\(.*\)$/.test(segment))
  const isMember = segments[0] === '_member'
  const parts = segments.filter((segment) => !segment.startsWith('_'))
  const optional = parts.findIndex((part) => part.startsWith('{-$'))
  const toRoute = (path: string[]) => ({
    path: `/${path.join('/').replaceAll(/\{-(\$\w+)\}/g, '$1')}`,
    member: isMember,
  })
  return optional < 0 ? [toRoute(parts)] : [toRoute(parts.slice(0, optional)), toRoute(parts)]
}

const files = readdirSync(routes, { recursive: true, withFileTypes: true })
  .filter(
    (file) => file.isFile() && file.name.endsWith('.tsx') && !/\.test\.|^__root|^_member\.tsx$|^-/.test(file.name),
  )
  .map((file) => relative(routes, join(file.parentPath, file.name)))

/** The pages of text that share one route. */
const placeholders = [
  ...readFileSync(join(routes, '$placeholder.tsx'), 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: (?:\($|<)/gm),
].map(([, name]) => ({ path: `/${name}`, member: false }))

test('the route files match the route table of the specification in path and access', () => {
  const found = [...files.filter((file) => file !== '$placeholder.tsx').flatMap(routesOf), ...placeholders]
  const paths = (member: boolean) => found.filter((route) => route.member === member).map(({ path }) => path)
  expect(paths(false).toSorted()).toEqual(publicPaths.toSorted())
  expect(paths(true).toSorted()).toEqual(memberPaths.toSorted())
})

test('the page table that the server uses matches the route table', () => {
  expect(pages.filter((page) => !page.member).map(({ path }) => path)).toEqual(publicPaths)
  expect(
    pages
      .filter((page) => page.member)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(memberPaths.toSorted())
})

test('the server knows which pages read a query string', () => {
  const reading = files.filter((file) => readFileSync(join(routes, file), 'utf8').includes('validateSearch'))
  expect([...pagesWithQuery].toSorted()).toEqual(
    reading
      .flatMap(routesOf)
      .map(({ path }) => path)
      .toSorted(),
  )
})
