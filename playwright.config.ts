import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/chromium.ts'

// Set E2E_PORT to run two test runs at once. Each uses three ports: the server, a fake Google (+1) and an SMTP server (+2).
const port = Number(process.env['E2E_PORT'] ?? 3100)
const dataDir = '.cache/e2e-data'

export default defineConfig({
  testDir: 'e2e',
  // Only npm run e2e:screenshots compares pictures.
  testIgnore: process.env['SCREENSHOTS'] ? [] : ['screenshots.spec.ts'],
  // One picture for all systems: the fonts are the site's own. The whole browser smooths text in another way than its shell.
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  // One more than small machines have cores, because tests also wait for the server.
  workers: 3,
  // Both generous, because pages load slowly on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    // Recording every test takes a fifth of the time. npm run e2e -- --trace=retain-on-failure records.
    trace: 'off',
    // A service worker hides requests from the tests. e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: launchOptions(),
  },
  webServer: {
    // The real server with an empty data folder and the demo seed.
    command: `node server/src/testing/e2e-server.ts ${dataDir}`,
    url: `http://localhost:${port}/readyz`,
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      SEED: 'demo',
      DEMO_VOTES: 'false',
      // Mails of tests without a mailbox would fill the output with warnings.
      LOG_LEVEL: 'error',
      SITE_ACCESS_CODE: 'citizenship',
      // Each test sends its own client address (e2e/fixtures.ts), so tests do not share rate limits.
      TRUST_PROXY: 'true',
      DATABASE_URL: '',
      // e2e/email-codes-and-links.spec.ts starts a mailbox on this port.
      SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
    stdout: 'pipe',
    timeout: 120_000,
  },
})
