import type { HeadInput } from '../head.ts'
import { site } from '../name.ts'
import { isOn, isOpenPath, openWords } from '../parts.ts'

/** A screen of the specification's route table. `$name` matches one path segment. */
export interface Page<Path extends string = string> {
  path: Path
  /** Needs a signed-in user. */
  member: boolean
  /** Whether people who search the web look for it. */
  inSitemap: boolean
  head: HeadInput
}

const textOf = (text: string | (() => string)) => (typeof text === 'string' ? text : text())

/** In descriptions, `{site}` is the name of the site. */
const pageOf =
  (access: { member: boolean; inSitemap?: boolean; robots?: 'noindex' }) =>
  <const Path extends string>(path: Path, title: string, description: string | (() => string)): Page<Path> => ({
    path,
    member: access.member,
    inSitemap: access.inSitemap ?? false,
    get head() {
      return { title, description: textOf(description).replaceAll('{site}', site.name), robots: access.robots }
    },
  })
const publicPage = pageOf({ member: false, inSitemap: true })
/** A form, or a page that announces what will come. */
const unlistedPage = pageOf({ member: false })
/** The URL of the page contains what a user typed, an email address, a code or a token. */
const personalPage = pageOf({ member: false, robots: 'noindex' })
const memberPage = pageOf({ member: true })

