import { eq, sql } from 'drizzle-orm'
import { findAccountsOf, invalidateBlocked, lockMailboxOf, setBlocked } from '#community/block-users.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Removable } from '#writing/hide.ts'
import { stored } from '#writing/kinds.ts'
import type { Db } from '#db/client.ts'
import { hasEmail, lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { type App as RunningApp, applyDecision, completeDecision, finish } from './decisions.ts'
import { addUndoMail, type MailContext } from './mails.ts'
import { lockCase, type Subject } from './reports.ts'

/** Commands only enqueue mails, so they need no whole outbox. */
type App = Pick<RunningApp, 'db' | 'sessionCache'> & MailContext

/**
 * Decisions of the people who run the server. They follow no guideline and may be about staff. Each decision is recorded and closes
 * the case of its content, and its author gets a notification. These functions throw an Error with a message for the terminal if there is
 * nothing to do.
 */

/** Removes content. Keeps the row. */
export async function removeContent(app: App, { kind, id }: Removable, decision: Decision): Promise<void> {
  const problem = `There is no ${kind} with the number ${id}, or it is already removed.`
  const authorId = await findAuthor(app.db, { kind, id })
  if (authorId === undefined) throw new Error(problem)
  await decideOnServer(app, { kind, contentId: id, authorId }, { action: 'remove', decision, problem })
}

/** Ends every session of an account and rejects new ones. Hides its public profile. Its votes still count. */
export async function blockAccount(app: App, email: string, decision: Decision): Promise<void> {
  const problem = `There is no account with the email ${email}.`
  const { id } = await findAccount(app.db, email, problem)
  await decideOnServer(app, { kind: 'user', contentId: id, authorId: id }, { action: 'block', decision, problem })
}

/** Allows the account to sign in again. */
export async function unblockAccount(app: App, email: string, decision: Decision): Promise<void> {
  const problem = `There is no blocked account with the email ${email}.`
  const { id } = await findAccount(app.db, email, problem)
  await app.db.transaction(async (tx) => {
    await lockAccountsOf(tx, id)
    if (!(await setBlocked(tx, id, false))) throw new Error(problem)
    await recordModeration(tx, { action: 'unblock', subjectKind: 'user', subjectId: id, userId: id }, decision)
    await addUndoMail(tx, app, { userId: id, sentence: decision.reason })
  })
  await invalidateBlocked(app.db, await findAccountsOf(app.db, id))
}

async function decideOnServer(
  app: App,
  found: Subject & { authorId: number | null },
  { action, decision, problem }: { action: 'remove' | 'block'; decision: Decision; problem: string },
): Promise<void> {
  const input = { action, sentence: decision.reason }
  await app.db.transaction(async (tx) => {
    if (found.authorId !== null) await lockAccountsOf(tx, found.authorId)
    const current = await lockCase(tx, found)
    if (!(await applyDecision(tx, current, input))) throw new Error(problem)
    await completeDecision(tx, app, current, input, decision)
  })
  await finish(app, found, action)
}

async function lockAccountsOf(tx: Db, userId: number): Promise<void> {
  await lockMailboxOf(tx, userId)
  await lockPeople(tx, await findAccountsOf(tx, userId))
}

async function findAccount(db: Db, email: string, problem: string): Promise<{ id: number }> {
  const [account] = await db.select({ id: users.id }).from(users).where(hasEmail(email.trim()))
  if (!account) throw new Error(problem)
  return account
}

/** Whose content it is. Null for polls of the site, undefined if there is no such content. */
async function findAuthor(db: Db, { kind, id }: Removable): Promise<number | null | undefined> {
  const { table, author } = stored[kind]
  const [found] = await db
    .select({ author: sql<number | null>`${author}` })
    .from(table)
    .where(eq(table.id, id))
  return found?.author
}
