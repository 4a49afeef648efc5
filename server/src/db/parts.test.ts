import { dayIn, isWithin } from '@wtpu/contract/site/site-parts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestDatabase } from '#testing/test-database.ts'
import { ratingsClosedAt } from './parts.ts'
import { rememberTimeZone } from './site.ts'
import { site } from './schema/site.ts'

test('ratings close and open again at midnight of the site, also when the clocks change', async () => {
  await using t = await startTestDatabase()
  const weeks = { from: '2026-10-01', until: '2026-11-04' }
  for (const [timeZone, closed, moment, isClosed] of [
    ['America/New_York', weeks, '2026-10-01T03:59:59.999Z', false],
    ['America/New_York', weeks, '2026-10-01T04:00:00Z', true],
    // Clocks went back on November 1.
    ['America/New_York', weeks, '2026-11-04T04:59:59.999Z', true],
    ['America/New_York', weeks, '2026-11-04T05:00:00Z', false],
    // Midnight does not exist: after 23:59:59 comes 1:00.
    ['Africa/Cairo', { from: '2026-04-24', until: '2026-05-01' }, '2026-04-23T21:59:59.999Z', false],
    ['Africa/Cairo', { from: '2026-04-24', until: '2026-05-01' }, '2026-04-23T22:00:00Z', true],
    // Midnight comes twice: after 0:59:59 comes 0:00 again.
    ['America/Havana', { from: '2026-11-01', until: '2026-11-02' }, '2026-11-01T03:59:59.999Z', false],
    ['America/Havana', { from: '2026-11-01', until: '2026-11-02' }, '2026-11-01T04:00:00Z', true],
    ['America/Havana', { from: '2026-11-01', until: '2026-11-02' }, '2026-11-01T05:00:00Z', true],
    ['America/Havana', { from: '2026-10-01', until: '2026-11-01' }, '2026-11-01T05:00:00Z', false],
  ] as const) {
    await rememberTimeZone(t.db, timeZone)
    await t.db.insert(site).values({}).onConflictDoNothing()
    await t.db.update(site).set({ parts: { ratings_closed: closed } })
    const { rows } = await t.db.execute(sql`select ${ratingsClosedAt(sql`${moment}::timestamptz`)} as closed`)
    const inBrowser = isWithin(closed, dayIn(timeZone, new Date(moment)))
    expect([timeZone, moment, rows[0]?.['closed'], inBrowser]).toEqual([
      timeZone,
      moment,
      isClosed ? closed : null,
      isClosed,
    ])
  }
})
