import { randomBytes } from 'node:crypto'
import type { Party } from '@wtpu/contract/politicians'
import { eq, isNull, ne, and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { markUsed } from '#media/unused-media.ts'
import { type Content, readContent } from './content.ts'
import type { BallotKeys } from '#community/ballots.ts'
import { insertCircle } from './circle.ts'
import { findPerson } from './context.ts'
import { setCounters } from './counters.ts'
import { insertConversation } from './conversation.ts'
import { insertForums } from './discussions.ts'
import type { DrawingSettings } from './drawings.ts'
import { insertModeration } from './moderation.ts'
import { insertNotifications } from './notifications.ts'
import { sampleOfficials } from './officials.ts'
import { demoEmail } from '#db/demo-accounts.ts'
import { moderatorUsername, samplePeople } from './people.ts'
import { insertPolls } from './polls.ts'
import { savePortraits } from './portraits.ts'
import { insertFeed } from './posts.ts'
import { insertRollCalls } from './roll-calls.ts'
import { insertRatings } from './ratings.ts'
import { insertWalls } from './walls.ts'

const changed = [
  // With the demo, a local site has the fixed figures.
  '/api/site/',
  '/api/politicians/',
  '/api/polls/',
  '/api/roll-calls/',
  '/api/boilerroom/latest-posts/',
  '/api/boilerroom/trending-hashtags/',
  '/api/forums/',
] as const

interface DemoOptions extends Partial<DrawingSettings> {
  now?: Date
  /** The folder with the texts and drawings. */
  folder?: string
  /** Without them, the ballots have links that no server knows. */
  keys?: BallotKeys
}

/**
 * Adds the demo data: always the same content, with dates relative to `now`. Does nothing if the demo already exists, also
 * when two servers start at the same time.
 */
export async function seedDemo(
  db: Db,
  {
    now = new Date(),
    folder,
    saveDrawing,
    log = () => undefined,
    keys = { ballots: randomBytes(32) },
  }: DemoOptions = {},
): Promise<{ seeded: boolean }> {
  return db.transaction(async (tx) => {
    await acquireContentLock(tx)
    if (await hasDemo(tx)) return { seeded: false }
    const content = await readContent(folder)
    const [demo, admin, ...people] = await tx
      .insert(users)
      .values(samplePeople(content.people, now))
      .returning({
        id: users.id,
        state: users.state,
        username: sql<string>`${users.username}`,
        firstName: users.firstName,
        lastName: users.lastName,
      })
    if (!demo || !admin) throw new Error('The demo accounts could not be created.')
    const officials = await insertOfficials(tx, { content, saveDrawing, log, now })
    const named = people.slice(0, content.people.named.length)
    const moderator = findPerson(people, moderatorUsername)
    const context = { content, demo, admin, moderator, people, named, officials, now }
    await insertRatings(tx, context)
    await insertWalls(tx, context)
    const passages = await insertRollCalls(tx, context)
    await insertPolls(tx, { ...context, passages })
    await insertConversation(tx, context)
    await insertCircle(tx, context, keys)
    await insertFeed(tx, { ...context, saveDrawing, log })
    await insertForums(tx, context)
    await insertModeration(tx, context)
    await insertNotifications(tx, context)
    await setCounters(tx)
    for (const path of changed) await publishInvalidationOnCommit(tx, path)
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
async function insertOfficials(
  tx: Db,
  { content, now, ...settings }: { content: Content; now: Date } & DrawingSettings,
) {
  const [real] = await tx
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(ne(politicians.source, 'sample'), isNull(politicians.retiredAt)))
    .limit(1)
  const officials = sampleOfficials(content.officials, now)
  const names = officials.map(({ name }) => name)
  const photos = (await savePortraits(content, names, settings)).map((portrait) => portrait?.url)
  await markUsed(
    tx,
    photos.filter((photo) => photo !== undefined),
  )
  return tx
    .insert(politicians)
    .values(officials.map((official, index) => ({ ...official, photo: photos[index], retiredAt: real ? now : null })))
    .returning({
      id: politicians.id,
      name: politicians.name,
      office: politicians.office,
      state: politicians.state,
      // Each has one.
      party: sql<Party>`${politicians.party}`,
    })
}
