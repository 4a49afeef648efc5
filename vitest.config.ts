import { defineConfig } from 'vitest/config'

// Vitest's default of one second is too short on a busy machine.
const patientPolling = { poll: { timeout: 20_000 } }

// Generous: each test creates its own database, and argon2, PostgreSQL and other programs compete for the same cores.
const testTimeout = 60_000

const databaseSetup = ['server/src/testing/global-setup.ts']

const afterBuild = ['size', 'start', 'crash', 'shutdown', 'kill-votes'].map((name) => `tests/${name}.test.ts`)

export default defineConfig({
  test: {
    // The OpenID provider that stands in for Google warns that its configuration is for development.
    onConsoleLog: (text) => !text.includes('oidc-provider'),
    projects: [
      { test: { name: 'unit', include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          // Files share a process, so that its databases and compiled schemas serve all of them.
          isolate: false,
          maxWorkers: 2,
          include: ['server/src/**/*.test.ts'],
          globalSetup: databaseSetup,
          expect: patientPolling,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: 'web',
        test: {
          name: 'web',
          maxWorkers: 2,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [`${import.meta.dirname}/web/src/testing/setup.ts`],
          testTimeout,
        },
      },
      {
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          exclude: [...afterBuild, '**/node_modules/**'],
          globalSetup: databaseSetup,
          expect: patientPolling,
          testTimeout,
        },
      },
      {
        // Needs the web build and starts whole servers, each with its own PostgreSQL. Too slow for `npm run check`.
        // Three workers, because these tests mostly wait.
        test: { name: 'built', include: afterBuild, maxWorkers: 3, testTimeout: 180_000, hookTimeout: 60_000 },
      },
    ],
  },
})
