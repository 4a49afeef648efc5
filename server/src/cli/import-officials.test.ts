import { execFile } from 'node:child_process'
import path from 'node:path'
import { countDistinct, count } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { politicians } from '#db/schema/politicians.ts'
import { governor, legislator } from '#testing/officials-files.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { showProgress } from '#imports/report.ts'

function run(databaseUrl: string, ...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: '/nonexistent', JWT_SECRET: 'x'.repeat(32) }
    const file = path.join(import.meta.dirname, 'import-officials.ts')
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

const id = (number: number) => `A${String(number).padStart(6, '0')}`
const files = {
  'congress.json': JSON.stringify([
    ...Array.from({ length: 300 }, (_, number) => legislator(id(number), `Ada Number${number}`, { end: '2999-01-03' })),
    legislator('B000001', 'Ben Birchmere', { end: '2020-01-03' }),
  ]),
  'people/data/oh/executive/a.yml': governor(1, { end: "'2999-01-01'" }),
}

test('two concurrent imports on one database store each official once', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  const args = ['--congress', folder.at('congress.json'), '--governors', folder.at('people')]

  const runs = await Promise.all([run(t.url, ...args), run(t.url, ...args)])

  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  const added = runs.map(({ stdout }) => /^ {2}added .*$/m.exec(stdout)?.[0].split(/ +/).slice(2))
  expect(added.map(String).toSorted()).toEqual(['0,0', '300,1'])
  const [totals] = await t.db
    .select({ all: count(), different: countDistinct(politicians.externalId) })
    .from(politicians)
  expect(totals).toEqual({ all: 301, different: 301 })
  expect(runs[0]?.stdout).toContain('Skipped (1)\n    Ben Birchmere (B000001): the term ended on 2020-01-03\n')
  expect(runs[0]?.stdout).toMatch(/States without a governor \(49\)\n {4}Alabama\n/)
  expect(runs[0]?.stderr).toContain('Reading Congress from')
})

test('exits with 1 and a reason when a file is missing or an option is unknown', async () => {
  await using t = await startTestDatabase()

  const [missing, unknown] = await Promise.all([
    run(t.url, '--congress', '/nonexistent/congress.yaml'),
    run(t.url, '--senate', 'x'),
  ])

  expect(missing).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('/nonexistent/congress.yaml does not exist.'),
  })
  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('npm run import:officials -- [--congress'),
  })
})

test('progress rewrites one line in a terminal, and otherwise prints a line every two seconds', () => {
  let clock = 0
  const show = (isTTY: boolean) => {
    let written = ''
    const progress = showProgress({ isTTY, columns: 30, write: (text) => (written += text) }, () => clock)
    for (const [line, after] of [
      ['Reading: 1 of 9', 0],
      ['Reading: 2 of 9', 100],
      ['Reading: 3 of 9', 2_500],
      ['Writing', 10],
    ] as const) {
      clock += after
      progress.update(line)
    }
    progress.finish()
    return written
  }

  expect(show(false)).toBe('  Reading: 1 of 9\n  Reading: 3 of 9\n  Writing\n')
  expect(show(true).split('\r\u001B[K')).toEqual([
    '',
    '  Reading: 1 of 9',
    '  Reading: 2 of 9',
    '  Reading: 3 of 9',
    '  Writing',
    '',
  ])
})
