import { defineConfig } from 'vitest/config'

// Only ends a test that hangs: argon2, PostgreSQL and other programs compete for the same cores.
const testTimeout = 600_000

const withDatabase = ['contract', 'parts', 'plans', 'shares'].map((name) => `tests/${name}.test.ts`)

const afterBuild = ['size', 'script-names', 'start', 'workers', 'crash', 'shutdown', 'kill-votes'].map(
  (name) => `tests/${name}.test.ts`,
)
const firstContent = 'tests/first-content.test.ts'
const walks = ['article', 'first-paper', 'never-added', 'parts', 'print', 'set-up'].map(
  (name) => `tests/${name}-walk.test.ts`,
)

export default defineConfig({
  test: {
    // The OpenID provider that the tests use instead of Google warns that its configuration is for development.
    onConsoleLog: (text) => !text.includes('oidc-provider'),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [
            ...afterBuild,
            firstContent,
            ...walks,
            ...withDatabase,
            'tests/cluster/**',
            'tests/container/**',
            '**/node_modules/**',
          ],
          testTimeout,
        },
      },
      {
        test: {
          name: 'server',
          // Files share a process, so that its databases and compiled schemas serve all of them.
          isolate: false,
          // One more than small machines have cores, because tests wait for PostgreSQL. Vitest demands the same number for `web`.
          maxWorkers: 3,
          include: ['server/src/**/*.test.ts', ...withDatabase],
          hookTimeout: testTimeout,
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Vitest's default of one second is too short on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: 'web',
        test: {
          name: 'web',
          // Files share a process, so that the packages and the screens are loaded once.
          isolate: false,
          maxWorkers: 3,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [`${import.meta.dirname}/web/src/testing/setup.ts`],
          testTimeout,
        },
      },
      {
        // Needs programs that not every machine has (docs/operations.md). Run by `npm run test:cluster`.
        test: {
          name: 'cluster',
          isolate: false,
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          expect: { poll: { timeout: 60_000 } },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // Builds the image of deploy/Containerfile. Run by `npm run test:container`.
        test: {
          name: 'container',
          include: ['tests/container/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        // Needs the web build and starts whole servers, each with its own PostgreSQL. Too slow for `npm run check`.
        // Three workers, because these tests mostly wait.
        test: {
          name: 'built',
          include: afterBuild,
          globalSetup: ['tests/migrated-data-dir.ts'],
          maxWorkers: 3,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // Needs the web build and a database.
        test: {
          name: 'walk',
          include: walks,
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // Measures when pages can be read, so it runs alone, after the others.
        test: {
          name: 'paint',
          include: [firstContent],
          globalSetup: ['tests/migrated-data-dir.ts'],
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
})
