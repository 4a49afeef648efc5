import { oldCountsSeconds } from '@wtpu/contract/live'
import { castVote } from '@wtpu/contract/polls/polls'
import type { Position } from '@wtpu/contract/roll-calls'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { ResponseCache } from '#http/cache/response-cache.ts'
import { limits } from '#http/limits/rate-limit.ts'
import { politicians } from '#db/schema/politicians.ts'
import { JobsBusy } from '#processes/job-queue.ts'
import { startTestApp } from '#testing/test-app.ts'
import { drawShareImage } from './drawing/draw.ts'
import { describeImage, findRollCallImage, siteLook, type PollImage } from './find-share-image.ts'
import { ShareImages } from './routes.ts'

const pollImage: PollImage = {
  kind: 'poll',
  question: 'More parks?',
  options: [
    { text: 'Yes', votes: 3 },
    { text: 'No', votes: 1 },
  ],
  totalVotes: 4,
  closed: false,
  isSample: false,
  isImported: false,
  sentence: '4 members of WTPU chose to vote so far.',
  site: 'wtpu.example',
}

function letCopiesExpire(): void {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + oldCountsSeconds * 1000)
  onTestFinished(() => clock.mockRestore())
}

/** Colors of single pixels. */
async function pixels(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return `#${data.subarray(start, start + 3).toString('hex')}`
  }
  return { at, size: [info.width, info.height] }
}