/** The server responds with 200 for these paths and 404 for all others. */
const table = [
  { path: '/' as const, member: false, inSitemap: true, head: {} },
  publicPage('/about', 'About', 'The mission, values and history of {site}, a nonpartisan civic engagement platform.'),
  unlistedPage('/signup', 'Join Now', 'Create your free {site} account and make your voice heard.'),
  unlistedPage(
    '/login',
    'Login',
    () =>
      `Sign in to {site} to ${openWords([
        [null, 'vote in polls'],
        ['ratings', 'rate politicians'],
      ])}.`,
  ),
  unlistedPage(
    '/forgot-password',
    'Forgot Password',
    'Get a code by email to set a new password for your {site} account.',
  ),
  personalPage('/verify-otp', 'Verify Code', 'Enter the code from our email to reset your {site} password.'),
  personalPage('/reset-password', 'Reset Password', 'Set a new password for your {site} account.'),
  personalPage('/ballot', 'Your Ballot', 'Answer the ballot paper that you were invited to on {site}.'),
  personalPage('/answer', 'Count Your Answer', 'Count the answer that you gave to a poll by email on {site}.'),
  personalPage('/confirm-email', 'Confirm Email', 'Confirm the email address of your {site} account.'),
  unlistedPage(
    '/profile-settings',
    'Profile Settings',
    'Edit your {site} profile, privacy settings and signed-in devices.',
  ),
  unlistedPage(
    '/profile-settings/notifications',
    'Notification settings',
    'Choose what {site} tells you, and whether by email, digest or push.',
  ),
  personalPage('/unsubscribe', 'Unsubscribe', 'End emails of one kind from {site}.'),
  personalPage('/unsubscribe/$token', 'Unsubscribe', 'End emails of one kind from {site}.'),
  personalPage('/setup', 'Set up this site', 'For the first admin of {site}.'),
  personalPage('/invitation', 'Your invitation', 'For people who are invited to {site}.'),
  personalPage('/appeal', 'Appeal', 'Appeal against a decision of a {site} moderator.'),
  personalPage('/appeal/$token', 'Appeal', 'Appeal against a decision of a {site} moderator.'),
  personalPage(
    '/search',
    'Search',
    () =>
      `Search ${openWords([
        ['officials', 'officials'],
        [null, 'polls'],
        ['forums', 'discussions'],
        ['boiler-room', 'posts'],
        ['profiles', 'people'],
      ])} on {site}.`,
  ),
  unlistedPage(
    '/dashboard',
    'Dashboard',
    () =>
      `Your ${openWords([
        [null, 'votes'],
        ['ratings', 'ratings'],
        ['forums', 'discussions'],
      ])} on {site} at a glance.`,
  ),
  unlistedPage('/contact-politicians', 'Contact Politicians', 'How to reach the officials who represent you.'),
  unlistedPage(
    '/notifications',
    'Notifications',
    () =>
      `${isOn(['forums', 'boiler-room', 'walls']) ? 'Replies, mentions and results' : 'Results'} that concern you on {site}.`,
  ),
  unlistedPage('/profile', 'Profile', 'Your profile on {site}.'),
  unlistedPage(
    '/invite',
    'Invite Friends',
    () =>
      `Invite friends to ${openWords([
        [null, 'vote'],
        ['ratings', 'rate'],
        [['forums', 'boiler-room', 'walls'], 'discuss'],
      ])} on {site}.`,
  ),
  unlistedPage('/media', 'Media', 'Information about {site} for journalists.'),
  unlistedPage(
    '/help',
    'Help Center',
    () =>
      `Answers to common questions about ${openWords([
        [null, 'accounts'],
        [null, 'polls'],
        ['ratings', 'ratings'],
        ['forums', 'discussions'],
      ])} on {site}.`,
  ),
  publicPage('/terms', 'Terms of Service', 'The terms that apply when you use {site}.'),
  publicPage('/privacy', 'Privacy Policy', 'What {site} stores about you, why, and what you can do about it.'),
  publicPage(
    '/guidelines',
    'Community Guidelines',
    () =>
      `The rules of conduct for ${openWords([
        [null, 'polls'],
        ['boiler-room', 'posts'],
        ['forums', 'discussions'],
      ])} on {site}.`,
  ),
  publicPage('/support', 'Support', 'How to get help with {site}.'),
  publicPage('/accessibility', 'Accessibility', 'How {site} works with keyboards, screen readers and large text.'),
  publicPage('/common-ground', 'Common Ground', 'What groups agree on.'),
  publicPage('/moderation/log', 'Moderation log', 'What moderators decided, and why.'),
  publicPage('/moderation/figures', 'Moderation figures', 'How moderators decide, in numbers.'),
  publicPage('/results/$pollId', 'Results', 'How members voted in a poll, how it was taken and what it does not show.'),
  publicPage('/polls/$pollId/check', 'Check this result', 'Recount a closed poll in your own browser.'),
  publicPage('/roll-calls', 'Votes of Congress', 'How Congress voted, and what members here answered.'),
  publicPage('/roll-calls/$rollCallId', 'Roll call', 'How each member of Congress voted.'),
  memberPage('/moderation', 'Moderation', 'The cases of moderators.'),
  memberPage('/admin', 'Administration', 'For admins.'),
  memberPage('/admin/people', 'People', 'Accounts of members, for admins.'),
  memberPage('/admin/officials', 'Officials', 'Imports of officials, for admins.'),
  memberPage('/admin/circles', 'Circles', 'Lists of people who are invited to answer, for admins and keepers.'),
  memberPage('/admin/circles/$circleId', 'Circle', 'A list and its ballot papers, for admins and keepers.'),
  memberPage('/admin/questions', 'Questions', 'Questions of the day, for admins.'),
  memberPage('/admin/parts', 'Parts', 'What the site has, for admins.'),
  memberPage(
    '/politicians',
    'Politicians',
    () => `Browse ${isOn('ratings') ? 'and rate ' : ''}the officials who represent you.`,
  ),
  memberPage(
    '/politicians/$politicianId',
    'Politician',
    () => `${isOn('ratings') ? 'Ratings and contact' : 'Contact'} details of an elected official.`,
  ),
  memberPage('/forums', 'Political Forums', 'Discussions on the issues of the day, open to every citizen.'),
  memberPage('/forums/activity', 'Recent Activity', 'The latest comments in the forums of {site}.'),
  memberPage(
    '/forums/$discussionId',
    'Discussion',
    'A discussion in the forums of {site}. Sign in to read it and join in.',
  ),
  memberPage(
    '/boiler-room',
    'Boiler Room',
    'Posts by citizens: what they think about today, with pictures, videos and hashtags.',
  ),
  memberPage('/boiler-room/hashtag/$tag', 'Hashtag', 'Posts by citizens with this hashtag.'),
  memberPage('/user/$userId', 'Public Profile', 'The public profile of a citizen on {site}.'),
  memberPage('/polls', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
  memberPage('/polls/$pollId', 'Live Citizen Polls', 'Vote in live polls and watch the results move.'),
] satisfies Page[]

export type PagePath = (typeof table)[number]['path']
/** What only the server needs of each is in `page-facts.ts`. */
export const pages: readonly Page<PagePath>[] = table

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
