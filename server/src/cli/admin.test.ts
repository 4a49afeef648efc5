import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { getAccount } from '@wtpu/contract/accounts/accounts'
import { listFeaturedPolls } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/mails.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { mediaFolder, openFolderStore } from '#media/file-store.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { runAdminCommand } from './admin-commands.ts'

const run = (t: TestApp, ...args: string[]) =>
  runAdminCommand(args, async () => ({
    db: t.db,
    config: t.config,
    files: openFolderStore(mediaFolder(t.config.dataDir)),
  }))

// Each process takes a second of CPU to start, which is long on a busy machine.
test('runs a command on the configured database, and exits with 1 if it fails', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const env = { PATH: process.env['PATH'], DATABASE_URL: t.url, DATA_DIR: t.config.dataDir }
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'admin.ts'), ...args], { env })

  const [done, failed] = await Promise.allSettled([admin('feature', String(poll.id)), admin('feature', '4711')])
  // Fails like a key that is violated.
  await t.db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin
    raise unique_violation using constraint = 'users_username_key'; end $$`)
  await t.db.execute(sql`create trigger fail before update on polls for each row execute function fail()`)
  const violated = await Promise.allSettled([admin('unfeature', String(poll.id))])

  expect(done).toMatchObject({ status: 'fulfilled', value: { stdout: `  Done: feature ${poll.id}\n` } })
  expect((await t.call(listFeaturedPolls, {})).json()).toMatchObject([{ id: poll.id, featured: true }])
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { code: 1, stderr: '\nPoll not found.\n\n' },
  })
  expect(violated).toMatchObject([{ reason: { code: 1, stderr: '\nusername already exists\n\n' } }])
})

test('grants, lists and revokes roles by email, and mails admins about new staff', async () => {
  await using t = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:9' })
  await t.make.user({ role: 'admin' })
  const user = await t.make.user({ email: 'ada@wtpu.example' })
  const role = async () => (await t.as(user).call(getAccount, {})).json().role

  expect(await run(t, 'grant', 'ADA@wtpu.example', 'moderator')).toContain('ADA@wtpu.example is not confirmed')
  expect(await role()).toBe('moderator')
  expect(await t.db.$count(mails)).toBe(1)
  await t.db.update(users).set({ emailVerifiedAt: new Date() })
  expect(await run(t, 'grant', 'ada@wtpu.example', 'moderator')).toBe('  Done: grant ada@wtpu.example moderator')
  expect(await run(t, 'list')).toMatch(/moderator +ada@wtpu\.example/)
  await run(t, 'revoke', 'ada@wtpu.example')
  expect(await role()).toBe('user')
  await run(t, 'verify', 'ada@wtpu.example')
  expect((await t.db.select().from(users).where(eq(users.id, user.id)))[0]?.verified).toBe(true)
  expect(await t.db.$count(mails)).toBe(1)
})

test('lists the commands if none is given', async () => {
  await using t = await startTestApp()

  expect(await run(t)).toContain('feature ID')
  expect(await run(t)).toContain('reason is public')
})

test('reports mistakes and changes nothing', async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example' })

  await expect(run(t, 'grant', 'unknown@wtpu.example', 'admin')).rejects.toThrow(
    'There is no account with the email unknown@wtpu.example.',
  )
  for (const args of [
    ['grant', user.email, 'king'],
    ['grant', user.email],
    ['list', 'x'],
    ['dance', user.email],
    ['feature', 'x'],
    ['feature', '1', 'for no reason'],
    ['remove', 'poll', '1'],
    ['remove', 'user', '1', 'spam'],
    ['block', user.email, ' '],
  ]) {
    await expect(run(t, ...args), args.join(' ')).rejects.toThrow('npm run admin')
  }
  expect((await t.db.select().from(users))[0]).toMatchObject({ role: 'user', blockedAt: null })
  expect(await t.db.select().from(moderationActions)).toEqual([])
})

test('records and lists each command with its actor and reason', async () => {
  await using t = await startTestApp()
  const [user, poll] = [await t.make.user(), await t.make.poll()]

  await run(t, 'remove', 'poll', String(poll.id), 'names', 'a', 'private', 'person', '--by', 'Grace')
  await run(t, 'block', user.email, 'spam')

  const actions = await t.db.select().from(moderationActions).orderBy(moderationActions.id)
  expect(actions).toMatchObject([
    { actor: 'Grace', action: 'remove', subjectKind: 'poll', subjectId: poll.id, reason: 'names a private person' },
    {
      actor: expect.stringMatching(/./),
      action: 'block',
      subjectKind: 'user',
      subjectId: user.id,
      reason: 'spam',
    },
  ])
  const output = await run(t, 'log')
  expect(output).toContain(`Grace: remove poll ${poll.id}: names a private person`)
  expect(output.indexOf('block account')).toBeLessThan(output.indexOf('remove poll'))
})

test('prints a set-up link until there is an admin', async () => {
  await using t = await startTestApp()
  expect(await run(t, 'setup-link')).toMatch(/Set up this site: http:\/\/localhost:3000\/setup#[\w-]{32}\n/)
  await t.make.user({ role: 'admin' })
  await expect(run(t, 'setup-link')).rejects.toThrow('The site has an admin')
})