describe('GET /share/polls/{id}.png', () => {
  test('shows the votes, so that it differs for each poll and after each vote', async () => {
    await using t = await startTestApp()
    const [park, rail] = [await t.make.poll({ question: 'More parks?' }), await t.make.poll({ question: 'More rail?' })]
    const image = async (id: number) => (await t.app.inject(`/share/polls/${id}.png`)).rawPayload
    const before = await image(park.id)

    await t.as(await t.make.user()).call(castVote, { params: park, body: { option_id: park.options[0]!.id } })
    letCopiesExpire()
    const after = await image(park.id)

    const { at, size } = await pixels(after)
    expect(size).toEqual([1200, 630])
    // The end of the first bar and of the last.
    expect([at(1000, 360), at(1000, 500)]).toEqual(['#d7dff4', '#efeadf'])
    expect((await pixels(before)).at(1000, 360)).toBe('#efeadf')
    expect(before.equals(await image(rail.id))).toBe(false)
  })

  test('is cached for a day under its current version, otherwise for a minute', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const first = await t.app.inject(`/share/polls/${poll.id}.png?v=old`)
    const version = String(first.headers.etag).slice(1, -1)

    const current = await t.app.inject(`/share/polls/${poll.id}.png?v=${version}`)
    const again = await t.app.inject({
      url: `/share/polls/${poll.id}.png`,
      headers: { 'if-none-match': `"other", W/"${version}"` },
    })

    expect(first.headers['cache-control']).toBe('public, max-age=60')
    expect(current.headers).toMatchObject({ 'cache-control': 'public, max-age=86400', 'content-type': 'image/png' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is the default image for scheduled and unknown polls', async () => {
    await using t = await startTestApp()
    const scheduled = await t.make.poll({ published_at: new Date(Date.now() + 3_600_000) })

    for (const file of [`${scheduled.id}.png`, '999.png', '0x1.png', 'x', '1.jpg', '..%2f1.png']) {
      const response = await t.app.inject(`/share/polls/${file}`)
      expect([file, response.statusCode, response.headers.location]).toEqual([file, 302, '/share.png'])
    }
  })

  test('is the default image if the fonts lack letters of the question', async () => {
    await using t = await startTestApp()
    for (const question of ['נפש חיה?', '更多公园？', '😀🏳️‍🌈']) {
      const poll = await t.make.poll({ question })
      const response = await t.app.inject(`/share/polls/${poll.id}.png`)
      expect([question, response.statusCode, response.headers.etag]).toEqual([question, 302, undefined])
    }
  })

  test('limits requests per network', async () => {
    await using t = await startTestApp()
    const statuses = await Promise.all(
      Array.from({ length: 241 }, async () => (await t.app.inject('/share/polls/1.png')).statusCode),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

test('an official has a share image with ratings and the stored photo', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician({ name: 'Ana Rivera' })
  const image = async () => pixels((await t.app.inject(`/share/politicians/${politician.id}.png`)).rawPayload)
  const change = (values: Partial<typeof politicians.$inferInsert>) =>
    t.db.update(politicians).set(values).where(eq(politicians.id, politician.id))

  const unrated = await image()
  await change({ goodJobCount: 3, badJobCount: 1 })
  letCopiesExpire()
  const rated = await image()
  const photo = sharp({ create: { width: 400, height: 500, channels: 3, background: '#336699' } })
  await t.app.files.save('officials/photo-480.webp', await photo.webp({ lossless: true }).toBuffer())
  await change({ profileImage: '/media/officials/photo-480.webp' })
  letCopiesExpire()
  const withPhoto = await image()

  expect(unrated.size).toEqual([1200, 630])
  expect([unrated.at(600, 434), rated.at(600, 434), rated.at(1000, 434)]).toEqual(['#efeadf', '#14603a', '#9d231c'])
  // The middle of the portrait, and its corner outside of the circle.
  expect([withPhoto.at(188, 160), withPhoto.at(74, 142)]).toEqual(['#336699', '#f8f5ee'])
})

test('a roll call has a share image with both bars alike', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician()
  const { id, number } = await t.make.rollCall({
    description: 'Clean rivers act',
    positions: [{ politician, position: 'nay' }],
  })

  const response = await t.app.inject(`/share/roll-calls/${id}.png`)

  const { at, size } = await pixels(response.rawPayload)
  expect(size).toEqual([1200, 630])
  // The end of the bar for yes, without votes, and the bar for no.
  expect([at(1000, 360), at(1000, 500)]).toEqual(['#efeadf', '#d7dff4'])
  expect((await t.app.inject('/share/roll-calls/999.png')).headers.location).toBe('/share.png')
  expect((await findRollCallImage(t.db, id, t.config))?.label).toBe(`House vote ${number}, Mar 3, 2025, from Voteview`)
})

test('the image of a motion has its question, its result, its base and which way a yes points', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician()
  const { id } = await t.make.rollCall({
    bill: 'H.Res. 893',
    description: 'Censuring a member',
    question: 'On Motion to Refer',
    positions: [{ politician, position: 'yea' }],
  })

  const image = (await findRollCallImage(t.db, id, t.config))!
  expect(image).toMatchObject({ title: 'To refer H.Res. 893 to committee: Censuring a member', result: 'Referred' })
  expect(describeImage(image)).toContain(
    'Referred, 1 yes, 0 no. A yes keeps the bill from a vote. Not in the percentages: 0 present, 0 not voting.',
  )
})

test('the image of a roll call draws the majority that was needed, and no bars for a vote for a name', async () => {
  await using t = await startTestApp()
  const senators = await Promise.all(Array.from({ length: 10 }, () => t.make.politician({ office: 'Sen' })))
  const image = async ([yeas, nays]: [number, number], more: object) => {
    const positions = senators.map((politician, index) => {
      const position: Position = index < yeas ? 'yea' : index < yeas + nays ? 'nay' : 'not_voting'
      return { politician, position }
    })
    const { id } = await t.make.rollCall({ chamber: 'senate', positions, ...more })
    return pixels((await t.app.inject(`/share/roll-calls/${id}.png`)).rawPayload)
  }
  const line = '#221d16'
  /** A half and two thirds of the width, between the bars. */
  const lines = async (counts: [number, number], result: string) => {
    const { at } = await image(counts, { result })
    return [at(600, 438) === line, at(776, 438) === line]
  }

  expect(await lines([5, 5], 'Nomination Confirmed')).toEqual([true, false])
  expect(await lines([5, 5], 'Nomination Rejected')).toEqual([false, false])
  expect(await lines([6, 4], 'Cloture Motion Agreed to')).toEqual([false, false])
  // Three fifths of ten senators are 6 of the 9 who voted.
  expect(await lines([5, 4], 'Cloture Motion Rejected')).toEqual([false, true])
  const named = await image([6, 4], { question: 'Election of the Speaker', result: 'Alder' })
  expect([named.at(80, 360), named.at(80, 500)]).toEqual(['#f8f5ee', '#f8f5ee'])
})

/** Images that change without an invalidation, as votes change them. */
function openImages(settings?: ConstructorParameters<typeof ShareImages>[1]) {
  const images = new ShareImages(
    new ResponseCache({ run: () => Promise.reject(new Error('nothing is read')) }),
    settings,
  )
  const get = (subject: string, votes = 0) => {
    const prepare = async () => ({ image: { ...pollImage, totalVotes: votes }, look: siteLook() })
    return images.get({ subject, calls: [], wanted: async () => ({ version: String(votes), prepare }) })
  }
  return { images, get }
}

test('100 parallel requests for one image draw it once, and so do those of the next seconds, under votes too', async () => {
  const { images, get } = openImages()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())

  const drawn = await Promise.all(Array.from({ length: 100 }, (_, votes) => get('polls/1', votes)))
  drawn.push(await get('polls/1', 100))
  expect([images.drawings, new Set(drawn).size]).toEqual([1, 1])
  clock.mockReturnValue(Date.now() + oldCountsSeconds * 1000)
  expect((await get('polls/1', 0)).version).toBe('0')
  expect(images.drawings).toBe(1)
  clock.mockReturnValue(Date.now() + oldCountsSeconds * 1000)
  expect((await get('polls/1', 101)).version).toBe('101')
  expect(images.drawings).toBe(2)
  await images.close()
})

test('rejects images beyond the queue and keeps at most the given number of bytes', async () => {
  const { images, get } = openImages({ maxWaiting: 1, maxBytes: 100_000 })

  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, number) => get(`polls/${number}`)))
  for (let number = 10; number < 15; number++) await get(`polls/${number}`)
  await images.close()

  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(rejected).toHaveLength(3)
  expect(rejected[0]?.reason).toBeInstanceOf(JobsBusy)
  expect(images.bytes).toBeLessThanOrEqual(100_000)
})

