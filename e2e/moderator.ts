import { execFileSync } from 'node:child_process'

/** Makes an account a moderator, with the command that staff use. */
export function grantModerator(email: string): void {
  // The data folder of playwright.config.ts, whose database the server under test has started.
  const env = { ...process.env, DATA_DIR: '.cache/e2e-data', DATABASE_URL: '' }
  execFileSync(process.execPath, ['server/src/cli/admin.ts', 'grant', email, 'moderator'], { env })
}
