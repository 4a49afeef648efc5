import type { HeadInput } from './head.ts'

/** A screen of the specification's route table. `$name` stands for one path segment. */
export interface Page {
  path: string
  /** Needs a signed-in user. */
  member: boolean
  head: HeadInput
}

const open = (path: string, title: string, description?: string): Page => ({
  path,
  member: false,
  head: { title, description },
})
const member = (path: string, title: string, description?: string): Page => ({
  path,
  member: true,
  head: { title, description },
})

/** Specification 2, route table: the server answers 200 for these and 404 for everything else. */
export const pages: readonly Page[] = [
  { path: '/', member: false, head: {} },
  open('/about', 'About', 'The mission, values and history of WTPU, a nonpartisan civic engagement platform.'),
  open('/signup', 'Join Now', 'Create your free WTPU account and make your voice heard.'),
  open('/login', 'Login', 'Sign in to WTPU to vote in polls and rate politicians.'),
  open('/forgot-password', 'Forgot Password'),
  open('/verify-otp', 'Verify Code'),
  open('/reset-password', 'Reset Password'),
  open('/profile-settings', 'Profile Settings'),
  open('/dashboard', 'Dashboard'),
  open('/contact-politicians', 'Contact Politicians'),
  open('/notifications', 'Notifications'),
  open('/profile', 'Profile'),
  open('/invite', 'Invite Friends'),
  open('/media', 'Media'),
  open('/help', 'Help Center'),
  open('/terms', 'Terms of Service'),
  open('/privacy', 'Privacy Policy'),
  open('/guidelines', 'Community Guidelines'),
  open('/support', 'Support'),
  open('/accessibility', 'Accessibility'),
  member('/politicians', 'Politicians', 'Browse and rate the officials who represent you.'),
  member('/politicians/$politicianId', 'Politician'),
  member('/forums', 'Political Forums'),
  member('/forums/activity', 'Recent Activity'),
  member('/forums/$discussionId', 'Discussion'),
  member('/boiler-room', 'Boiler Room'),
  member('/boiler-room/hashtag/$tag', 'Hashtag'),
  member('/user/$userId', 'Public Profile'),
  member('/polls', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
  member('/polls/$pollId', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
]

export const notFoundHead: HeadInput = { title: 'Page not found', robots: 'noindex' }

/** The page a path shows and its parameters; undefined for a path that does not exist. Fixed segments win over `$…`. */
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