test('votes draw an image no more often than every few seconds, and a removal shows the default image at once', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const image = () => t.app.inject(`/share/polls/${poll.id}.png`)
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  onTestFinished(() => clock.mockRestore())
  const before = await image()
  for (let count = 0; count < 3; count++) {
    await t.as(await t.make.user()).call(castVote, { params: poll, body: { option_id: poll.options[0]!.id } })
    expect((await image()).headers.etag).toBe(before.headers.etag)
  }
  expect(t.app.shareImages.drawings).toBe(1)
  clock.mockReturnValue(start + oldCountsSeconds * 1000)
  expect((await image()).headers.etag).not.toBe(before.headers.etag)
  expect(t.app.shareImages.drawings).toBe(2)

  await removeContent(t.app, { kind: 'poll', id: poll.id }, { actor: 'Grace', reason: 'spam' })
  expect((await image()).headers.location).toBe('/share.png')
})

test('a network that asks for image after image gets the default image, but what is in memory', async () => {
  await using t = await startTestApp()
  const drawn = await t.make.poll()
  const polls = []
  for (let count = 0; count <= limits.drawingsPerAddress.max; count++) polls.push(await t.make.poll())
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  const image = async ({ id }: { id: number }, remoteAddress = '192.0.2.1') =>
    (await t.app.inject({ url: `/share/polls/${id}.png`, remoteAddress })).statusCode
  await image(drawn)
  for (const poll of polls) await image(poll)

  expect(t.app.shareImages.drawings).toBe(limits.drawingsPerAddress.max)
  expect([await image(drawn), await image(polls.at(-1)!)]).toEqual([200, 302])
  expect(await image(polls.at(-1)!, '198.51.100.7')).toBe(200)
}, 120_000)

test('while too many images wait, sends the latest drawing or the default image, for a minute', async () => {
  await using t = await startTestApp()
  const [drawn, other] = [await t.make.poll(), await t.make.poll()]
  const before = await t.app.inject(`/share/polls/${drawn.id}.png`)
  await t.as(await t.make.user()).call(castVote, { params: drawn, body: { option_id: drawn.options[0]!.id } })
  letCopiesExpire()
  await t.app.shareImages.close()

  const [earlier, substitute] = [
    await t.app.inject(`/share/polls/${drawn.id}.png`),
    await t.app.inject(`/share/polls/${other.id}.png`),
  ]

  const sent = { etag: undefined, 'cache-control': 'public, max-age=60' }
  expect([earlier.statusCode, earlier.rawPayload.equals(before.rawPayload)]).toEqual([200, true])
  expect({ etag: undefined, ...earlier.headers }).toMatchObject(sent)
  expect(substitute.statusCode).toBe(302)
  expect({ etag: undefined, ...substitute.headers }).toMatchObject({ ...sent, location: '/share.png' })
})

test.each([
  ['markup', '</svg><script>alert(1)</script>&amp;"\'<!--]]>'],
  ['a word without end', 'W'.repeat(300)],
  ['words of one letter', 'a '.repeat(150)],
  ['combining marks', `Z${'\u0304'.repeat(299)}`],
  ['direction marks', 'abc \u202Edef\u202C \u2066ghi'],
  ['emoji between words', 'Yes 👩‍👩‍👧 or 1️⃣ no'],
  ['a lone surrogate', 'x\uD800y'],
  ['several scripts', 'Żółć Ελλάς Київ Việt'],
])('draws a question with %s', async (_name, question) => {
  const options = Array.from({ length: 5 }, () => ({ text: question.slice(0, 120), votes: 2_000_000_000 }))

  const png = await drawShareImage({
    image: { ...pollImage, question, options, totalVotes: 2_147_483_647 },
    look: siteLook(),
  })

  expect((await pixels(png)).size).toEqual([1200, 630])
  for (const left of [0, 1132]) {
    const margin = await sharp(png).extract({ left, top: 0, width: 68, height: 610 }).toBuffer()
    const { channels } = await sharp(margin).stats()
    expect(channels.map(({ min, max }) => max - min)).toEqual([0, 0, 0])
  }
})
