import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { getSiteState } from '@wtpu/contract/on-demand/admin'
import { castVote } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#db/client.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/open.ts'
import { removeDataDir } from '#testing/remove-data-dir.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { backUp, restore } from './backup.ts'

const log = () => undefined
let folder: string
const inFolder = (name: string) => path.join(folder, name)
const jwtSecret = 'a secret that only tests know, 32 characters and more'
const configOf = (dataDir: string, databaseUrl?: string) => ({
  dataDir,
  databaseUrl,
  mediaStore: undefined,
  jwtSecret,
  settings: ['PUBLIC_URL'],
})

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wtpu-backup-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const name of ['site', 'restored', 'part']) await removeDataDir(inFolder(name))
  await rm(folder, { recursive: true, force: true })
})

async function castVotes(t: TestApp, pollId: number, optionId: number, count: number): Promise<number> {
  const users = await Promise.all(Array.from({ length: count }, () => t.make.user()))
  const vote = (user: { id: number }) =>
    t.as(user).call(castVote, { params: { id: pollId }, body: { option_id: optionId } })
  const responses = await Promise.all(users.map(vote))
  return responses.filter(({ statusCode }) => statusCode === 200).length
}

const countVotes = sql`select (select count(*) from poll_votes)::int as votes,
  (select sum(vote_count) from poll_options)::int as counted, (select sum(total_votes) from poll_totals)::int as total`

test('a backup under votes has everything that was answered before it began, and the uploads and the secret', async () => {
  const dataDir = inFolder('site')
  const site = await startEmbedded({ dataDir, log })
  await migrate(site.url)
  const t = await startTestApp({ dataDir }, undefined, site.url)
  const poll = await t.make.poll()
  const option = poll.options[0]!.id
  await t.app.files.save('posts/a.webp', Buffer.from('an image'))
  await writeFile(path.join(dataDir, 'jwt-secret'), jwtSecret)
  const before = await castVotes(t, poll.id, option, 20)

  const backup = backUp({ config: configOf(dataDir), file: inFolder('backup.tar'), log })
  const state = { isDone: false }
  const finished = backup.finally(() => (state.isDone = true))
  while (!state.isDone) await castVotes(t, poll.id, option, 5)
  expect(await finished).toMatch(
    /the uploads and the secret: keep it .*It does not have:\n  - the settings, .*: PUBLIC_URL$/s,
  )
  const admin = await t.make.user({ role: 'admin' })
  const { last_backup } = (await t.as(admin).call(getSiteState, {})).json()
  expect(Date.now() - Date.parse(last_backup)).toBeLessThan(60_000)
  await t.app.close()
  await site.stop()
  const { missing } = await restore({ config: configOf(inFolder('restored')), file: inFolder('backup.tar'), log })
  expect(missing).toEqual(['the settings. These were set: PUBLIC_URL'])

  const restored = await startEmbedded({ dataDir: inFolder('restored'), log })
  const { db, close } = connect(restored.url)
  const { rows } = await db.execute<Record<'votes' | 'counted' | 'total', number>>(countVotes)
  await close()
  await restored.stop()
  expect(before).toBe(20)
  expect(rows[0]?.votes).toBeGreaterThanOrEqual(before)
  expect(rows[0]).toEqual({ votes: rows[0]?.votes, counted: rows[0]?.votes, total: rows[0]?.votes })
  const read = (name: string) => readFile(path.join(folder, 'restored', name), 'utf8')
  expect([await read('media/posts/a.webp'), await read('jwt-secret')]).toEqual(['an image', jwtSecret])

  const part = { config: configOf(inFolder('part')), file: inFolder('part.tar'), log }
  const whole = await readFile(inFolder('backup.tar'))
  await writeFile(part.file, whole.subarray(0, whole.length / 3))
  await expect(restore(part)).rejects.toThrow('it is not complete')
})

test('rejects an existing backup or data folder as its target, and a file that is not a complete backup', async () => {
  await writeFile(inFolder('backup.tar'), 'something else')
  const [file, dataDir] = [inFolder('backup.tar'), inFolder('site')]
  await expect(backUp({ config: configOf(dataDir), file, log })).rejects.toThrow('There is no site in')
  await expect(backUp({ config: configOf(dataDir, 'postgres://none'), file, log })).rejects.toThrow('backup.tar exists')
  await expect(restore({ config: configOf(dataDir), file, log })).rejects.toThrow('is not a backup of WTPU')
  await expect(restore({ config: configOf(folder), file, log })).rejects.toThrow('is not empty')

  const restoreOnly = async (migrations: number) => {
    await writeFile(
      inFolder('manifest.json'),
      JSON.stringify({ format: 1, database: 'embedded', migrations, createdAt: '' }),
    )
    await promisify(execFile)('tar', ['--create', '--file', file, '--directory', folder, 'manifest.json'])
    return restore({ config: configOf(dataDir), file, log })
  }
  await expect(restoreOnly(1_000)).rejects.toThrow('a newer version of WTPU')
  await expect(restoreOnly(1)).rejects.toThrow('it is not complete')
  expect(await readdir(dataDir)).toEqual([])
})
