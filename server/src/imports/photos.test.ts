import { readdir } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import https from 'node:https'
import { Socket } from 'node:net'
import { getPolitician } from '@wtpu/contract/politicians'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unusedMedia } from '#db/schema/media.ts'
import { politicians } from '#db/schema/politicians.ts'
import { mediaFolder } from '#media/file-store.ts'
import { sweepUnusedMedia } from '#media/unused-media.ts'
import { portrait, startImageServer } from '#testing/image-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fetchPhotos } from './photos.ts'
import { formatPhotos } from './report.ts'
import type { Official } from './official.ts'
import { writeOfficials } from './write-officials.ts'

const now = new Date()
const official = (number: number, profileImage: string | null): Official => ({
  source: 'congress',
  externalId: `A00000${number}`,
  name: `Ada Number${number}`,
  party: 'D',
  office: 'Sen',
  state: 'OH',
  district: null,
  profileImage,
  description: '',
  email: '',
  phoneNumber: '',
  officialWebsite: '',
  officeAddress: '',
  sortName: `number${number} ada`,
  keywords: '',
})

async function start() {
  const t = await startTestApp()
  const stored = async () =>
    (await t.db.select().from(politicians).orderBy(politicians.externalId)).map((row) => row.photo)
  return {
    ...t,
    stored,
    write: (...officials: Official[]) =>
      t.db.transaction((tx) => writeOfficials(tx, [{ source: 'congress', officials, skipped: [], notes: [] }], now)),
    fetch: (options = {}) => fetchPhotos(t.db, t.app, { allowsPrivate: true, ...options }),
    files: () => readdir(`${mediaFolder(t.config.dataDir)}/officials`),
  }
}

test('fetches each photo once and serves our own variants of it', async () => {
  await using t = await start()
  await using site = await startImageServer({
    '/1.jpg': await portrait(),
    '/moved.jpg': (_request, response) => response.writeHead(302, { location: '/1.jpg' }).end(),
  })
  await t.write(official(1, `${site.url}/1.jpg`), official(2, `${site.url}/moved.jpg`), official(3, null))

  const first = await t.fetch()
  const again = await t.fetch()

  expect([first, again]).toEqual([
    { stored: 2, missing: [] },
    { stored: 0, missing: [] },
  ])
  expect(site.asked.toSorted()).toEqual(['/1.jpg', '/1.jpg', '/moved.jpg'])
  expect(await t.files()).toHaveLength(8)
  expect(await t.db.select().from(unusedMedia)).toEqual([])
  const [row] = await t.db.select().from(politicians).where(eq(politicians.externalId, 'A000001'))
  const { profile_image } = (await t.call(getPolitician, { params: { id: row!.id } })).json()
  expect(profile_image).toMatch(/^\/media\/officials\/[0-9a-f-]{36}-400\.webp$/)
  expect(await sharp((await t.app.inject(profile_image)).rawPayload).metadata()).toMatchObject({
    format: 'webp',
    width: 400,
  })
})

