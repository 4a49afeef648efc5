import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { BatchWriterFull } from '#db/batch-writer.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { openReadiness } from '#site/health.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { connect } from '#db/client.ts'
import { handleErrors, uniqueKeys } from './errors.ts'

test.each<[string, () => Promise<void>]>([
  ['a full disk of the server process', () => writeFile('/dev/full', 'x')],
  [
    'a full disk of PostgreSQL',
    async () => {
      await using t = await startTestDatabase()
      await t.db.execute(sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    },
  ],
  ...['EROFS', 'EACCES'].map((code): [string, () => Promise<void>] => [
    `a folder with ${code}`,
    async () => {
      throw Object.assign(new Error('image process: failed'), { code })
    },
  ]),
])('%s returns 503 with Retry-After', async (_, fail) => {
  const app = fastify()
  handleErrors(app)
  app.get('/', fail)

  const response = await app.inject('/')

  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'storage_full',
    '60',
  ])
})

test('too many writes that wait return 503 with Retry-After', async () => {
  const app = fastify()
  handleErrors(app)
  app.get('/', () => Promise.reject(new BatchWriterFull('Too many writes wait')))

  const response = await app.inject('/')

  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([503, 'overloaded', '2'])
})

test.each([
  ['connected', 'request failed', 50],
  ['disconnected', 'the client disconnected', 30],
])('logs a missing file while the client is %s as "%s" at level %i', async (client, message, level) => {
  const logged: { msg: string; level: number }[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => logged.push(JSON.parse(line)) } } })
  handleErrors(app)
  app.get('/', async (_request, response) => {
    if (client === 'disconnected') {
      socket.destroy()
      await once(response.raw, 'close')
    }
    await open('/nothing/here')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')

  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')

  await expect.poll(() => logged.find(({ msg }) => msg === message)?.level).toBe(level)
  expect(logged.filter((entry) => entry.level > level)).toEqual([])
  socket.destroy()
  await app.close()
})

test('a file that cannot be opened is a 503, without the headers of the file', async () => {
  const app = fastify()
  handleErrors(app)
  app.get('/', (_request, reply) => {
    const file = new Readable({ read: () => file.destroy(Object.assign(new Error('too many'), { code: 'EMFILE' })) })
    return reply.headers({ 'content-encoding': 'br', etag: '"file"', 'content-length': 9 }).type('text/css').send(file)
  })

  const response = await app.inject('/')

  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '2',
  ])
  expect(Object.keys(response.headers)).not.toEqual(expect.arrayContaining(['content-encoding']))
  expect(Object.keys(response.headers)).not.toEqual(expect.arrayContaining(['etag']))
})

test('logs an error once that several requests share', async () => {
  const logged: { msg: string }[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => logged.push(JSON.parse(line)) } } })
  handleErrors(app)
  const read = Promise.reject(new Error('no database'))
  app.get('/', () => read)

  const responses = await Promise.all([app.inject('/'), app.inject('/'), app.inject('/')])

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  expect(logged.filter(({ msg }) => msg === 'request failed')).toHaveLength(1)
})

