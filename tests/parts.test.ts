import { pages } from '@wtpu/contract/site/on-demand/pages'
import { changeSiteParts, closeParts, offOf, presets } from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { sql } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { seedDemo } from '#server/demo/demo.ts'
import { runCommonGround } from '#server/features/common-ground/run.ts'
import { sealClosedPolls } from '#server/features/tally/seal.ts'
import { partOfRoute } from '#server/http/parts.ts'
import { writeDigest } from '#server/notifications/digest.ts'
import { findNotifications } from '#server/notifications/list.ts'
import { writeMail } from '#server/notifications/mails.ts'
import { payloadOf } from '#server/notifications/push.ts'
import { findPollImage } from '#server/site/share/find-share-image.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { markContent, wordsPattern } from './part-words.ts'

/** What may name a part that is off. */
const others = [
  // Say which parts are off.
  '/api/site/parts/',
  '/api/admin/parts/',
  // Decisions were made and are on record; moderators still work on cases.
  /^\/(api|feeds)\/moderation/,
  // People have a copy of all that they wrote and chose.
  '/auth/api/account/data/',
  '/api/notifications/settings/',
  // Has names of calls and fields. Its sentences are looked at below.
  /^\/api\/docs\//,
]
/** Its counts, ratings, seals and ranks come back with the part. */
const isOfPart =
  /^\/api\/(boilerroom|comments|common-ground|forums|politicians|polls|roll-calls|search|tally-log)|^\/auth\/api\/user/

/** Each reading has another, and a reading of a discussion is a view. */
const timeOfCount = /"counted_at":"[^"]+"|"views":\d+| votes on [^"]+ ET/g

const isOther = (url: string) => others.some((other) => (typeof other === 'string' ? other === url : other.test(url)))

async function startSite() {
  const index = temporaryFolder({ 'index.html': '<html data-site="{}"><head><!--head--></head></html>' })
  const routes: RouteOptions[] = []
  const t = await startTestApp({ trustedProxies: 1 }, index.at(), undefined, undefined, (route) => {
    if (!/^\/api\/live\/|\*/.test(route.url) && route.method !== 'HEAD') routes.push(route)
  })
  await seedDemo(t.db)
  await runCommonGround(t.db)
  await sealClosedPolls(t.db, t.app.keys)
  await markContent(t.db)
  return Object.assign(t, { routes })
}
type Site = Awaited<ReturnType<typeof startSite>>

async function findSubjects(t: Site) {
  const { rows } = await t.db.execute<Record<'member' | 'poll' | 'discussion' | 'post' | 'rollCall', number>>(sql`select
    (select id from users order by id limit 1) as member,
    (select p.id from polls p join common_ground_polls on poll_id = p.id join poll_roll_calls tie on tie.poll_id = p.id
      where closes_at < now() order by p.id limit 1) as poll,
    (select min(id) from discussions where is_visible) as discussion, (select min(id) from posts where is_visible) as post,
    (select min(id) from roll_calls) as "rollCall"`)
  return rows[0]!
}

