import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { sweepUnusedMedia } from '#media/unused-media.ts'
import { portrait, startImageServer } from '#testing/image-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { ForeignAvatars } from './foreign-avatars.ts'

test('copies pictures of other sites once, and keeps the address of those that cannot be had', async () => {
  await using t = await startTestApp()
  await using site = await startImageServer({ '/ada.jpg': await portrait(), '/page': Buffer.from('<html>') })
  const avatars = new ForeignAvatars(t.db, t.app, { allowsPrivate: true })
  const people = await Promise.all(
    [`${site.url}/ada.jpg`, `${site.url}/page`, '/media/avatars/own-320.webp'].map((avatar) => t.make.user({ avatar })),
  )
  const stored = () =>
    Promise.all(people.map(async ({ id }) => (await t.db.select().from(users).where(eq(users.id, id)))[0]?.avatar))

  await avatars.copySome()
  await avatars.copySome()

  const copy = expect.stringMatching(/^\/media\/avatars\/[0-9a-f-]{36}-400\.webp$/)
  const after = await stored()
  expect(after).toEqual([copy, `${site.url}/page`, '/media/avatars/own-320.webp'])
  expect(site.asked.toSorted()).toEqual(['/ada.jpg', '/page'])
  expect((await t.app.inject(after[0]!)).statusCode).toBe(200)
})

test('deletes the copy of a picture that its user replaced in the meantime, a day later', async () => {
  await using t = await startTestApp()
  await using site = await startImageServer({ '/ada.jpg': await portrait() })
  await t.make.user({ avatar: `${site.url}/ada.jpg` })
  const marked = async () => (await t.db.select().from(unusedMedia)).map(({ file }) => file)

  const copying = await t.db.transaction(async (tx) => {
    await tx.update(users).set({ avatar: null })
    const started = new ForeignAvatars(t.db, t.app, { allowsPrivate: true }).copySome()
    await expect.poll(marked).toHaveLength(1)
    return { started }
  })
  await copying.started

  const [copy = ''] = await marked()
  expect((await t.app.inject(copy)).statusCode).toBe(200)
  await t.db.update(unusedMedia).set({ createdAt: sql`now() - interval '25 hours'` })
  await sweepUnusedMedia(t.db, t.app.files)
  expect((await t.app.inject(copy)).statusCode).toBe(404)
  expect((await t.db.select().from(users))[0]?.avatar).toBeNull()
})

test('does not request pictures from this machine or a private network', async () => {
  await using t = await startTestApp()
  await using inner = await startImageServer({ '/ada.jpg': await portrait() })
  await t.make.user({ avatar: `${inner.url}/ada.jpg` })

  await new ForeignAvatars(t.db, t.app).copySome()

  expect(inner.asked).toEqual([])
})