test('/readyz reports which part is not ready, and responds once', async () => {
  await using ready = await startTestApp()
  const logged: string[] = []
  const write = (line: string) => void logged.push(line)
  const settings = { dataDir: '/dev/null/data', logLevel: 'warn' } as const
  await using t = await startTestApp(settings, undefined, undefined, { write })

  expect((await ready.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  const storage = await t.app.inject('/readyz')
  expect([storage.statusCode, storage.json().reason]).toEqual([503, 'storage'])
  expect(storage.headers['retry-after']).toBeDefined()
  expect(logged.join('')).not.toContain('already sent')
  expect((await t.app.inject('/healthz')).statusCode).toBe(200)
})

test('/readyz is ready while queries succeed, although one waits for a connection for too long', async () => {
  await using t = await startTestDatabase()
  const { db, pool, close } = connect(t.url, { max: 1, connection: 1_000 })
  const options = { db, dataDir: temporaryFolder().at(), isStopping: () => false, log: { error: () => undefined } }
  const findUnreadiness = openReadiness(options)
  const busy = await pool.connect()
  expect(await findUnreadiness()).toBe('database')
  busy.release()
  const again = await pool.connect()

  expect(await findUnreadiness()).toBeUndefined()

  again.release()
  await close()
})

const ignored = 'the insert has "on conflict do nothing" and the command reads whether there is a row'
const updated = 'the insert has "on conflict do update"'
const locked = 'the command holds a lock of the row that the key begins with, or of all rows, and looks first'
const undone = 'the statement that inserts deletes the only choice of the voter, and none that was made after an undo'
const random = 'the key is random, or a hash of something random'
const together = 'one statement writes all rows of something that was just created, with different keys'
const created = 'findCreated answers with what the earlier request created'

/** Why no request violates a unique key that has no message. Generated ids need no reason. */
const neverViolated: Record<string, string> = {
  appeals_once: ignored,
  attempts_pkey: updated,
  authenticator_apps_pkey: updated,
  ballots_member: ignored,
  ballots_token: random,
  ballots_voter: ignored,
  circle_keepers_circle_id_user_id_pk: locked,
  circle_members_code: locked,
  circle_members_voter: locked,
  clock_heartbeats_pkey: updated,
  comments_idempotency_key: ignored,
  common_ground_line_polls_pkey: locked,
  common_ground_members_pkey: locked,
  common_ground_pkey: locked,
  common_ground_polls_pkey: locked,
  counters_pkey: 'a migration inserts the rows',
  daily_questions_once: ignored,
  daily_questions_pkey: ignored,
  discussion_tags_discussion_id_tag_id_pk: locked,
  discussion_visits_user_id_discussion_id_pk: updated,
  discussion_watches_discussion_id_user_id_pk: updated,
  discussions_idempotency_key: created,
  email_confirmations_pkey: random,
  follows_follower_id_followed_id_pk: locked,
  former_usernames_pkey: 'who gives a name up has it, and a trigger keeps others from it',
  forum_counters_category_id_slot_pk: ignored,
  hashtag_authors_hashtag_id_user_id_pk: updated,
  hashtags_key: ignored,
  identities_issuer_subject_pk: locked,
  invitations_token: random,
  inboxes_pkey: updated,
  mailed_answers_poll_id_voter_id_pk: updated,
  mailed_answers_token: random,
  known_networks_user_id_network_pk: updated,
  last_backup_pkey: updated,
  logo_files_pkey: locked,
  mail_deliveries_pkey: updated,
  moderation_cases_content: ignored,
  mutes_and_blocks_user_id_other_id_kind_pk: ignored,
  newsletter_consents_once: ignored,
  notifications_unread_once: updated,
  open_mail_domains_pkey: ignored,
  paper_polls_pkey: together,
  paper_polls_position: together,
  participants_pkey: ignored,
  passkeys_credential_id_unique: ignored,
  password_resets_pkey: updated,
  politician_follows_politician_id_user_id_pk: ignored,
  politician_ratings_politician_id_user_id_pk: ignored,
  politician_ratings_voter: ignored,
  politicians_external_key: updated,
  poll_options_of_poll: 'it contains a generated id',
  poll_options_position: together,
  poll_roll_calls_pkey: updated,
  pending_answers_user_id_poll_id_pk: updated,
  poll_arrivals_pkey: 'a trigger inserts the row of a new poll',
  poll_totals_pkey: 'a trigger inserts the row of a new poll',
  poll_votes_poll_id_user_id_pk: ignored,
  poll_votes_pair: ignored,
  poll_votes_voter: ignored,
  polls_twin: 'the transaction that writes it has made both polls',
  polls_idempotency_key: created,
  post_hashtags_hashtag_id_post_id_pk: ignored,
  post_media_post_id_position_pk: together,
  posts_idempotency_key: created,
  push_subscriptions_pkey: updated,
  question_queue_once: locked,
  question_queue_pkey: locked,
  reason_ranks_pkey: updated,
  reactions_once_per_comment: updated,
  reactions_once_per_discussion: updated,
  reactions_once_per_post: updated,
  reports_once: ignored,
  roll_call_members_number: updated,
  roll_call_positions_roll_call_id_member_id_pk: updated,
  roll_calls_number: updated,
  sealed_ballots_poll_id_piece_pk: locked,
  retention_warnings_pkey: updated,
  sessions_pkey: random,
  sheet_entries_pkey: updated,
  site_keys_pkey: locked,
  site_pages_name_version_pk: ignored,
  site_pkey: updated,
  state_results_poll_id_unique: updated,
  state_results_politician_id_unique: updated,
  tally_keys_pkey: locked,
  tally_log_pkey: locked,
  tally_log_poll: locked,
  reason_judgements_reason_id_voter_id_pk: ignored,
  reasons_idempotency_key: created,
  reasons_pkey: random,
  recovery_codes_user_id_code_hash_pk: random,
  title_words_pkey: ignored,
  undone_choices_poll: undone,
  undone_choices_politician: undone,
  unused_media_pkey: ignored,
  used_unsubscribe_links_pkey: ignored,
  voter_keys_pkey: updated,
  web_files_pkey: locked,
  withheld_media_pkey: ignored,
}

test('every unique key has a message, or a reason why no request violates it', async () => {
  await using t = await startTestDatabase()
  const { rows } = await t.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and not (i.indnkeyatts = 1 and exists (
      select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attidentity <> ''))`)
  const explained = [...Object.keys(uniqueKeys), ...Object.keys(neverViolated)]

  expect(explained.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
