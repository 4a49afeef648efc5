import type { HeadInput } from '../head.ts'
import { type PartName, partNames } from '../part-names.ts'
import { isOpenPath } from '../parts.ts'
import type { Page } from './page.ts'
import { type PagePath, pages } from './pages.ts'

export const notFoundHead: HeadInput = { title: 'Page not found', robots: 'noindex' }

/** The pages of the parts that are on. */
export const openPages = (): Page<PagePath>[] => pages.filter(({ path }) => isOpenPath(path))

/** The page at a path and its parameters, or undefined. A page without parameters takes precedence. */
export function findPage(path: string): { page: Page<PagePath>; params: Record<string, string> } | undefined {
  const segments = path.split('/').filter(Boolean)
  const found = openPages()
    .map((page) => ({ page, params: match(page.path, segments) }))
    .filter(
      (candidate): candidate is typeof candidate & { params: Record<string, string> } => candidate.params !== undefined,
    )
  return found.find((candidate) => Object.keys(candidate.params).length === 0) ?? found[0]
}

function match(pattern: string, segments: string[]): Record<string, string> | undefined {
  const parts = pattern.split('/').filter(Boolean)
  if (parts.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('$')) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}

/** Files that belong to a part, and the paths of its live messages, with everything below them. */
const filesOfParts: Record<PartName, readonly string[]> = {
  ratings: [],
  walls: ['/api/comments', '/api/comment-likes'],
  letters: [],
  officials: ['/api/politicians', '/feeds/politicians', '/share/politicians'],
  'roll-calls': ['/api/roll-calls', '/share/roll-calls'],
  'boiler-room': ['/api/boilerroom'],
  forums: ['/api/forums', '/feeds/discussions.atom'],
  'member-polls': [],
  reasons: [],
  'mailed-answers': [],
  circles: [],
  'common-ground': ['/api/common-ground'],
  profiles: [],
}

const isBelow = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** The addresses that belong to these parts. Everything below them does, too. */
export function placesOf(parts: readonly PartName[]): string[] {
  const ofPages = pages.flatMap(({ path, part }) => (part && parts.includes(part) ? [path.replace(/\/\$.*/, '')] : []))
  const places = [...new Set([...ofPages, ...parts.flatMap((part) => filesOfParts[part])])]
  return places.filter((place) => !places.some((other) => other !== place && isBelow(place, other)))
}

export const pagesForVisitors = (): string[] =>
  pages.flatMap(({ path, forVisitors }) => (forVisitors && !path.includes('$') ? [path] : []))

const placesOfParts = partNames.map((part) => ({ part, places: placesOf([part]) }))

export const partOfPath = (path: string): PartName | undefined =>
  placesOfParts.find(({ places }) => places.some((place) => isBelow(path, place)))?.part
