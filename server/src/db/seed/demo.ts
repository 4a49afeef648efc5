import { eq, isNull, ne, and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { changedOnCommit } from '#live/changed.ts'
import { sampleOfficials } from './officials.ts'
import { demoEmail, samplePeople } from './people.ts'
import { insertPolls } from './polls.ts'
import { insertRatings } from './ratings.ts'
import { insertWalls } from './walls.ts'

/**
 * Fills the database with a living demo site: the same content every time, its dates relative to `now`. Does nothing where
 * the demo already is, also when two servers start at once.
 */
export async function seedDemo(db: Db, now = new Date()): Promise<{ seeded: boolean }> {
  return db.transaction(async (tx) => {
    await acquireContentLock(tx)
    if (await hasDemo(tx)) return { seeded: false }
    const [demo, ...people] = await tx
      .insert(users)
      .values(samplePeople(now))
      .returning({ id: users.id, state: users.state })
    if (!demo) throw new Error('The demo account could not be made.')
    const officials = await insertOfficials(tx, now)
    // The demo account itself has voted and rated nothing, so that whoever signs in can.
    await insertRatings(tx, { officials, people, now })
    await insertWalls(tx, { officials, people, now })
    await insertPolls(tx, { officials, people, scheduler: demo.id, now })
    await changedOnCommit(tx, '/api/politicians/')
    await changedOnCommit(tx, '/api/polls/')
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

/** Beside real officials the sample ones are retired from the start: they are there for their polls only. */
async function insertOfficials(tx: Db, now: Date) {
  const [real] = await tx
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(ne(politicians.source, 'sample'), isNull(politicians.retiredAt)))
    .limit(1)
  return tx
    .insert(politicians)
    .values(sampleOfficials(now).map((official) => ({ ...official, retiredAt: real ? now : null })))
    .returning({ id: politicians.id, name: politicians.name, office: politicians.office, state: politicians.state })
}