test('what is off is nowhere, for each part and preset, and for everyone', async () => {
  await using t = await startSite()
  const { member, poll, discussion, post, rollCall } = await findSubjects(t)
  const [admin, moderator] = [await t.make.user({ role: 'admin' }), await t.make.user({ role: 'moderator' })]
  const viewers = [undefined, { id: member }, moderator, admin]
  const places = [...t.routes, ...pages.map(({ path }) => ({ url: path, method: 'GET' }))]
  const addressOf = (url: string) => {
    const of = { polls: poll, results: poll, forums: discussion, boilerroom: post, 'roll-calls': rollCall }
    const id = Object.entries(of).find(([name]) => url.includes(name))?.[1] ?? 1
    const query = {
      '/api/search/': 'q=river',
      '/api/oembed': `url=${t.config.publicUrl}/results/${poll}`,
      '/api/boilerroom/post-comments/': `post=${post}`,
      '/api/comments/': 'politician=1',
    }
    const asked = Object.entries(query).find(([path]) => path === url)?.[1]
    const file = `${id}.${url.startsWith('/share') ? 'png' : 'atom'}`
    return `${url
      .replace(/[:$]file/, file)
      .replace(':name', 'about')
      .replace(/[:$]\w+/g, String(id))}${asked ? `?${asked}` : ''}`
  }
  let version = 0
  let sent = 0
  const write = (off: readonly PartName[]) => {
    const choice = { off: [...off], reading: 'everyone' as const, ratings_closed: null }
    return t.as(admin).call(changeSiteParts, { body: { ...choice, version, reason: 'We cannot moderate.' } })
  }
  /** From many networks, because each has limits. */
  const send = (url: string, headers: object = {}, method = 'GET') => {
    const from = { 'x-forwarded-for': `10.${version}.${sent++ >> 8}.${sent % 250}` }
    return t.app.inject({ method: method as 'GET', url, headers: { ...headers, ...from } })
  }
  /** What a member reads of the parts. A view of a discussion counts. */
  const readAll = async () => {
    const authorization = await t.as({ id: member }).authorization()
    const read = t.routes.filter(({ method, url, schema }) => method === 'GET' && schema && isOfPart.test(url))
    const bodies: Record<string, string> = {}
    for (const { url } of read)
      bodies[url] = (await send(addressOf(url), { authorization })).body.replaceAll(timeOfCount, '')
    return bodies
  }
  const before = await readAll()
  const found = new Set<string>()
  const answered = new Set<string>()

  for (const wanted of [...partNames.map((part) => [part]), ...presets.map(({ on }) => offOf(on))]) {
    const changed = await write(wanted)
    const off: PartName[] = changed.json().off
    version = changed.json().version
    expect([...off]).toEqual(closeParts(wanted))
    if (off.length === 0) continue
    const words = wordsPattern(off)
    const look = (place: string, text: string) => {
      for (const line of text.split('\n')) {
        const [word, at] = [words.exec(line)?.[0], line.search(words)]
        if (word)
          found.add(`${wanted.join()}: ${place} says “${word}” in “${line.slice(Math.max(0, at - 40), at + 40)}”`)
      }
    }

    const callsOff = new Set<string>()
    for (const viewer of viewers) {
      const authorization = viewer && (await t.as(viewer).authorization())
      for (const { url, method, schema } of places as RouteOptions[]) {
        const part = partOfRoute({ url, schema })
        const isOff = part !== null && part !== undefined && off.includes(part)
        if (isOff) callsOff.add(`${[method].flat()[0]} ${url}`)
        const isRead = [method].flat().includes('GET')
        // The server sends a page without knowing who asks. Drawing images takes long; their texts are looked at below.
        if (!isOff && (!isRead || url.startsWith('/share/') || (viewer && !schema))) continue
        const response = await send(
          addressOf(url),
          authorization ? { authorization } : {},
          isRead ? 'GET' : [method].flat()[0],
        )
        expect(response.statusCode, url).not.toBe(429)
        if (isOff) expect([url, response.statusCode]).toEqual([url, 404])
        const type = String(response.headers['content-type'])
        if (isOff || response.statusCode !== 200 || type.startsWith('image/')) continue
        answered.add(url)
        if (!isOther(url))
          look(url, type.includes('json') ? textsIn(response.body) : response.body.replace(/data-site="[^"]*"/, ''))
      }
    }

    const document = (await t.app.inject('/api/docs/openapi.json')).json<{ paths: Record<string, object> }>()
    const listed = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(listed.filter((call) => callsOff.has(call))).toEqual([])
    look('reference', sentencesIn(document))
    look('images', JSON.stringify([await findPollImage(t.db, poll, t.config)]))
    look('digest', (await writeDigest(t.db, t.app, member))?.text ?? '')
    const { results } = await findNotifications(t.db, { userId: member })
    look('pushes', results.map(payloadOf).join('\n'))
    await t.db.execute(sql`update notifications set read_at = null where user_id = ${member}`)
    for (const { id, kind } of results) {
      const mail = await writeMail(t.db, t.config, { userId: member, kind, ids: [id] })
      look(`mail of ${kind}`, `${mail?.subject}\n${mail?.text}`)
    }
  }
  expect(answered.size).toBeGreaterThan(150)
  expect([...found]).toEqual([])

  await write([])
  const after = await readAll()
  expect(Object.keys(after).length).toBeGreaterThan(50)
  expect(Object.keys(after).filter((url) => after[url] !== before[url])).toEqual([])
})

/** What the API reference says, and the names of its areas. */
function sentencesIn(document: object): string {
  const sentences: string[] = []
  JSON.stringify(document, (key, value: unknown) => {
    if (['summary', 'description'].includes(key) && typeof value === 'string') sentences.push(value)
    if (key === 'tags' && Array.isArray(value)) sentences.push(...value.map(String))
    return value
  })
  return sentences.join('\n').replaceAll(/`[^`]*`/g, '')
}

/** The values of JSON, because the names of fields stay. */
function textsIn(json: string): string {
  const texts: string[] = []
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts.join('\n')
}
