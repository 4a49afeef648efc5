import { AccountData, deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'
import { userColumns } from './columns.ts'

type Part = keyof AccountData

/** What becomes of the columns of a table with rows of people. */
interface Table {
  /** The parts of the export that have its rows. A field with the name of a column, or of its `_id`, has its value. */
  in?: Part[]
  /** Fields with another name. */
  as?: Record<string, string>
  /** The columns that are in no export, by the reason. */
  without?: Record<string, string>
}

const key = 'a key of the database'
const secret = 'a secret, or a hash that nobody can reverse'
const counted = 'counted or derived from other rows'
const ofStaff = 'a decision of staff: what concerns the person is in "decisions"'
const ofCircles = 'of people who are invited without an account'
const drawn = 'drawn by the site'
const brief = 'kept for a short time'

const tables: Record<string, Table> = {
  appeals: {
    in: ['appeals'],
    as: { action_id: 'decision' },
    without: { [key]: 'id', [ofStaff]: 'decided_at granted' },
  },
  authenticator_apps: {
    in: ['factors'],
    as: { created_at: 'added_at' },
    without: { [secret]: 'secret last_period', [brief]: 'confirmed_at' },
  },
  ballots: {
    without: {
      [ofCircles]:
        'id paper_id member_id seed code_hash token_hash is_late delivery server_answer idempotency_key group ended_links',
    },
  },
  case_notes: { without: { 'notes of staff about cases, for other staff': 'id case_id text created_at' } },
  circle_keepers: { without: { 'named by staff, and shown on each ballot': 'circle_id' } },
  circle_members: {
    without: { [ofCircles]: 'id circle_id email code_hash name list_id group added_at struck_at reminders_stopped_at' },
  },
  circles: { without: { [ofStaff]: 'id name reply_to created_at' } },
  comments: {
    in: ['comments', 'post_comments', 'discussion_comments'],
    without: {
      [key]: 'idempotency_key path',
      [counted]: 'like_count dislike_count reply_count group_agreement valued_across_groups group_reactions',
      [ofStaff]: 'removal_reason',
      'chosen by the author of the discussion': 'pinned_at',
    },
  },
  common_ground_members: {
    in: ['profile'],
    as: { group: 'opinion_group' },
    without: { 'only getOwnGroup returns it': 'third' },
  },
  discussion_visits: { in: ['discussion_visits'], without: { [counted]: 'counted_at previous_visit_at' } },
  discussion_watches: { in: ['watched_discussions'] },
  discussions: {
    in: ['discussions'],
    without: {
      [key]: 'idempotency_key',
      [counted]: 'like_count comment_count view_count updated_at keywords',
      [ofStaff]: 'locked_at removal_reason is_slow hidden_tags',
    },
  },
  email_confirmations: { without: { [brief]: 'token_hash email created_at expires_at' } },
  follows: { in: ['following'], as: { created_at: 'since' } },
  former_usernames: { without: { 'kept from others for a while': 'username given_up_at' } },
  hashtag_authors: { without: { [counted]: 'hashtag_id recent_uses' } },
  identities: {
    in: ['profile'],
    as: { issuer: 'google' },
    without: { [secret]: 'subject', 'the account is older or as old': 'created_at' },
  },
  inboxes: {
    in: ['notification_ways', 'pushed_kinds', 'time_zone'],
    as: { ways: 'notification_ways', push_kinds: 'pushed_kinds' },
    without: {
      [counted]: 'unread digest_due_at',
      'the address of a mail that came back, which is the email of the profile': 'refused_email',
    },
  },
  invitations: { without: { [ofStaff]: 'id token_hash role email max_uses uses expires_at created_at' } },
  known_networks: { without: { [secret]: 'network last_used_at' } },
  mail_deliveries: { in: ['profile'] },
  mailed_answers: {
    without: { [brief]: 'poll_id token_hash option_id email state given_from created_at newsletter rotation' },
  },
  moderation_actions: {
    in: ['decisions'],
    as: { subject_kind: 'kind', subject_id: 'content', reason: 'sentence' },
    without: { 'never named to the person': 'actor', 'a part of the action': 'days undoes text_action' },
  },
  moderation_cases: {
    without: {
      'the reports of others':
        'id kind content_id opened_at closed_at hidden kept_at report_count established_count severity claimed_at',
    },
  },
  mutes_and_blocks: { in: ['muted_and_blocked'], as: { created_at: 'since' } },
  notification_events: {
    without: { [brief]: 'id kind content_kind content_id names detail due_at progress attempts' },
  },
  notifications: {
    in: ['notifications'],
    as: { subject_kind: 'subject', subject_id: 'content' },
    without: {
      [key]: 'id',
      'where it leads, and who caused it': 'page_kind page_id cause_ids detail',
      'its last change': 'updated_at mail_due_at',
    },
  },
  papers: {
    without: {
      [ofStaff]:
        'id circle_id title introduction kit questions category_id reveal shows_turnout quorum_count quorum_percent is_changeable closes_at sent_at reminded_at created_at needs_two_people',
    },
  },
  participants: { without: { [counted]: 'first_voted_at' } },
  passkeys: {
    in: ['factors'],
    as: { created_at: 'added_at' },
    without: { [secret]: 'credential_id public_key counter transports may_be_backed_up' },
  },
  password_resets: { without: { [brief]: 'code_hash tries created_at expires_at' } },
  pending_answers: { in: ['pending_answers'], without: { [brief]: 'due_at', [drawn]: 'rotation' } },
  politician_follows: { in: ['followed_officials'], as: { created_at: 'since' } },
  politician_messages: {
    in: ['messages'],
    without: { [key]: 'id', 'the letter was handed to a mail server': 'mailed_at' },
  },
  politician_ratings: { in: ['ratings'] },
  poll_votes: { in: ['votes'], without: { [drawn]: 'rotation pair_id is_drawn is_on_paper' } },
  polls: {
    in: ['polls'],
    without: {
      [key]: 'idempotency_key keywords',
      [ofStaff]:
        'featured featured_from featured_to reveal takes_mailed_answers audience quorum quorum_percent shows_turnout',
      'a fact of the poll that everybody reads':
        'accounts_at_close answered_by_mail asked_by confirmed_only confirmed_only_changed drawn_options eligible imported_from is_recorded is_sample revealed_at twin_id asks_other_side',
      'the exported times follow from them': 'chosen_at schedule_zone',
    },
  },
  post_hashtags: { in: ['posts'], as: { hashtag_id: 'hashtags', post_id: 'id' }, without: { [counted]: 'recent' } },
  posts: {
    in: ['posts'],
    without: { [key]: 'idempotency_key keywords', [counted]: 'like_count comment_count', [ofStaff]: 'removal_reason' },
  },
  push_subscriptions: { in: ['push_devices'], without: { [secret]: 'p256dh auth', [counted]: 'failures' } },
  reactions: { in: ['comment_likes', 'post_likes', 'discussion_likes'], without: { [key]: 'id' } },
  reason_judgements: { in: ['reason_judgements'] },
  reasons: {
    in: ['reasons'],
    without: {
      [key]: 'idempotency_key text_hash version',
      [counted]: 'judgement_count fair_count is_fair_account shown_at',
      [ofStaff]: 'removal_reason',
    },
  },
  recovery_codes: { in: ['factors'], as: { code_hash: 'recovery_codes' } },
  reports: {
    in: ['reports'],
    without: {
      [key]: 'id case_id',
      [secret]: 'network',
      [ofStaff]: 'decided_by',
      'what others wrote about themselves': 'profile_name profile_bio',
      [counted]: 'established',
    },
  },
  retention_warnings: {
    without: { 'mails that were sent to the account': 'seen_on queued_at first_sent_on second_sent_on' },
  },
  sessions: {
    in: ['sessions'],
    as: { user_agent: 'device', rotated_at: 'last_used_at' },
    without: {
      [key]: 'id generation',
      [brief]: 'remember expires_at revoked_at proved_at is_strong',
      [secret]: 'network',
    },
  },
  sheet_entries: { without: { [ofStaff]: 'ballot_id answers' } },
  tags: { in: ['tags'], without: { [counted]: 'slug discussion_count', [ofStaff]: 'merged_into' } },
  undone_choices: { in: ['undone_votes', 'undone_ratings'] },
  voter_keys: { without: { [secret]: 'email_key key_set' } },
}

test('each column of a table of people is in the export, or has a reason why it is not', async () => {
  await using t = await startTestApp()
  const { rows } = await t.db.execute<{ name: string; columns: string[] }>(sql`
    with columns as (
      select a.attrelid as id, a.attname as name, a.attgenerated <> '' as is_generated,
        a.attname in ('user_id', 'voter_id') or exists (select from pg_constraint
          where conrelid = a.attrelid and confrelid = 'users'::regclass and conkey = array[a.attnum]) as is_person
      from pg_attribute a join pg_class on pg_class.oid = a.attrelid and relkind = 'r'
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attrelid <> 'users'::regclass
    )
    select id::regclass::text as name, array_agg(name::text order by name) filter (where not is_generated and not is_person) as columns
    from columns group by id having bool_or(is_person) order by 1`)

  const listed = rows.map(({ name, columns }) => {
    const { in: parts = [], as = {}, without = {} } = tables[name] ?? {}
    const fields = new Set(parts.flatMap(fieldsOf))
    const excused = Object.values(without).flatMap((names) => names.split(' '))
    const isExported = (column: string) =>
      [column, column.replace(/_id$/, ''), as[column]].some((field) => field !== undefined && fields.has(field))
    const forgotten = (columns ?? []).filter((column) => !isExported(column) && !excused.includes(column))
    const unknown = [...excused, ...Object.keys(as)].filter(
      (column) => !columns?.includes(column) || isExported(column) === excused.includes(column),
    )
    return { name, forgotten, unknown }
  })
  expect(listed.filter(({ forgotten, unknown }) => forgotten.length + unknown.length > 0)).toEqual([])
  expect(Object.keys(tables)).toEqual(rows.map(({ name }) => name))
})

/** The names of all fields of a part of the export, and its own. */
function fieldsOf(part: Part): string[] {
  const fields: string[] = [part]
  JSON.stringify(AccountData.properties[part], (name, value: unknown) => {
    if (name === 'properties' && typeof value === 'object') fields.push(...Object.keys(value ?? {}))
    return value
  })
  return fields
}

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
