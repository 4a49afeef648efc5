import { execFileSync } from 'node:child_process'

/** Makes the weekly digest of an account due now. The server under test sends it within a minute. */
export function makeDigestDue(email: string): void {
  const code = `
    import { runCommand } from './server/src/cli/run-command.ts'
    import { sql } from 'drizzle-orm'
    await runCommand(async ({ open }) => {
      const { db } = await open()
      await db.execute(sql\`update inboxes set digest_due_at = now()
        where user_id = (select id from users where email = \${process.env.DIGEST_EMAIL})\`)
    })`
  // The data folder of playwright.config.ts, whose database the server under test has started.
  const env = { ...process.env, DATA_DIR: '.cache/e2e-data', DATABASE_URL: '', DIGEST_EMAIL: email }
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { env })
}
