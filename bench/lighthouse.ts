import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { runCommonGround } from '#server/features/common-ground/run.ts'
import { demoEmail } from '#server/db/demo-accounts.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { findChromium } from '../scripts/chromium.ts'
import { ensureBuilt } from '../scripts/ensure.mjs'
import { installOnDemand } from '../scripts/on-demand.mjs'
import { median } from './measure.ts'

/**
 * Audits pages of the demo site with Lighthouse's mobile preset (simulated slow 4G and CPU), with the site gate passed.
 * Exits with 1 when a page misses a goal. `npm run bench:lighthouse -- /polls` audits only the pages named.
 */
const runs = 3
const attempts = 3
// Members' pages are not for search engines, and show images of other sites.
const membersPage = { performance: 0.9, accessibility: 1 }
const publicPage = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 }
const categoryNames = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const pages = [
  { url: '/', goals: publicPage },
  { url: '/about', goals: publicPage },
  { url: '/login', goals: publicPage },
  { url: '/signup', goals: { ...publicPage, performance: 0.9 } },
  { url: '/common-ground', goals: publicPage },
  { url: '/roll-calls/60', goals: publicPage },
  { url: '/polls/1/check', goals: publicPage },
  { url: '/polls', goals: membersPage, signedIn: true },
  { url: '/politicians/1', goals: membersPage, signedIn: true },
  { url: '/politicians', goals: membersPage, signedIn: true },
  { url: '/boiler-room', goals: membersPage, signedIn: true },
  { url: '/forums', goals: membersPage, signedIn: true },
]
const maxLayoutShift = 0.02

/** The parts of Lighthouse's result that this page reads. */
interface Report {
  categories: Partial<Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { id: string; title: string; score: number | null; numericValue?: number }>>
  environment: { benchmarkIndex: number }
  finalDisplayedUrl: string
  runtimeError?: { message: string }
}

interface Lighthouse {
  default(url: string, flags: { port: number; logLevel: 'silent' }): Promise<{ lhr: Report } | undefined>
}

const folder = await installOnDemand('lighthouse', '13.5.0', 230)
const { default: lighthouse }: Lighthouse = await import(path.join(folder, 'core/index.js'))

const requestedUrls = process.argv.slice(2)
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const profileDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-browser-'))
let missed = 0

await ensureBuilt()
const database = await startEmbedded({ dataDir, log: () => undefined })
const site = await startSite()
const browser = await chromium.launchPersistentContext(profileDir, {
  executablePath: findChromium(),
  args: [
    '--remote-debugging-port=0',
    // Each new window also loads the pages of the address bar, which would compete with the audited page.
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
try {
  console.log(`Lighthouse mobile, simulated throttling, medians of ${runs} runs.`)
  console.log('Scores depend on how busy this machine is: compare them only with runs on a quiet one.')
  console.log(`Load now: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores.`)
  console.log("CPU is Lighthouse's index of this machine's speed during the run, about 3,000 on a quiet one.\n")
  console.log('page            perf   a11y   best   seo    CLS     LCP      TBT     CPU')
  // Signed-out pages come first, because the browser stays signed in.
  for (const page of pages.filter(({ url }) => requestedUrls.length === 0 || requestedUrls.includes(url)))
    await audit(page)
} finally {
  await browser.close()
  site.process.kill('SIGKILL')
  await database.stop()
  await removeDataDir(dataDir)
  await rm(profileDir, { recursive: true, force: true })
}
process.exit(missed > 0 ? 1 : 0)

async function startSite() {
  await migrate(database.url)
  const { db, close } = connect(database.url)
  await seedDemo(db)
  await runCommonGround(db)
  await close()
  const child = fork(path.join(import.meta.dirname, 'app-server.ts'), {
    env: { ...process.env, BENCH_DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the site exited with code ${code}`)))
  })
  return { process: child, origin: `http://127.0.0.1:${port}` }
}

/** Fills local storage as for a returning visitor or signed-in user. Lighthouse does not clear it. */
async function prepareStorage(context: BrowserContext, signedIn: boolean): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${site.origin}/robots.txt`)
  const response = signedIn
    ? await context.request.post(`${site.origin}/auth/api/token/`, {
        data: { username: demoEmail, password: 'citizen-demo' },
      })
    : undefined
  const tokens: Record<string, string> = response ? await response.json() : {}
  const entries = { 'wtpu-authenticated': 'true', ...tokens }
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, entries)
  await page.close()
}

async function audit({ url, goals, signedIn = false }: (typeof pages)[number]): Promise<void> {
  await prepareStorage(browser, signedIn)
  const results: Report[] = []
  for (let run = 0; run < runs; run++) results.push(await runLighthouse(url))
  const medianOf = (read: (result: (typeof results)[number]) => number) => median(results.map(read))
  const score = (category: string) => medianOf(({ categories }) => categories[category]?.score ?? 0)
  const value = (metric: string) => medianOf(({ audits }) => audits[metric]?.numericValue ?? Number.NaN)

  const speed = Math.round(medianOf(({ environment }) => environment.benchmarkIndex))
  const shift = value('cumulative-layout-shift')
  const misses = [
    ...Object.entries(goals).filter(([category, goal]) => score(category) < goal),
    ...(shift > maxLayoutShift ? [['CLS', maxLayoutShift] as const] : []),
  ].map(([name, goal]) => `${name} (goal ${goal})`)
  missed += misses.length
  const scores = categoryNames.map((category) => score(category).toFixed(2).padEnd(7)).join('')
  const seconds = (metric: string) => `${(value(metric) / 1000).toFixed(2)} s`.padEnd(9)
  console.log(
    `${url.padEnd(16)}${scores}${shift.toFixed(3).padEnd(8)}${seconds('largest-contentful-paint')}` +
      `${`${Math.round(value('total-blocking-time'))} ms`.padEnd(8)}${speed} ${misses.length > 0 ? `  MISSED: ${misses.join(', ')}` : ''}`,
  )
  for (const fault of results.flatMap(failedAudits).filter((failed, index, all) => all.indexOf(failed) === index))
    console.log(`  ${fault}`)
}

/** Everything but speed that Lighthouse complains about. */
function failedAudits({ categories, audits }: Report): string[] {
  return categoryNames
    .filter((category) => category !== 'performance')
    .flatMap((category) => categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
    .map(({ id }) => audits[id])
    .filter((result) => typeof result?.score === 'number' && result.score < 1)
    .map((result) => `${result?.id}: ${result?.title}`)
}

async function runLighthouse(url: string, attempt = 1): Promise<Report> {
  const result = await lighthouse(`${site.origin}${url}`, { port: debuggingPort(), logLevel: 'silent' })
  if (!result || result.lhr.runtimeError) {
    // Retry, because traces are sometimes incomplete on a busy machine.
    if (attempt < attempts) return runLighthouse(url, attempt + 1)
    throw new Error(`Lighthouse could not audit ${url}: ${result?.lhr.runtimeError?.message}`)
  }
  if (!result.lhr.finalDisplayedUrl.endsWith(url))
    throw new Error(`${url} redirected to ${result.lhr.finalDisplayedUrl}`)
  return result.lhr
}

/** Chromium chooses a free port and writes it to its profile folder. */
function debuggingPort(): number {
  return Number(readFileSync(path.join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n')[0])
}
