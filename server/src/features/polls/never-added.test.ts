import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notificationEvents } from '#db/schema/notifications.ts'
import { users } from '#db/schema/accounts.ts'
import { writeDigest } from '#notifications/digest.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { readCounts } from '#live/counts.ts'
import { publishInvalidation } from '#live/publish.ts'
import { findPublicHead } from '#site/public-head.ts'
import { describeImage, findPollImage } from '#site/share/find-share-image.ts'
import { addresses } from '#testing/addresses.ts'
import { slow } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { plantWordings, sumsOfWordings } from '#testing/two-wordings.ts'

async function readAll(t: TestApp, polled: readonly number[], urls: readonly string[], who: (number | undefined)[]) {
  const read = new Map<string, string>()
  for (const id of who) {
    publishInvalidation(t.db, '/api/')
    const headers = id === undefined ? {} : { authorization: await t.as({ id }).authorization() }
    for (const url of urls) {
      const { body } = await t.app.inject({ url, headers })
      // Pictures, keys and hashes have all digits.
      if (!url.endsWith('.png'))
        read.set(`${id} ${url}`, body.replaceAll(/"[\w+/=-]{40,}"|[\da-f]{32,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
    }
  }
  const page = pages.find(({ path }) => path === '/results/$pollId')!
  for (const id of polled) {
    const head = await findPublicHead(t.app, { page, params: { pollId: String(id) } }, new URLSearchParams())
    const image = await findPollImage(t.db, id, t.config)
    read.set(`head ${id}`, JSON.stringify(head))
    read.set(`image ${id}`, describeImage(image!))
  }
  read.set('live', JSON.stringify(await readCounts(t.db, { polls: [...polled], politicians: [] })))
  const mailed = await t.db.transaction((tx) => writeDigest(tx, t.app, who.at(-1)!))
  // Tokens of links are random.
  read.set('digest', (mailed?.text ?? '').replaceAll(/[\w-]{32,}/g, ''))
  return read
}

test('no response, file, image or mail adds what two wordings got, before and after the close', slow, async () => {
  await using t = await startTestApp()
  const { both, official, admin, voter, other } = await plantWordings(t)
  const urls = both.flatMap((id) => [`/api/polls/${id}/`, ...addresses(t, id, official.id, voter.id)])
  const find = async () => {
    const read = await readAll(t, both, [...new Set(urls)], [undefined, admin.id, voter.id, other.id])
    expect([...read.values()].filter((text) => /\b137\b/.test(text)).length).toBeGreaterThan(20)
    return [...read].flatMap(([name, text]) =>
      [...text.matchAll(sumsOfWordings)].map((match) => [name, around(text, match.index)]),
    )
  }
  const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 20)

  expect(await find()).toEqual([])
  await t.db.execute(
    sql`update polls set published_at = now() - interval '2 days', closes_at = now() - interval '1 minute'`,
  )
  await sealClosedPolls(t.db, t.app.keys)
  await t.db
    .insert(notificationEvents)
    .values(both.map((contentId) => ({ kind: 'poll_closed' as const, contentKind: 'poll' as const, contentId })))
  await t.app.notifications.idle()
  await t.db.update(users).set({ newsletter: true })
  expect(await find()).toEqual([])
})