test('of two imports at once, one photo is used, and the other copy is swept', async () => {
  await using t = await start()
  await using site = await startImageServer({ '/1.jpg': await portrait() })
  await t.write(official(1, `${site.url}/1.jpg`))

  await Promise.all([t.fetch(), t.fetch()])

  const [photo] = await t.stored()
  const unused = (await t.db.select().from(unusedMedia)).map(({ file }) => file)
  expect(photo).toMatch(/^\/media\/officials\//)
  expect(unused).not.toContain(photo)
  expect(await t.files()).toHaveLength(4 * (1 + unused.length))
})

test('fetches a photo again only if its address changed, and sweeps what is not used any more', async () => {
  await using t = await start()
  await using site = await startImageServer({ '/1.jpg': await portrait(), '/new.jpg': await portrait('#993333') })
  const ada = official(1, `${site.url}/1.jpg`)
  const ben = official(2, `${site.url}/1.jpg`)
  await t.write(ada, ben)
  await t.fetch()
  const [photo, photoOfBen] = await t.stored()

  await t.write({ ...ada, description: 'Senator' }, ben)
  expect(await t.stored()).toEqual([photo, photoOfBen])
  await t.write({ ...ada, profileImage: `${site.url}/new.jpg` })
  expect(await t.stored()).toEqual([null, null])
  await t.fetch()

  const [other] = await t.stored()
  expect(other).not.toBe(photo)
  expect(new Set((await t.db.select().from(unusedMedia)).map(({ file }) => file))).toEqual(new Set([photo, photoOfBen]))
  await t.db.update(unusedMedia).set({ createdAt: sql`now() - interval '25 hours'` })
  await sweepUnusedMedia(t.db, t.app.files)
  expect(await t.files()).toHaveLength(4)
  // Ben returns.
  await t.write({ ...ada, profileImage: `${site.url}/new.jpg` }, ben)
  expect(await t.fetch()).toMatchObject({ stored: 1 })
  expect(site.asked).toEqual(['/1.jpg', '/1.jpg', '/new.jpg', '/1.jpg'])
})

test('reports the photos that cannot be had and keeps their addresses', async () => {
  await using t = await start()
  const endless: Parameters<typeof startImageServer>[0][string] = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      response.once('drain', more)
    }
    more()
  }
  await using site = await startImageServer({
    '/page': Buffer.from('<!doctype html>'),
    '/drawing': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    '/cut': (await portrait()).subarray(0, 300),
    '/endless': endless,
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/drip': (_request, response) => void response.write('x'),
    '/silent': () => undefined,
  })
  const paths = ['page', 'drawing', 'cut', 'endless', 'loop', 'drip', 'silent', 'none']
  await t.write(...paths.map((path, index) => official(index, `${site.url}/${path}`)))

  const report = await t.fetch({ timeoutMs: 5_000 })

  const host = new URL(site.url).host
  const reasons = Object.fromEntries(report.missing.map(({ who, reason }) => [who, reason]))
  expect(report.stored).toBe(0)
  expect(reasons).toEqual({
    'Ada Number0 (OH)': 'not an acceptable image: This is a web page.',
    'Ada Number1 (OH)': 'not an acceptable image: This is an SVG drawing.',
    'Ada Number2 (OH)': 'not an acceptable image: This image is damaged or incomplete.',
    'Ada Number3 (OH)': 'larger than 10 MB',
    'Ada Number4 (OH)': 'more than 3 redirects',
    'Ada Number5 (OH)': 'the site did not answer in time',
    'Ada Number6 (OH)': 'the site did not answer in time',
    'Ada Number7 (OH)': 'the site answered 404',
  })
  expect(formatPhotos(report)).toContain(`Photos that could not be fetched (8)\n    ${host}: `)
  expect(formatPhotos(report)).toContain(`${host}: the site answered 404: Ada Number7 (OH)\n`)
  const rows = await t.db.select().from(politicians)
  expect(rows.map(({ profileImage }) => new URL(profileImage!).pathname.slice(1)).toSorted()).toEqual(paths.toSorted())
})

test('asks a host that does not answer a few times only', async () => {
  await using t = await start()
  const site = await startImageServer({})
  await site[Symbol.asyncDispose]()
  await t.write(...Array.from({ length: 9 }, (_, number) => official(number, `${site.url}/${number}.jpg`)))

  const { missing } = await t.fetch()

  const tried = missing.filter(({ reason }) => reason.includes('ECONNREFUSED'))
  expect(missing).toHaveLength(9)
  // Three in a row, and those that were requested at the same time.
  expect(tried.length).toBeLessThanOrEqual(6)
})

test.each([
  'http://photos.example.org/1.jpg',
  'https://127.0.0.1/1.jpg',
  'https://[::1]/1.jpg',
  'https://169.254.169.254/latest',
  'https://2130706433/1.jpg',
  'https://localhost/1.jpg',
])('does not request %s', async (address) => {
  await using t = await start()
  await t.write(official(1, address))

  const { missing } = await fetchPhotos(t.db, t.app)

  expect(missing[0]?.reason).toMatch(/address is not (a )?public/)
})

test.each(['https://127.0.0.1/1.jpg', 'http://photos.example.org/1.jpg', '//169.254.169.254/latest'])(
  'does not follow a redirect to %s',
  async (location) => {
    await using t = await start()
    const answer = Object.assign(new IncomingMessage(new Socket()), { statusCode: 302, headers: { location } })
    const get = vi
      .spyOn(https, 'get')
      .mockImplementation((_url, _options, respond?: (answer: IncomingMessage) => void) => {
        respond?.(answer)
        return https.request({ agent: false, lookup: () => undefined })
      })
    onTestFinished(() => get.mockRestore())
    await t.write(official(1, 'https://198.17.0.1/1.jpg'))

    const { missing } = await fetchPhotos(t.db, t.app)

    expect(missing[0]?.reason).toMatch(/address is not a public/)
    expect(get).toHaveBeenCalledOnce()
  },
)
