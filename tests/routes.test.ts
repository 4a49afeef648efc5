import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pages } from '@wtpu/contract/pages'
import { expect, test } from 'vitest'

const routes = join(import.meta.dirname, '../web/src/routes')

/** Specification 2, route table, `{id}` written as the router writes it. */
const open = [
  '/',
  '/about',
  '/signup',
  '/login',
  '/forgot-password',
  '/verify-otp',
  '/reset-password',
  '/profile-settings',
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
]
const member = [
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
]

/** A route file's path and access, as the router reads them from its name. */
function routesOf(file: string): { path: string; member: boolean }[] {
  const segments = file
    .replace(/\.tsx$/, '')
    .split(/[/.]/)
    .filter((segment) => segment !== 'index' && !/^\(.*\)$/.test(segment))
  const access = segments[0] === '_member'
  const parts = segments.filter((segment) => !segment.startsWith('_'))
  const optional = parts.findIndex((part) => part.startsWith('{-$'))
  const to = (some: string[]) => ({ path: `/${some.join('/').replaceAll(/\{-(\$\w+)\}/g, '$1')}`, member: access })
  return optional < 0 ? [to(parts)] : [to(parts.slice(0, optional)), to(parts)]
}

const files = readdirSync(routes, { recursive: true, withFileTypes: true })
  .filter(
    (file) => file.isFile() && file.name.endsWith('.tsx') && !/\.test\.|^__root|^_member\.tsx$|^-/.test(file.name),
  )
  .map((file) => relative(routes, join(file.parentPath, file.name)))

test('the route files are the route table of the specification, path and access', () => {
  const found = files.flatMap(routesOf)
  const paths = (access: boolean) => found.filter((route) => route.member === access).map(({ path }) => path)
  expect(paths(false).toSorted()).toEqual(open.toSorted())
  expect(paths(true).toSorted()).toEqual(member.toSorted())
})

test('the page table, by which the server answers, is the same', () => {
  expect(pages.filter((page) => !page.member).map(({ path }) => path)).toEqual(open)
  expect(
    pages
      .filter((page) => page.member)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(member.toSorted())
})
