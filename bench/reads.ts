import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { createTokens } from '#server/http/tokens.ts'
import type { Voter } from './voters.ts'

interface Read {
  name: string
  /** The share of the bare server that the app reaches at least. */
  target: number
  path: string
  headers: Record<string, string>
  status: 200 | 304
}

/** Signs a voter in. */
export const authorizationOf = (jwtSecret: string, { user, sid }: Voter) => ({
  authorization: `Bearer ${createTokens(jwtSecret).signAccess({ user_id: user, sid })}`,
})

/** What visitors read, and members: the forums are for them, so these calls also check a session. */
export async function findReads(db: Db, origin: string, member: Record<string, string>): Promise<Read[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from discussions order by comment_count desc limit 1`)
  const polls = '/api/polls/'
  const etag = (await fetch(origin + polls)).headers.get('etag') ?? ''
  const thread = `/api/forums/discussions/${rows[0]?.id}/comments/?limit=20`
  return [
    { name: `GET ${polls} 200`, target: 0.6, path: polls, headers: {}, status: 200 },
    { name: `GET ${polls} 304`, target: 0.7, path: polls, headers: { 'if-none-match': etag }, status: 304 },
    {
      name: 'GET /api/politicians/?state=NY',
      target: 0.5,
      path: '/api/politicians/?state=NY',
      headers: {},
      status: 200,
    },
    {
      name: 'GET 20 discussions, signed in',
      target: 0.6,
      path: '/api/forums/discussions/?limit=20',
      headers: member,
      status: 200,
    },
    { name: 'GET 20 comments, signed in', target: 0.6, path: thread, headers: member, status: 200 },
  ]
}
