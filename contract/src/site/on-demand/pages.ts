import { isOn, openWords } from '../parts.ts'
import { memberPage, type Page, personalPage, publicPage, unlistedPage } from './page.ts'

/** The server responds with 200 for these paths and 404 for all others. */
const table = [
  { path: '/' as const, member: false, inSitemap: true, head: {}, part: null, calls: ['/api/polls/featured/'] },
  publicPage(
    '/about',
    null,
    'About',
    'The mission, values and history of {site}, a nonpartisan civic engagement platform.',
    { forVisitors: true, calls: ['/api/pages/about/'] },
  ),
  unlistedPage('/signup', null, 'Join Now', 'Create your free {site} account and make your voice heard.', {
    forVisitors: true,
    calls: ['/api/registration/'],
  }),
  unlistedPage(
    '/login',
    null,
    'Login',
    () =>
      `Sign in to {site} to ${openWords([
        [null, 'vote in polls'],
        ['ratings', 'rate politicians'],
      ])}.`,
    { forVisitors: true, readsQuery: true, calls: ['/api/registration/'] },
  ),
  unlistedPage(
    '/forgot-password',
    null,
    'Forgot Password',
    'Get a code by email to set a new password for your {site} account.',
    { forVisitors: true },
  ),
  personalPage('/verify-otp', null, 'Verify Code', 'Enter the code from our email to reset your {site} password.', {
    forVisitors: true,
    readsQuery: true,
  }),
  personalPage('/reset-password', null, 'Reset Password', 'Set a new password for your {site} account.', {
    forVisitors: true,
    readsQuery: true,
  }),
  personalPage('/ballot', 'circles', 'Your Ballot', 'Answer the ballot paper that you were invited to on {site}.', {
    forVisitors: true,
  }),
  personalPage(
    '/answer',
    'mailed-answers',
    'Count Your Answer',
    'Count the answer that you gave to a poll by email on {site}.',
  ),
  personalPage('/confirm-email', null, 'Confirm Email', 'Confirm the email address of your {site} account.', {
    forVisitors: true,
    readsQuery: true,
  }),
  unlistedPage(
    '/profile-settings',
    null,
    'Profile Settings',
    'Edit your {site} profile, privacy settings and signed-in devices.',
  ),
  unlistedPage(
    '/profile-settings/notifications',
    null,
    'Notification settings',
    'Choose what {site} tells you, and whether by email, digest or push.',
  ),
  personalPage('/unsubscribe', null, 'Unsubscribe', 'End emails of one kind from {site}.', { forVisitors: true }),
  personalPage('/unsubscribe/$token', null, 'Unsubscribe', 'End emails of one kind from {site}.', {
    forVisitors: true,
  }),
  personalPage('/setup', null, 'Set up this site', 'For the first admin of {site}.', { forVisitors: true }),
  personalPage('/invitation', null, 'Your invitation', 'For people who are invited to {site}.', { forVisitors: true }),
  personalPage('/appeal', null, 'Appeal', 'Appeal against a decision of a {site} moderator.', { forVisitors: true }),
  personalPage('/appeal/$token', null, 'Appeal', 'Appeal against a decision of a {site} moderator.', {
    forVisitors: true,
  }),
  personalPage(
    '/search',
    null,
    'Search',
    () =>
      `Search ${openWords([
        ['officials', 'officials'],
        [null, 'polls'],
        ['forums', 'discussions'],
        ['boiler-room', 'posts'],
        ['profiles', 'people'],
      ])} on {site}.`,
    { readsQuery: true },
  ),
  unlistedPage(
    '/dashboard',
    'officials',
    'Dashboard',
    () =>
      `Your ${openWords([
        [null, 'votes'],
        ['ratings', 'ratings'],
        ['forums', 'discussions'],
      ])} on {site} at a glance.`,
  ),
  unlistedPage(
    '/contact-politicians',
    'letters',
    'Contact Politicians',
    'How to reach the officials who represent you.',
  ),
  unlistedPage(
    '/notifications',
    null,
    'Notifications',
    () =>
      `${isOn(['forums', 'boiler-room', 'walls']) ? 'Replies, mentions and results' : 'Results'} that concern you on {site}.`,
  ),
  unlistedPage('/profile', 'profiles', 'Profile', 'Your profile on {site}.'),
  unlistedPage(
    '/invite',
    null,
    'Invite Friends',
    () =>
      `Invite friends to ${openWords([
        [null, 'vote'],
        ['ratings', 'rate'],
        [['forums', 'boiler-room', 'walls'], 'discuss'],
      ])} on {site}.`,
  ),
  unlistedPage('/media', null, 'Media', 'Information about {site} for journalists.'),
  unlistedPage(
    '/help',
    null,
    'Help Center',
    () =>
      `Answers to common questions about ${openWords([
        [null, 'accounts'],
        [null, 'polls'],
        ['ratings', 'ratings'],
        ['forums', 'discussions'],
      ])} on {site}.`,
  ),
  publicPage('/terms', null, 'Terms of Service', 'The terms that apply when you use {site}.', {
    forVisitors: true,
    calls: ['/api/pages/terms/'],
  }),
  publicPage('/privacy', null, 'Privacy Policy', 'What {site} stores about you, why, and what you can do about it.', {
    forVisitors: true,
    calls: ['/api/pages/privacy/'],
  }),
  publicPage(
    '/guidelines',
    null,
    'Community Guidelines',
    () =>
      `The rules of conduct for ${openWords([
        [null, 'polls'],
        ['boiler-room', 'posts'],
        ['forums', 'discussions'],
      ])} on {site}.`,
    { forVisitors: true, calls: ['/api/pages/guidelines/'] },
  ),
  publicPage('/support', null, 'Support', 'How to get help with {site}.', {
    forVisitors: true,
    calls: ['/api/pages/support/'],
  }),
  publicPage(
    '/accessibility',
    null,
    'Accessibility',
    'How {site} works with keyboards, screen readers and large text.',
    { forVisitors: true, calls: ['/api/pages/accessibility/'] },
  ),
  publicPage('/common-ground', 'common-ground', 'Common Ground', 'What groups agree on.', {
    calls: ['/api/common-ground/'],
  }),
  publicPage('/moderation/log', null, 'Moderation log', 'What moderators decided, and why.', {
    calls: ['/api/moderation/log/'],
  }),
  publicPage('/moderation/figures', null, 'Moderation figures', 'How moderators decide, in numbers.', {
    calls: ['/api/moderation/figures/'],
  }),
  publicPage(
    '/results/$pollId',
    null,
    'Results',
    'How members voted in a poll, how it was taken and what it does not show.',
    {
      calls: [
        '/api/polls/$pollId/results/',
        '/api/polls/categories/',
        '/api/polls/$pollId/totals.json',
        '/api/polls/$pollId/groups/',
      ],
      opens: 'poll',
    },
  ),
  publicPage('/polls/$pollId/check', null, 'Check this result', 'Recount a closed poll in your own browser.', {
    calls: ['/api/polls/$pollId/'],
  }),
  publicPage('/roll-calls', 'roll-calls', 'Votes of Congress', 'How Congress voted, and what members here answered.', {
    readsQuery: true,
    calls: ['/api/roll-calls/'],
  }),
  publicPage('/roll-calls/$rollCallId', 'roll-calls', 'Roll call', 'How each member of Congress voted.', {
    calls: ['/api/roll-calls/$rollCallId/', '/api/roll-calls/$rollCallId/positions/'],
  }),
  memberPage('/moderation', null, 'Moderation', 'The cases of moderators.', { readsQuery: true }),
  memberPage('/admin', null, 'Administration', 'For admins.'),
  memberPage('/admin/people', null, 'People', 'Accounts of members, for admins.'),
  memberPage('/admin/officials', 'officials', 'Officials', 'Imports of officials, for admins.'),
  memberPage(
    '/admin/circles',
    'circles',
    'Circles',
    'Lists of people who are invited to answer, for admins and keepers.',
  ),
  memberPage('/admin/circles/$circleId', 'circles', 'Circle', 'A list and its ballot papers, for admins and keepers.'),
  memberPage('/admin/questions', null, 'Questions', 'Questions of the day, for admins.'),
  memberPage('/admin/parts', null, 'Parts', 'What the site has, for admins.'),
  memberPage(
    '/politicians',
    'officials',
    'Politicians',
    () => `Browse ${isOn('ratings') ? 'and rate ' : ''}the officials who represent you.`,
    { readsQuery: true, calls: ['/api/politicians/?limit=10', '/api/politicians/filter_options/'] },
  ),
  memberPage(
    '/politicians/$politicianId',
    'officials',
    'Politician',
    () => `${isOn('ratings') ? 'Ratings and contact' : 'Contact'} details of an elected official.`,
    { readsQuery: true, calls: ['/api/politicians/$politicianId/'] },
  ),
  memberPage('/forums', 'forums', 'Political Forums', 'Discussions on the issues of the day, open to every citizen.', {
    readsQuery: true,
    calls: [
      '/api/forums/discussions/?limit=20',
      '/api/forums/discussions/?filter=trending&limit=20',
      '/api/forums/stats/',
      '/api/forums/categories/',
    ],
  }),
  memberPage('/forums/activity', 'forums', 'Recent Activity', 'The latest comments in the forums of {site}.'),
  memberPage(
    '/forums/$discussionId',
    'forums',
    'Discussion',
    'A discussion in the forums of {site}. Sign in to read it and join in.',
    { readsQuery: true },
  ),
  memberPage(
    '/boiler-room',
    'boiler-room',
    'Boiler Room',
    'Posts by citizens: what they think about today, with pictures, videos and hashtags.',
    {
      readsQuery: true,
      calls: ['/api/boilerroom/posts/?limit=20', '/api/boilerroom/latest-posts/', '/api/boilerroom/trending-hashtags/'],
    },
  ),
  memberPage('/boiler-room/hashtag/$tag', 'boiler-room', 'Hashtag', 'Posts by citizens with this hashtag.', {
    readsQuery: true,
  }),
  memberPage('/user/$userId', 'profiles', 'Public Profile', 'The public profile of a citizen on {site}.'),
  memberPage('/polls', null, 'Live Citizen Polls', 'Vote in live polls and watch the results move.', {
    readsQuery: true,
    calls: [
      '/api/polls/?limit=10',
      '/api/polls/summary/',
      '/api/polls/categories/',
      '/api/polls/my-votes/',
      '/api/polls/scheduled/',
    ],
  }),
  memberPage('/polls/$pollId', null, 'Live Citizen Polls', 'Vote in live polls and watch the results move.', {
    readsQuery: true,
    opens: 'poll',
  }),
] satisfies Page[]

export type PagePath = (typeof table)[number]['path']
export const pages: readonly Page<PagePath>[] = table
