import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

// Two runs on one machine need ports of their own: the server's, and two more for what plays Google and mail.
const port = Number(process.env['E2E_PORT'] ?? 3100)
const dataDir = '.cache/e2e-data'
// As root (a container) Chromium cannot make its sandbox.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const still = ['--disable-component-update', '--disable-sync']

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  timeout: 60_000,
  // A page on a busy machine may take its time; what must be quick says so itself (e2e/walk.ts).
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...sandbox, ...quiet, ...still] },
  },
  webServer: {
    // The real server on an empty data folder, with the demo seed.
    command: `node server/src/testing/e2e-server.ts ${dataDir}`,
    url: `http://localhost:${port}/readyz`,
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      SEED: 'demo',
      LOG_LEVEL: 'warn',
      SITE_ACCESS_CODE: 'citizenship',
      // Each test comes from an address of its own (e2e/fixtures.ts), with rate limits of its own.
      TRUST_PROXY: 'true',
      DATABASE_URL: '',
      // e2e/recovery.spec.ts listens there.
      SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
    stdout: 'pipe',
    timeout: 120_000,
  },
})
