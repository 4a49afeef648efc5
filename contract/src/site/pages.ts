import type { HeadInput } from './head.ts'

/** A screen of the specification's route table. `$name` matches one path segment. */
export interface Page {
  path: string
  /** Needs a signed-in user. */
  member: boolean
  head: HeadInput
  /** The calls that the page makes first when its URL has no query string. They start before its scripts have loaded. */
  firstData?: readonly string[]
}

const publicPage = (path: string, title: string, description?: string): Page => ({
  path,
  member: false,
  head: { title, description },
})
const memberPage = (path: string, title: string, description?: string): Page => ({
  path,
  member: true,
  head: { title, description },
})

/** Specification 2, route table. The server replies 200 for these paths and 404 for all others. */
export const pages: readonly Page[] = [
  { path: '/', member: false, head: {}, firstData: ['/api/polls/featured/'] },
  publicPage('/about', 'About', 'The mission, values and history of WTPU, a nonpartisan civic engagement platform.'),
  publicPage('/signup', 'Join Now', 'Create your free WTPU account and make your voice heard.'),
  publicPage('/login', 'Login', 'Sign in to WTPU to vote in polls and rate politicians.'),
  publicPage('/forgot-password', 'Forgot Password'),
  publicPage('/verify-otp', 'Verify Code'),
  publicPage('/reset-password', 'Reset Password'),
  publicPage('/confirm-email', 'Confirm Email'),
  publicPage('/profile-settings', 'Profile Settings'),
  {
    path: '/search',
    member: false,
    head: {
      title: 'Search',
      description: 'Search officials, polls, discussions, posts and people on WTPU.',
      robots: 'noindex',
    },
  },
  publicPage('/dashboard', 'Dashboard'),
  publicPage('/contact-politicians', 'Contact Politicians'),
  publicPage('/notifications', 'Notifications'),
  publicPage('/profile', 'Profile'),
  publicPage('/invite', 'Invite Friends'),
  publicPage('/media', 'Media'),
  publicPage('/help', 'Help Center'),
  publicPage('/terms', 'Terms of Service'),
  publicPage('/privacy', 'Privacy Policy'),
  publicPage('/guidelines', 'Community Guidelines'),
  publicPage('/support', 'Support'),
  publicPage('/accessibility', 'Accessibility'),
  {
    ...memberPage('/politicians', 'Politicians', 'Browse and rate the officials who represent you.'),
    firstData: ['/api/politicians/?limit=24', '/api/politicians/filter_options/', '/api/politicians/my-ratings/'],
  },
  memberPage('/politicians/$politicianId', 'Politician'),
  {
    ...memberPage('/forums', 'Political Forums', 'Discussions on the issues of the day, open to every citizen.'),
    firstData: [
      '/api/forums/discussions/?limit=20',
      '/api/forums/discussions/?filter=trending&limit=20',
      '/api/forums/stats/',
      '/api/forums/categories/',
    ],
  },
  memberPage('/forums/activity', 'Recent Activity'),
  memberPage('/forums/$discussionId', 'Discussion'),
  {
    ...memberPage(
      '/boiler-room',
      'Boiler Room',
      'Posts by citizens: what they think about today, with pictures, videos and hashtags.',
    ),
    firstData: [
      '/api/boilerroom/posts/?limit=20',
      '/api/boilerroom/latest-posts/',
      '/api/boilerroom/trending-hashtags/',
    ],
  },
  memberPage('/boiler-room/hashtag/$tag', 'Hashtag'),
  memberPage('/user/$userId', 'Public Profile'),
  {
    ...memberPage('/polls', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
    firstData: [
      '/api/polls/?limit=20',
      '/api/polls/summary/',
      '/api/polls/categories/',
      '/api/polls/my-votes/',
      '/api/polls/scheduled/',
    ],
  },
  memberPage('/polls/$pollId', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
]

export const notFoundHead: HeadInput = { title: 'Page not found', robots: 'noindex' }

/** The page at a path and its parameters, or undefined. A page without parameters takes precedence. */
export function findPage(path: string): { page: Page; params: Record<string, string> } | undefined {
  const segments = path.split('/').filter(Boolean)
  const found = pages
    .map((page) => ({ page, params: match(page.path, segments) }))
    .filter((one): one is { page: Page; params: Record<string, string> } => one.params !== undefined)
  return found.find((one) => Object.keys(one.params).length === 0) ?? found[0]
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
