// These are not in the page table, because the browser loads that, too.

/** The pages that show and request other data with a query string. To all others it means nothing, as `?fbclid=` of a shared link. */
export const pagesWithQuery: ReadonlySet<string> = new Set([
  '/boiler-room',
  '/boiler-room/hashtag/$tag',
  '/confirm-email',
  '/forums',
  '/forums/$discussionId',
  '/login',
  '/moderation',
  '/politicians',
  '/politicians/$politicianId',
  '/polls',
  '/polls/$pollId',
  '/reset-password',
  '/roll-calls',
  '/search',
  '/verify-otp',
])

/**
 * The calls that a page makes first, with the parameters of its path, when its URL has no query string that it reads. They start
 * before its scripts have loaded.
 */
export const prefetchedCalls: Partial<Record<string, readonly string[]>> = {
  '/': ['/api/polls/featured/'],
  '/politicians': ['/api/politicians/?limit=24', '/api/politicians/filter_options/', '/api/politicians/my-ratings/'],
  '/politicians/$politicianId': ['/api/politicians/$politicianId/'],
  '/forums': [
    '/api/forums/discussions/?limit=20',
    '/api/forums/discussions/?filter=trending&limit=20',
    '/api/forums/stats/',
    '/api/forums/categories/',
  ],
  '/boiler-room': [
    '/api/boilerroom/posts/?limit=20',
    '/api/boilerroom/latest-posts/',
    '/api/boilerroom/trending-hashtags/',
  ],
  '/polls': [
    '/api/polls/?limit=20',
    '/api/polls/summary/',
    '/api/polls/categories/',
    '/api/polls/my-votes/',
    '/api/polls/scheduled/',
  ],
  '/results/$pollId': [
    '/api/polls/$pollId/results/',
    '/api/polls/categories/',
    '/api/polls/$pollId/totals.json',
    '/api/polls/$pollId/groups/',
  ],
  '/about': ['/api/pages/about/'],
  '/terms': ['/api/pages/terms/'],
  '/privacy': ['/api/pages/privacy/'],
  '/guidelines': ['/api/pages/guidelines/'],
  '/support': ['/api/pages/support/'],
  '/accessibility': ['/api/pages/accessibility/'],
  '/polls/$pollId/check': ['/api/polls/$pollId/'],
  '/common-ground': ['/api/common-ground/'],
  '/roll-calls': ['/api/roll-calls/'],
  '/roll-calls/$rollCallId': ['/api/roll-calls/$rollCallId/', '/api/roll-calls/$rollCallId/positions/'],
  '/moderation/log': ['/api/moderation/log/'],
  '/moderation/figures': ['/api/moderation/figures/'],
}
