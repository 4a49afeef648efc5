import { ofBio, writtenOfBio } from '@wtpu/contract/schemas'
import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { User } from '@wtpu/contract/accounts/accounts'
import { displayName } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import { and, eq, getTableColumns, not, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoMonth } from '#db/iso-time.ts'
import { hasEmail, hasUsername } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { isDeleted } from '#db/visibility.ts'

/** Whether an account uses this email, ignoring case. */
export async function accountExists(db: Db, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(hasEmail(email)).limit(1)
  return found.length > 0
}

export interface RecoverableAccount {
  userId: number
  voterId: number
  emailConfirmed: boolean
}

export async function findByEmail(db: Db, email: string): Promise<RecoverableAccount | undefined> {
  const [found] = await db
    .select({
      userId: users.id,
      voterId: users.voterId,
      emailConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(users)
    .where(and(hasEmail(email), not(isDeleted())))
  return found
}

/** Finds the password hash by email or username. */
export async function findCredentials(db: Db, login: string) {
  const [found] = await db
    .select({ userId: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(or(hasEmail(login), hasUsername(login)))
    // A username never contains an at sign, so at most one row matches.
    .limit(1)
  return found
}

/** Finds a public profile. It includes the email for the owner, and for others if the owner shares it. */
export async function findUser(
  db: Db,
  lookup: { id: number } | { username: string },
  viewerId: number,
): Promise<User | undefined> {
  const condition = 'id' in lookup ? eq(users.id, lookup.id) : hasUsername(lookup.username)
  const [row] = await db
    .select({ ...getTableColumns(users), joined: isoMonth(users.createdAt) })
    .from(users)
    .where(and(condition, users.isActive))
    .limit(1)
  if (!row) return undefined
  const state = row.state && stateName(row.state)
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    name: displayName({ first_name: row.firstName, last_name: row.lastName, username: row.username }),
    username: row.username ?? '',
    email: row.id === viewerId || row.showEmail ? (row.email ?? undefined) : undefined,
    show_email: row.id === viewerId ? row.showEmail : undefined,
    avatar: row.avatar,
    ...forProfileTexts((name) => row[name]),
    ...ofBio(writtenOfBio(row)),
    followers_count: row.followersCount,
    following_count: row.followingCount,
    join_date: row.joined,
    date_joined: row.joined,
    state,
    location: state,
    verified: row.verified,
    posts_count: row.postsCount,
  }
}
