import { defineConfig } from 'vitest/config'

const database = ['server/src/testing/global-setup.ts']

const afterBuild = ['tests/size.test.ts', 'tests/start.test.ts']

export default defineConfig({
  test: {
    // The provider that plays Google warns that it is set up for tests.
    onConsoleLog: (text) => !text.includes('oidc-provider'),
    projects: [
      { test: { name: 'unit', include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: database,
          // Each test makes a database of its own; argon2 and PostgreSQL share the machine's cores with it.
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: 'web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [`${import.meta.dirname}/web/src/testing/setup.ts`],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          exclude: [...afterBuild, '**/node_modules/**'],
          globalSetup: database,
          testTimeout: 20_000,
        },
      },
      {
        // On the built web, and whole processes with a PostgreSQL each: minutes, so not part of `npm run check`.
        test: { name: 'built', include: afterBuild, testTimeout: 180_000, hookTimeout: 60_000 },
      },
    ],
  },
})
