import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import type { Browser } from '@playwright/test'
import { expect, newIpAddress, passGate, signInAsNewUser, test } from './fixtures.ts'
import { completeFirstVisit } from './first-visit.ts'
import { waitForContent } from './screen.ts'
import { readShares, showShares } from './shares.ts'

const data = path.resolve('../shared/data')
const present = existsSync(data)
// The next free port: playwright.config.ts uses three for the site, the fake Google and the mailbox.
const port = Number(process.env['E2E_PORT'] ?? 3100) + 3
const baseURL = `http://localhost:${port}`
const running: ChildProcess[] = []
const folders: string[] = []

test.skip(!present, `the data of the real politicians is missing: ${data}`)

function run(script: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn('node', [script, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child
}

async function waitForExit(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, output })))
}

test.afterAll(async () => {
  for (const child of running.filter((candidate) => candidate.exitCode === null)) {
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders) await removeDataDir(folder)
})

test('completes a first visit with real politicians that were imported while the server was running, and explains their shares', async ({
  browser,
  request,
}) => {
  test.setTimeout(400_000)
  const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-real-data-'))
  folders.push(folder)
  const env = {
    DATA_DIR: folder,
    PORT: String(port),
    SEED: 'demo',
    DEMO_VOTES: 'false',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'true',
    DATABASE_URL: '',
  }
  run('server/src/main.ts', [], env)
  await expect
    .poll(
      () =>
        request.get(`${baseURL}/readyz`).then(
          (response) => response.status(),
          () => 0,
        ),
      { timeout: 150_000 },
    )
    .toBe(200)

  const importer = run(
    'server/src/cli/import-officials.ts',
    ['--congress', `${data}/legislators-current.yaml`, '--governors', `${data}/openstates-people`],
    env,
  )
  const { code, output } = await waitForExit(importer)

  expect(code, output).toBe(0)
  const added = /added +(\d+) +(\d+)/.exec(output)?.slice(1).map(Number) ?? []
  const list = await (await request.get(`${baseURL}/api/politicians/?limit=1`)).json()
  // The import replaces the sample politicians of the demo.
  expect(list.total).toBe((added[0] ?? 0) + (added[1] ?? 0))
  await completeFirstVisit(browser, baseURL, { search: 'new york senator schumer', name: 'Charles E. Schumer' })

  const senate = ['members', 'rollcalls', 'votes'].flatMap((name) => [`--${name}`, `${data}/voteview/S119_${name}.csv`])
  const rollCalls = await waitForExit(run('server/src/cli/import-roll-calls.ts', senate, env))
  expect(rollCalls.code, rollCalls.output).toBe(0)
  await expectExplainedShares(browser)
})

/** Opens the pages that show shares, and those of what was imported. */
async function expectExplainedShares(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
  await passGate(context)
  await signInAsNewUser(context, baseURL)
  const page = await context.newPage()
  const found = await page.request.get('/api/politicians/?search=Schumer&limit=1')
  const [official] = (await found.json()).results
  const imported = [`/politicians/${official.id}`, '/roll-calls/1']
  const shown: string[] = []
  for (const address of [...showShares.filter((one) => one !== '/politicians/1'), ...imported]) {
    await page.goto(address)
    await waitForContent(page)
    const shares = await readShares(page)
    expect(shares.unexplained, address).toEqual([])
    if (shares.shown > 0) shown.push(address)
  }
  expect(shown).toContain(imported[0])
  await context.close()
}
