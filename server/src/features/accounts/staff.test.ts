import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { getAccount } from '@wtpu/contract/accounts'
import { listFeaturedPolls } from '@wtpu/contract/polls'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

const program = path.join(import.meta.dirname, '../../admin-cli.ts')

async function admin(databaseUrl: string, dataDir: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}

test('roles are granted, listed and revoked by email, and the person sees them', async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example' })
  const run = (...args: string[]) => admin(t.url, t.config.dataDir, ...args)
  const role = async () => (await t.as(user).call(getAccount, {})).json().role

  expect(await run('grant', 'ADA@wtpu.example', 'moderator')).toMatchObject({ code: 0 })
  expect(await role()).toBe('moderator')
  expect((await run('list')).said).toMatch(/moderator +ada@wtpu\.example/)
  expect(await run('revoke', 'ada@wtpu.example')).toMatchObject({ code: 0 })
  expect(await role()).toBe('user')
  await run('verify', 'ada@wtpu.example')
  expect((await t.db.select().from(users))[0]?.verified).toBe(true)
})

test('a poll is featured by its number', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()

  expect(await admin(t.url, t.config.dataDir, 'feature', String(poll.id))).toMatchObject({ code: 0 })

  expect((await t.call(listFeaturedPolls, {})).json()).toMatchObject([{ id: poll.id, featured: true }])
  expect(await admin(t.url, t.config.dataDir, 'feature', '4711')).toMatchObject({ code: 1 })
})

test('without a command it says which there are', async () => {
  await using t = await startTestApp()

  expect(await admin(t.url, t.config.dataDir)).toEqual({ code: 0, said: expect.stringContaining('feature ID') })
})

test('mistakes are named and change nothing', async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ email: 'ada@wtpu.example' })
  const run = (...args: string[]) => admin(t.url, t.config.dataDir, ...args)

  expect(await run('grant', 'nobody@wtpu.example', 'admin')).toEqual({
    code: 1,
    said: expect.stringContaining('There is no account with the email nobody@wtpu.example.'),
  })
  for (const args of [
    ['grant', user.email, 'king'],
    ['grant', user.email],
    ['list', 'x'],
    ['dance', user.email],
    ['feature', 'x'],
  ]) {
    expect(await run(...args), args.join(' ')).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run admin'),
    })
  }
  expect((await t.db.select().from(users))[0]?.role).toBe('user')
})
