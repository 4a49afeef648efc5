import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { expect, test } from 'vitest'

const routes = join(import.meta.dirname, '../web/src/routes')

/** The route table of the specification, with parameters in the router's notation (`$tag` for `{tag}`). */
const specified = {
  visitors: (
    '/ /about /signup /login /forgot-password /verify-otp /reset-password /profile-settings /dashboard ' +
    '/contact-politicians /notifications /profile /invite /media /help /terms /privacy /guidelines /support /accessibility'
  ).split(' '),
  members: (
    '/politicians /politicians/$politicianId /forums /forums/activity /forums/$discussionId /boiler-room ' +
    '/boiler-room/hashtag/$tag /user/$userId /polls /polls/$pollId'
  ).split(' '),
}

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

const pathsFor = (access: 'visitors' | 'members', among: readonly { path: string; member: boolean }[]) =>
  among.filter(({ member }) => member === (access === 'members')).map(({ path }) => path)

test.each(['visitors', 'members'] as const)('the screens for %s are those of the table of pages', (access) => {
  const screens = [...files.filter((file) => file !== '$placeholder.tsx').flatMap(routesOf), ...placeholders]
  expect(pathsFor(access, screens).toSorted()).toEqual(pathsFor(access, pages).toSorted())
  expect(pathsFor(access, pages)).toEqual(expect.arrayContaining(specified[access]))
})

test('the server knows which pages read a query string', () => {
  const reading = files.filter((file) => readFileSync(join(routes, file), 'utf8').includes('validateSearch'))
  const withQuery = pages.filter(({ readsQuery }) => readsQuery).map(({ path }) => path)
  expect(withQuery.toSorted()).toEqual(
    reading
      .flatMap(routesOf)
      .map(({ path }) => path)
      .toSorted(),
  )
})
