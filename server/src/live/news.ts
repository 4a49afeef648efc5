import type { Db } from '#db/client.ts'
import { publishInvalidation } from './invalidations.ts'

/** Users per message: PostgreSQL sends at most 8,000 bytes. */
const usersPerMessage = 500
const newsPath = /^\/api\/notifications\/of\/([\d,]+)\/$/
const ticketPath = /^\/api\/live\/tickets\/([\w-]+)\/(\d+)\/$/

/** Tells all servers, and the streams of these users, that their notifications have changed. Call it after the commit. */
export function publishNews(db: Db, userIds: readonly number[]): void {
  const ids = [...new Set(userIds)]
  for (let start = 0; start < ids.length; start += usersPerMessage) {
    publishInvalidation(db, `/api/notifications/of/${ids.slice(start, start + usersPerMessage).join(',')}/`)
  }
}

/** The users whose notifications have changed, if the path says that. */
export function parseNews(path: string): number[] | undefined {
  return newsPath.exec(path)?.[1]?.split(',').map(Number)
}

/** Tells all servers whose the stream with this ticket is. */
export function publishTicket(db: Db, ticket: string, userId: number): void {
  publishInvalidation(db, `/api/live/tickets/${ticket}/${userId}/`)
}

export function parseTicket(path: string): { ticket: string; userId: number } | undefined {
  const [, ticket, userId] = ticketPath.exec(path) ?? []
  return ticket === undefined ? undefined : { ticket, userId: Number(userId) }
}
