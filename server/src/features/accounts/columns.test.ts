import { deleteAccount, getAccountData, type AccountData } from '@wtpu/contract/accounts/settings'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'
import { userColumns } from './columns.ts'

/** For each table with rows of users: the part of the export that has them, or why none has. */
const tables: Record<string, (keyof AccountData)[] | string> = {
  appeals: ['appeals'],
  authenticator_apps: ['factors'],
  case_notes: 'notes of staff about cases, for other staff',
  circle_keepers: 'named by staff, and shown on each ballot',
  circles: 'made for others by staff',
  comments: ['comments', 'post_comments', 'discussion_comments'],
  discussion_visits: ['discussion_visits'],
  discussion_watches: ['watched_discussions'],
  discussions: ['discussions'],
  email_confirmations: 'links that confirm the email, which is in the profile',
  follows: ['following'],
  former_usernames: 'kept from others for a while',
  hashtag_authors: 'counted from the posts',
  identities: ['profile'],
  inboxes: ['notification_ways'],
  invitations: 'made for others by staff',
  known_networks: 'hashes that nobody can reverse',
  mail_deliveries: ['profile'],
  moderation_actions: ['decisions'],
  moderation_cases: 'the reports of others',
  mutes_and_blocks: ['muted_and_blocked'],
  notifications: ['notifications'],
  papers: 'made for others by staff',
  participants: 'counted from the votes',
  passkeys: ['factors'],
  password_resets: 'a hash of a code that lasts some minutes',
  pending_answers: ['pending_answers'],
  politician_follows: ['followed_officials'],
  politician_messages: ['messages'],
  politician_ratings: ['ratings'],
  poll_votes: ['votes'],
  polls: ['polls'],
  post_hashtags: ['posts'],
  posts: ['posts'],
  push_subscriptions: ['push_devices'],
  reactions: ['comment_likes', 'post_likes', 'discussion_likes'],
  reason_judgements: ['reason_judgements'],
  reasons: ['reasons'],
  recovery_codes: ['factors'],
  reports: ['reports'],
  retention_warnings: 'mails that were sent to the account',
  sessions: ['sessions'],
  sheet_entries: 'sheets of others, which staff enter for them',
  tags: ['tags'],
  undone_choices: ['undone_votes', 'undone_ratings'],
}

test('the export has a part for each table of users, or says why it has none', async () => {
  await using t = await startTestApp()
  const data = await exportOf(t, await t.make.user())
  const { rows } = await t.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'users'::regclass order by 1`)

  expect(Object.keys(tables)).toEqual(rows.map(({ name }) => name))
  expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.values(tables).filter(Array.isArray).flat()))
})

test('the export has what the table of columns says, and the deletion leaves what it says', async () => {
  await using t = await startTestApp()
  const email = 'ada@wtpu.example'
  const user = await t.make.user({
    email,
    bio: 'Engines',
    avatar: '/media/avatars/x.webp',
    district: 3,
    show_email: true,
  })
  const { profile } = await exportOf(t, user)
  const names = Object.values(userColumns).flatMap((column) => (Array.isArray(column.export) ? column.export : []))
  expect(Object.keys(profile)).toEqual(expect.arrayContaining(names))

  const deletion = await t.as(user).call(deleteAccount, { body: { email } })

  expect(deletion.statusCode).toBe(200)
  const [row] = await t.db.select().from(users)
  for (const [name, column] of Object.entries(userColumns))
    if ('deleted' in column) expect(row, name).toHaveProperty(name, column.deleted)
})

const exportOf = async (t: Awaited<ReturnType<typeof startTestApp>>, user: { id: number }) =>
  (await t.as(user).call(getAccountData, {})).json<AccountData>()
