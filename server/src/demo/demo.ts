import { eq, isNull, ne, and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/invalidations.ts'
import { insertFeed } from './feed/insert-feed.ts'
import type { SaveDrawing } from './feed/sample-post.ts'
import { insertForums } from './forums/insert-forums.ts'
import { insertModeration } from './moderation.ts'
import { insertNotifications } from './notifications.ts'
import { sampleOfficials } from './officials.ts'
import { demoEmail, samplePeople } from './people.ts'
import { insertPolls } from './polls.ts'
import { insertRollCalls } from './roll-calls.ts'
import { insertRatings } from './ratings.ts'
import { insertWalls } from './walls.ts'

interface DemoOptions {
  now?: Date
  saveDrawing?: SaveDrawing
  log?: (line: string) => void
}

/**
 * Adds the demo data: always the same content, with dates relative to `now`. Does nothing if the demo already exists, also
 * when two servers start at the same time.
 */
export async function seedDemo(
  db: Db,
  { now = new Date(), saveDrawing, log = () => undefined }: DemoOptions = {},
): Promise<{ seeded: boolean }> {
  return db.transaction(async (tx) => {
    await acquireContentLock(tx)
    if (await hasDemo(tx)) return { seeded: false }
    const [demo, admin, ...people] = await tx
      .insert(users)
      .values(samplePeople(now))
      .returning({
        id: users.id,
        state: users.state,
        username: sql<string>`${users.username}`,
        firstName: users.firstName,
        lastName: users.lastName,
      })
    if (!demo || !admin) throw new Error('The demo accounts could not be created.')
    const officials = await insertOfficials(tx, now)
    await insertRatings(tx, { officials, people, now })
    await insertWalls(tx, { officials, people, now })
    const passages = await insertRollCalls(tx, { officials, now })
    await insertPolls(tx, { officials, demo, people, passages, now })
    await insertFeed(tx, { demo, people, now, saveDrawing, log })
    await insertForums(tx, { demo, people, now })
    await insertModeration(tx, { admin, officials, people, now })
    await insertNotifications(tx, { demo, people, officials, now })
    await publishInvalidationOnCommit(tx, '/api/politicians/')
    await publishInvalidationOnCommit(tx, '/api/polls/')
    await publishInvalidationOnCommit(tx, '/api/roll-calls/')
    await publishInvalidationOnCommit(tx, '/api/boilerroom/latest-posts/')
    await publishInvalidationOnCommit(tx, '/api/boilerroom/trending-hashtags/')
    await publishInvalidationOnCommit(tx, '/api/forums/')
    return { seeded: true }
  })
}

async function hasDemo(tx: Db): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, demoEmail))
  return found.length > 0
}

/** If real officials exist, the sample officials are inserted as retired. Only their polls are shown then. */
async function insertOfficials(tx: Db, now: Date) {
  const [real] = await tx
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(ne(politicians.source, 'sample'), isNull(politicians.retiredAt)))
    .limit(1)
  return tx
    .insert(politicians)
    .values(sampleOfficials(now).map((official) => ({ ...official, retiredAt: real ? now : null })))
    .returning({
      id: politicians.id,
      name: politicians.name,
      office: politicians.office,
      state: politicians.state,
      party: politicians.party,
    })
}
