import { execFileSync } from 'node:child_process'

/** Gives an account a role, with the command that staff use. */
export function grantRole(email: string, role: 'moderator' | 'admin'): void {
  // The data folder of playwright.config.ts, whose database the server under test has started.
  const env = { ...process.env, DATA_DIR: '.cache/e2e-data', DATABASE_URL: '' }
  execFileSync(process.execPath, ['server/src/cli/admin.ts', 'grant', email, role], { env })
}

export const grantModerator = (email: string) => grantRole(email, 'moderator')
