import { type PartName, partNames } from '../part-names.ts'
import type { PagePath } from './pages.ts'

interface PageFacts {
  /** The part of the site that it goes off with, or null for none. */
  part: PartName | null
  /** It shows and requests other data with a query string. To other pages that means nothing, as `?fbclid=` of a shared link. */
  readsQuery?: true
  /**
   * The calls that it makes first, with the parameters of its path, when its URL has no query string that it reads. They start
   * before its scripts have loaded.
   */
  calls?: readonly string[]
  /** Visitors see it on a site for members only, too: the way in, a link of a mail, or a page that the operator writes. */
  forVisitors?: true
  /** A person who opens it has opened the poll. */
  opens?: 'poll'
}

/** What the server needs of each page. The browser does not load it, unlike `pages.ts`. */
export const pageFacts: Record<PagePath, PageFacts> = {
  '/': { part: null, calls: ['/api/polls/featured/'] },
  '/about': { part: null, forVisitors: true, calls: ['/api/pages/about/'] },
  '/signup': { part: null, forVisitors: true, calls: ['/api/registration/'] },
  '/login': { part: null, forVisitors: true, readsQuery: true, calls: ['/api/registration/'] },
  '/forgot-password': { part: null, forVisitors: true },
  '/verify-otp': { part: null, forVisitors: true, readsQuery: true },
  '/reset-password': { part: null, forVisitors: true, readsQuery: true },
  '/answer': { part: 'mailed-answers' },
  '/ballot': { part: 'circles', forVisitors: true },
  '/confirm-email': { part: null, forVisitors: true, readsQuery: true },
  '/profile-settings': { part: null },
  '/profile-settings/notifications': { part: null },
  '/unsubscribe': { part: null, forVisitors: true },
  '/unsubscribe/$token': { part: null, forVisitors: true },
  '/setup': { part: null, forVisitors: true },
  '/invitation': { part: null, forVisitors: true },
  '/appeal': { part: null, forVisitors: true },
  '/appeal/$token': { part: null, forVisitors: true },
  '/search': { part: null, readsQuery: true },
  '/dashboard': { part: 'officials' },
  '/contact-politicians': { part: 'letters' },
  '/notifications': { part: null },
  '/profile': { part: 'profiles' },
  '/invite': { part: null },
  '/media': { part: null },
  '/help': { part: null },
  '/terms': { part: null, forVisitors: true, calls: ['/api/pages/terms/'] },
  '/privacy': { part: null, forVisitors: true, calls: ['/api/pages/privacy/'] },
  '/guidelines': { part: null, forVisitors: true, calls: ['/api/pages/guidelines/'] },
  '/support': { part: null, forVisitors: true, calls: ['/api/pages/support/'] },
  '/accessibility': { part: null, forVisitors: true, calls: ['/api/pages/accessibility/'] },
  '/common-ground': { part: 'common-ground', calls: ['/api/common-ground/'] },
  '/moderation/log': { part: null, calls: ['/api/moderation/log/'] },
  '/moderation/figures': { part: null, calls: ['/api/moderation/figures/'] },
  '/results/$pollId': {
    part: null,
    calls: [
      '/api/polls/$pollId/results/',
      '/api/polls/categories/',
      '/api/polls/$pollId/totals.json',
      '/api/polls/$pollId/groups/',
    ],
    opens: 'poll',
  },
  '/polls/$pollId/check': { part: null, calls: ['/api/polls/$pollId/'] },
  '/roll-calls': { part: 'roll-calls', readsQuery: true, calls: ['/api/roll-calls/'] },
  '/roll-calls/$rollCallId': {
    part: 'roll-calls',
    calls: ['/api/roll-calls/$rollCallId/', '/api/roll-calls/$rollCallId/positions/'],
  },
  '/moderation': { part: null, readsQuery: true },
  '/admin': { part: null },
  '/admin/people': { part: null },
  '/admin/officials': { part: 'officials' },
  '/admin/circles': { part: 'circles' },
  '/admin/circles/$circleId': { part: 'circles' },
  '/admin/questions': { part: null },
  '/admin/parts': { part: null },
  '/politicians': {
    part: 'officials',
    readsQuery: true,
    calls: ['/api/politicians/?limit=10', '/api/politicians/filter_options/'],
  },
  '/politicians/$politicianId': { part: 'officials', readsQuery: true, calls: ['/api/politicians/$politicianId/'] },
  '/forums': {
    part: 'forums',
    readsQuery: true,
    calls: [
      '/api/forums/discussions/?limit=20',
      '/api/forums/discussions/?filter=trending&limit=20',
      '/api/forums/stats/',
      '/api/forums/categories/',
    ],
  },
  '/forums/activity': { part: 'forums' },
  '/forums/$discussionId': { part: 'forums', readsQuery: true },
  '/boiler-room': {
    part: 'boiler-room',
    readsQuery: true,
    calls: ['/api/boilerroom/posts/?limit=20', '/api/boilerroom/latest-posts/', '/api/boilerroom/trending-hashtags/'],
  },
  '/boiler-room/hashtag/$tag': { part: 'boiler-room', readsQuery: true },
  '/user/$userId': { part: 'profiles' },
  '/polls': {
    part: null,
    readsQuery: true,
    calls: [
      '/api/polls/?limit=10',
      '/api/polls/summary/',
      '/api/polls/categories/',
      '/api/polls/my-votes/',
      '/api/polls/scheduled/',
    ],
  },
  '/polls/$pollId': { part: null, readsQuery: true, opens: 'poll' },
}

/** Files that belong to a part, and the paths of its live messages, with everything below them. */
const filesOfParts: Partial<Record<PartName, readonly string[]>> = {
  walls: ['/api/comments', '/api/comment-likes'],
  officials: ['/api/politicians', '/feeds/politicians', '/share/politicians'],
  'roll-calls': ['/api/roll-calls', '/share/roll-calls'],
  'boiler-room': ['/api/boilerroom'],
  forums: ['/api/forums', '/feeds/discussions.atom'],
  'common-ground': ['/api/common-ground'],
}

const isBelow = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** The addresses that belong to these parts. Everything below them does, too. */
export function placesOf(parts: readonly PartName[]): string[] {
  const pages = Object.entries(pageFacts).flatMap(([path, { part }]) =>
    part && parts.includes(part) ? [path.replace(/\/\$.*/, '')] : [],
  )
  const places = [...new Set([...pages, ...parts.flatMap((part) => filesOfParts[part] ?? [])])]
  return places.filter((place) => !places.some((other) => other !== place && isBelow(place, other)))
}

export const pagesForVisitors = (): string[] =>
  Object.entries(pageFacts).flatMap(([path, { forVisitors }]) => (forVisitors && !path.includes('$') ? [path] : []))

export const partOfPath = (path: string): PartName | undefined =>
  partNames.find((part) => placesOf([part]).some((place) => isBelow(path, place)))
